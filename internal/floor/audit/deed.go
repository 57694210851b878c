package audit

import "strings"

// Deed is what was done, as a code.
type Deed string

// The deeds. Each is said in the words of the locale under "audit.<deed>", with its details filled in.
const (
	LoggedIn        Deed = "logged_in"
	LogInFailed     Deed = "log_in_failed"
	SessionEnded    Deed = "session_ended"
	AccountCreated  Deed = "account_created"
	AccountDeleted  Deed = "account_deleted"
	AddressVerified Deed = "address_verified"
	PasswordChanged Deed = "password_changed"
	PasswordReset   Deed = "password_reset"
	PasswordSet     Deed = "password_set"
	RoleSet         Deed = "role_set"
	StatusSet       Deed = "status_set"

	FactorEnabled  Deed = "factor_enabled"
	FactorDisabled Deed = "factor_disabled"
	FactorReset    Deed = "factor_reset"
	CodesRenewed   Deed = "codes_renewed"
	CodeUsed       Deed = "code_used"

	KeyCreated     Deed = "key_created"
	KeyRevoked     Deed = "key_revoked"
	KeysRevoked    Deed = "keys_revoked"
	AllKeysRevoked Deed = "all_keys_revoked"

	TeamCreated         Deed = "team_created"
	TeamRenamed         Deed = "team_renamed"
	TeamDeleted         Deed = "team_deleted"
	TeamHandedOver      Deed = "team_handed_over"
	MemberInvited       Deed = "member_invited"
	InvitationWithdrawn Deed = "invitation_withdrawn"
	MemberJoined        Deed = "member_joined"
	MemberRemoved       Deed = "member_removed"
	MemberRoleSet       Deed = "member_role_set"

	BrandMoved    Deed = "brand_moved"
	BrandDeleted  Deed = "brand_deleted"
	BrandArchived Deed = "brand_archived"
	BrandRestored Deed = "brand_restored"
	PageShared    Deed = "page_shared"
	ShareStopped  Deed = "share_stopped"

	PlanSet        Deed = "plan_set"
	PlanRequested  Deed = "plan_requested"
	PlanWithdrawn  Deed = "plan_withdrawn"
	PlanDeclined   Deed = "plan_declined"
	DeskSet        Deed = "desk_set" // how operators are reached, and whether plans can be asked for
	PointsAdjusted Deed = "points_adjusted"

	OrderMoved     Deed = "order_moved"
	OrderOverruled Deed = "order_overruled" // approved although the article gate found errors
	OutletSet      Deed = "outlet_set"
	OutletStatus   Deed = "outlet_status"
	OutletsChanged Deed = "outlets_imported"
	OutletConnect  Deed = "outlet_connected"
	DetectionSet   Deed = "detection_set"
	RunCancelled   Deed = "run_cancelled"
	JobRetried     Deed = "job_retried"
	JobsRetried    Deed = "jobs_retried"
	JobDiscarded   Deed = "job_discarded"

	EndpointCreated  Deed = "endpoint_created"
	EndpointChanged  Deed = "endpoint_changed"
	EndpointSecret   Deed = "endpoint_secret"
	EndpointDeleted  Deed = "endpoint_deleted"
	EndpointDisabled Deed = "endpoint_disabled"

	RuntimeCreated Deed = "runtime_created"
	RuntimeRevoked Deed = "runtime_revoked"
	TermsRead      Deed = "terms_read"
	TermsWithdrawn Deed = "terms_withdrawn"
)

// Deeds lists them all, in the order in which a filter offers them.
var Deeds = []Deed{
	LoggedIn, LogInFailed, SessionEnded, AccountCreated, AccountDeleted, AddressVerified, PasswordChanged,
	PasswordReset, PasswordSet, RoleSet, StatusSet,
	FactorEnabled, FactorDisabled, FactorReset, CodesRenewed, CodeUsed,
	KeyCreated, KeyRevoked, KeysRevoked, AllKeysRevoked,
	TeamCreated, TeamRenamed, TeamDeleted, TeamHandedOver, MemberInvited, InvitationWithdrawn, MemberJoined, MemberRemoved, MemberRoleSet,
	BrandMoved, BrandDeleted, BrandArchived, BrandRestored, PageShared, ShareStopped,
	PlanSet, PlanRequested, PlanWithdrawn, PlanDeclined, DeskSet, PointsAdjusted,
	OrderMoved, OrderOverruled, OutletSet, OutletStatus, OutletsChanged, OutletConnect, DetectionSet, RunCancelled,
	JobRetried, JobsRetried, JobDiscarded,
	EndpointCreated, EndpointChanged, EndpointSecret, EndpointDeleted, EndpointDisabled,
	RuntimeCreated, RuntimeRevoked, TermsRead, TermsWithdrawn,
}

func validText(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")
}
