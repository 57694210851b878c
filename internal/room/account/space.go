package account

import (
	"context"
	"strings"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Kinds of spaces. Every user has exactly one personal space; API keys see that one only.
const (
	Personal = "personal"
	Team     = "team"
)

const (
	teamsPerUser   = 20
	membersPerTeam = 200
)

// Space is where brands, contents and orders live.
type Space struct {
	ID        string         `json:"id"`
	Kind      string         `json:"kind"`
	Name      string         `json:"name"`
	OwnerID   string         `json:"owner_id"`
	Role      string         `json:"role"` // the asking user's: Owner, Editor, Viewer or Guest
	CreatedAt timestamp.Time `json:"created_at"`
	Brands    []string       `json:"brand_ids,omitempty"` // that a guest sees
}

// spaceColumns are a space s as its member m sees it: the personal one of somebody else is, to a guest, a team that is called after its owner.
const spaceColumns = `s.id, CASE WHEN s.owner_id = m.user_id THEN s.kind ELSE 'team' END, s.name, s.owner_id, ` + memberRole + `, s.created_at, m.brand_ids
	FROM members m JOIN spaces s ON s.id = m.space_id`

// Member is a user of a team space.
type Member struct {
	UserID   string         `json:"user_id"`
	Email    string         `json:"email"`
	Role     string         `json:"role"`
	JoinedAt timestamp.Time `json:"joined_at"`
	Brands   []string       `json:"brand_ids,omitempty"` // that a guest sees
}

type newSpace struct{ kind, name, owner string }

func createSpaceTx(ctx context.Context, tx *store.Tx, n newSpace) error {
	_, err := insertSpaceTx(ctx, tx, n)
	return err
}

func insertSpaceTx(ctx context.Context, tx *store.Tx, n newSpace) (string, error) {
	spaceID := id.New("spc", tx.Now.Time)
	_, err := tx.Exec(ctx, `INSERT INTO spaces (id, kind, name, owner_id, created_at) VALUES ($1, $2, $3, $4, $5)`,
		spaceID, n.kind, n.name, n.owner, tx.Now)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, `INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)`,
		spaceID, n.owner, tx.Now)
	return spaceID, err
}

// CreateTeam opens a team space owned by the user.
func (a *Accounts) CreateTeam(ctx context.Context, userID, name string) (spaceID string, err error) {
	defer fault.Wrap(&err, "account.CreateTeam")

	if name, err = teamName(name); err != nil {
		return "", err
	}
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockUserTx(ctx, tx, userID); err != nil {
			return err
		}
		if err := mayOwnAnotherTx(ctx, tx, userID); err != nil {
			return err
		}
		if spaceID, err = insertSpaceTx(ctx, tx, newSpace{kind: Team, name: name, owner: userID}); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.TeamCreated, audit.About{UserID: userID, Subject: spaceID})
	})
	return spaceID, err
}

// lockUserTx makes decisions that count something of one user wait for each other.
func lockUserTx(ctx context.Context, tx *store.Tx, userID string) error {
	var found string
	err := tx.QueryRow(ctx, `SELECT id FROM users WHERE id = $1`+tx.ForUpdate(), userID).Scan(&found)
	return store.NotFound(err, "user", userID)
}

// Spaces lists the spaces a user belongs to, the personal one first.
func (a *Accounts) Spaces(ctx context.Context, userID string) (_ []Space, err error) {
	defer fault.Wrap(&err, "account.Spaces")

	return store.List(ctx, a.db.Read(), scanSpace, `SELECT `+spaceColumns+`
		WHERE m.user_id = $1 ORDER BY 2, s.created_at DESC, s.id DESC`, userID)
}

// Space finds one space the user belongs to; any other is NotFound.
func (a *Accounts) Space(ctx context.Context, userID, spaceID string) (_ Space, err error) {
	defer fault.Wrap(&err, "account.Space")

	s, err := scanSpace(a.db.Read().QueryRow(ctx, `SELECT `+spaceColumns+` WHERE m.user_id = $1 AND s.id = $2`, userID, spaceID))
	return s, store.NotFound(err, "space", spaceID)
}

func scanSpace(row store.Row) (s Space, err error) {
	var brands string
	err = row.Scan(&s.ID, &s.Kind, &s.Name, &s.OwnerID, &s.Role, &s.CreatedAt, &brands)
	s.Brands = brandsOf(brands)
	return s, err
}

// Members lists a space's members for one of them. A guest sees no other.
func (a *Accounts) Members(ctx context.Context, userID, spaceID string) (_ []Member, err error) {
	defer fault.Wrap(&err, "account.Members")

	space, err := a.Space(ctx, userID, spaceID)
	if err != nil {
		return nil, err
	}
	return store.List(ctx, a.db.Read(), scanMember, `
		SELECT u.id, u.email, `+memberRole+`, m.created_at, m.brand_ids FROM members m JOIN users u ON u.id = m.user_id
		WHERE m.space_id = $1 AND ($2 OR u.id = $3) ORDER BY m.created_at, u.id`, spaceID, space.Role != Guest, userID)
}

func scanMember(row store.Row) (m Member, err error) {
	var brands string
	err = row.Scan(&m.UserID, &m.Email, &m.Role, &m.JoinedAt, &brands)
	m.Brands = brandsOf(brands)
	return m, err
}

// brandsOf reads the brands of a guest as they are stored; nil for who is none.
func brandsOf(stored string) []string {
	if stored == "" {
		return nil
	}
	return strings.Fields(stored)
}

// RemoveMember takes a member out of a team: the owner may remove others, a member may leave. The owner stays. Share links and tokens that
// the member made end.
func (a *Accounts) RemoveMember(ctx context.Context, actorID, spaceID, memberID string) (err error) {
	defer fault.Wrap(&err, "account.RemoveMember")

	space, err := a.Space(ctx, actorID, spaceID)
	if err != nil {
		return err
	}
	if memberID == space.OwnerID || (actorID != memberID && space.Role != Owner) {
		return fault.NotFound("member", memberID)
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `DELETE FROM members WHERE space_id = $1 AND user_id = $2 AND role <> 'owner'`, spaceID, memberID)
		if err == nil && n == 0 {
			err = fault.NotFound("member", memberID)
		}
		if err != nil {
			return err
		}
		detail, err := a.endTx(ctx, tx, spaceID, memberID, spaceID)
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.MemberRemoved, audit.About{UserID: space.OwnerID, Subject: memberID, Detail: detail})
	})
}

// OwnsTx answers NotFound unless the user owns all of these spaces.
func (a *Accounts) OwnsTx(ctx context.Context, tx *store.Tx, userID string, spaceIDs ...string) (err error) {
	defer fault.Wrap(&err, "account.OwnsTx")

	for _, spaceID := range spaceIDs {
		_, err := store.One[string](tx.QueryRow(ctx, `SELECT id FROM spaces WHERE id = $1 AND owner_id = $2`, spaceID, userID))
		if err != nil {
			return store.NotFound(err, "space", spaceID)
		}
	}
	return nil
}

// LockOwnerTx makes those wait for each other who count something over all spaces of who owns this one: at the
// owner's personal space, which everybody has. A space that is gone is NotFound.
func LockOwnerTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "account.LockOwnerTx")

	_, err = store.One[string](tx.QueryRow(ctx, `SELECT id FROM spaces WHERE kind = 'personal'
		AND owner_id = (SELECT owner_id FROM spaces WHERE id = $1)`+tx.ForUpdate(), spaceID))
	return store.NotFound(err, "space", spaceID)
}

// LockSpaceTx makes those wait for each other who count something of a space before they add to it. A space that is gone is NotFound.
func LockSpaceTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "account.LockSpaceTx")

	_, err = store.One[string](tx.QueryRow(ctx, `SELECT id FROM spaces WHERE id = $1`+tx.ForUpdate(), spaceID))
	return store.NotFound(err, "space", spaceID)
}
