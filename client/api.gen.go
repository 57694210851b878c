// Code generated from the contract by tools/clientgen. DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// The codes of this version. A later server may answer others.
const (
	Unauthenticated   Code = 1001
	ScopeMissing      Code = 1002
	AccountDisabled   Code = 1003
	Expired           Code = 1004
	TooFrequent       Code = 2001
	PromptLimit       Code = 2002
	DailyLimit        Code = 2003
	RunGap            Code = 2004
	PointsShort       Code = 2005
	CapReached        Code = 2006
	NoSuchThing       Code = 3001
	Duplicate         Code = 3002
	RunInFlight       Code = 3003
	NoPrompt          Code = 3004
	NoPlatform        Code = 3005
	GenerationRunning Code = 3006
	OrderState        Code = 3007
	MediaUnavailable  Code = 3008
	KeyReused         Code = 3009
	TopicNotEmpty     Code = 3010
	RunEnded          Code = 3011
	PriceAbove        Code = 3012
	ArticleErrors     Code = 3013
	AccountBusy       Code = 3014
	BrandArchived     Code = 3015
	BriefNotArticle   Code = 3016
	Unreadable        Code = 4000
	NoRoute           Code = 4040
	NoMethod          Code = 4050
	TooLarge          Code = 4130
	RangeOutside      Code = 4160
	Malformed         Code = 4220
	Internal          Code = 5000
	NotBuilt          Code = 5010
	Unavailable       Code = 5030
)

var codeNames = map[Code]string{
	Unauthenticated:   "Unauthenticated",
	ScopeMissing:      "ScopeMissing",
	AccountDisabled:   "AccountDisabled",
	Expired:           "Expired",
	TooFrequent:       "TooFrequent",
	PromptLimit:       "PromptLimit",
	DailyLimit:        "DailyLimit",
	RunGap:            "RunGap",
	PointsShort:       "PointsShort",
	CapReached:        "CapReached",
	NoSuchThing:       "NoSuchThing",
	Duplicate:         "Duplicate",
	RunInFlight:       "RunInFlight",
	NoPrompt:          "NoPrompt",
	NoPlatform:        "NoPlatform",
	GenerationRunning: "GenerationRunning",
	OrderState:        "OrderState",
	MediaUnavailable:  "MediaUnavailable",
	KeyReused:         "KeyReused",
	TopicNotEmpty:     "TopicNotEmpty",
	RunEnded:          "RunEnded",
	PriceAbove:        "PriceAbove",
	ArticleErrors:     "ArticleErrors",
	AccountBusy:       "AccountBusy",
	BrandArchived:     "BrandArchived",
	BriefNotArticle:   "BriefNotArticle",
	Unreadable:        "Unreadable",
	NoRoute:           "NoRoute",
	NoMethod:          "NoMethod",
	TooLarge:          "TooLarge",
	RangeOutside:      "RangeOutside",
	Malformed:         "Malformed",
	Internal:          "Internal",
	NotBuilt:          "NotBuilt",
	Unavailable:       "Unavailable",
}

type BrandCreate struct {
	Name          string   `json:"name"`
	Introduction  string   `json:"introduction"` // What the brand is and offers; generation draws on it.
	ProductType   string   `json:"product_type,omitzero"`
	MarketingGoal string   `json:"marketing_goal,omitzero"`
	HomepageURL   string   `json:"homepage_url,omitzero"` // An http or https address; its domain counts as the brand's own source.
	Keywords      []string `json:"keywords,omitzero"`
	SellingPoints []string `json:"selling_points,omitzero"`
	CoreAudience  string   `json:"core_audience,omitzero"`
	Aliases       []string `json:"aliases,omitzero"`       // Other spellings that count as a mention of the brand.
	Exclusions    []string `json:"exclusions,omitzero"`    // Phrases in which the name does not count, as 青禾路 for 青禾.
	Contexts      []string `json:"contexts,omitzero"`      // For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
	ProductLines  []string `json:"product_lines,omitzero"` // Product lines, as iPhone for Apple: naming one names the brand.
	Domains       []string `json:"domains,omitzero"`       // Own sites beside the homepage, shops and official accounts, as hosts or addresses.
}

// BrandUpdate: Free-form: every key is optional, a known key is checked as at creation, null clears what may be null, and an unknown key is no error: the answer lists its name in `ignored`.
type BrandUpdate struct {
	Name          Field[string]         `json:"name,omitzero"`
	Introduction  Field[string]         `json:"introduction,omitzero"` // What the brand is and offers; generation draws on it.
	ProductType   Field[string]         `json:"product_type,omitzero"`
	MarketingGoal Field[string]         `json:"marketing_goal,omitzero"`
	HomepageURL   Field[string]         `json:"homepage_url,omitzero"` // An http or https address; its domain counts as the brand's own source.
	Keywords      Field[[]string]       `json:"keywords,omitzero"`
	SellingPoints Field[[]string]       `json:"selling_points,omitzero"`
	CoreAudience  Field[string]         `json:"core_audience,omitzero"`
	Aliases       Field[[]string]       `json:"aliases,omitzero"`       // Other spellings that count as a mention of the brand.
	Exclusions    Field[[]string]       `json:"exclusions,omitzero"`    // Phrases in which the name does not count, as 青禾路 for 青禾.
	Contexts      Field[[]string]       `json:"contexts,omitzero"`      // For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
	ProductLines  Field[[]string]       `json:"product_lines,omitzero"` // Product lines, as iPhone for Apple: naming one names the brand.
	Domains       Field[[]string]       `json:"domains,omitzero"`       // Own sites beside the homepage, shops and official accounts, as hosts or addresses.
	Schedule      Field[ScheduleUpdate] `json:"schedule,omitzero"`
}

// ScheduleUpdate: When the plan's own monitoring starts; null for none. It does not count against the daily number of runs. A brand has one such run a day (trial, upper tier) or week (standard), in Beijing time, counted by the last one whatever the schedule was changed to, and an account as many of its sub-tasks (samples count) in that period as its plan has prompts × platforms. A due time at which the run cannot be made lapses.
type ScheduleUpdate struct {
	Hour    int        `json:"hour"`             // Hour of the day in Beijing time.
	Weekday Field[int] `json:"weekday,omitzero"` // 1 Monday to 7 Sunday: once a week. Null or omitted: every day, which trial and upper tier include.
	Samples Field[int] `json:"samples,omitzero"` // How often each prompt is asked on each platform in a run; more than 1 on the upper tier alone (otherwise 422). A run asks as often as the account's sub-tasks in the period have room for, at least once.
}

type TopicCreate struct {
	BrandID     string `json:"brand_id"` // The same as in the path.
	Name        string `json:"name"`
	Description string `json:"description,omitzero"`
	Region      string `json:"region,omitzero"`
	Language    string `json:"language,omitzero"`
}

// TopicUpdate: Sent fields are changed. Null clears `description` and leaves any other field as it is.
type TopicUpdate struct {
	Name        Field[string] `json:"name,omitzero"`
	Description Field[string] `json:"description,omitzero"` // Null clears it.
	Region      Field[string] `json:"region,omitzero"`
	Language    Field[string] `json:"language,omitzero"`
}

type PromptCreate struct {
	BrandID  string       `json:"brand_id"`          // The same as in the path.
	TopicID  string       `json:"topic_id"`          // A topic of this brand.
	Text     string       `json:"text"`              // The question as a user would put it to an assistant.
	Types    []PromptType `json:"types,omitzero"`    // Which analyses count the answers; omitted or empty means both, or `sentiment` alone when the text names the brand.
	Stage    string       `json:"stage,omitzero"`    // Stage of the buyer's journey.
	TagIDs   []string     `json:"tag_ids,omitzero"`  // Opaque strings of the caller.
	Region   string       `json:"region,omitzero"`   // Null: the topic's.
	Language string       `json:"language,omitzero"` // Null: the topic's.
	Source   Source       `json:"source,omitzero"`
	Status   PromptStatus `json:"status,omitzero"` // `active` means enabled and counts against the tier's limit.
}

// PromptUpdate: Sent fields are changed. Null clears `tag_ids`, `region` and `language` and leaves any other field as it is.
type PromptUpdate struct {
	Text     Field[string]       `json:"text,omitzero"`
	TopicID  Field[string]       `json:"topic_id,omitzero"` // A topic of the same brand.
	Types    Field[[]PromptType] `json:"types,omitzero"`    // An empty list means both, or `sentiment` alone when the text names the brand.
	Stage    Field[string]       `json:"stage,omitzero"`
	TagIDs   Field[[]string]     `json:"tag_ids,omitzero"`
	Region   Field[string]       `json:"region,omitzero"`
	Language Field[string]       `json:"language,omitzero"`
	Status   Field[PromptStatus] `json:"status,omitzero"` // Any status may follow any; `active` is subject to the tier's limit.
}

type PromptsStatus struct {
	PromptIDs []string     `json:"prompt_ids"` // Of the brand in the path; an id repeated in the list counts once.
	Status    PromptStatus `json:"status"`
}

type PromptsDelete struct {
	PromptIDs []string `json:"prompt_ids"` // Of the brand in the path; an id repeated in the list counts once.
}

type CompetitorCreate struct {
	BrandID      string   `json:"brand_id"` // The same as in the path.
	Name         string   `json:"name"`
	Aliases      []string `json:"aliases,omitzero"`     // Other spellings that count as a mention of the competitor.
	WebsiteURL   string   `json:"website_url,omitzero"` // An http or https address; its domain counts as a competitor's source.
	LogoIcon     string   `json:"logo_icon,omitzero"`   // An http or https address.
	Description  string   `json:"description,omitzero"`
	Exclusions   []string `json:"exclusions,omitzero"`    // Phrases in which the name does not count, as 青禾路 for 青禾.
	Contexts     []string `json:"contexts,omitzero"`      // For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
	ProductLines []string `json:"product_lines,omitzero"` // Product lines, as iPhone for Apple: naming one names the brand.
	Domains      []string `json:"domains,omitzero"`       // Own sites beside the homepage, shops and official accounts, as hosts or addresses.
}

// FactKind: How a value is read and compared; of a `text` only known wrong variants contradict.
type FactKind string

const (
	FactKindNumber  FactKind = "number"
	FactKindPrice   FactKind = "price"
	FactKindDate    FactKind = "date"
	FactKindPlace   FactKind = "place"
	FactKindFeature FactKind = "feature"
	FactKindChoice  FactKind = "choice"
	FactKindText    FactKind = "text"
)

// FactStatus: Only active facts are used for judging.
type FactStatus string

const (
	FactStatusActive    FactStatus = "active"
	FactStatusDisabled  FactStatus = "disabled"
	FactStatusSuggested FactStatus = "suggested"
)

type AnnotationCreate struct {
	BrandID string `json:"brand_id"` // The same as in the path.
	Day     string `json:"day"`      // A day in Beijing, as 2026-09-03.
	Text    string `json:"text"`     // What happened, in one line.
}

type FactCreate struct {
	BrandID   string     `json:"brand_id"`            // The same as in the path.
	Statement string     `json:"statement,omitzero"`  // The fact in a sentence; made from the rest when it is left out.
	Subject   string     `json:"subject,omitzero"`    // The brand or a product line, as texts name it; the brand when it is left out.
	Attribute string     `json:"attribute"`           // What is said of the subject, as 门店数.
	Terms     []string   `json:"terms,omitzero"`      // Other words by which texts speak of the attribute.
	Kind      FactKind   `json:"kind,omitzero"`       // As the value looks when it is left out.
	Value     string     `json:"value"`               // A number or a range, a date (2016, 2016-05, 2016-05-20), a city, yes or no, one of `options`, or text.
	Unit      string     `json:"unit,omitzero"`       // As 家, mL, 元/袋, USD/month.
	Options   []string   `json:"options,omitzero"`    // The closed set that the value is one of.
	Wrong     []string   `json:"wrong,omitzero"`      // Variants that are known and wrong.
	ValidFrom string     `json:"valid_from,omitzero"` // First day, YYYY-MM-DD; null: always was.
	ValidTo   string     `json:"valid_to,omitzero"`   // Last day, YYYY-MM-DD; null: still is.
	SourceURL string     `json:"source_url,omitzero"` // Where it stands. It is kept, never fetched; without one the fact is not used for judging.
	Status    FactStatus `json:"status,omitzero"`     // `active` when it is left out.
}

// FactUpdate: Sent fields are changed. Null leaves attribute, value, kind and status as they are and clears any other field.
type FactUpdate struct {
	Statement Field[string]     `json:"statement,omitzero"`  // The fact in a sentence; made from the rest when it is left out.
	Subject   Field[string]     `json:"subject,omitzero"`    // The brand or a product line, as texts name it; the brand when it is left out.
	Attribute Field[string]     `json:"attribute,omitzero"`  // What is said of the subject, as 门店数.
	Terms     Field[[]string]   `json:"terms,omitzero"`      // Other words by which texts speak of the attribute.
	Kind      Field[FactKind]   `json:"kind,omitzero"`       // As the value looks when it is left out.
	Value     Field[string]     `json:"value,omitzero"`      // A number or a range, a date (2016, 2016-05, 2016-05-20), a city, yes or no, one of `options`, or text.
	Unit      Field[string]     `json:"unit,omitzero"`       // As 家, mL, 元/袋, USD/month.
	Options   Field[[]string]   `json:"options,omitzero"`    // The closed set that the value is one of.
	Wrong     Field[[]string]   `json:"wrong,omitzero"`      // Variants that are known and wrong.
	ValidFrom Field[string]     `json:"valid_from,omitzero"` // First day, YYYY-MM-DD; null: always was.
	ValidTo   Field[string]     `json:"valid_to,omitzero"`   // Last day, YYYY-MM-DD; null: still is.
	SourceURL Field[string]     `json:"source_url,omitzero"` // Where it stands. It is kept, never fetched; without one the fact is not used for judging.
	Status    Field[FactStatus] `json:"status,omitzero"`     // `active` when it is left out.
}

// CompetitorUpdate: Sent fields are changed. Null leaves `name` as it is and clears any other field.
type CompetitorUpdate struct {
	Name         Field[string]   `json:"name,omitzero"`
	Aliases      Field[[]string] `json:"aliases,omitzero"`     // Other spellings that count as a mention of the competitor.
	WebsiteURL   Field[string]   `json:"website_url,omitzero"` // An http or https address; its domain counts as a competitor's source.
	LogoIcon     Field[string]   `json:"logo_icon,omitzero"`   // An http or https address.
	Description  Field[string]   `json:"description,omitzero"`
	Exclusions   Field[[]string] `json:"exclusions,omitzero"`    // Phrases in which the name does not count, as 青禾路 for 青禾.
	Contexts     Field[[]string] `json:"contexts,omitzero"`      // For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
	ProductLines Field[[]string] `json:"product_lines,omitzero"` // Product lines, as iPhone for Apple: naming one names the brand.
	Domains      Field[[]string] `json:"domains,omitzero"`       // Own sites beside the homepage, shops and official accounts, as hosts or addresses.
}

type CompetitorsDelete struct {
	CompetitorIDs []string `json:"competitor_ids"` // Of the brand in the path; an id repeated in the list counts once.
}

type GenerationCreate struct {
	Count int `json:"count,omitzero"` // How many prompts to create; null means 10 as well.
}

type RunCreate struct {
	BrandID   string   `json:"brand_id"`
	Platforms []string `json:"platforms,omitzero"` // Platform identifiers; omitted or null means all that the tier allows. Unknown and out-of-tier entries are ignored, duplicates count once; when nothing is left the answer is code 3005.
	Mode      Mode     `json:"mode,omitzero"`      // `search` (web search on, as in the assistants' apps; the default), `chat` (model knowledge alone) or `reasoning` (deep thinking with search).
	Surface   Surface  `json:"surface,omitzero"`   // `api` (the assistants' interface for programs; the default) or `app` (their own apps, through a browser in which a person has logged in; mode `search` alone). In apps a run takes hours; a platform without such a browser is skipped with `not_logged_in`. A brand may have one run in flight on each surface.
	Samples   int      `json:"samples,omitzero"`   // How often each prompt is asked on each platform; more than 1 on the upper tier alone (otherwise 422). It counts as one run.
}

type ContentCreate struct {
	Title       string         `json:"title"`
	Body        string         `json:"body"` // Markdown.
	ContentType ContentType    `json:"content_type,omitzero"`
	AiAssisted  bool           `json:"ai_assisted,omitzero"` // Whether AI helped to write it. It has to be declared before it is ordered; null is not yet.
	Supports    []SupportInput `json:"supports,omitzero"`    // What holds up sentences that no fact and no link in the text does.
	BrandID     string         `json:"brand_id,omitzero"`    // The brand that it is for; without one the only brand there is.
}

type SupportInput struct {
	Sentence  string  `json:"sentence"`   // As `sentence` of an inspection has it.
	SourceURL *string `json:"source_url"` // Where it stands, never fetched; null: it is the brand's own opinion.
}

// ContentUpdate: Sent fields are changed and raise the revision; null leaves a field as it is.
type ContentUpdate struct {
	Title       Field[string]         `json:"title,omitzero"`
	Body        Field[string]         `json:"body,omitzero"` // Markdown.
	ContentType Field[ContentType]    `json:"content_type,omitzero"`
	AiAssisted  Field[bool]           `json:"ai_assisted,omitzero"` // Whether AI helped to write it.
	Supports    Field[[]SupportInput] `json:"supports,omitzero"`    // Takes the place of what was given before.
	BrandID     Field[string]         `json:"brand_id,omitzero"`    // The brand that it is for. It raises no revision.
}

type EndpointCreate struct {
	Kind       EndpointKind     `json:"kind"`
	Name       string           `json:"name"`
	Address    string           `json:"address"`         // Of a webhook or bot: https, at most 2,048 bytes; of a mailbox: the e-mail address of a member of the space.
	Secret     string           `json:"secret,omitzero"` // That a bot of 飞书 or 钉钉 signs with; a webhook's is made here.
	Types      []EventType      `json:"types"`
	Language   EndpointLanguage `json:"language,omitzero"`
	QuietHours QuietHours       `json:"quiet_hours,omitzero"`
}

// EndpointUpdate: Sent fields are changed; null leaves a field as it is, but ends quiet hours.
type EndpointUpdate struct {
	Name       Field[string]           `json:"name,omitzero"`
	Address    Field[string]           `json:"address,omitzero"`
	Secret     Field[string]           `json:"secret,omitzero"`
	Types      Field[[]EventType]      `json:"types,omitzero"`
	Language   Field[EndpointLanguage] `json:"language,omitzero"`
	QuietHours Field[QuietHours]       `json:"quiet_hours,omitzero"`
	Enabled    Field[bool]             `json:"enabled,omitzero"`
}

// QuietHours: Times of the day in Beijing between which a bot says nothing; what happens meanwhile is told afterwards, in one message. To is on the next day when it is not after from.
type QuietHours struct {
	From string `json:"from"` // As 22:00.
	To   string `json:"to"`
}

type ReplayRequest struct {
	From string `json:"from"` // A moment as RFC 3339, included.
	To   string `json:"to"`   // A moment as RFC 3339, not included.
	All  *bool  `json:"all"`  // Those that were taken too.
}

type EndpointKind string

const (
	EndpointKindWebhook  EndpointKind = "webhook"
	EndpointKindFeishu   EndpointKind = "feishu"
	EndpointKindDingtalk EndpointKind = "dingtalk"
	EndpointKindWecom    EndpointKind = "wecom"
	EndpointKindMail     EndpointKind = "mail"
)

// EndpointLanguage: Of messages to groups and mailboxes.
type EndpointLanguage string

const (
	EndpointLanguageZh EndpointLanguage = "zh"
	EndpointLanguageEn EndpointLanguage = "en"
)

type EventType string

const (
	EventTypeRunFinished        EventType = "run.finished"
	EventTypeRunDegraded        EventType = "run.degraded"
	EventTypeAlertRaised        EventType = "alert.raised"
	EventTypeCitationFirst      EventType = "citation.first"
	EventTypeOrderPublished     EventType = "order.published"
	EventTypeOrderFailed        EventType = "order.failed"
	EventTypeOrderNeedsRevision EventType = "order.needs_revision"
	EventTypePlatformSkipped    EventType = "platform.skipped"
	EventTypeRuntimeStopped     EventType = "runtime.stopped"
	EventTypeDigestWeekly       EventType = "digest.weekly"
	EventTypeFactContradicted   EventType = "fact.contradicted"
	EventTypeCampaignVerdict    EventType = "campaign.verdict"
)

type OrderCreate struct {
	ContentID    string   `json:"content_id"`
	MediaIDs     []string `json:"media_ids"`             // One order per media; an id repeated in the list counts once.
	Requirements int      `json:"requirements,omitzero"` // Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets.
	AccountRule  int      `json:"account_rule,omitzero"` // Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets.
	ArticleType  int      `json:"article_type,omitzero"` // Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets.
	ScheduledAt  string   `json:"scheduled_at,omitzero"` // Stored and returned verbatim. An outlet that understands it as a time delays the push.
	BrandID      string   `json:"brand_id,omitzero"`     // The brand that these orders are for; without one that of the campaign, else that of the content.
	CampaignID   string   `json:"campaign_id,omitzero"`  // A campaign that these orders belong to and that has not ended.
	RandomWeeks  int      `json:"random_weeks,omitzero"` // Places the orders of a campaign in random order, spread over so many weeks: an experiment. Needs `campaign_id`, at least two media and no `scheduled_at`.
	MaxPoints    int      `json:"max_points,omitzero"`   // The most that the orders may cost together. Prices may have changed since they were read: more answers 3012, and nothing is charged.
}

type Identity struct {
	UserID string   `json:"user_id"`
	KeyID  string   `json:"key_id"`
	Scopes []string `json:"scopes"` // As granted, wildcards (`*`, `geo:*`, `media:*`) included.
}

// Limits: The plan of the account, and what is left of it now.
type Limits struct {
	Tier             Tier                `json:"tier"`
	ExpiresAt        *time.Time          `json:"expires_at"` // Null: it does not end.
	Expired          bool                `json:"expired"`    // Then runs, generations and orders answer 1004.
	Limits           TierLimits          `json:"limits"`
	Used             UsedLimits          `json:"used"`
	NextRunAllowedAt *time.Time          `json:"next_run_allowed_at"` // When daily number and gap let the next run start; null: now.
	ResetsAt         time.Time           `json:"resets_at"`           // When the daily number of runs begins anew, at midnight in Beijing.
	Points           LimitsPoints        `json:"points"`
	Platforms        []AvailablePlatform `json:"platforms"` // Those of the tier.
}

type TierLimits struct {
	Platforms      int `json:"platforms"`        // Platforms that can be asked.
	ActivePrompts  int `json:"active_prompts"`   // Prompts that can be enabled, over all brands.
	RunsPerDay     int `json:"runs_per_day"`     // Runs a Beijing day; scheduled ones do not count.
	RunGapSeconds  int `json:"run_gap_seconds"`  // Between the beginnings of two runs.
	PointsPerCycle int `json:"points_per_cycle"` // Granted at the beginning of each cycle.
	Samples        int `json:"samples"`          // How often a run may ask a prompt on a platform.
}

type UsedLimits struct {
	ActivePrompts int `json:"active_prompts"` // Prompts enabled now.
	RunsToday     int `json:"runs_today"`     // Runs of this Beijing day that count.
}

// LimitsPoints: More is in `GET /media/publish-quota`.
type LimitsPoints struct {
	Balance  int       `json:"balance"`   // What can be spent now.
	Held     int       `json:"held"`      // Held by open orders.
	CycleEnd time.Time `json:"cycle_end"` // Not included; what is left then lapses.
}

type Deleted struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

type DeletedList struct {
	Items []Deleted `json:"items"`
	Total int       `json:"total"` // Number of items.
}

// Schedule: When scheduled monitoring starts; null when there is none.
type Schedule struct {
	Hour    int  `json:"hour"`    // Hour of the day in Beijing time.
	Weekday *int `json:"weekday"` // 1 Monday to 7 Sunday; null: every day.
	Samples int  `json:"samples"` // How often a run asks each prompt on each platform.
}

// LastRun: The brand's newest run; null when there never was one.
type LastRun struct {
	RunID      string     `json:"run_id"`
	Status     RunStatus  `json:"status"`
	FinishedAt *time.Time `json:"finished_at"` // Null while the run is queued or running.
}

type Brand struct {
	ID            string      `json:"id"` // Prefix `brd_`.
	Name          string      `json:"name"`
	Introduction  string      `json:"introduction"`
	ProductType   string      `json:"product_type"`
	MarketingGoal *string     `json:"marketing_goal"`
	HomepageURL   *string     `json:"homepage_url"`
	Keywords      []string    `json:"keywords"`
	SellingPoints []string    `json:"selling_points"`
	CoreAudience  *string     `json:"core_audience"`
	Aliases       []string    `json:"aliases"`       // Other spellings that count as a mention of the brand.
	Exclusions    []string    `json:"exclusions"`    // Phrases in which the name does not count, as 青禾路 for 青禾.
	Contexts      []string    `json:"contexts"`      // For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
	ProductLines  []string    `json:"product_lines"` // Product lines whose mention names it.
	Domains       []string    `json:"domains"`       // Own sites, shops and official accounts beside the homepage.
	Counts        BrandCounts `json:"counts"`
	Schedule      Schedule    `json:"schedule"`
	LastRun       LastRun     `json:"last_run"`
	ArchivedAt    *time.Time  `json:"archived_at"` // Since when it is archived; its prompts count for no limit then and it is not monitored (3015).
	CreatedAt     time.Time   `json:"created_at"`
	UpdatedAt     time.Time   `json:"updated_at"`
}

type BrandCounts struct {
	Topics        int `json:"topics"`
	Prompts       int `json:"prompts"`
	ActivePrompts int `json:"active_prompts"` // Enabled ones.
	Competitors   int `json:"competitors"`
}

type BrandUpdated struct {
	Brand
	Ignored []string `json:"ignored"` // Names of the keys that were sent and are not known.
}

type BrandList struct {
	Items    []Brand `json:"items"`
	Total    int     `json:"total"`     // Number of items over all pages.
	Page     *int    `json:"page"`      // Only of a list that was asked for by page.
	PageSize *int    `json:"page_size"` // Only of a list that was asked for by page.
	HasMore  *bool   `json:"has_more"`  // Whether a later page holds more. Only of a list that was asked for by page.
}

type Topic struct {
	ID          string    `json:"id"` // Prefix `top_`.
	BrandID     string    `json:"brand_id"`
	Name        string    `json:"name"`
	Description *string   `json:"description"`
	Region      string    `json:"region"`
	Language    string    `json:"language"`
	PromptCount int       `json:"prompt_count"` // Prompts of any status under this topic.
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"updated_at"`
}

type TopicList struct {
	Items    []Topic `json:"items"`
	Total    int     `json:"total"`     // Number of items over all pages.
	Page     *int    `json:"page"`      // Only of a list that was asked for by page.
	PageSize *int    `json:"page_size"` // Only of a list that was asked for by page.
	HasMore  *bool   `json:"has_more"`  // Whether a later page holds more. Only of a list that was asked for by page.
}

type Prompt struct {
	ID        string       `json:"id"` // Prefix `pmt_`.
	BrandID   string       `json:"brand_id"`
	TopicID   string       `json:"topic_id"`
	Text      string       `json:"text"`
	Types     []PromptType `json:"types"`   // Which analyses count the answers; never empty.
	Branded   bool         `json:"branded"` // The text names the brand, by its name, aliases or product lines. It never counts for visibility, whatever its types.
	Stage     string       `json:"stage"`
	TagIDs    []string     `json:"tag_ids"`
	Region    *string      `json:"region"`   // Null: the topic's.
	Language  *string      `json:"language"` // Null: the topic's.
	Source    Source       `json:"source"`   // `agent` when generated.
	Status    PromptStatus `json:"status"`   // `active` means enabled.
	CreatedAt time.Time    `json:"created_at"`
	UpdatedAt time.Time    `json:"updated_at"`
}

type ChangedPrompts struct {
	Items []Prompt `json:"items"`
	Total int      `json:"total"`
}

type PromptList struct {
	Filters  PromptFilters `json:"filters"`
	Items    []Prompt      `json:"items"`
	Total    int           `json:"total"`     // Number of items over all pages.
	Page     *int          `json:"page"`      // Only of a list that was asked for by page.
	PageSize *int          `json:"page_size"` // Only of a list that was asked for by page.
	HasMore  *bool         `json:"has_more"`  // Whether a later page holds more. Only of a list that was asked for by page.
}

type Annotation struct {
	ID        string    `json:"id"` // Prefix `ann_`.
	BrandID   string    `json:"brand_id"`
	Day       string    `json:"day"` // A day in Beijing.
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

type Competitor struct {
	ID           string    `json:"id"` // Prefix `cmp_`.
	BrandID      string    `json:"brand_id"`
	Name         string    `json:"name"`
	Aliases      []string  `json:"aliases"`       // Other spellings that count as a mention of the competitor.
	Exclusions   []string  `json:"exclusions"`    // Phrases in which the name does not count, as 青禾路 for 青禾.
	Contexts     []string  `json:"contexts"`      // For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
	ProductLines []string  `json:"product_lines"` // Product lines whose mention names it.
	Domains      []string  `json:"domains"`       // Own sites, shops and official accounts beside the homepage.
	WebsiteURL   *string   `json:"website_url"`
	LogoIcon     *string   `json:"logo_icon"`
	Description  *string   `json:"description"`
	Source       Source    `json:"source"` // `agent` when generated.
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
}

type AnnotationList struct {
	Items []Annotation `json:"items"`
	Total int          `json:"total"` // Number of items.
}

type CompetitorList struct {
	Items    []Competitor `json:"items"`
	Total    int          `json:"total"`     // Number of items over all pages.
	Page     *int         `json:"page"`      // Only of a list that was asked for by page.
	PageSize *int         `json:"page_size"` // Only of a list that was asked for by page.
	HasMore  *bool        `json:"has_more"`  // Whether a later page holds more. Only of a list that was asked for by page.
}

type Fact struct {
	ID        string     `json:"id"` // Prefix `fct_`.
	BrandID   string     `json:"brand_id"`
	Statement string     `json:"statement"`
	Subject   string     `json:"subject"`
	Attribute string     `json:"attribute"`
	Terms     []string   `json:"terms"`
	Kind      FactKind   `json:"kind"`
	Value     string     `json:"value"`
	Unit      string     `json:"unit"`
	Options   []string   `json:"options"`
	Wrong     []string   `json:"wrong"`
	ValidFrom *string    `json:"valid_from"`
	ValidTo   *string    `json:"valid_to"`
	SourceURL *string    `json:"source_url"`
	Status    FactStatus `json:"status"`
	Judging   bool       `json:"judging"` // Whether texts are held against it: it is active, has a source and a value that can be read.
	Source    Source     `json:"source"`  // `agent` when proposed.
	CreatedAt time.Time  `json:"created_at"`
	UpdatedAt time.Time  `json:"updated_at"`
}

// FactFields: A fact as it was.
type FactFields struct {
	Statement string     `json:"statement"`
	Subject   string     `json:"subject"`
	Attribute string     `json:"attribute"`
	Terms     []string   `json:"terms"`
	Kind      FactKind   `json:"kind"`
	Value     string     `json:"value"`
	Unit      string     `json:"unit"`
	Options   []string   `json:"options"`
	Wrong     []string   `json:"wrong"`
	ValidFrom *string    `json:"valid_from"`
	ValidTo   *string    `json:"valid_to"`
	SourceURL *string    `json:"source_url"`
	Status    FactStatus `json:"status"`
}

type FactPage struct {
	Items    []Fact `json:"items"`
	Total    int    `json:"total"` // Number of items over all pages.
	Page     int    `json:"page"`
	PageSize int    `json:"page_size"`
	HasMore  bool   `json:"has_more"` // Whether a later page holds more.
}

type FactChange struct {
	ID     string      `json:"id"`      // Prefix `fcc_`.
	UserID *string     `json:"user_id"` // Who changed it; null when the account is gone.
	Before *FactFields `json:"before"`  // Null: it was created.
	After  *FactFields `json:"after"`   // Null: it was deleted.
	At     time.Time   `json:"at"`
}

type FactHistory struct {
	Items []FactChange `json:"items"`
	Total int          `json:"total"`
}

type AccuracyPlatform struct {
	Platform            string       `json:"platform"`
	Value               *float64     `json:"value"`       // Null without a sample.
	Low                 *float64     `json:"low"`         // Lower 95 % bound for these very questions.
	High                *float64     `json:"high"`        // Upper 95 % bound for these very questions.
	LowWide             *float64     `json:"low_wide"`    // Lower 95 % bound for questions like these; null under three prompts.
	HighWide            *float64     `json:"high_wide"`   // Upper 95 % bound for questions like these.
	EffectiveN          *float64     `json:"effective_n"` // Independent answers that would tell as much about questions like these.
	Persistence         *float64     `json:"persistence"` // How much of a day's answer the next day repeats, as with an indicator.
	Audited             *Audited     `json:"audited"`
	Numerator           float64      `json:"numerator"` // Answers that contradict.
	Denominator         int          `json:"denominator"`
	Previous            *float64     `json:"previous"` // The same figure in the period of equal length before.
	Change              *float64     `json:"change"`   // Value less previous.
	Significant         Verdict      `json:"significant"`
	PreviousDenominator *int         `json:"previous_denominator"` // What the previous figure rests on.
	ChangeLow           *float64     `json:"change_low"`           // Lower 95 % bound of `change_parts.same`.
	ChangeHigh          *float64     `json:"change_high"`          // Upper 95 % bound of `change_parts.same`.
	ChangeParts         *ChangeParts `json:"change_parts"`
	SmallestChange      *float64     `json:"smallest_change"` // The smallest true change over the same cells that these data show with 80 % power.
	Helps               *Helps       `json:"helps"`
}

type AccuracyPrompt struct {
	PromptID    string   `json:"prompt_id"`
	Text        string   `json:"text"`
	Value       *float64 `json:"value"`       // Null without a sample.
	Low         *float64 `json:"low"`         // Lower 95 % bound for these very questions.
	High        *float64 `json:"high"`        // Upper 95 % bound for these very questions.
	LowWide     *float64 `json:"low_wide"`    // Lower 95 % bound for questions like these; null under three prompts.
	HighWide    *float64 `json:"high_wide"`   // Upper 95 % bound for questions like these.
	EffectiveN  *float64 `json:"effective_n"` // Independent answers that would tell as much about questions like these.
	Numerator   int      `json:"numerator"`   // Answers that contradict.
	Denominator int      `json:"denominator"`
}

type AccuracyFact struct {
	FactID      string   `json:"fact_id"`
	Statement   string   `json:"statement"`
	Subject     string   `json:"subject"`
	Attribute   string   `json:"attribute"`
	Expected    string   `json:"expected"`    // Value with unit.
	Value       *float64 `json:"value"`       // Null without a sample.
	Low         *float64 `json:"low"`         // Lower 95 % bound for these very questions.
	High        *float64 `json:"high"`        // Upper 95 % bound for these very questions.
	LowWide     *float64 `json:"low_wide"`    // Lower 95 % bound for questions like these; null under three prompts.
	HighWide    *float64 `json:"high_wide"`   // Upper 95 % bound for questions like these.
	EffectiveN  *float64 `json:"effective_n"` // Independent answers that would tell as much about questions like these.
	Numerator   int      `json:"numerator"`   // Answers that contradict.
	Denominator int      `json:"denominator"`
}

type AccuracyByModel struct {
	Value       *float64 `json:"value"`       // Null without a sample.
	Low         *float64 `json:"low"`         // Lower 95 % bound for these very questions.
	High        *float64 `json:"high"`        // Upper 95 % bound for these very questions.
	LowWide     *float64 `json:"low_wide"`    // Lower 95 % bound for questions like these; null under three prompts.
	HighWide    *float64 `json:"high_wide"`   // Upper 95 % bound for questions like these.
	EffectiveN  *float64 `json:"effective_n"` // Independent answers that would tell as much about questions like these.
	Numerator   int      `json:"numerator"`   // Answers in which the model found a contradiction.
	Denominator int      `json:"denominator"` // Answers that it has looked at.
}

type Contradiction struct {
	AnswerID    string              `json:"answer_id"`
	Platform    string              `json:"platform"`
	PromptID    string              `json:"prompt_id"`
	Question    string              `json:"question"`
	AnsweredAt  time.Time           `json:"answered_at"`
	Sentence    *string             `json:"sentence"` // Null when the text of the answer is no longer kept.
	Said        *string             `json:"said"`     // The words in the sentence that are wrong.
	Reason      ContradictionReason `json:"reason"`
	Judge       Judge               `json:"judge"` // Whether rules or a configured model found it.
	FactID      string              `json:"fact_id"`
	Statement   string              `json:"statement"`
	Attribute   string              `json:"attribute"`
	Expected    string              `json:"expected"`     // Value with unit.
	SourceURL   *string             `json:"source_url"`   // Of the fact.
	Citations   []AnswerCitation    `json:"citations"`    // Pages cited beside the sentence, or, where none is, by the answer as a whole; at most 5.
	CitedBeside bool                `json:"cited_beside"` // Whether the pages stand beside the sentence.
	Outlet      *CorrectionOutlet   `json:"outlet"`       // Whom to ask for a correction: the outlet of the catalogue that the first such page is on; null when none is.
	Request     *string             `json:"request"`      // A text that asks for a correction, in Chinese; null when nothing is cited. Nobody sends it but you.
}

type CorrectionOutlet struct {
	ID      string  `json:"id"` // Of the outlet in the catalogue.
	Name    string  `json:"name"`
	URL     *string `json:"url"`
	PageURL string  `json:"page_url"` // The cited page.
}

type Accuracy struct {
	Period         Period             `json:"period"`
	Filters        AnalysisFilters    `json:"filters"`
	Contradicted   Indicator          `json:"contradicted"` // Of the answers that name the brand, those that contradict a fact.
	Judged         Indicator          `json:"judged"`       // Of the answers that name the brand, those that agree with a fact or contradict one.
	ByModel        *AccuracyByModel   `json:"by_model"`     // Of the answers that a configured model has looked at, those in which it found a contradiction that rules had left open. It is in no figure with theirs; null when it has looked at none.
	Pending        int                `json:"pending"`      // Answers that are being read again after facts or names have changed.
	Judging        int                `json:"judging"`      // Facts that answers are held against.
	Platforms      []AccuracyPlatform `json:"platforms"`
	Prompts        []AccuracyPrompt   `json:"prompts"`        // At most 100, those with the most contradictions first.
	Facts          []AccuracyFact     `json:"facts"`          // At most 200, those with the most contradictions first.
	Contradictions []Contradiction    `json:"contradictions"` // Newest first.
	Total          int                `json:"total"`          // Contradictions over all pages.
	Page           int                `json:"page"`
	PageSize       int                `json:"page_size"`
	HasMore        bool               `json:"has_more"` // Whether a later page holds more.
}

type GenerationAccepted struct {
	GenerationID string `json:"generation_id"`
	Status       string `json:"status"`
	Count        int    `json:"count"` // Prompts that will be created.
}

type Generation struct {
	Status           GenerationStatus `json:"status"`        // `idle` when the brand never had a generation.
	GenerationID     *string          `json:"generation_id"` // Prefix `gen_`.
	Requested        *int             `json:"requested"`     // The count asked for.
	TopicsCreated    int              `json:"topics_created"`
	PromptsCreated   int              `json:"prompts_created"`
	CompetitorsFound int              `json:"competitors_found"`
	Drafter          *Drafter         `json:"drafter"` // What wrote the drafts: a language model, or templates without network.
	Error            *string          `json:"error"`   // Why it failed, in Chinese.
	StartedAt        *time.Time       `json:"started_at"`
	FinishedAt       *time.Time       `json:"finished_at"`
}

type RunCreated struct {
	Status AcceptedRunStatus `json:"status"`
	RunID  string            `json:"run_id"`
}

// Run: Progress record.
type Run struct {
	RunID      string        `json:"run_id"` // Prefix `run_`.
	BrandID    string        `json:"brand_id"`
	Status     RunStatus     `json:"status"`
	Mode       Mode          `json:"mode"`
	Surface    Surface       `json:"surface"`
	Trigger    RunTrigger    `json:"trigger"` // What started it; scheduled runs do not count against the daily number.
	Samples    int           `json:"samples"` // How often each prompt is asked on each platform.
	Progress   RunProgress   `json:"progress"`
	Platforms  []RunPlatform `json:"platforms"`  // One entry per platform.
	CreatedAt  time.Time     `json:"created_at"` // When it was accepted.
	StartedAt  *time.Time    `json:"started_at"`
	FinishedAt *time.Time    `json:"finished_at"`
}

type RunProgress struct {
	Done  int `json:"done"`  // Answered, failed, skipped and cancelled sub-tasks; equals `total` exactly when the run has ended.
	Total int `json:"total"` // Enabled prompts x platforms x samples, fixed at creation.
}

type RunPlatform struct {
	Platform   string            `json:"platform"` // Platform identifier.
	Name       string            `json:"name"`     // Name to show.
	Status     RunPlatformStatus `json:"status"`
	Done       int               `json:"done"`
	Failed     int               `json:"failed"` // Failed sub-tasks.
	Total      int               `json:"total"`
	Reason     *string           `json:"reason"`      // Only when skipped, as a whole or from some question on, or when its model is gone: why, as a Chinese sentence.
	ReasonCode *SkipReason       `json:"reason_code"` // Only with a reason.
}

type Costs struct {
	Filters  CostFilters   `json:"filters"`
	Run      Cost          `json:"run"`      // One run with the chosen platforms and samples.
	Schedule *ScheduleCost `json:"schedule"` // Null without a schedule.
}

// CostFilters: What the run was narrowed to, by parameter name; a parameter that narrowed nothing is absent.
type CostFilters struct {
	Platform []string `json:"platform"`
}

type ScheduleCost struct {
	RunsPerMonth float64 `json:"runs_per_month"` // In thirty days.
	Month        Cost    `json:"month"`
}

type Cost struct {
	Questions float64        `json:"questions"`
	Platforms []PlatformCost `json:"platforms"`
	Totals    []Money        `json:"totals"`   // By currency, of what is known.
	Complete  bool           `json:"complete"` // Whether `totals` are all of it.
}

type PlatformCost struct {
	Platform        string        `json:"platform"`
	Name            string        `json:"name"`
	Questions       float64       `json:"questions"`
	Answers         int           `json:"answers"` // Past answers, of which the next three are means.
	InputTokens     *float64      `json:"input_tokens"`
	OutputTokens    *float64      `json:"output_tokens"`
	Searches        *float64      `json:"searches"`
	Amount          *Money        `json:"amount"`           // The part that is known.
	PriceConfidence *string       `json:"price_confidence"` // What the price is worth: `documented`, `unverified`, `own` (of the configuration) or `told` (by the platform with its answers).
	Unknown         []UnknownCost `json:"unknown"`
}

// UnknownCost: `no_answers`: there is no past answer to go by. `part_price`: the price of tokens or of searches is not known.
type UnknownCost string

const (
	UnknownCostNoAnswers UnknownCost = "no_answers"
	UnknownCostNoPrice   UnknownCost = "no_price"
	UnknownCostPartPrice UnknownCost = "part_price"
)

type Money struct {
	Currency string  `json:"currency"` // ISO 4217.
	Amount   float64 `json:"amount"`
}

type RunPage struct {
	Items    []Run `json:"items"`
	Total    int   `json:"total"` // Number of items over all pages.
	Page     int   `json:"page"`
	PageSize int   `json:"page_size"`
	HasMore  bool  `json:"has_more"` // Whether a later page holds more.
}

type Answer struct {
	ID              string             `json:"id"` // Prefix `ans_`.
	RunID           string             `json:"run_id"`
	PromptID        string             `json:"prompt_id"`
	PromptText      string             `json:"prompt_text"` // The question as it was when the run was created.
	Platform        string             `json:"platform"`
	Model           *string            `json:"model"` // The model that answered.
	Mode            Mode               `json:"mode"`
	Surface         Surface            `json:"surface"`
	Status          AnswerStatus       `json:"status"`
	Text            *string            `json:"text"`
	Citations       []AnswerCitation   `json:"citations"`
	Mentioned       *bool              `json:"mentioned"`        // Whether the brand is named; null without an answer.
	MentionState    *MentionState      `json:"mention_state"`    // How the brand is mentioned: `named`; `echoed`, the answer only repeats the question; `unknown`, the assistant says that it knows nothing of it. Only `named` makes visible, places and has a tone. Null when it is not mentioned.
	Position        *int               `json:"position"`         // Place of the brand among all names that the answer recommends, watched or not, 1 first, ties share it: a stated ranking before the order of first mention. Null when it is not named.
	WatchedPosition *int               `json:"watched_position"` // Place among the brand and its competitors alone.
	Stance          *Stance            `json:"stance"`           // What the answer does with the brand; null when it is not named.
	Sentiment       AnswerSentiment    `json:"sentiment"`
	Confidence      AnswerConfidence   `json:"confidence"`
	Competitors     []AnswerCompetitor `json:"competitors"` // Competitors that the answer names.
	Retrieval       *Retrieval         `json:"retrieval"`   // What is known about the web search behind the answer: none, one that the answer cites nothing of, one with sources of which the platform does not say which it used, one that the answer cites, or no sign either way.
	Error           *string            `json:"error"`       // Why there is no answer, in Chinese.
	AnsweredAt      *time.Time         `json:"answered_at"`
	LatencyMs       *int               `json:"latency_ms"`
}

// AnswerSentiment: Towards the brand; null when it is not named or the answer could not be judged.
type AnswerSentiment struct {
	Label    SentimentLabel `json:"label"`
	Score    float64        `json:"score"`
	Sentence string         `json:"sentence"` // The sentence it rests on.
	Judge    Judge          `json:"judge"`    // Who judged.
}

// AnswerConfidence: How likely it is that what was read of the brand is right, measured on cases of the kind: of findings with 0.9 or more, at least 95 in 100 are. Null when there is no answer, or it is a refusal or an error.
type AnswerConfidence struct {
	Named   float64  `json:"named"`   // That the answer names the brand, or does not.
	Stance  *float64 `json:"stance"`  // That the stance is right; null when the brand is not named.
	Tone    *float64 `json:"tone"`    // That the tone is right, or that nothing good or bad is said; null when the brand is not named.
	Grounds []string `json:"grounds"` // What it rests on, as `word_hinted` or `says_but`; more may come.
}

type AnswerCompetitor struct {
	CompetitorID    string          `json:"competitor_id"`
	Name            string          `json:"name"`
	Position        int             `json:"position"`
	WatchedPosition *int            `json:"watched_position"` // Place among the brand and its competitors alone; absent in answers that were read before.
	Sentiment       *SentimentLabel `json:"sentiment"`        // Null when unjudged.
	Score           *float64        `json:"score"`
	Judge           *string         `json:"judge"`  // There when a language model judged the tone.
	Stance          *Stance         `json:"stance"` // Absent in answers that were read before.
}

type AnswerCitation struct {
	URL     string        `json:"url"` // Canonical address.
	Title   *string       `json:"title"`
	Domain  string        `json:"domain"`  // Registrable domain.
	Channel *string       `json:"channel"` // The domain, or the part of a portal that one can act on; absent in answers that were not read yet.
	Class   CitationClass `json:"class"`
	Cited   bool          `json:"cited"`  // True when the answer refers to it, false when it was only retrieved.
	Placed  *bool         `json:"placed"` // Only when true. An order of the account placed the page; it counts as an own citation.
}

type AnswerPage struct {
	Items    []Answer      `json:"items"`
	Total    int           `json:"total"` // Number of items over all pages.
	Page     int           `json:"page"`
	PageSize int           `json:"page_size"`
	HasMore  bool          `json:"has_more"` // Whether a later page holds more.
	Filters  AnswerFilters `json:"filters"`
}

type Period struct {
	From string `json:"from"` // First Beijing day.
	To   string `json:"to"`   // Last Beijing day, included.
}

// Excluded: Answers left out of every denominator.
type Excluded struct {
	Failed  int  `json:"failed"`
	Empty   int  `json:"empty"`
	Refused int  `json:"refused"`
	Cut     *int `json:"cut"`   // Cut at the token limit, or where the page of an app stopped.
	Error   *int `json:"error"` // An error text of the service instead of an answer.
}

type Indicator struct {
	Value               *float64     `json:"value"`       // Null without a sample. A mean (`average_position`, `sentiment`) needs ten answers that are not all alike; without it `low` and `high` are null as well, and so is `change`.
	Low                 *float64     `json:"low"`         // Lower 95 % bound for these very questions.
	High                *float64     `json:"high"`        // Upper 95 % bound for these very questions.
	LowWide             *float64     `json:"low_wide"`    // Lower 95 % bound for questions like these; null under three prompts.
	HighWide            *float64     `json:"high_wide"`   // Upper 95 % bound for questions like these.
	EffectiveN          *float64     `json:"effective_n"` // Independent answers that would tell as much about questions like these.
	Persistence         *float64     `json:"persistence"` // How much of a day's answer the next day repeats, 0 to 1, estimated from the brand's own days; it widens the interval. Of a mean of fewer than 30 answers it is how much of being named (or judged) the next day repeats. Null where there are too few days to tell, and then none is assumed.
	Audited             *Audited     `json:"audited"`
	Read                *Read        `json:"read"`
	Numerator           float64      `json:"numerator"`   // For a mean: the sum.
	Denominator         int          `json:"denominator"` // For a mean: the sample size.
	Previous            *float64     `json:"previous"`    // The same figure in the period of equal length before.
	Change              *float64     `json:"change"`      // Value less previous.
	Significant         Verdict      `json:"significant"`
	PreviousDenominator *int         `json:"previous_denominator"` // What the previous figure rests on.
	ChangeLow           *float64     `json:"change_low"`           // Lower 95 % bound of `change_parts.same`.
	ChangeHigh          *float64     `json:"change_high"`          // Upper 95 % bound of `change_parts.same`.
	ChangeParts         *ChangeParts `json:"change_parts"`
	SmallestChange      *float64     `json:"smallest_change"` // The smallest true change over the same cells that these data show with 80 % power.
	Helps               *Helps       `json:"helps"`
}

// Audited: There for visibility and share of voice once people have decided at least 30 checked readings of the reader in use. The value and both intervals are then corrected by them (difference estimator) and include the uncertainty of the checks; `read` is the value before. Null otherwise.
type Audited struct {
	Answers   int      `json:"answers"`   // Readings that were decided.
	Precision *float64 `json:"precision"` // Of answers read as naming the brand, those that do.
	Recall    *float64 `json:"recall"`    // Of answers that name the brand, those read so.
}

// Read: The rate as it was read, before checked readings corrected it; absent where they do not.
type Read = float64

// Verdict: Whether the part of the change over the same prompts and platforms is more than chance (paired, p < 0.05). Null where no verdict is possible: fewer than 30 answers or 3 prompts in either period.
type Verdict = bool

// Helps: Where no clear change is seen or none can be told, what would let a smaller one be seen, of `more_runs`, `more_samples` and `more_prompts`; otherwise empty.
type Helps = []SamplingAction

// SamplingAction: Something that makes figures more exact; `now` is to do nothing.
type SamplingAction string

const (
	SamplingActionNow         SamplingAction = "now"
	SamplingActionMoreRuns    SamplingAction = "more_runs"
	SamplingActionMoreSamples SamplingAction = "more_samples"
	SamplingActionMorePrompts SamplingAction = "more_prompts"
)

// ChangeParts: What the change is made of: `same`, `prompts`, `rest`, `reading` and `model` add up to it. Only the first can be significant.
type ChangeParts struct {
	Same      float64  `json:"same"`      // The same prompts on the same platforms answered by the same models.
	SameLow   *float64 `json:"same_low"`  // Lower 95 % bound of `same`; `change_low` is the same.
	SameHigh  *float64 `json:"same_high"` // Upper 95 % bound of `same`; `change_high` is the same.
	Prompts   float64  `json:"prompts"`   // Prompts added or removed.
	Rest      float64  `json:"rest"`      // What is left over: platforms added or removed, or asked more or less often, and of means how they weigh answers.
	Platforms float64  `json:"platforms"` // The same number as `rest`, under its former name; it goes with the next version.
	Reading   float64  `json:"reading"`   // Names or reader changed; 0, as both periods are read alike.
	Model     float64  `json:"model"`     // Cells that other models answer than before.
}

type Overview struct {
	Period               Period                `json:"period"`
	Filters              AnalysisFilters       `json:"filters"`
	Indicators           Indicators            `json:"indicators"`
	Contradicted         *Indicator            `json:"contradicted"` // Of the answers that name the brand, those that contradict one of its facts; null while none was held against a fact.
	CheckedReadings      *CheckedReadings      `json:"checked_readings"`
	Trend                []OverviewDay         `json:"trend"`   // One entry per day that has answers. Rates are means over prompts x platforms, so that several runs a day weigh as one.
	Mode                 *Mode                 `json:"mode"`    // The mode whose answers were counted.
	Surface              *Surface              `json:"surface"` // The surface whose answers were counted.
	Judges               *Judges               `json:"judges"`
	ModelChanges         []ModelChange         `json:"model_changes"` // Days on which other models answered than on the platform's day before.
	Platforms            []OverviewPlatform    `json:"platforms"`
	Competitors          []OverviewCompetitor  `json:"competitors"`           // The brand included, ranked by visibility.
	SuggestedCompetitors []SuggestedCompetitor `json:"suggested_competitors"` // Names found in recommendation lists that are neither the brand nor a competitor.
	Alerts               []Alert               `json:"alerts"`                // Newest first.
	AvailablePlatforms   []AvailablePlatform   `json:"available_platforms"`   // Platforms of the caller's tier.
	LastRun              LastRun               `json:"last_run"`
	Excluded             Excluded              `json:"excluded"`
	Rereading            Rereading             `json:"rereading"`
	ReadAnewOn           *string               `json:"read_anew_on"` // The Beijing day on which a newer version of the reader had read the whole history again: figures of days before it may differ from what was told or exported until then. Null where only one version has read it.
}

// CheckedReadings: How many of the places and tones that people judged were read wrongly; there once people have decided 30 readings of the reader in use. It stands beside `average_position`, `first_rate`, `top3_rate`, `sentiment` and `negative_share` and corrects none of them: a no does not say which place or tone would be right.
type CheckedReadings struct {
	Answers  int   `json:"answers"`  // Readings that were decided.
	Position Share `json:"position"` // Places read wrongly, of those that were judged.
	Tone     Share `json:"tone"`     // Tones read wrongly, of those that were judged.
}

// Judges: Who judged the tone of the period's answers. Means and shares of tone rest on the judgements of one of them; those of the other are counted and enter no figure. The period before is compared by the same judge.
type Judges struct {
	Used    *Judge `json:"used"`    // Whose judgements are used: the judge of most answers. Null where nothing was judged.
	Offline int    `json:"offline"` // Answers judged by rules.
	Model   int    `json:"model"`   // Answers judged by a language model.
}

type ModelChange struct {
	Date     string   `json:"date"`
	Platform string   `json:"platform"`
	From     []string `json:"from"`
	To       []string `json:"to"`
}

type Indicators struct {
	Visibility      Indicator  `json:"visibility"`
	ShareOfVoice    Indicator  `json:"share_of_voice"`
	AveragePosition Indicator  `json:"average_position"`
	Sentiment       Indicator  `json:"sentiment"`
	OwnCitationRate Indicator  `json:"own_citation_rate"` // Answers that cite an own site or a page that an order placed, of all answers.
	OwnSiteRate     *Indicator `json:"own_site_rate"`     // The part of `own_citation_rate` that cites an own site. An answer may be in both parts.
	PlacedRate      *Indicator `json:"placed_rate"`       // The part of `own_citation_rate` that cites a page that an order placed.
	FirstRate       Indicator  `json:"first_rate"`        // Answers that place the brand first, of all answers.
	Top3Rate        Indicator  `json:"top3_rate"`         // Answers that place it among the first three, of all answers.
	NegativeShare   Indicator  `json:"negative_share"`    // Negative among judged answers.
	UnknownRate     Indicator  `json:"unknown_rate"`      // Answers that say they do not know the brand, of all answers.
	CitationRate    Indicator  `json:"citation_rate"`     // Answers that cite anything, of all answers: a property of the platforms rather than of the brand.
}

type SuggestedCompetitor struct {
	Name      string   `json:"name"`
	Answers   int      `json:"answers"`    // Answers that recommend it.
	AnswerIDs []string `json:"answer_ids"` // Some of the answers that show it.
}

type AvailablePlatform struct {
	Platform  string  `json:"platform"`
	Name      string  `json:"name"`
	Available bool    `json:"available"`
	Reason    *string `json:"reason"` // Why it is not available, in Chinese.
}

// Rereading: How far the history has been read again after a change of names; until it is complete, all figures are those of the names before. Null when nothing is being read again.
type Rereading struct {
	Done      int       `json:"done"`
	Total     int       `json:"total"`
	StartedAt time.Time `json:"started_at"`
}

type OverviewDay struct {
	Date            string   `json:"date"` // Beijing day.
	Answers         int      `json:"answers"`
	Mentions        int      `json:"mentions"` // Answers that name the brand.
	Visibility      *float64 `json:"visibility"`
	Read            *Read    `json:"read"`
	Low             *float64 `json:"low"`  // Lower 95 % bound for these very questions.
	High            *float64 `json:"high"` // Upper 95 % bound for these very questions.
	ShareOfVoice    *float64 `json:"share_of_voice"`
	AveragePosition *float64 `json:"average_position"` // Null where fewer than ten answers name it, or all at the same place.
	Sentiment       *float64 `json:"sentiment"`        // Null where fewer than ten answers were judged, or all alike.
	OwnCitationRate *float64 `json:"own_citation_rate"`
	FirstRate       *float64 `json:"first_rate"`
	Top3Rate        *float64 `json:"top3_rate"`
	NegativeShare   *float64 `json:"negative_share"`
	CitationRate    *float64 `json:"citation_rate"`
}

type OverviewPlatform struct {
	Platform               string       `json:"platform"`
	Name                   string       `json:"name"`
	Answers                int          `json:"answers"`
	Mentions               int          `json:"mentions"` // Answers that name the brand.
	Visibility             *float64     `json:"visibility"`
	Read                   *Read        `json:"read"`
	Low                    *float64     `json:"low"`      // Lower 95 % bound for these very questions.
	High                   *float64     `json:"high"`     // Upper 95 % bound for these very questions.
	Previous               *float64     `json:"previous"` // The same figure in the period of equal length before.
	Change                 *float64     `json:"change"`   // Value less previous.
	Significant            Verdict      `json:"significant"`
	PreviousDenominator    *int         `json:"previous_denominator"` // What the previous figure rests on.
	ChangeLow              *float64     `json:"change_low"`           // Lower 95 % bound of `change_parts.same`.
	ChangeHigh             *float64     `json:"change_high"`          // Upper 95 % bound of `change_parts.same`.
	ChangeParts            *ChangeParts `json:"change_parts"`
	SmallestChange         *float64     `json:"smallest_change"` // The smallest true change over the same cells that these data show with 80 % power.
	Helps                  *Helps       `json:"helps"`
	LowWide                *float64     `json:"low_wide"`                // Lower 95 % bound for questions like these; null under three prompts.
	HighWide               *float64     `json:"high_wide"`               // Upper 95 % bound for questions like these.
	EffectiveN             *float64     `json:"effective_n"`             // Independent answers that would tell as much about questions like these.
	VisibilityStandardised *float64     `json:"visibility_standardised"` // Mean over the prompts that all platforms answered, each weighing the same; null under three of them.
	ShareOfVoice           *float64     `json:"share_of_voice"`
	AveragePosition        *float64     `json:"average_position"` // Null where fewer than ten answers name it, or all at the same place.
	Sentiment              *float64     `json:"sentiment"`        // Null where fewer than ten answers were judged, or all alike.
	OwnCitationRate        *float64     `json:"own_citation_rate"`
	FirstRate              *float64     `json:"first_rate"`
	Top3Rate               *float64     `json:"top3_rate"`
	NegativeShare          *float64     `json:"negative_share"`
	CitationRate           *float64     `json:"citation_rate"`
}

type OverviewCompetitor struct {
	Rank                int          `json:"rank"`
	Tied                *bool        `json:"tied"`          // It cannot be told apart from the one before it, for these questions; over others like them the order may differ.
	LowWide             *float64     `json:"low_wide"`      // Lower 95 % bound for questions like these; null under three prompts.
	HighWide            *float64     `json:"high_wide"`     // Upper 95 % bound for questions like these.
	EffectiveN          *float64     `json:"effective_n"`   // Independent answers that would tell as much about questions like these.
	CompetitorID        *string      `json:"competitor_id"` // Null for the brand itself.
	Name                string       `json:"name"`
	IsBrand             bool         `json:"is_brand"`
	Answers             int          `json:"answers"`
	Mentions            int          `json:"mentions"` // Answers that name it.
	Visibility          *float64     `json:"visibility"`
	Read                *Read        `json:"read"`
	Low                 *float64     `json:"low"`      // Lower 95 % bound for these very questions.
	High                *float64     `json:"high"`     // Upper 95 % bound for these very questions.
	Previous            *float64     `json:"previous"` // The same figure in the period of equal length before.
	Change              *float64     `json:"change"`   // Value less previous.
	Significant         Verdict      `json:"significant"`
	PreviousDenominator *int         `json:"previous_denominator"` // What the previous figure rests on.
	ChangeLow           *float64     `json:"change_low"`           // Lower 95 % bound of `change_parts.same`.
	ChangeHigh          *float64     `json:"change_high"`          // Upper 95 % bound of `change_parts.same`.
	ChangeParts         *ChangeParts `json:"change_parts"`
	SmallestChange      *float64     `json:"smallest_change"` // The smallest true change over the same cells that these data show with 80 % power.
	Helps               *Helps       `json:"helps"`
	ShareOfVoice        *float64     `json:"share_of_voice"`
	AveragePosition     *float64     `json:"average_position"` // Null where fewer than ten answers name it, or all at the same place.
}

type Alert struct {
	ID                 string         `json:"id"`
	Kind               string         `json:"kind"` // `significant_change`, `competitor_passed`, `run_failed`, `platform_skipped`, `name_conflict` or `fact_contradicted`.
	Severity           AlertSeverity  `json:"severity"`
	Text               string         `json:"text"`    // Chinese.
	Figures            map[string]any `json:"figures"` // The figures it rests on.
	CreatedAt          time.Time      `json:"created_at"`
	AcknowledgedAt     *time.Time     `json:"acknowledged_at"`       // Acknowledged in the console.
	ByChancePerQuarter *float64       `json:"by_chance_per_quarter"` // How often such an alert would arise in a quarter if nothing changed, measured by dealing the last eight weeks of the brand's own history, each with all its prompts and platforms, to the two periods in every other way. Null for alerts that are no matter of chance.
}

type Visibility struct {
	Period   Period            `json:"period"`
	Filters  AnalysisFilters   `json:"filters"`
	Items    []VisibilityItem  `json:"items"` // One per prompt x platform.
	Total    int               `json:"total"`
	ByTopic  []VisibilityTopic `json:"by_topic"`
	ByStage  []VisibilityStage `json:"by_stage"`
	Excluded Excluded          `json:"excluded"`
}

type VisibilityTopic struct {
	TopicID         string   `json:"topic_id"`
	Name            string   `json:"name"` // What it is called now; 已删除的主题 for one that was deleted.
	Answers         int      `json:"answers"`
	Mentions        int      `json:"mentions"` // Answers that name the brand.
	Rate            *float64 `json:"rate"`
	Read            *Read    `json:"read"`
	Low             *float64 `json:"low"`              // Lower 95 % bound for these very questions.
	High            *float64 `json:"high"`             // Upper 95 % bound for these very questions.
	AveragePosition *float64 `json:"average_position"` // Null where fewer than ten answers name it, or all at the same place.
}

type VisibilityStage struct {
	Stage           string   `json:"stage"`
	Answers         int      `json:"answers"`
	Mentions        int      `json:"mentions"` // Answers that name the brand.
	Rate            *float64 `json:"rate"`
	Read            *Read    `json:"read"`
	Low             *float64 `json:"low"`              // Lower 95 % bound for these very questions.
	High            *float64 `json:"high"`             // Upper 95 % bound for these very questions.
	AveragePosition *float64 `json:"average_position"` // Null where fewer than ten answers name it, or all at the same place.
}

type Sampling struct {
	Period    Period            `json:"period"`
	Filters   AnalysisFilters   `json:"filters"`
	Wanted    SamplingWanted    `json:"wanted"`
	Now       SamplingNow       `json:"now"`
	These     SamplingThese     `json:"these"`
	LikeThese SamplingLikeThese `json:"like_these"`
	Detection SamplingDetection `json:"detection"`
	Advice    []string          `json:"advice"`  // What helps, of `more_prompts`, `more_runs`, `more_samples`; or `enough`, or `unknown` without answers.
	Options   []SamplingOption  `json:"options"` // What each thing to do would bring, if answers go on to vary as they do; the first is as it is. Empty without answers.
	Settled   int               `json:"settled"` // How many of `cells` are settled.
	Cells     []SamplingCell    `json:"cells"`
}

type SamplingWanted struct {
	Precision float64  `json:"precision"`
	Change    float64  `json:"change"`
	Target    *float64 `json:"target"` // Null when it was not given.
}

// SamplingNow: What there is. What cannot be told is null.
type SamplingNow struct {
	Visibility     *float64 `json:"visibility"`
	Answers        int      `json:"answers"`
	Prompts        int      `json:"prompts"`
	Platforms      int      `json:"platforms"`
	Days           int      `json:"days"` // Days with answers.
	AnswersPerDay  *float64 `json:"answers_per_day"`
	Half           *float64 `json:"half"`            // Half width of the interval for these questions.
	HalfWide       *float64 `json:"half_wide"`       // Half width of the interval for questions like these.
	SmallestChange *float64 `json:"smallest_change"` // The change that could have been seen with 80 % power.
	EffectiveN     *float64 `json:"effective_n"`
	Persistence    *float64 `json:"persistence"` // Estimated from the brand's own days.
}

// SamplingThese: What the precision takes for these questions.
type SamplingThese struct {
	Answers *int `json:"answers"`
	Days    *int `json:"days"` // At the present answers a day.
}

// SamplingLikeThese: What the precision takes for questions like these.
type SamplingLikeThese struct {
	Prompts *int     `json:"prompts"` // In all.
	Floor   *float64 `json:"floor"`   // Half width that no number of answers to the present prompts gets below.
}

// SamplingDetection: What the change takes to be seen, in each of two periods.
type SamplingDetection struct {
	Answers *int `json:"answers"`
	Days    *int `json:"days"`
	Samples *int `json:"samples"` // Answers a prompt and run with which the present period would do; null when it takes more than 5.
}

type SamplingOption struct {
	Action         SamplingAction `json:"action"`
	Amount         int            `json:"amount"`  // In all: days with answers, samples a prompt and run, or prompts.
	Answers        int            `json:"answers"` // In the period.
	Prompts        int            `json:"prompts"`
	Half           *float64       `json:"half"`            // Half width for these questions; null with more prompts, which would be others.
	HalfWide       *float64       `json:"half_wide"`       // Half width for questions like these; null under three prompts.
	SmallestChange *float64       `json:"smallest_change"` // The change that would be seen with 80 % power.
}

type SamplingCell struct {
	PromptID        string   `json:"prompt_id"`
	Text            string   `json:"text"`
	Platform        string   `json:"platform"`
	Answers         int      `json:"answers"`
	Mentions        int      `json:"mentions"` // Answers that name the brand.
	Rate            *float64 `json:"rate"`
	Low             *float64 `json:"low"`              // Lower 95 % bound.
	High            *float64 `json:"high"`             // Upper 95 % bound.
	LowAlways       *float64 `json:"low_always"`       // Lower 95 % bound for those who look after every run, all looks together; `settled` goes by these bounds.
	HighAlways      *float64 `json:"high_always"`      // Upper bound of the same.
	AveragePosition *float64 `json:"average_position"` // Null where fewer than ten answers name it, or all at the same place.
	Settled         bool     `json:"settled"`          // The interval lies on one side of the target.
	More            *int     `json:"more"`             // Answers until it is settled, at its present rate; null when it is, or when it would take more than 120.
}

type VisibilityItem struct {
	PromptID        string         `json:"prompt_id"`
	Text            string         `json:"text"`
	TopicID         string         `json:"topic_id"`
	Platform        string         `json:"platform"`
	Answers         int            `json:"answers"`
	Mentions        int            `json:"mentions"` // Answers that name the brand.
	Rate            *float64       `json:"rate"`
	Low             *float64       `json:"low"`              // Lower 95 % bound for these very questions.
	High            *float64       `json:"high"`             // Upper 95 % bound for these very questions.
	AveragePosition *float64       `json:"average_position"` // Null where fewer than ten answers name it, or all at the same place.
	Last            VisibilityLast `json:"last"`
}

// VisibilityLast: The newest answer; null without one.
type VisibilityLast struct {
	AnsweredAt time.Time `json:"answered_at"`
	Mentioned  bool      `json:"mentioned"`
	Position   *int      `json:"position"`
	AnswerID   string    `json:"answer_id"`
}

type SentimentTotals struct {
	Positive        int      `json:"positive"`
	Neutral         int      `json:"neutral"`
	Negative        int      `json:"negative"`
	Unjudged        int      `json:"unjudged"`         // Names the brand, but could not be judged; enters no mean.
	Score           *float64 `json:"score"`            // Mean over judged answers that name the brand; null, with its bounds, where they are fewer than ten or all alike.
	Low             *float64 `json:"low"`              // Lower 95 % bound for these very questions.
	High            *float64 `json:"high"`             // Upper 95 % bound for these very questions.
	NegativeShare   *float64 `json:"negative_share"`   // Negative among judged answers.
	JudgedOtherwise *int     `json:"judged_otherwise"` // Judged, but by the judge that is not used; enters no mean.
}

type Sentiment struct {
	Period      Period                `json:"period"`
	Filters     AnalysisFilters       `json:"filters"`
	Totals      SentimentTotals       `json:"totals"`
	Trend       []SentimentDay        `json:"trend"` // One entry per day that has answers.
	Platforms   []SentimentPlatform   `json:"platforms"`
	Quotes      []Quote               `json:"quotes"`      // Sentences about the brand, the strongest first.
	Competitors []SentimentCompetitor `json:"competitors"` // The brand included, ranked by score.
	Excluded    Excluded              `json:"excluded"`
	Judges      *Judges               `json:"judges"`
}

// SentimentDay: Counts are of all answers; score and share weigh each prompt on each platform once, however many runs the day had.
type SentimentDay struct {
	Date            string   `json:"date"` // Beijing day.
	Positive        int      `json:"positive"`
	Neutral         int      `json:"neutral"`
	Negative        int      `json:"negative"`
	Unjudged        int      `json:"unjudged"`
	Score           *float64 `json:"score"`            // Null where fewer than ten answers were judged, or all alike.
	Low             *float64 `json:"low"`              // Lower 95 % bound for these very questions.
	High            *float64 `json:"high"`             // Upper 95 % bound for these very questions.
	NegativeShare   *float64 `json:"negative_share"`   // Negative among judged answers.
	JudgedOtherwise *int     `json:"judged_otherwise"` // Judged, but by the judge that is not used; enters no mean.
}

type SentimentPlatform struct {
	Platform            string       `json:"platform"`
	Name                string       `json:"name"`
	Positive            int          `json:"positive"`
	Neutral             int          `json:"neutral"`
	Negative            int          `json:"negative"`
	Unjudged            int          `json:"unjudged"`
	Score               *float64     `json:"score"`            // Null where fewer than ten answers were judged, or all alike.
	Low                 *float64     `json:"low"`              // Lower 95 % bound for these very questions.
	High                *float64     `json:"high"`             // Upper 95 % bound for these very questions.
	NegativeShare       *float64     `json:"negative_share"`   // Negative among judged answers.
	JudgedOtherwise     *int         `json:"judged_otherwise"` // Judged, but by the judge that is not used; enters no mean.
	Previous            *float64     `json:"previous"`         // The same figure in the period of equal length before.
	Change              *float64     `json:"change"`           // Value less previous.
	Significant         Verdict      `json:"significant"`
	PreviousDenominator *int         `json:"previous_denominator"` // What the previous figure rests on.
	ChangeLow           *float64     `json:"change_low"`           // Lower 95 % bound of `change_parts.same`.
	ChangeHigh          *float64     `json:"change_high"`          // Upper 95 % bound of `change_parts.same`.
	ChangeParts         *ChangeParts `json:"change_parts"`
	SmallestChange      *float64     `json:"smallest_change"` // The smallest true change over the same cells that these data show with 80 % power.
	Helps               *Helps       `json:"helps"`
}

type Quote struct {
	Sentence   string         `json:"sentence"`
	Sentiment  QuoteSentiment `json:"sentiment"`
	Score      *float64       `json:"score"`
	Judge      *Judge         `json:"judge"`
	Platform   string         `json:"platform"`
	PromptID   string         `json:"prompt_id"`
	AnswerID   string         `json:"answer_id"`
	AnsweredAt time.Time      `json:"answered_at"`
}

type SentimentCompetitor struct {
	CompetitorID    *string  `json:"competitor_id"` // Null for the brand itself.
	Name            string   `json:"name"`
	IsBrand         bool     `json:"is_brand"`
	Positive        int      `json:"positive"`
	Neutral         int      `json:"neutral"`
	Negative        int      `json:"negative"`
	Unjudged        int      `json:"unjudged"`
	Score           *float64 `json:"score"`            // Null where fewer than ten answers were judged, or all alike.
	Low             *float64 `json:"low"`              // Lower 95 % bound for these very questions.
	High            *float64 `json:"high"`             // Upper 95 % bound for these very questions.
	NegativeShare   *float64 `json:"negative_share"`   // Negative among judged answers.
	JudgedOtherwise *int     `json:"judged_otherwise"` // Judged, but by the judge that is not used; enters no mean.
}

type Citations struct {
	Period   Period          `json:"period"`
	Filters  AnalysisFilters `json:"filters"`
	Totals   CitationTotals  `json:"totals"`
	Domains  []CitedDomain   `json:"domains"` // By channel, most cited first.
	Portals  []CitedPortal   `json:"portals"` // Sites that hold several channels, as a whole, most cited first.
	URLs     []CitedURL      `json:"urls"`    // Most cited first.
	Classes  []CitedClass    `json:"classes"`
	Gaps     []CitationGap   `json:"gaps"` // Channels whose citing answers name the brand significantly less often than the other answers do to the same prompts on the same platforms, largest shortfall first; the same list as the opportunities of channels. Compared are the newest 20,000 answers of the period.
	Excluded Excluded        `json:"excluded"`
}

type DraftCreate struct {
	OpportunityID string `json:"opportunity_id"`
}

type Draft struct {
	ID            string      `json:"id"`
	BrandID       string      `json:"brand_id"`
	OpportunityID string      `json:"opportunity_id"`
	Status        DraftStatus `json:"status"`
	Drafter       *Drafter    `json:"drafter"`     // offline: a brief with an outline; model: an article.
	AiAssisted    bool        `json:"ai_assisted"` // A model wrote it.
	ContentID     *string     `json:"content_id"`  // The content it became; null before, and once that is gone.
	Error         *string     `json:"error"`
	CreatedAt     time.Time   `json:"created_at"`
	FinishedAt    *time.Time  `json:"finished_at"`
}

type DraftList struct {
	Items    []Draft `json:"items"`
	Total    int     `json:"total"`
	Page     int     `json:"page"`
	PageSize int     `json:"page_size"`
	HasMore  bool    `json:"has_more"`
}

type Opportunities struct {
	Period   Period             `json:"period"`
	Filters  OpportunityFilters `json:"filters"`
	Answers  int                `json:"answers"`  // To prompts that count for visibility.
	Compared int                `json:"compared"` // Topics and channels that have enough answers to tell.
	Untested int                `json:"untested"` // Topics that have too few.
	Sort     OpportunitySort    `json:"sort"`
	Items    []Opportunity      `json:"items"`
	Total    int                `json:"total"`
}

type Opportunity struct {
	ID        string               `json:"id"` // The same as long as it is about the same.
	Action    OpportunityAction    `json:"action"`
	Kind      PageKind             `json:"kind"`
	Why       string               `json:"why"` // One sentence.
	Basis     OpportunityBasis     `json:"basis"`
	Topic     any                  `json:"topic"`
	Channel   *string              `json:"channel"`
	Gain      OpportunityGain      `json:"gain"`
	Ours      Share                `json:"ours"`
	Theirs    any                  `json:"theirs"`   // The competitor that is ahead the most.
	Prompts   []OpportunityPrompt  `json:"prompts"`  // Those where a competitor is ahead, the farthest first.
	Channels  []OpportunityChannel `json:"channels"` // Cited there, by how many answers name a competitor alone; those of a topic in the month in which the period ends and the two before it.
	Pages     []OpportunityPage    `json:"pages"`
	AnswerIDs []string             `json:"answer_ids"` // Some newest answers that do not name the brand.
	Fact      any                  `json:"fact"`
	Outlets   []OpportunityOutlet  `json:"outlets"` // For write and place: outlets on the channels cited, else the nearest. Empty only where the catalogue has none that can be ordered.
}

// OpportunityFilters: What was applied.
type OpportunityFilters struct {
	Platform []string `json:"platform"`
	TopicID  []string `json:"topic_id"`
	Action   []string `json:"action"`
}

// PageKind: Who decides what a page says.
type PageKind string

const (
	PageKindOwn          PageKind = "own"
	PageKindRival        PageKind = "rival"
	PageKindListing      PageKind = "listing"
	PageKindEditorial    PageKind = "editorial"
	PageKindCommunity    PageKind = "community"
	PageKindEncyclopedia PageKind = "encyclopedia"
)

type OpportunityTopic struct {
	TopicID string `json:"topic_id"`
	Name    string `json:"name"`
}

// OpportunityGain: Answers of the period that there are to win, for these questions; over others like them it may be more or less.
type OpportunityGain struct {
	Answers float64 `json:"answers"`
	Low     float64 `json:"low"` // 95 % interval.
	High    float64 `json:"high"`
	Of      int     `json:"of"`
}

type RivalShare struct {
	CompetitorID string   `json:"competitor_id"`
	Name         string   `json:"name"`
	Count        int      `json:"count"`
	Of           int      `json:"of"`
	Rate         *float64 `json:"rate"`
	Low          *float64 `json:"low"` // 95 % interval.
	High         *float64 `json:"high"`
}

type OpportunityPrompt struct {
	PromptID  string            `json:"prompt_id"`
	Text      string            `json:"text"`
	Platforms []OpportunityCell `json:"platforms"` // Those on which a competitor is named more often.
}

type OpportunityCell struct {
	Platform string     `json:"platform"`
	Ours     Share      `json:"ours"`
	Theirs   RivalShare `json:"theirs"`
}

type OpportunityChannel struct {
	Channel string   `json:"channel"`
	Domain  string   `json:"domain"`
	Kind    PageKind `json:"kind"`
	Citing  int      `json:"citing"`  // Answers that cite it.
	Without int      `json:"without"` // Of them, those that name a competitor alone; of a fact, those that get it wrong.
	Gap     bool     `json:"gap"`     // Over all topics, its citing answers name the brand significantly less often than the others to the same prompts on the same platforms.
}

type OpportunityPage struct {
	URL     string   `json:"url"`
	Title   *string  `json:"title"`
	Channel string   `json:"channel"`
	Kind    PageKind `json:"kind"`
	Citing  int      `json:"citing"`
	Without int      `json:"without"`
}

type OpportunityFact struct {
	FactID    string  `json:"fact_id"`
	Statement string  `json:"statement"`
	Expected  string  `json:"expected"`
	Said      *string `json:"said"` // By the newest answer.
}

type OpportunityOutlet struct {
	MediaID    string             `json:"media_id"`
	Name       string             `json:"name"`
	MediaType  MediaType          `json:"media_type"`
	Channel    *string            `json:"channel"`
	Match      OutletMatch        `json:"match"`
	Citing     int                `json:"citing"` // Answers here that cite its channel.
	Points     int                `json:"points"`
	Expected   *ExpectedCitations `json:"expected"`    // Placements likely to be cited for 100 points; null where too little was placed to tell.
	MedianDays *float64           `json:"median_days"` // To the first citation; null where it is unknown, or fewer than half are cited.
}

type ExpectedCitations struct {
	Per100Points float64       `json:"per_100_points"`
	Low          float64       `json:"low"` // 95 % interval.
	High         float64       `json:"high"`
	Basis        ExpectedBasis `json:"basis"`
}

type Searches struct {
	Period    Period           `json:"period"`
	Filters   AnalysisFilters  `json:"filters"`
	Totals    SearchTotals     `json:"totals"`
	Terms     SearchTerms      `json:"terms"`
	Platforms []SearchPlatform `json:"platforms"`
	Prompts   []SearchPrompt   `json:"prompts"`   // Most searches first.
	Items     []Search         `json:"items"`     // Most frequent first.
	Total     int              `json:"total"`     // Searches that differ.
	Truncated bool             `json:"truncated"` // Only the newest 20,000 answers of the period were read.
}

type Surfaces struct {
	Period    Period            `json:"period"`
	Filters   AnalysisFilters   `json:"filters"`
	Platforms []SurfacePlatform `json:"platforms"` // Those with pairs in the period.
	Truncated bool              `json:"truncated"` // Only the newest 20,000 answers of each surface were read.
}

// SurfacePlatform: A pair is a prompt on a day with answers on both surfaces; several answers of it are averaged. Intervals are over prompts.
type SurfacePlatform struct {
	Platform   string    `json:"platform"`
	Name       string    `json:"name"`
	Pairs      int       `json:"pairs"`
	Prompts    int       `json:"prompts"`     // Different prompts among the pairs.
	Drawn      int       `json:"drawn"`       // Pairs that were drawn at random; those of runs in apps that somebody started were not.
	Named      Agreement `json:"named"`       // Both name the brand, or neither does.
	Brands     Agreement `json:"brands"`      // Jaccard index of the watched brands that are named; pairs that name none are left out.
	Channels   Agreement `json:"channels"`    // Jaccard index of the channels that are cited; pairs that cite none are left out.
	Mention    Agreement `json:"mention"`     // Share of answers that name the brand: in the app less by the interface.
	Position   Agreement `json:"position"`    // Places further down in the app, of pairs that name the brand on both.
	Tone       Agreement `json:"tone"`        // Sentiment in the app less by the interface, of pairs that are judged on both.
	MentionAPI *float64  `json:"mention_api"` // Share of answers that name the brand by the interface, of the pairs.
	MentionApp *float64  `json:"mention_app"` // And in the app.
	AppRate    AppRate   `json:"app_rate"`
}

type Agreement struct {
	Value *float64 `json:"value"` // The mean over pairs.
	Low   *float64 `json:"low"`   // 95 % interval; null for fewer than five prompts.
	High  *float64 `json:"high"`
	Pairs int      `json:"pairs"` // That enter it.
}

// AppRate: Regression estimator of double sampling, from the pairs that were drawn and all answers by the interface.
type AppRate struct {
	Value    *float64       `json:"value"`
	Low      *float64       `json:"low"` // 95 % interval.
	High     *float64       `json:"high"`
	Units    int            `json:"units"`    // Prompts on days that the interface was asked.
	Gain     *float64       `json:"gain"`     // How many times as many answers of the app alone would be as exact.
	Unusable *AppRateReason `json:"unusable"` // Why there is none: fewer than thirty pairs were drawn, or one of the surfaces always answers the same.
}

type Share struct {
	Count int      `json:"count"`
	Of    int      `json:"of"`
	Rate  *float64 `json:"rate"`
	Low   *float64 `json:"low"` // 95 % interval.
	High  *float64 `json:"high"`
}

// SearchTotals: Over platforms that told a search in the period. Naming counts prompts that do not name the brand.
type SearchTotals struct {
	Searched        Share `json:"searched"`
	Searches        int   `json:"searches"`
	NamedSearched   Share `json:"named_searched"`
	NamedUnsearched Share `json:"named_unsearched"`
}

// SearchTerms: Words of questions and of the searches for them, the most frequent first.
type SearchTerms struct {
	Kept    []SearchTerm `json:"kept"`
	Added   []SearchTerm `json:"added"`
	Dropped []SearchTerm `json:"dropped"`
}

type SearchTerm struct {
	Term  string `json:"term"`
	Times int    `json:"times"`
}

type SearchPlatform struct {
	Platform        string `json:"platform"`
	Disclosed       bool   `json:"disclosed"` // It told a search in the period; otherwise nothing is known of its searches and the shares are empty.
	Answers         int    `json:"answers"`
	Searched        Share  `json:"searched"`
	Searches        int    `json:"searches"`
	NamedSearched   Share  `json:"named_searched"`
	NamedUnsearched Share  `json:"named_unsearched"`
}

type SearchPrompt struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	Answers  int    `json:"answers"` // Answers that told searches.
	Searches int    `json:"searches"`
	Distinct int    `json:"distinct"` // Searches that differ.
}

// Search: A search, whatever the order and the punctuation of its words.
type Search struct {
	Text        string          `json:"text"`  // As it was most often written.
	Times       int             `json:"times"` // Answers that ran it.
	Kept        []string        `json:"kept"`  // Words shared with the question it was most often run for.
	Added       []string        `json:"added"`
	Dropped     []string        `json:"dropped"`
	Named       Share           `json:"named"`
	Contrast    SearchContrast  `json:"contrast"`
	Platforms   []SearchedOn    `json:"platforms"`
	Prompts     []SearchedFor   `json:"prompts"`
	Competitors []GapCompetitor `json:"competitors"` // Named in answers that ran it, the most frequent first.
	PromptID    *string         `json:"prompt_id"`   // A prompt of the brand that asks the same.
	Branded     bool            `json:"branded"`     // It names the brand: as a prompt it would not count for visibility.
	AnswerID    string          `json:"answer_id"`   // The newest answer that ran it.
}

type SearchedOn struct {
	Platform string `json:"platform"`
	Times    int    `json:"times"`
}

type SearchedFor struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	Times    int    `json:"times"`
}

// SearchContrast: Answers that ran it beside the other answers to the same prompts on the same platforms: they name the brand significantly `more` or `less` often, `none`: no difference is to be seen, `few`: too few answers with or without it, `never`: it names the brand itself.
type SearchContrast string

const (
	SearchContrastMore  SearchContrast = "more"
	SearchContrastLess  SearchContrast = "less"
	SearchContrastNone  SearchContrast = "none"
	SearchContrastFew   SearchContrast = "few"
	SearchContrastNever SearchContrast = "never"
)

type CampaignCreate struct {
	BrandID    string   `json:"brand_id"`
	Name       string   `json:"name"`
	Sentence   string   `json:"sentence,omitzero"`    // That should become known.
	TargetIDs  []string `json:"target_ids"`           // Prompts that should change. One that names the brand is refused.
	ControlIDs []string `json:"control_ids,omitzero"` // Prompts to compare with. Absent: the brand's other enabled prompts that do not name it. Empty: competitors on the targets are compared instead, which gives an estimate and no verdict.
	Draw       bool     `json:"draw,omitzero"`        // Draw by lot: half of `target_ids`, of which there are at least six, are the targets, and the others the controls, to be published for later; without `control_ids`. The two differ in publishing alone, so that the verdict rests on no adjustment.
}

type CampaignPrompt struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"` // As it was when the campaign was declared.
}

type Campaign struct {
	ID          string           `json:"id"`
	BrandID     string           `json:"brand_id"`
	Name        string           `json:"name"`
	Sentence    string           `json:"sentence"`
	Targets     []CampaignPrompt `json:"targets"`
	Controls    []CampaignPrompt `json:"controls"`
	DeclaredAt  time.Time        `json:"declared_at"` // Since then it is frozen.
	EndedAt     *time.Time       `json:"ended_at"`
	WashoutDays CampaignWashout  `json:"washout_days"`
	LotSeed     *int             `json:"lot_seed"` // Targets were drawn by lot with this seed, and the controls are the others. Null: they were chosen.
	Judged      *CampaignJudged  `json:"judged"`
}

// CampaignWashout: Days after a publication that are left out on a platform, by its usual time to the first citation when the campaign was declared. A platform that is not listed has 7.
type CampaignWashout = map[string]any

// CampaignJudged: What was said when the promised time had passed. It does not change any more.
type CampaignJudged struct {
	At         time.Time       `json:"at"`
	Verdict    EffectVerdict   `json:"verdict"`
	Reason     *CampaignReason `json:"reason"`
	Difference *float64        `json:"difference"`
	Low        *float64        `json:"low"`
	High       *float64        `json:"high"`
	P          *float64        `json:"p"`
}

type CampaignPage struct {
	Items    []Campaign `json:"items"`
	Total    int        `json:"total"` // Number of items over all pages.
	Page     int        `json:"page"`
	PageSize int        `json:"page_size"`
	HasMore  bool       `json:"has_more"` // Whether a later page holds more.
}

type CampaignEffect struct {
	ID           string                `json:"id"`
	BrandID      string                `json:"brand_id"`
	Name         string                `json:"name"`
	Sentence     string                `json:"sentence"`
	Targets      []CampaignPrompt      `json:"targets"`
	Controls     []CampaignPrompt      `json:"controls"`
	DeclaredAt   time.Time             `json:"declared_at"`
	EndedAt      *time.Time            `json:"ended_at"`
	WashoutDays  CampaignWashout       `json:"washout_days"`
	LotSeed      *int                  `json:"lot_seed"` // Targets were drawn by lot with this seed, and the controls are the others. Null: they were chosen.
	Judged       *CampaignJudged       `json:"judged"`
	Basis        CampaignBasis         `json:"basis"`
	Verdict      EffectVerdict         `json:"verdict"`
	Reason       *CampaignReason       `json:"reason"`
	BaselineGap  *float64              `json:"baseline_gap"` // How far the targets' level before lay from that of the controls, in standard deviations of prompts. Null without an estimate.
	FarBelow     bool                  `json:"far_below"`    // Targets that were not drawn by lot lay more than one standard deviation below: adjusting for the level is an extrapolation.
	Final        bool                  `json:"final"`        // All days have passed, or it has ended. Before that a verdict may still change.
	JudgedOn     *string               `json:"judged_on"`
	StartedOn    *string               `json:"started_on"` // Day of the first publication.
	ReadAt       *time.Time            `json:"read_at"`    // When texts and sources of answers were last read, which a job does every hour. Null: just now.
	Promise      *CampaignPromise      `json:"promise"`
	Outcomes     []CampaignOutcome     `json:"outcomes"`
	Competitors  *CampaignBeside       `json:"competitors"` // Second control: how much more often than its competitors the brand is named, compared in the same way. Null without competitors or controls, or too early.
	Platforms    []CampaignPlatform    `json:"platforms"`
	Curve        []CampaignDay         `json:"curve"`
	Publications []CampaignPublication `json:"publications"`
	Arrivals     []CampaignArrival     `json:"arrivals"`
	Outlets      []CampaignOutlet      `json:"outlets"`
	Absorption   *CampaignAbsorption   `json:"absorption"`
	Experiment   *CampaignExperiment   `json:"experiment"`
	Dropped      []CampaignDropped     `json:"dropped"`
}

// ContradictionReason: `differs`: it is something else; `outdated`: it was true once; `known_wrong`: the sheet names it as wrong.
type ContradictionReason string

const (
	ContradictionReasonDiffers    ContradictionReason = "differs"
	ContradictionReasonOutdated   ContradictionReason = "outdated"
	ContradictionReasonKnownWrong ContradictionReason = "known_wrong"
)

// EffectVerdict: `effective`: targets rose significantly more than the controls, adjusted for the level before; `not_visible`: that cannot be seen, the interval says how large an effect could be; `too_early`; `not_identifiable`: what is there cannot tell an effect from other things. `reason` says why.
type EffectVerdict string

const (
	EffectVerdictEffective       EffectVerdict = "effective"
	EffectVerdictNotVisible      EffectVerdict = "not_visible"
	EffectVerdictTooEarly        EffectVerdict = "too_early"
	EffectVerdictNotIdentifiable EffectVerdict = "not_identifiable"
)

// CampaignReason: Of `effective`: `above_controls`, or `lower_bound` where answers to the controls cite pages of the campaign. Of `not_visible`: `within_chance`, `controls_exposed` (as well, and those answers cite them), `below_controls` (targets changed significantly less). Of `too_early`: `unpublished`, `few_days`. Of `not_identifiable`: `few_targets` or `few_controls` that were asked before and after (three of each), `no_history`, `placebo` (they moved apart before anything was published).
type CampaignReason string

const (
	CampaignReasonAboveControls   CampaignReason = "above_controls"
	CampaignReasonLowerBound      CampaignReason = "lower_bound"
	CampaignReasonWithinChance    CampaignReason = "within_chance"
	CampaignReasonControlsExposed CampaignReason = "controls_exposed"
	CampaignReasonBelowControls   CampaignReason = "below_controls"
	CampaignReasonUnpublished     CampaignReason = "unpublished"
	CampaignReasonFewDays         CampaignReason = "few_days"
	CampaignReasonFewTargets      CampaignReason = "few_targets"
	CampaignReasonFewControls     CampaignReason = "few_controls"
	CampaignReasonNoHistory       CampaignReason = "no_history"
	CampaignReasonPlacebo         CampaignReason = "placebo"
)

// CampaignBasis: What the targets are compared with.
type CampaignBasis string

const (
	CampaignBasisControls    CampaignBasis = "controls"
	CampaignBasisCompetitors CampaignBasis = "competitors"
)

// CampaignOutcomeKind: The brand is named; named before all others; a page of the campaign is cited; it is at least found; any page of a channel that the campaign published in is cited; the answer repeats stretches of an article that no answer held before, cited or not; any page of the brand's own or placed by an order is cited.
type CampaignOutcomeKind string

const (
	CampaignOutcomeKindNamed        CampaignOutcomeKind = "named"
	CampaignOutcomeKindNamedFirst   CampaignOutcomeKind = "named_first"
	CampaignOutcomeKindPageCited    CampaignOutcomeKind = "page_cited"
	CampaignOutcomeKindPageFound    CampaignOutcomeKind = "page_found"
	CampaignOutcomeKindChannelCited CampaignOutcomeKind = "channel_cited"
	CampaignOutcomeKindAbsorbed     CampaignOutcomeKind = "absorbed"
	CampaignOutcomeKindOwnCited     CampaignOutcomeKind = "own_cited"
)

// CampaignDropReason: Why a prompt is left out. `treated` means that another campaign has published for it.
type CampaignDropReason string

const (
	CampaignDropReasonEdited  CampaignDropReason = "edited"
	CampaignDropReasonDeleted CampaignDropReason = "deleted"
	CampaignDropReasonTreated CampaignDropReason = "treated"
)

// CampaignPromise: What the campaign could see, judged by how the brand's prompts moved when nothing was published.
type CampaignPromise struct {
	Days     int             `json:"days"`     // After the first publication.
	Smallest float64         `json:"smallest"` // Effect that is found four times out of five.
	Effects  []CampaignPower `json:"effects"`
}

type CampaignPower struct {
	Effect  float64 `json:"effect"`
	Power   float64 `json:"power"`
	Visible bool    `json:"visible"`
}

type CampaignOutcome struct {
	Outcome       CampaignOutcomeKind `json:"outcome"`
	Difference    *float64            `json:"difference"` // Change of the targets less that of what they are compared with, adjusted for the level before.
	Low           *float64            `json:"low"`        // 95 % interval.
	High          *float64            `json:"high"`
	P             *float64            `json:"p"`
	Exact         bool                `json:"exact"` // False: `p` is by Student's distribution.
	TargetBefore  *float64            `json:"target_before"`
	TargetAfter   *float64            `json:"target_after"`
	ControlBefore *float64            `json:"control_before"`
	ControlAfter  *float64            `json:"control_after"`
	Placebo       *float64            `json:"placebo"` // The same comparison within the time before, which should find nothing.
	PlaceboP      *float64            `json:"placebo_p"`
	Trend         *float64            `json:"trend"` // How much faster targets rose before, a week: the placebo over the time between its halves.
	Verdict       EffectVerdict       `json:"verdict"`
	Reason        *CampaignReason     `json:"reason"`
}

type CampaignPlatform struct {
	Platform   string   `json:"platform"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	P          *float64 `json:"p"`
	Believed   bool     `json:"believed"` // After Benjamini and Hochberg over all platforms.
}

type CampaignDay struct {
	Day            string   `json:"day"`
	Target         *float64 `json:"target"`
	TargetLow      *float64 `json:"target_low"`
	TargetHigh     *float64 `json:"target_high"`
	Control        *float64 `json:"control"`
	ControlLow     *float64 `json:"control_low"`
	ControlHigh    *float64 `json:"control_high"`
	TargetAnswers  int      `json:"target_answers"`
	ControlAnswers int      `json:"control_answers"`
}

type CampaignPublication struct {
	OrderID       string      `json:"order_id"`
	MediaID       string      `json:"media_id"`
	Media         string      `json:"media"`
	Title         string      `json:"title"`
	Status        OrderStatus `json:"status"`
	Points        int         `json:"points"`
	URL           *string     `json:"url"`
	PlannedAt     *time.Time  `json:"planned_at"` // By lot: not handed to the outlet before.
	PublishedAt   *time.Time  `json:"published_at"`
	FirstCitedAt  *time.Time  `json:"first_cited_at"`
	FirstAnswerID *string     `json:"first_answer_id"` // The answer that cited it first.
	Citations     int         `json:"citations"`       // Answers to targets and controls that cite it; `citations` of the order counts all.
}

type CampaignArrival struct {
	Platform     string         `json:"platform"`
	Cited        int            `json:"cited"`
	Of           int            `json:"of"`
	MedianDays   *float64       `json:"median_days"`    // By which half are cited; null where fewer are.
	HalfLifeDays *float64       `json:"half_life_days"` // After the first citation, by which half are not cited any more; null where more are. Fourteen days without a citation count as its end.
	Steps        []CampaignStep `json:"steps"`          // Kaplan and Meier's curve.
}

// CampaignOutlet: An outlet with what it placed. Each article on each platform counts by itself.
type CampaignOutlet struct {
	MediaID      string         `json:"media_id"`
	Media        string         `json:"media"`
	Articles     int            `json:"articles"`
	Points       int            `json:"points"`
	Citations    int            `json:"citations"` // Answers to targets and controls that cite one of them.
	Cited        int            `json:"cited"`
	Of           int            `json:"of"`
	MedianDays   *float64       `json:"median_days"`
	HalfLifeDays *float64       `json:"half_life_days"`
	Steps        []CampaignStep `json:"steps"`
}

type CampaignBeside struct {
	Difference float64  `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	P          *float64 `json:"p"`
}

// CampaignAbsorption: How much of the articles' own wording answers repeat: stretches of eight Chinese characters or six words that no answer of the 92 days before held. An answer counts from three on.
type CampaignAbsorption struct {
	Stretches int            `json:"stretches"`
	Repeated  int            `json:"repeated"` // By any answer since.
	Answers   int            `json:"answers"`
	Uncited   int            `json:"uncited"` // Of these answers, those that do not cite the article.
	Examples  []CampaignEcho `json:"examples"`
	Sentences []CampaignSaid `json:"sentences"` // Sentences of the articles that answers repeat, those that most answers repeat first.
	Unsaid    int            `json:"unsaid"`    // Sentences of the articles that no answer repeats.
}

type CampaignSaid struct {
	Sentence  string         `json:"sentence"`
	Declared  bool           `json:"declared"`  // Whether it says what the campaign wants to become known.
	Stretches int            `json:"stretches"` // Of the sentence that no answer held before.
	Answers   int            `json:"answers"`   // That repeat at least three of these stretches, or all of them.
	Uncited   int            `json:"uncited"`   // Of these answers, those that do not cite the article.
	Examples  []CampaignEcho `json:"examples"`
}

type CampaignEcho struct {
	AnswerID  string `json:"answer_id"`
	Platform  string `json:"platform"`
	PromptID  string `json:"prompt_id"`
	Day       string `json:"day"`
	Stretches int    `json:"stretches"`
	Cited     bool   `json:"cited"`
}

// CampaignExperiment: What placing in random order shows: how much more often answers to the targets cite a channel once its turn had come than channels whose turn had not. Planned days are compared, so that a reviewer's delay weakens an effect and cannot fake one.
type CampaignExperiment struct {
	Seed       int      `json:"seed"` // Of the draw.
	Orders     int      `json:"orders"`
	Difference *float64 `json:"difference"` // Null: not all turns have come, or fewer than four orders.
	P          *float64 `json:"p"`
	DelayDays  *float64 `json:"delay_days"` // Mean from the planned to the real day.
}

type CampaignStep struct {
	Day     float64 `json:"day"`
	Share   float64 `json:"share"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	AtRisk  int     `json:"at_risk"`
	Arrived int     `json:"arrived"`
}

type CampaignDropped struct {
	PromptID string             `json:"prompt_id"`
	Text     string             `json:"text"`
	Reason   CampaignDropReason `json:"reason"`
}

type CitationTotals struct {
	Answers      int `json:"answers"`
	WithCitation int `json:"with_citation"` // Answers that cite at least one source.
	Citations    int `json:"citations"`     // Times any source is cited.
	Own          int `json:"own"`           // Citations of the brand's own domain.
	Competitor   int `json:"competitor"`    // Citations of competitors' domains.
}

type CitedPortal struct {
	Domain    string        `json:"domain"` // Registrable domain of a site that holds several channels.
	Class     CitationClass `json:"class"`
	Citations int           `json:"citations"` // Times cited.
	Answers   int           `json:"answers"`   // Answers that cite it.
	Share     *float64      `json:"share"`     // Of the answers that cite anything.
	Platforms []string      `json:"platforms"`
	FirstSeen time.Time     `json:"first_seen"`
	LastSeen  time.Time     `json:"last_seen"`
}

type CitedDomain struct {
	Channel   string        `json:"channel"` // The unit one can act on: the domain, or the part of a portal (baike.baidu.com, 163.com/dy, an account of mp.weixin.qq.com).
	Domain    string        `json:"domain"`  // Registrable domain above the channel.
	Class     CitationClass `json:"class"`
	Citations int           `json:"citations"` // Times cited.
	Answers   int           `json:"answers"`   // Answers that cite it.
	Share     *float64      `json:"share"`     // Of the answers that cite anything.
	Platforms []string      `json:"platforms"`
	FirstSeen time.Time     `json:"first_seen"`
	LastSeen  time.Time     `json:"last_seen"`
}

type CitedURL struct {
	URL       string        `json:"url"`
	Title     *string       `json:"title"`
	Domain    string        `json:"domain"`
	Class     CitationClass `json:"class"`
	Citations int           `json:"citations"` // Times cited.
	Answers   int           `json:"answers"`   // Answers that cite it.
	Share     *float64      `json:"share"`     // Of the answers that cite anything.
	Platforms []string      `json:"platforms"`
	FirstSeen time.Time     `json:"first_seen"`
	LastSeen  time.Time     `json:"last_seen"`
}

type CitedClass struct {
	Class     CitationClass `json:"class"`
	Citations int           `json:"citations"`
	Share     *float64      `json:"share"` // Of all citations.
}

type CitationGap struct {
	Channel       string          `json:"channel"`
	Domain        string          `json:"domain"`
	Class         CitationClass   `json:"class"`
	Answers       int             `json:"answers"`        // Answers that cite it and name a competitor, but not the brand.
	Citing        int             `json:"citing"`         // Answers that cite it.
	WithBrand     int             `json:"with_brand"`     // Answers that cite it and name the brand.
	Rate          *float64        `json:"rate"`           // Share of the citing answers that name the brand.
	RateElsewhere *float64        `json:"rate_elsewhere"` // Share that name the brand of the answers to the same prompts on the same platforms that do not cite it, weighed as those that do.
	Shortfall     float64         `json:"shortfall"`      // How much less often the brand is named, comparing answers to the same prompt on the same platform.
	Competitors   []GapCompetitor `json:"competitors"`
	AnswerIDs     []string        `json:"answer_ids"` // Some of the answers behind it.
}

type GapCompetitor struct {
	CompetitorID string `json:"competitor_id"`
	Name         string `json:"name"`
	Answers      int    `json:"answers"`
}

type Media struct {
	ID           string         `json:"id"` // Prefix `med_`.
	Name         string         `json:"name"`
	LogoURL      *string        `json:"logo_url"`
	URL          *string        `json:"url"`
	Domain       *string        `json:"domain"` // Registrable domain.
	MediaType    MediaType      `json:"media_type"`
	ContentTypes []ContentType  `json:"content_types"`
	Portal       *string        `json:"portal"`   // The portal that the outlet belongs to.
	Channel      *string        `json:"channel"`  // The column or channel that publishes.
	Platform     *string        `json:"platform"` // The platform of an account, for self-media and short video.
	AccountName  *string        `json:"account_name"`
	Level        *string        `json:"level"` // Rank of the outlet, as central, provincial or vertical.
	Industries   []string       `json:"industries"`
	Region       *string        `json:"region"`
	Country      *string        `json:"country"` // ISO 3166-1 alpha-2.
	Language     *string        `json:"language"`
	Price        MediaPrice     `json:"price"`
	Indexing     MediaIndexing  `json:"indexing"`
	Authority    MediaAuthority `json:"authority"`
	Policy       MediaPolicy    `json:"policy"`
	Delivery     MediaDelivery  `json:"delivery"`
	Audience     MediaAudience  `json:"audience"`
	Geo          MediaGeo       `json:"geo"`
	SampleURL    *string        `json:"sample_url"` // An article published there.
	Recommended  bool           `json:"recommended"`
	Status       MediaStatus    `json:"status"`
	UpdatedAt    time.Time      `json:"updated_at"`
}

type MediaPrice struct {
	Points int    `json:"points"` // Points that one order costs.
	Tier   string `json:"tier"`   // Key of a price tier of the dictionary.
}

type MediaIndexing struct {
	Type *string  `json:"type"` // Where articles are indexed.
	Rate *float64 `json:"rate"` // Share of articles indexed.
}

type MediaAuthority struct {
	PcWeight        *int `json:"pc_weight"`
	MobileWeight    *int `json:"mobile_weight"`
	DomainAuthority *int `json:"domain_authority"`
}

type MediaPolicy struct {
	Links          *bool    `json:"links"`            // Whether an article may carry links.
	Contacts       []string `json:"contacts"`         // Kinds of contact details allowed.
	Images         *bool    `json:"images"`           // Whether an article may carry images.
	TitleMaxLength *int     `json:"title_max_length"` // In characters.
	Notes          *string  `json:"notes"`
}

type MediaDelivery struct {
	AverageHours *float64 `json:"average_hours"`
	SuccessRate  *float64 `json:"success_rate"`
	Weekend      *bool    `json:"weekend"` // Whether it publishes at weekends.
}

type MediaAudience struct {
	Followers    *int    `json:"followers"`
	AverageReads *int    `json:"average_reads"`
	Verification *string `json:"verification"`
}

// MediaGeo: Measured by this installation's own runs.
type MediaGeo struct {
	Citations    int                `json:"citations"`     // Times assistants cited the outlet.
	CitationRate *float64           `json:"citation_rate"` // Of all citations of the window; null when there are none.
	WindowDays   int                `json:"window_days"`
	ByPlatform   []MediaGeoPlatform `json:"by_platform"`
	Reach        *Reach             `json:"reach"`  // How widely it is cited; null when it was not.
	Effect       *MediaEffect       `json:"effect"` // What became of articles that accounts placed there, 30 days after each, up to the last month that has ended; null unless six accounts that are not on trial did, of each of which at most three articles count. It is told in steps that no account can be subtracted from.
}

type MediaEffect struct {
	Placements        int      `json:"placements"`    // At least so many: 5, 10, 20, 50, 100, 200, 500 or 1000.
	PlacementsTo      *int     `json:"placements_to"` // At most so many; null for any number.
	Cited             int      `json:"cited"`         // Of `placements`, how many `rate` is: no count.
	MedianDays        *float64 `json:"median_days"`   // Half of them are cited within these days, in steps of 1, 3, 7, 14, 21 and 30; null where fewer than half are.
	Rate              float64  `json:"rate"`          // Share that an assistant cited within 30 days, to the nearest 0.05.
	Low               float64  `json:"low"`           // 95 % interval of `rate` over `placements`, which is the widest.
	High              float64  `json:"high"`
	PointsPerCitation *float64 `json:"points_per_citation"` // Points for a placement that is cited, at the price of today; null where none was.
	PointsLow         *float64 `json:"points_low"`
	PointsHigh        *float64 `json:"points_high"` // Null where it may be any number.
}

type MediaGeoPlatform struct {
	Platform     string   `json:"platform"`
	Citations    int      `json:"citations"`
	CitationRate *float64 `json:"citation_rate"`
	Cells        *int     `json:"cells"`        // Prompts on this platform whose answers cite it.
	CellsCiting  *int     `json:"cells_citing"` // Prompts on this platform whose answers cite anything.
}

// Reach: How widely something is cited. A cell is a prompt on a platform; one that is asked every day counts once. Each count stands beside how many cells, days and answers cite anything at all in the same time.
type Reach struct {
	Cells         int `json:"cells"`          // Cells whose answers cite it.
	CellsCiting   int `json:"cells_citing"`   // Cells whose answers cite anything.
	Days          int `json:"days"`           // Beijing days on which it is cited.
	DaysCiting    int `json:"days_citing"`    // Beijing days on which anything is cited.
	AnswersCiting int `json:"answers_citing"` // Answers that cite anything.
}

// OrderReach: As `Reach`, in answers about the account's own brands, since the day of publication.
type OrderReach struct {
	Answers       int `json:"answers"`        // Answers that cite the published address.
	Cells         int `json:"cells"`          // Cells whose answers cite it.
	CellsCiting   int `json:"cells_citing"`   // Cells whose answers cite anything.
	Days          int `json:"days"`           // Beijing days on which it is cited.
	DaysCiting    int `json:"days_citing"`    // Beijing days on which anything is cited.
	AnswersCiting int `json:"answers_citing"` // Answers that cite anything.
}

type MediaPage struct {
	Items    []Media      `json:"items"`
	Total    int          `json:"total"` // Number of items over all pages.
	Page     int          `json:"page"`
	PageSize int          `json:"page_size"`
	HasMore  bool         `json:"has_more"` // Whether a later page holds more.
	Filters  MediaFilters `json:"filters"`
	Sort     string       `json:"sort"` // The sort that was applied.
}

// AnalysisFilters: What the analysis was narrowed to, by parameter name; a parameter that narrowed nothing is absent.
type AnalysisFilters struct {
	Platform []string `json:"platform"`
	TopicID  []string `json:"topic_id"`
}

// PromptFilters: What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent.
type PromptFilters struct {
	TopicID []string `json:"topic_id"`
	Status  *string  `json:"status"`
}

// AnswerFilters: What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent.
type AnswerFilters struct {
	Platform []string `json:"platform"`
	PromptID []string `json:"prompt_id"`
}

// OrderFilters: What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent.
type OrderFilters struct {
	Status    []OrderStatus `json:"status"`
	MediaID   []string      `json:"media_id"`
	ContentID []string      `json:"content_id"`
	ID        []string      `json:"id"`
	BrandID   *string       `json:"brand_id"`
	From      *string       `json:"from"`
	To        *string       `json:"to"`
}

// MediaFilters: What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent.
type MediaFilters struct {
	MediaType        []MediaType  `json:"media_type"`
	ContentType      *ContentType `json:"content_type"`
	Q                *string      `json:"q"`
	Industry         []string     `json:"industry"`
	Region           []string     `json:"region"`
	Platform         []string     `json:"platform"`
	Portal           []string     `json:"portal"`
	Level            []string     `json:"level"`
	Language         []string     `json:"language"`
	Country          []string     `json:"country"`
	PriceTier        []string     `json:"price_tier"`
	MinPrice         *int         `json:"min_price"`
	MaxPrice         *int         `json:"max_price"`
	MinWeight        *int         `json:"min_weight"`
	MinFollowers     *int         `json:"min_followers"`
	MaxDeliveryHours *float64     `json:"max_delivery_hours"`
	MinSuccessRate   *float64     `json:"min_success_rate"`
	Weekend          *bool        `json:"weekend"`
	Links            *bool        `json:"links"`
	Recommended      *bool        `json:"recommended"`
}

type Channels struct {
	MediaTypes []ChannelOption    `json:"media_types"`
	Dimensions []ChannelDimension `json:"dimensions"`  // Every filter of the media list.
	PriceTiers []PriceTier        `json:"price_tiers"` // Half-open ranges of points.
	Sorts      []ChannelSort      `json:"sorts"`       // The first is the default.
}

type ChannelOption struct {
	Value string `json:"value"`
	Label string `json:"label"` // Chinese.
	Count int    `json:"count"` // Media that match it.
}

type ChannelDimension struct {
	Key       string          `json:"key"`        // Name of the query parameter.
	Label     string          `json:"label"`      // Chinese.
	Kind      DimensionKind   `json:"kind"`       // `multi` may be repeated, `single` takes one value, `flag` is `true` or `false`, `number` is a bound, `text` is searched for.
	AppliesTo []MediaType     `json:"applies_to"` // Media types for which the filter means something.
	Options   []ChannelOption `json:"options"`    // Empty for `number` and `text`.
}

type PriceTier struct {
	Key   string `json:"key"`
	Label string `json:"label"` // Chinese.
	Min   int    `json:"min"`   // Included.
	Max   *int   `json:"max"`   // Not included; null: no upper bound.
}

type ChannelSort struct {
	Value string `json:"value"`
	Label string `json:"label"` // Chinese.
}

type Content struct {
	ID          string      `json:"id"`       // Prefix `cnt_`.
	BrandID     *string     `json:"brand_id"` // The brand that it is for.
	Title       string      `json:"title"`
	Body        string      `json:"body"` // Markdown.
	ContentType ContentType `json:"content_type"`
	AiAssisted  *bool       `json:"ai_assisted"` // Whether AI helped to write it, as declared; null: not yet.
	Supports    []Support   `json:"supports"`
	Length      int         `json:"length"`   // Of the body as read, counted as outlets do: each Chinese, Japanese or Korean character and full-width mark is one, each other word or number is one; Markdown marks and addresses are nothing.
	Revision    int         `json:"revision"` // Raised by each change.
	Brief       bool        `json:"brief"`    // It is a brief to write along, as drafts without a model are, and cannot be ordered (3016). It becomes an article when it is saved without the sentence that says so.
	CreatedAt   time.Time   `json:"created_at"`
	UpdatedAt   time.Time   `json:"updated_at"`
}

type Support struct {
	Sentence  string  `json:"sentence"`
	SourceURL *string `json:"source_url"` // Null: the brand's own opinion.
}

type Inspection struct {
	Gate     ArticleGate    `json:"gate"`
	Revision int            `json:"revision"` // Of the content that was inspected.
	Issues   []ArticleIssue `json:"issues"`   // Errors first, at most 100.
	Claims   []ArticleClaim `json:"claims"`   // Statements of fact with what holds them up, at most 200.
}

// ArticleIssue: Something that stands against ordering an article as it is.
type ArticleIssue struct {
	Level    IssueLevel `json:"level"`
	Code     IssueCode  `json:"code"`
	Text     string     `json:"text"`     // The words in question; empty where it concerns the whole.
	Sentence string     `json:"sentence"` // Where they stand.
	Rule     *string    `json:"rule"`     // Of `banned_wording`: the rule's code.
	Law      *string    `json:"law"`      // Of `banned_wording`: where the rule comes from, in Chinese.
	Reason   *string    `json:"reason"`   // Why a claim could not be judged or contradicts: `hearsay`, `partial`, `vague`, `other_unit`, `other_time`, `outdated`, `known_wrong`, `unclear`, `not_offline`.
	FactID   *string    `json:"fact_id"`
	Expected *string    `json:"expected"` // What the fact says.
}

type ArticleClaim struct {
	Text      string       `json:"text"`
	Sentence  string       `json:"sentence"`
	Support   ClaimSupport `json:"support"`
	FactID    *string      `json:"fact_id"`
	Statement *string      `json:"statement"` // Of the fact.
	SourceURL *string      `json:"source_url"`
}

type ContentPage struct {
	Items    []Content `json:"items"`
	Total    int       `json:"total"` // Number of items over all pages.
	Page     int       `json:"page"`
	PageSize int       `json:"page_size"`
	HasMore  bool      `json:"has_more"` // Whether a later page holds more.
}

type Endpoint struct {
	ID                string       `json:"id"` // Prefix `end_`.
	Kind              EndpointKind `json:"kind"`
	Name              string       `json:"name"`
	Address           string       `json:"address"` // Of a bot only its host and the last four characters.
	Types             []EventType  `json:"types"`
	Language          string       `json:"language"`
	QuietHours        QuietHours   `json:"quiet_hours"`
	Enabled           bool         `json:"enabled"`
	DisabledReason    *string      `json:"disabled_reason"` // Why it is off: by_user, gone (it answered 410), failing (for five days), unsubscribed (by the link in a mail) or departed (the reader of a mailbox has left the space).
	DisabledAt        *time.Time   `json:"disabled_at"`
	FormerSecretUntil *time.Time   `json:"former_secret_until"` // Until when the secret before is signed with too.
	FailingSince      *time.Time   `json:"failing_since"`       // Since when nothing has reached it; null while it works.
	CreatedAt         time.Time    `json:"created_at"`
	UpdatedAt         time.Time    `json:"updated_at"`
}

type EndpointMade struct {
	ID                string       `json:"id"` // Prefix `end_`.
	Kind              EndpointKind `json:"kind"`
	Name              string       `json:"name"`
	Address           string       `json:"address"`
	Types             []EventType  `json:"types"`
	Language          string       `json:"language"`
	QuietHours        QuietHours   `json:"quiet_hours"`
	Enabled           bool         `json:"enabled"`
	DisabledReason    *string      `json:"disabled_reason"`
	DisabledAt        *time.Time   `json:"disabled_at"`
	FormerSecretUntil *time.Time   `json:"former_secret_until"`
	FailingSince      *time.Time   `json:"failing_since"`
	CreatedAt         time.Time    `json:"created_at"`
	UpdatedAt         time.Time    `json:"updated_at"`
	Secret            *string      `json:"secret"` // Of a webhook, shown this once: `whsec_` and base64; null for bots and mailboxes.
}

type EndpointList struct {
	Items []Endpoint `json:"items"`
	Total int        `json:"total"`
}

type DeliveryStatus string

const (
	DeliveryStatusPending   DeliveryStatus = "pending"
	DeliveryStatusDelivered DeliveryStatus = "delivered"
	DeliveryStatusFailed    DeliveryStatus = "failed"
)

type Delivery struct {
	ID            string         `json:"id"`       // Prefix `dlv_`.
	EventID       string         `json:"event_id"` // Prefix `evt_`; the `webhook-id` of every attempt.
	Type          string         `json:"type"`     // As EventType, or `endpoint.test`.
	EndpointID    string         `json:"endpoint_id"`
	Status        DeliveryStatus `json:"status"`
	Attempts      int            `json:"attempts"`
	Reason        *string        `json:"reason"` // Of the last attempt, as a code; null when it was taken: forbidden, timed_out, no_link, broken, not_taken, throttling, gone, bad_signature, address_not_allowed, no_keyword, bad_token, mail_refused, quiet_hours, endpoint_disabled, unopened.
	NextAttemptAt *time.Time     `json:"next_attempt_at"`
	CreatedAt     time.Time      `json:"created_at"`
	EndedAt       *time.Time     `json:"ended_at"`
	Tries         []DeliveryTry  `json:"tries"` // The last ten attempts.
}

type DeliveryTry struct {
	At         time.Time `json:"at"`
	HttpStatus int       `json:"http_status"` // 0 without an answer.
	Reason     *string   `json:"reason"`
	Answer     string    `json:"answer"` // The first kilobyte of what was answered.
	TookMs     int       `json:"took_ms"`
}

type DeliveryDetail struct {
	ID            string         `json:"id"`
	EventID       string         `json:"event_id"`
	Type          string         `json:"type"`
	EndpointID    string         `json:"endpoint_id"`
	Status        DeliveryStatus `json:"status"`
	Attempts      int            `json:"attempts"`
	Reason        *string        `json:"reason"`
	NextAttemptAt *time.Time     `json:"next_attempt_at"`
	CreatedAt     time.Time      `json:"created_at"`
	EndedAt       *time.Time     `json:"ended_at"`
	Tries         []DeliveryTry  `json:"tries"`
	Request       EventMessage   `json:"request"`
}

// EventMessage: What a webhook is sent. The fields of `data` follow from the type; docs/events.md lists them.
type EventMessage struct {
	Type      string         `json:"type"`
	Timestamp time.Time      `json:"timestamp"` // When it happened.
	Data      map[string]any `json:"data"`
}

type DeliveryPage struct {
	Items    []Delivery `json:"items"`
	Total    int        `json:"total"` // Number of items over all pages.
	Page     int        `json:"page"`
	PageSize int        `json:"page_size"`
	HasMore  bool       `json:"has_more"` // Whether a later page holds more.
}

type Replay struct {
	Replayed int `json:"replayed"` // How many events are on their way.
}

type Order struct {
	ID             string            `json:"id"`       // Prefix `ord_`.
	BatchID        string            `json:"batch_id"` // Shared by the orders of one submission.
	Content        OrderContent      `json:"content"`
	Media          OrderMedia        `json:"media"`
	Points         int               `json:"points"` // Price at submission.
	Status         OrderStatus       `json:"status"`
	StatusLabel    string            `json:"status_label"` // The status in Chinese.
	Reason         *string           `json:"reason"`       // Why it was rejected, sent back or failed.
	Requirements   *int              `json:"requirements"`
	AccountRule    *int              `json:"account_rule"`
	ArticleType    *int              `json:"article_type"`
	ScheduledAt    *string           `json:"scheduled_at"` // As submitted.
	BrandID        *string           `json:"brand_id"`     // The brand that it is for; what is published counts for it alone.
	CampaignID     *string           `json:"campaign_id"`  // The campaign that it belongs to.
	PlannedAt      *time.Time        `json:"planned_at"`   // By lot: it is not handed to the outlet before.
	PublishedURL   *string           `json:"published_url"`
	PublishedAt    *time.Time        `json:"published_at"`
	Citations      int               `json:"citations"`       // Answers that cite the published address since the day of publication: about its brand, else about the brands of the space. Counted every hour.
	Reach          *OrderReach       `json:"reach"`           // How widely it is cited; null until it is published and counted.
	AllowedActions []OrderAction     `json:"allowed_actions"` // What the caller may do now.
	Events         []OrderEvent      `json:"events"`          // Oldest first.
	Declaration    *OrderDeclaration `json:"declaration"`     // What was declared when it was submitted or resubmitted, never changed; null on orders from before there were any.
	Warnings       []ArticleIssue    `json:"warnings"`        // Of a single order, where there are any. What the article gate found when it was submitted.
	CreatedAt      time.Time         `json:"created_at"`
	UpdatedAt      time.Time         `json:"updated_at"`
}

type OrderDeclaration struct {
	Paid       bool        `json:"paid"`        // Always; the article is labelled so where it is published.
	AiAssisted *bool       `json:"ai_assisted"` // As declared; null: not declared.
	Revision   int         `json:"revision"`    // Of the content.
	TextSha256 string      `json:"text_sha256"` // SHA-256 of the title, a line feed and the body, in hexadecimal.
	DeclaredBy string      `json:"declared_by"` // Who submitted; prefix `usr_`.
	DeclaredAt time.Time   `json:"declared_at"`
	Gate       ArticleGate `json:"gate"`
	Errors     int         `json:"errors"` // How many errors the gate found.
}

// OrderContent: As it was when the order was submitted or resubmitted.
type OrderContent struct {
	ID          string      `json:"id"`
	Title       string      `json:"title"`
	ContentType ContentType `json:"content_type"`
	Revision    int         `json:"revision"`
}

type OrderMedia struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	MediaType MediaType `json:"media_type"`
}

type OrderEvent struct {
	At    time.Time    `json:"at"`
	From  *OrderStatus `json:"from"`
	To    OrderStatus  `json:"to"`
	Actor string       `json:"actor"` // `user`, `operator`, `outlet` or `system`.
	Note  *string      `json:"note"`
}

type OrderPage struct {
	Items    []Order      `json:"items"`
	Total    int          `json:"total"` // Number of items over all pages.
	Page     int          `json:"page"`
	PageSize int          `json:"page_size"`
	HasMore  bool         `json:"has_more"` // Whether a later page holds more.
	Filters  OrderFilters `json:"filters"`
}

type OrdersCreated struct {
	Items    []Order        `json:"items"` // One per media, in the order of the request.
	Points   OrderPoints    `json:"points"`
	Warnings []ArticleIssue `json:"warnings"` // What the article gate found, errors first; kept with each order. Empty when there is nothing, or the gate is off.
}

type OrderPoints struct {
	Charged int `json:"charged"`
	Balance int `json:"balance"` // What is left.
}

// PublishQuota: Points of the current cycle.
type PublishQuota struct {
	CycleStart time.Time `json:"cycle_start"`
	CycleEnd   time.Time `json:"cycle_end"` // Not included; what is left then lapses.
	Tier       Tier      `json:"tier"`
	Granted    int       `json:"granted"`
	Used       int       `json:"used"`     // Captured by published orders.
	Held       int       `json:"held"`     // Held by open orders.
	Refunded   int       `json:"refunded"` // Released by withdrawn, rejected, expired and failed orders.
	Balance    int       `json:"balance"`  // What can be spent now.
}

type PointsRecord struct {
	ID           string     `json:"id"` // Prefix `pts_`.
	Kind         PointsKind `json:"kind"`
	Points       int        `json:"points"` // Signed: a hold is negative, a release positive, a capture 0.
	BalanceAfter int        `json:"balance_after"`
	OrderID      *string    `json:"order_id"`
	Note         *string    `json:"note"` // Why, in Chinese.
	CreatedAt    time.Time  `json:"created_at"`
}

type PointsRecordPage struct {
	Items    []PointsRecord `json:"items"`
	Total    int            `json:"total"` // Number of items over all pages.
	Page     int            `json:"page"`
	PageSize int            `json:"page_size"`
	HasMore  bool           `json:"has_more"` // Whether a later page holds more.
}

// NoDetail: Nothing beyond the code is to be told.
type NoDetail = map[string]any

// Hint: Where it can be helped: what to change or when to come back, in Chinese.
type Hint = string

type PaymentRequiredDetail struct {
	Required  int `json:"required"`  // points that the orders cost
	Balance   int `json:"balance"`   // points there are
	Shortfall int `json:"shortfall"` // points missing
}

// ForbiddenDetail: Which fields there are follows from the code.
type ForbiddenDetail struct {
	Required  []string   `json:"required"`   // 1002: scopes that the operation needs
	Missing   []string   `json:"missing"`    // 1002: those the key lacks
	ExpiredAt *time.Time `json:"expired_at"` // 1004: when it ended
}

type NotFoundDetail struct {
	Resource string `json:"resource"` // kind of thing
	ID       string `json:"id"`       // the id asked for
}

// ConflictDetail: Which fields there are follows from the code.
type ConflictDetail struct {
	Limit          *int           `json:"limit"`           // 2002: the tier's limit; 2006: the cap
	Used           *int           `json:"used"`            // 2006, of a cap for a day: so many of this Beijing day
	ResetsAt       *time.Time     `json:"resets_at"`       // 2006, of a cap for a day: next midnight in Beijing
	Active         *int           `json:"active"`          // 2002: prompts enabled now
	Remaining      *int           `json:"remaining"`       // 2002: how many more can be enabled
	RunID          *string        `json:"run_id"`          // 3002: the run accepted before (runs); 3003: that run
	OrderIDs       []string       `json:"order_ids"`       // 3002: the open orders for the same content and media (orders)
	Status         *string        `json:"status"`          // 3003: queued or running; 3007: status of the order; 3011: status of the run
	Requested      []string       `json:"requested"`       // 3005: platforms asked for
	Allowed        []string       `json:"allowed"`         // 3005: platforms of the tier
	GenerationID   *string        `json:"generation_id"`   // 3006: that generation
	AllowedActions []string       `json:"allowed_actions"` // 3007: what may be done now
	MediaIDs       []string       `json:"media_ids"`       // 3008: the media concerned
	PromptCount    *int           `json:"prompt_count"`    // 3010: prompts under it
	Required       *int           `json:"required"`        // 3012: points that the orders cost
	MaxPoints      *int           `json:"max_points"`      // 3012: as sent
	Errors         []ArticleIssue `json:"errors"`          // 3013: what is wrong with the article
	Orders         []string       `json:"orders"`          // 3014: ids of the open orders
	Runs           []string       `json:"runs"`            // 3014: ids of the runs
	Teams          []string       `json:"teams"`           // 3014: ids of the teams
	ArchivedAt     *time.Time     `json:"archived_at"`     // 3015: since when
	ContentID      *string        `json:"content_id"`      // 3016: the brief
}

// TooManyDetail: Which fields there are follows from the code.
type TooManyDetail struct {
	RetryAfter    int        `json:"retry_after"`     // 2001: seconds to wait, at least 1; 2003: seconds to wait; 2004: seconds to wait
	Limit         *int       `json:"limit"`           // 2003: runs a day
	Used          *int       `json:"used"`            // 2003: runs of this Beijing day
	ResetsAt      *time.Time `json:"resets_at"`       // 2003: next midnight in Beijing
	NextAllowedAt *time.Time `json:"next_allowed_at"` // 2004: when the next run may start
}

type InternalDetail struct {
	RequestID string `json:"request_id"` // as in `X-Request-Id`
}

type UnavailableDetail struct {
	RetryAfter int     `json:"retry_after"` // seconds to wait
	Reason     *string `json:"reason"`      // why the database is not available: `disk_full`, `away` or `timeout`; absent otherwise
}

type ValidationFailure struct {
	Type  string         `json:"type"`  // Kind of failure, as `missing`, `string_too_long` or `literal_error`.
	Loc   []any          `json:"loc"`   // Where: `body`, `query`, `path` or `header`, then names and indices.
	Msg   string         `json:"msg"`   // English.
	Input any            `json:"input"` // The value that was refused; any JSON value.
	Ctx   map[string]any `json:"ctx"`   // Limits and expectations.
}

// PromptType: Which analyses count the answers to a prompt.
type PromptType string

const (
	PromptTypeVisibility PromptType = "visibility"
	PromptTypeSentiment  PromptType = "sentiment"
)

// Source: Who made it: `agent` drafted by generation, `user` by a person or a program.
type Source string

const (
	SourceAgent Source = "agent"
	SourceUser  Source = "user"
)

// PromptStatus: `active` means enabled and counts against the tier's limit, over all brands: 10 on trial and standard, 20 on upper.
type PromptStatus string

const (
	PromptStatusActive    PromptStatus = "active"
	PromptStatusSuggested PromptStatus = "suggested"
	PromptStatusArchived  PromptStatus = "archived"
)

// Surface: Where an assistant was asked: `api`, its interface for programs, or `app`, as its users see it.
type Surface string

const (
	SurfaceAPI Surface = "api"
	SurfaceApp Surface = "app"
)

type Mode string

const (
	ModeSearch    Mode = "search"
	ModeChat      Mode = "chat"
	ModeReasoning Mode = "reasoning"
)

type ContentType string

const (
	ContentTypeArticle ContentType = "article"
	ContentTypeVideo   ContentType = "video"
)

// ArticleGate: What happens to orders of an article with errors. It is not checked; it is warned of; it is refused with 3013.
type ArticleGate string

const (
	ArticleGateOff     ArticleGate = "off"
	ArticleGateWarn    ArticleGate = "warn"
	ArticleGateRequire ArticleGate = "require"
)

// IssueLevel: An error stops an order where the gate is `require`.
type IssueLevel string

const (
	IssueLevelError   IssueLevel = "error"
	IssueLevelWarning IssueLevel = "warning"
)

// IssueCode: A fact says otherwise; no fact, no source and no opinion; a fact speaks of it but the two cannot be compared; wording that a rule forbids; whether AI helped is not declared; more than could be checked.
type IssueCode string

const (
	IssueCodeContradiction IssueCode = "contradiction"
	IssueCodeUnsupported   IssueCode = "unsupported"
	IssueCodeUnjudged      IssueCode = "unjudged"
	IssueCodeBannedWording IssueCode = "banned_wording"
	IssueCodeUndeclared    IssueCode = "undeclared"
	IssueCodeIncomplete    IssueCode = "incomplete"
)

type ClaimSupport string

const (
	ClaimSupportFact    ClaimSupport = "fact"
	ClaimSupportSource  ClaimSupport = "source"
	ClaimSupportOpinion ClaimSupport = "opinion"
	ClaimSupportNone    ClaimSupport = "none"
)

type RunStatus string

const (
	RunStatusQueued    RunStatus = "queued"
	RunStatusRunning   RunStatus = "running"
	RunStatusCompleted RunStatus = "completed"
	RunStatusFailed    RunStatus = "failed"
	RunStatusCancelled RunStatus = "cancelled"
)

type SentimentLabel string

const (
	SentimentLabelPositive SentimentLabel = "positive"
	SentimentLabelNeutral  SentimentLabel = "neutral"
	SentimentLabelNegative SentimentLabel = "negative"
)

// CitationClass: Whose source it is.
type CitationClass string

const (
	CitationClassOwn          CitationClass = "own"
	CitationClassCompetitor   CitationClass = "competitor"
	CitationClassNews         CitationClass = "news"
	CitationClassSelfMedia    CitationClass = "self_media"
	CitationClassSocial       CitationClass = "social"
	CitationClassEncyclopedia CitationClass = "encyclopedia"
	CitationClassEcommerce    CitationClass = "ecommerce"
	CitationClassGovernment   CitationClass = "government"
	CitationClassOther        CitationClass = "other"
)

type MediaType string

const (
	MediaTypeNews       MediaType = "news"
	MediaTypeWemedia    MediaType = "wemedia"
	MediaTypeShortVideo MediaType = "short_video"
	MediaTypeOverseas   MediaType = "overseas"
)

type OrderStatus string

const (
	OrderStatusAwaitingReview OrderStatus = "awaiting_review"
	OrderStatusNeedsRevision  OrderStatus = "needs_revision"
	OrderStatusPublishing     OrderStatus = "publishing"
	OrderStatusPublished      OrderStatus = "published"
	OrderStatusWithdrawn      OrderStatus = "withdrawn"
	OrderStatusRejected       OrderStatus = "rejected"
	OrderStatusExpired        OrderStatus = "expired"
	OrderStatusFailed         OrderStatus = "failed"
)

type GenerationStatus string

const (
	GenerationStatusIdle      GenerationStatus = "idle"
	GenerationStatusQueued    GenerationStatus = "queued"
	GenerationStatusRunning   GenerationStatus = "running"
	GenerationStatusCompleted GenerationStatus = "completed"
	GenerationStatusFailed    GenerationStatus = "failed"
)

type RunTrigger string

const (
	RunTriggerAPI      RunTrigger = "api"
	RunTriggerConsole  RunTrigger = "console"
	RunTriggerSchedule RunTrigger = "schedule"
)

type RunPlatformStatus string

const (
	RunPlatformStatusQueued    RunPlatformStatus = "queued"
	RunPlatformStatusRunning   RunPlatformStatus = "running"
	RunPlatformStatusCompleted RunPlatformStatus = "completed"
	RunPlatformStatusFailed    RunPlatformStatus = "failed"
	RunPlatformStatusSkipped   RunPlatformStatus = "skipped"
	RunPlatformStatusCancelled RunPlatformStatus = "cancelled"
)

// SkipReason: `retired`: the platform says that the model it is asked by is gone; `reason` names the model.
type SkipReason string

const (
	SkipReasonNotImplemented SkipReason = "not_implemented"
	SkipReasonNotConfigured  SkipReason = "not_configured"
	SkipReasonNotLoggedIn    SkipReason = "not_logged_in"
	SkipReasonSuspended      SkipReason = "suspended"
	SkipReasonUnavailable    SkipReason = "unavailable"
	SkipReasonBalance        SkipReason = "balance"
	SkipReasonRetired        SkipReason = "retired"
)

type MentionState string

const (
	MentionStateNamed   MentionState = "named"
	MentionStateEchoed  MentionState = "echoed"
	MentionStateUnknown MentionState = "unknown"
)

// Stance: What an answer does with a name: puts it forward as a choice; names it and no more; only holds others against it; says not to take it.
type Stance string

const (
	StanceRecommended    Stance = "recommended"
	StanceMentioned      Stance = "mentioned"
	StanceCompared       Stance = "compared"
	StanceAdvisedAgainst Stance = "advised_against"
)

type AnswerStatus string

const (
	AnswerStatusAnswered AnswerStatus = "answered"
	AnswerStatusFailed   AnswerStatus = "failed"
	AnswerStatusSkipped  AnswerStatus = "skipped"
)

type Judge string

const (
	JudgeOffline Judge = "offline"
	JudgeModel   Judge = "model"
)

type Retrieval string

const (
	RetrievalNotSearched                 Retrieval = "not_searched"
	RetrievalSearchedNoneCited           Retrieval = "searched_none_cited"
	RetrievalSearchedCitationUndisclosed Retrieval = "searched_citation_undisclosed"
	RetrievalCited                       Retrieval = "cited"
	RetrievalUnknown                     Retrieval = "unknown"
)

type DraftStatus string

const (
	DraftStatusQueued    DraftStatus = "queued"
	DraftStatusRunning   DraftStatus = "running"
	DraftStatusCompleted DraftStatus = "completed"
	DraftStatusFailed    DraftStatus = "failed"
)

// OpportunityAction: What to do.
type OpportunityAction string

const (
	OpportunityActionWrite   OpportunityAction = "write"
	OpportunityActionPlace   OpportunityAction = "place"
	OpportunityActionAsk     OpportunityAction = "ask"
	OpportunityActionRefresh OpportunityAction = "refresh"
	OpportunityActionCorrect OpportunityAction = "correct"
)

// OpportunityBasis: What it is about.
type OpportunityBasis string

const (
	OpportunityBasisTopic  OpportunityBasis = "topic"
	OpportunityBasisSource OpportunityBasis = "source"
	OpportunityBasisOwn    OpportunityBasis = "own"
	OpportunityBasisFact   OpportunityBasis = "fact"
)

type OpportunitySort string

const (
	OpportunitySortGain    OpportunitySort = "gain"
	OpportunitySortCertain OpportunitySort = "certain"
)

// OutletMatch: channel: on a channel cited here; topic: on one that other answers about the brand cite; portal: on another channel of the same site; cited: elsewhere, among those cited most; catalogue: no outlet is known to be cited.
type OutletMatch string

const (
	OutletMatchChannel   OutletMatch = "channel"
	OutletMatchTopic     OutletMatch = "topic"
	OutletMatchPortal    OutletMatch = "portal"
	OutletMatchCited     OutletMatch = "cited"
	OutletMatchCatalogue OutletMatch = "catalogue"
)

// ExpectedBasis: outlet: its own placements, drawn towards those of the whole catalogue; catalogue: those alone.
type ExpectedBasis string

const (
	ExpectedBasisOutlet    ExpectedBasis = "outlet"
	ExpectedBasisCatalogue ExpectedBasis = "catalogue"
)

type AppRateReason string

const (
	AppRateReasonFewPairs    AppRateReason = "few_pairs"
	AppRateReasonNoVariation AppRateReason = "no_variation"
)

type Drafter string

const (
	DrafterModel   Drafter = "model"
	DrafterOffline Drafter = "offline"
)

type AlertSeverity string

const (
	AlertSeverityInfo     AlertSeverity = "info"
	AlertSeverityWarning  AlertSeverity = "warning"
	AlertSeverityCritical AlertSeverity = "critical"
)

type QuoteSentiment string

const (
	QuoteSentimentPositive QuoteSentiment = "positive"
	QuoteSentimentNeutral  QuoteSentiment = "neutral"
	QuoteSentimentNegative QuoteSentiment = "negative"
	QuoteSentimentUnjudged QuoteSentiment = "unjudged"
)

type MediaStatus string

const (
	MediaStatusAvailable MediaStatus = "available"
	MediaStatusPaused    MediaStatus = "paused"
	MediaStatusRetired   MediaStatus = "retired"
)

type DimensionKind string

const (
	DimensionKindMulti  DimensionKind = "multi"
	DimensionKindSingle DimensionKind = "single"
	DimensionKindFlag   DimensionKind = "flag"
	DimensionKindNumber DimensionKind = "number"
	DimensionKindText   DimensionKind = "text"
)

type OrderAction string

const (
	OrderActionWithdraw OrderAction = "withdraw"
	OrderActionResubmit OrderAction = "resubmit"
)

type Tier string

const (
	TierTrial    Tier = "trial"
	TierStandard Tier = "standard"
	TierUpper    Tier = "upper"
)

type PointsKind string

const (
	PointsKindGrant   PointsKind = "grant"
	PointsKindHold    PointsKind = "hold"
	PointsKindRelease PointsKind = "release"
	PointsKindCapture PointsKind = "capture"
	PointsKindExpire  PointsKind = "expire"
	PointsKindAdjust  PointsKind = "adjust"
)

type AcceptedRunStatus string

const (
	AcceptedRunStatusQueued  AcceptedRunStatus = "queued"
	AcceptedRunStatusRunning AcceptedRunStatus = "running"
)

// BulkTable: A table of bulk data.
type BulkTable string

const (
	BulkTableAnswers          BulkTable = "answers"
	BulkTableMentions         BulkTable = "mentions"
	BulkTableCitations        BulkTable = "citations"
	BulkTableSearches         BulkTable = "searches"
	BulkTableClaims           BulkTable = "claims"
	BulkTableDaily            BulkTable = "daily"
	BulkTableCampaigns        BulkTable = "campaigns"
	BulkTableCampaignOrders   BulkTable = "campaign_orders"
	BulkTableCampaignOutcomes BulkTable = "campaign_outcomes"
	BulkTableOpportunities    BulkTable = "opportunities"
)

// BulkFormat: A form of bulk data.
type BulkFormat string

const (
	BulkFormatNdjson  BulkFormat = "ndjson"
	BulkFormatCsv     BulkFormat = "csv"
	BulkFormatParquet BulkFormat = "parquet"
)

type groups struct {
	Identity    IdentityService    // Who is calling.
	Brands      BrandsService      // What is watched. The profile is the basis on which prompts are generated.
	Topics      TopicsService      // Groups of prompts.
	Campaigns   CampaignsService   // What publishing is meant to change, declared beforehand, and what it changed.
	Prompts     PromptsService     // Questions that are put to the assistants; an `active` one is enabled.
	Competitors CompetitorsService // Names that are compared with the brand.
	Facts       FactsService       // What is true of a brand, against which texts are held.
	Generation  GenerationService  // Drafting topics, prompts and competitors from the brand profile, in the background.
	Runs        RunsService        // Putting the enabled prompts to the platforms, and the answers.
	Analyses    AnalysesService    // What the answers mean: overview, visibility, sentiment, citations.
	Media       MediaService       // The catalogue of outlets.
	Contents    ContentsService    // What is to be published.
	Orders      OrdersService      // One content at one outlet each.
	Points      PointsService      // What publishing costs.
	Events      EventsService      // What happened, told to webhooks, group-chat bots and mailboxes.
}

func (c *Client) group() {
	c.Identity.c = c
	c.Brands.c = c
	c.Topics.c = c
	c.Campaigns.c = c
	c.Prompts.c = c
	c.Competitors.c = c
	c.Facts.c = c
	c.Generation.c = c
	c.Runs.c = c
	c.Analyses.c = c
	c.Media.c = c
	c.Contents.c = c
	c.Orders.c = c
	c.Points.c = c
	c.Events.c = c
}

// IdentityService holds operations. Who is calling.
type IdentityService struct{ c *Client }

// Get: Who is calling.
func (g IdentityService) Get(ctx context.Context) (Identity, error) {
	return call[Identity](ctx, g.c, http.MethodGet, "/me", nil, nil, false)
}

// Limits: What the plan allows, and what is left of it.
func (g IdentityService) Limits(ctx context.Context) (Limits, error) {
	return call[Limits](ctx, g.c, http.MethodGet, "/me/limits", nil, nil, false)
}

// BrandsService holds operations. What is watched. The profile is the basis on which prompts are generated.
type BrandsService struct{ c *Client }

// BrandsListQuery narrows BrandsService.List; a zero field is not sent.
type BrandsListQuery struct {
	Page     int // Which page, counted from 1; 1 when only `page_size` is sent. Without both the list is whole.
	PageSize int // How many items a page holds; 20 when only `page` is sent. Without both the list is whole.
}

func (q BrandsListQuery) values() url.Values {
	v := url.Values{}
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List brands.
func (g BrandsService) List(ctx context.Context, query BrandsListQuery) (BrandList, error) {
	return call[BrandList](ctx, g.c, http.MethodGet, "/geo/brands", query.values(), nil, false)
}

// All goes through all pages of List.
func (g BrandsService) All(ctx context.Context, query BrandsListQuery) iter.Seq2[Brand, error] {
	return pages(func(page, size int) ([]Brand, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, query)
		return list.Items, list.Total, err
	})
}

// Create: Create a brand.
func (g BrandsService) Create(ctx context.Context, body BrandCreate) (Brand, error) {
	return call[Brand](ctx, g.c, http.MethodPost, "/geo/brands", nil, body, false)
}

// Get: Read a brand.
func (g BrandsService) Get(ctx context.Context, brandID string) (Brand, error) {
	return call[Brand](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID), nil, nil, false)
}

// Update: Change a brand.
func (g BrandsService) Update(ctx context.Context, brandID string, body BrandUpdate) (BrandUpdated, error) {
	return call[BrandUpdated](ctx, g.c, http.MethodPatch, "/geo/brands/"+url.PathEscape(brandID), nil, body, false)
}

// ListAnnotations: List annotations.
func (g BrandsService) ListAnnotations(ctx context.Context, brandID string) (AnnotationList, error) {
	return call[AnnotationList](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/annotations", nil, nil, false)
}

// CreateAnnotation: Annotate a day.
func (g BrandsService) CreateAnnotation(ctx context.Context, brandID string, body AnnotationCreate) (Annotation, error) {
	body.BrandID = brandID
	return call[Annotation](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/annotations", nil, body, false)
}

// DeleteAnnotation: Delete an annotation.
func (g BrandsService) DeleteAnnotation(ctx context.Context, annotationID string) (Deleted, error) {
	return call[Deleted](ctx, g.c, http.MethodDelete, "/geo/annotations/"+url.PathEscape(annotationID), nil, nil, false)
}

// TopicsService holds operations. Groups of prompts.
type TopicsService struct{ c *Client }

// TopicsListQuery narrows TopicsService.List; a zero field is not sent.
type TopicsListQuery struct {
	Page     int // Which page, counted from 1; 1 when only `page_size` is sent. Without both the list is whole.
	PageSize int // How many items a page holds; 20 when only `page` is sent. Without both the list is whole.
}

func (q TopicsListQuery) values() url.Values {
	v := url.Values{}
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List topics.
func (g TopicsService) List(ctx context.Context, brandID string, query TopicsListQuery) (TopicList, error) {
	return call[TopicList](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/topics", query.values(), nil, false)
}

// All goes through all pages of List.
func (g TopicsService) All(ctx context.Context, brandID string, query TopicsListQuery) iter.Seq2[Topic, error] {
	return pages(func(page, size int) ([]Topic, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, brandID, query)
		return list.Items, list.Total, err
	})
}

// Create: Create a topic.
func (g TopicsService) Create(ctx context.Context, brandID string, body TopicCreate) (Topic, error) {
	body.BrandID = brandID
	return call[Topic](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/topics", nil, body, false)
}

// Get: Read a topic.
func (g TopicsService) Get(ctx context.Context, topicID string) (Topic, error) {
	return call[Topic](ctx, g.c, http.MethodGet, "/geo/topics/"+url.PathEscape(topicID), nil, nil, false)
}

// Update: Change a topic.
func (g TopicsService) Update(ctx context.Context, topicID string, body TopicUpdate) (Topic, error) {
	return call[Topic](ctx, g.c, http.MethodPatch, "/geo/topics/"+url.PathEscape(topicID), nil, body, false)
}

// Delete: Delete a topic.
func (g TopicsService) Delete(ctx context.Context, topicID string) (Deleted, error) {
	return call[Deleted](ctx, g.c, http.MethodDelete, "/geo/topics/"+url.PathEscape(topicID), nil, nil, false)
}

// CampaignsService holds operations. What publishing is meant to change, declared beforehand, and what it changed.
type CampaignsService struct{ c *Client }

// CampaignsListQuery narrows CampaignsService.List; a zero field is not sent.
type CampaignsListQuery struct {
	BrandID  string // The campaigns of this brand alone.
	Page     int    // Which page, counted from 1.
	PageSize int    // How many items a page holds.
}

func (q CampaignsListQuery) values() url.Values {
	v := url.Values{}
	put(v, "brand_id", q.BrandID)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List campaigns.
func (g CampaignsService) List(ctx context.Context, query CampaignsListQuery) (CampaignPage, error) {
	return call[CampaignPage](ctx, g.c, http.MethodGet, "/geo/campaigns", query.values(), nil, false)
}

// All goes through all pages of List.
func (g CampaignsService) All(ctx context.Context, query CampaignsListQuery) iter.Seq2[Campaign, error] {
	return pages(func(page, size int) ([]Campaign, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, query)
		return list.Items, list.Total, err
	})
}

// Create: Declare a campaign.
func (g CampaignsService) Create(ctx context.Context, body CampaignCreate) (Campaign, error) {
	return call[Campaign](ctx, g.c, http.MethodPost, "/geo/campaigns", nil, body, false)
}

// Get: Read a campaign and what it changed.
func (g CampaignsService) Get(ctx context.Context, campaignID string) (CampaignEffect, error) {
	return call[CampaignEffect](ctx, g.c, http.MethodGet, "/geo/campaigns/"+url.PathEscape(campaignID), nil, nil, false)
}

// End: End a campaign.
func (g CampaignsService) End(ctx context.Context, campaignID string) (Campaign, error) {
	return call[Campaign](ctx, g.c, http.MethodPost, "/geo/campaigns/"+url.PathEscape(campaignID)+"/end", nil, nil, false)
}

// PromptsService holds operations. Questions that are put to the assistants; an `active` one is enabled.
type PromptsService struct{ c *Client }

// PromptsListQuery narrows PromptsService.List; a zero field is not sent.
type PromptsListQuery struct {
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Status   string   // Only prompts of this status: active, suggested or archived. An unknown one gives an empty list.
	Page     int      // Which page, counted from 1; 1 when only `page_size` is sent. Without both the list is whole.
	PageSize int      // How many items a page holds; 20 when only `page` is sent. Without both the list is whole.
}

func (q PromptsListQuery) values() url.Values {
	v := url.Values{}
	put(v, "topic_id", q.TopicID)
	put(v, "status", q.Status)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List prompts.
func (g PromptsService) List(ctx context.Context, brandID string, query PromptsListQuery) (PromptList, error) {
	return call[PromptList](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/prompts", query.values(), nil, false)
}

// All goes through all pages of List.
func (g PromptsService) All(ctx context.Context, brandID string, query PromptsListQuery) iter.Seq2[Prompt, error] {
	return pages(func(page, size int) ([]Prompt, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, brandID, query)
		return list.Items, list.Total, err
	})
}

// Create: Create a prompt.
func (g PromptsService) Create(ctx context.Context, brandID string, body PromptCreate) (Prompt, error) {
	body.BrandID = brandID
	return call[Prompt](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/prompts", nil, body, false)
}

// Set: Change the status of several prompts.
func (g PromptsService) Set(ctx context.Context, brandID string, body PromptsStatus) (ChangedPrompts, error) {
	return call[ChangedPrompts](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/prompts/status", nil, body, false)
}

// DeleteMany: Delete several prompts.
func (g PromptsService) DeleteMany(ctx context.Context, brandID string, body PromptsDelete) (DeletedList, error) {
	return call[DeletedList](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/prompts/delete", nil, body, false)
}

// Get: Read a prompt.
func (g PromptsService) Get(ctx context.Context, promptID string) (Prompt, error) {
	return call[Prompt](ctx, g.c, http.MethodGet, "/geo/prompts/"+url.PathEscape(promptID), nil, nil, false)
}

// Update: Change a prompt.
func (g PromptsService) Update(ctx context.Context, promptID string, body PromptUpdate) (Prompt, error) {
	return call[Prompt](ctx, g.c, http.MethodPatch, "/geo/prompts/"+url.PathEscape(promptID), nil, body, false)
}

// Delete: Delete a prompt.
func (g PromptsService) Delete(ctx context.Context, promptID string) (Deleted, error) {
	return call[Deleted](ctx, g.c, http.MethodDelete, "/geo/prompts/"+url.PathEscape(promptID), nil, nil, false)
}

// CompetitorsService holds operations. Names that are compared with the brand.
type CompetitorsService struct{ c *Client }

// CompetitorsListQuery narrows CompetitorsService.List; a zero field is not sent.
type CompetitorsListQuery struct {
	Page     int // Which page, counted from 1; 1 when only `page_size` is sent. Without both the list is whole.
	PageSize int // How many items a page holds; 20 when only `page` is sent. Without both the list is whole.
}

func (q CompetitorsListQuery) values() url.Values {
	v := url.Values{}
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List competitors.
func (g CompetitorsService) List(ctx context.Context, brandID string, query CompetitorsListQuery) (CompetitorList, error) {
	return call[CompetitorList](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/competitors", query.values(), nil, false)
}

// All goes through all pages of List.
func (g CompetitorsService) All(ctx context.Context, brandID string, query CompetitorsListQuery) iter.Seq2[Competitor, error] {
	return pages(func(page, size int) ([]Competitor, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, brandID, query)
		return list.Items, list.Total, err
	})
}

// Create: Create a competitor.
func (g CompetitorsService) Create(ctx context.Context, brandID string, body CompetitorCreate) (Competitor, error) {
	body.BrandID = brandID
	return call[Competitor](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/competitors", nil, body, false)
}

// DeleteMany: Delete several competitors.
func (g CompetitorsService) DeleteMany(ctx context.Context, brandID string, body CompetitorsDelete) (DeletedList, error) {
	return call[DeletedList](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/competitors/delete", nil, body, false)
}

// Get: Read a competitor.
func (g CompetitorsService) Get(ctx context.Context, competitorID string) (Competitor, error) {
	return call[Competitor](ctx, g.c, http.MethodGet, "/geo/competitors/"+url.PathEscape(competitorID), nil, nil, false)
}

// Update: Change a competitor.
func (g CompetitorsService) Update(ctx context.Context, competitorID string, body CompetitorUpdate) (Competitor, error) {
	return call[Competitor](ctx, g.c, http.MethodPatch, "/geo/competitors/"+url.PathEscape(competitorID), nil, body, false)
}

// Delete: Delete a competitor.
func (g CompetitorsService) Delete(ctx context.Context, competitorID string) (Deleted, error) {
	return call[Deleted](ctx, g.c, http.MethodDelete, "/geo/competitors/"+url.PathEscape(competitorID), nil, nil, false)
}

// FactsService holds operations. What is true of a brand, against which texts are held.
type FactsService struct{ c *Client }

// FactsListQuery narrows FactsService.List; a zero field is not sent.
type FactsListQuery struct {
	Status   string // Only facts in this status; an unknown one lists nothing.
	Q        string // Only facts that hold this text in statement, subject, attribute or value.
	Page     int    // Which page, counted from 1.
	PageSize int    // How many items a page holds.
}

func (q FactsListQuery) values() url.Values {
	v := url.Values{}
	put(v, "status", q.Status)
	put(v, "q", q.Q)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List facts.
func (g FactsService) List(ctx context.Context, brandID string, query FactsListQuery) (FactPage, error) {
	return call[FactPage](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/facts", query.values(), nil, false)
}

// All goes through all pages of List.
func (g FactsService) All(ctx context.Context, brandID string, query FactsListQuery) iter.Seq2[Fact, error] {
	return pages(func(page, size int) ([]Fact, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, brandID, query)
		return list.Items, list.Total, err
	})
}

// Create: Create a fact.
func (g FactsService) Create(ctx context.Context, brandID string, body FactCreate) (Fact, error) {
	body.BrandID = brandID
	return call[Fact](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/facts", nil, body, false)
}

// Get: Read a fact.
func (g FactsService) Get(ctx context.Context, factID string) (Fact, error) {
	return call[Fact](ctx, g.c, http.MethodGet, "/geo/facts/"+url.PathEscape(factID), nil, nil, false)
}

// Update: Change a fact.
func (g FactsService) Update(ctx context.Context, factID string, body FactUpdate) (Fact, error) {
	return call[Fact](ctx, g.c, http.MethodPatch, "/geo/facts/"+url.PathEscape(factID), nil, body, false)
}

// Delete: Delete a fact.
func (g FactsService) Delete(ctx context.Context, factID string) (Deleted, error) {
	return call[Deleted](ctx, g.c, http.MethodDelete, "/geo/facts/"+url.PathEscape(factID), nil, nil, false)
}

// FactHistory: History of a fact.
func (g FactsService) FactHistory(ctx context.Context, factID string) (FactHistory, error) {
	return call[FactHistory](ctx, g.c, http.MethodGet, "/geo/facts/"+url.PathEscape(factID)+"/history", nil, nil, false)
}

// GenerationService holds operations. Drafting topics, prompts and competitors from the brand profile, in the background.
type GenerationService struct{ c *Client }

// Start: Generate topics and prompts.
func (g GenerationService) Start(ctx context.Context, brandID string, body GenerationCreate) (GenerationAccepted, error) {
	return call[GenerationAccepted](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/generate", nil, body, true)
}

// Get: Read the generation status.
func (g GenerationService) Get(ctx context.Context, brandID string) (Generation, error) {
	return call[Generation](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/generate", nil, nil, false)
}

// StartDraft: Draft an article for an opportunity.
func (g GenerationService) StartDraft(ctx context.Context, brandID string, body DraftCreate) (Draft, error) {
	return call[Draft](ctx, g.c, http.MethodPost, "/geo/brands/"+url.PathEscape(brandID)+"/drafts", nil, body, true)
}

// GenerationListDraftsQuery narrows GenerationService.ListDrafts; a zero field is not sent.
type GenerationListDraftsQuery struct {
	Page     int // Which page, counted from 1.
	PageSize int // How many items a page holds.
}

func (q GenerationListDraftsQuery) values() url.Values {
	v := url.Values{}
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// ListDrafts: List drafts.
func (g GenerationService) ListDrafts(ctx context.Context, brandID string, query GenerationListDraftsQuery) (DraftList, error) {
	return call[DraftList](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/drafts", query.values(), nil, false)
}

// AllDrafts goes through all pages of ListDrafts.
func (g GenerationService) AllDrafts(ctx context.Context, brandID string, query GenerationListDraftsQuery) iter.Seq2[Draft, error] {
	return pages(func(page, size int) ([]Draft, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.ListDrafts(ctx, brandID, query)
		return list.Items, list.Total, err
	})
}

// RunsService holds operations. Putting the enabled prompts to the platforms, and the answers.
type RunsService struct{ c *Client }

// RunsListQuery narrows RunsService.List; a zero field is not sent.
type RunsListQuery struct {
	Page     int // Which page, counted from 1.
	PageSize int // How many items a page holds.
}

func (q RunsListQuery) values() url.Values {
	v := url.Values{}
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List the runs of a brand.
func (g RunsService) List(ctx context.Context, brandID string, query RunsListQuery) (RunPage, error) {
	return call[RunPage](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/runs", query.values(), nil, false)
}

// All goes through all pages of List.
func (g RunsService) All(ctx context.Context, brandID string, query RunsListQuery) iter.Seq2[Run, error] {
	return pages(func(page, size int) ([]Run, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, brandID, query)
		return list.Items, list.Total, err
	})
}

// RunsCostQuery narrows RunsService.Cost; a zero field is not sent.
type RunsCostQuery struct {
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	Mode     string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Samples  int      // How often each prompt is asked on each platform.
}

func (q RunsCostQuery) values() url.Values {
	v := url.Values{}
	put(v, "platform", q.Platform)
	put(v, "mode", q.Mode)
	put(v, "samples", q.Samples)
	return v
}

// Cost: Foretell what asking costs.
func (g RunsService) Cost(ctx context.Context, brandID string, query RunsCostQuery) (Costs, error) {
	return call[Costs](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/cost", query.values(), nil, false)
}

// Start: Start a run.
func (g RunsService) Start(ctx context.Context, body RunCreate) (RunCreated, error) {
	return call[RunCreated](ctx, g.c, http.MethodPost, "/geo/runs", nil, body, true)
}

// RunsGetQuery narrows RunsService.Get; a zero field is not sent.
type RunsGetQuery struct {
	Wait int // Answer as soon as the progress has changed, at the latest after so many seconds; it counts as one request. Without it, or when the run has ended, the answer comes at once, and so it does while 20 requests of the key wait already.
}

func (q RunsGetQuery) values() url.Values {
	v := url.Values{}
	put(v, "wait", q.Wait)
	return v
}

// Get: Read the progress of a run.
func (g RunsService) Get(ctx context.Context, runID string, query RunsGetQuery) (Run, error) {
	return call[Run](ctx, g.c, http.MethodGet, "/geo/runs/"+url.PathEscape(runID), query.values(), nil, false)
}

// RunsListAnswersQuery narrows RunsService.ListAnswers; a zero field is not sent.
type RunsListAnswersQuery struct {
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	PromptID []string // Only these prompts; repeat the name for several. A value that is a prompt neither of the brand nor of the run narrows nothing.
	Page     int      // Which page, counted from 1.
	PageSize int      // How many items a page holds.
}

func (q RunsListAnswersQuery) values() url.Values {
	v := url.Values{}
	put(v, "platform", q.Platform)
	put(v, "prompt_id", q.PromptID)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// ListAnswers: List the answers of a run.
func (g RunsService) ListAnswers(ctx context.Context, runID string, query RunsListAnswersQuery) (AnswerPage, error) {
	return call[AnswerPage](ctx, g.c, http.MethodGet, "/geo/runs/"+url.PathEscape(runID)+"/answers", query.values(), nil, false)
}

// AllAnswers goes through all pages of ListAnswers.
func (g RunsService) AllAnswers(ctx context.Context, runID string, query RunsListAnswersQuery) iter.Seq2[Answer, error] {
	return pages(func(page, size int) ([]Answer, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.ListAnswers(ctx, runID, query)
		return list.Items, list.Total, err
	})
}

// Cancel: Cancel a run.
func (g RunsService) Cancel(ctx context.Context, runID string) (Run, error) {
	return call[Run](ctx, g.c, http.MethodPost, "/geo/runs/"+url.PathEscape(runID)+"/cancel", nil, nil, false)
}

// AnalysesService holds operations. What the answers mean: overview, visibility, sentiment, citations.
type AnalysesService struct{ c *Client }

// AnalysesOverviewQuery narrows AnalysesService.Overview; a zero field is not sent.
type AnalysesOverviewQuery struct {
	From     string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To       string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Mode     string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Surface  string   // Only answers that were given there; `api`, the assistants' interface for programs, when it is absent. Figures of different surfaces are never added up.
}

func (q AnalysesOverviewQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	put(v, "mode", q.Mode)
	put(v, "surface", q.Surface)
	return v
}

// Overview: Overview.
func (g AnalysesService) Overview(ctx context.Context, brandID string, query AnalysesOverviewQuery) (Overview, error) {
	return call[Overview](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/overview", query.values(), nil, false)
}

// AnalysesVisibilityQuery narrows AnalysesService.Visibility; a zero field is not sent.
type AnalysesVisibilityQuery struct {
	From     string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To       string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Mode     string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Surface  string   // Only answers that were given there; `api`, the assistants' interface for programs, when it is absent. Figures of different surfaces are never added up.
}

func (q AnalysesVisibilityQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	put(v, "mode", q.Mode)
	put(v, "surface", q.Surface)
	return v
}

// Visibility: Visibility per prompt and platform.
func (g AnalysesService) Visibility(ctx context.Context, brandID string, query AnalysesVisibilityQuery) (Visibility, error) {
	return call[Visibility](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/visibility", query.values(), nil, false)
}

// AnalysesSamplingQuery narrows AnalysesService.Sampling; a zero field is not sent.
type AnalysesSamplingQuery struct {
	From      string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To        string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform  []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID   []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Mode      string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Surface   string   // Only answers that were given there; `api`, the assistants' interface for programs, when it is absent. Figures of different surfaces are never added up.
	Precision float64  // Wanted half width of the 95 % interval of the visibility.
	Change    float64  // Change of the visibility that is to be seen with 80 % power between two periods.
	Target    float64  // Rate that each prompt on each platform is held against; the visibility as it is when absent.
}

func (q AnalysesSamplingQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	put(v, "mode", q.Mode)
	put(v, "surface", q.Surface)
	put(v, "precision", q.Precision)
	put(v, "change", q.Change)
	put(v, "target", q.Target)
	return v
}

// Sampling: What the data can tell, and what it takes to tell more.
func (g AnalysesService) Sampling(ctx context.Context, brandID string, query AnalysesSamplingQuery) (Sampling, error) {
	return call[Sampling](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/sampling", query.values(), nil, false)
}

// AnalysesSentimentQuery narrows AnalysesService.Sentiment; a zero field is not sent.
type AnalysesSentimentQuery struct {
	From     string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To       string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Mode     string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Surface  string   // Only answers that were given there; `api`, the assistants' interface for programs, when it is absent. Figures of different surfaces are never added up.
}

func (q AnalysesSentimentQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	put(v, "mode", q.Mode)
	put(v, "surface", q.Surface)
	return v
}

// Sentiment: Sentiment.
func (g AnalysesService) Sentiment(ctx context.Context, brandID string, query AnalysesSentimentQuery) (Sentiment, error) {
	return call[Sentiment](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/sentiment", query.values(), nil, false)
}

// AnalysesAccuracyQuery narrows AnalysesService.Accuracy; a zero field is not sent.
type AnalysesAccuracyQuery struct {
	From     string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To       string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Mode     string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Surface  string   // Only answers that were given there; `api`, the assistants' interface for programs, when it is absent. Figures of different surfaces are never added up.
	FactID   string   // Only contradictions of this fact.
	Judge    string   // Whose contradictions are listed: those that rules found, or those of a configured model.
	Page     int      // Which page, counted from 1.
	PageSize int      // How many items a page holds.
}

func (q AnalysesAccuracyQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	put(v, "mode", q.Mode)
	put(v, "surface", q.Surface)
	put(v, "fact_id", q.FactID)
	put(v, "judge", q.Judge)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// Accuracy: Accuracy.
func (g AnalysesService) Accuracy(ctx context.Context, brandID string, query AnalysesAccuracyQuery) (Accuracy, error) {
	return call[Accuracy](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/accuracy", query.values(), nil, false)
}

// AnalysesCitationsQuery narrows AnalysesService.Citations; a zero field is not sent.
type AnalysesCitationsQuery struct {
	From     string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To       string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Mode     string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Surface  string   // Only answers that were given there; `api`, the assistants' interface for programs, when it is absent. Figures of different surfaces are never added up.
}

func (q AnalysesCitationsQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	put(v, "mode", q.Mode)
	put(v, "surface", q.Surface)
	return v
}

// Citations: Citation sources.
func (g AnalysesService) Citations(ctx context.Context, brandID string, query AnalysesCitationsQuery) (Citations, error) {
	return call[Citations](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/citations", query.values(), nil, false)
}

// AnalysesExportTableQuery narrows AnalysesService.ExportTable; a zero field is not sent.
type AnalysesExportTableQuery struct {
	Format BulkFormat // The form: JSON lines, CSV for spreadsheets, or Parquet; JSON lines when it is absent.
	From   string     // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To     string     // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
}

func (q AnalysesExportTableQuery) values() url.Values {
	v := url.Values{}
	put(v, "format", q.Format)
	put(v, "from", q.From)
	put(v, "to", q.To)
	return v
}

// ExportTable: Bulk data. Close what it returns.
func (g AnalysesService) ExportTable(ctx context.Context, brandID string, table BulkTable, query AnalysesExportTableQuery) (*Download, error) {
	return download(ctx, g.c, "/geo/brands/"+url.PathEscape(brandID)+"/export/"+url.PathEscape(string(table)), query.values())
}

// AnalysesSearchesQuery narrows AnalysesService.Searches; a zero field is not sent.
type AnalysesSearchesQuery struct {
	From     string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To       string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Mode     string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Surface  string   // Only answers that were given there; `api`, the assistants' interface for programs, when it is absent. Figures of different surfaces are never added up.
}

func (q AnalysesSearchesQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	put(v, "mode", q.Mode)
	put(v, "surface", q.Surface)
	return v
}

// Searches: What assistants searched for.
func (g AnalysesService) Searches(ctx context.Context, brandID string, query AnalysesSearchesQuery) (Searches, error) {
	return call[Searches](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/searches", query.values(), nil, false)
}

// AnalysesOpportunitiesQuery narrows AnalysesService.Opportunities; a zero field is not sent.
type AnalysesOpportunitiesQuery struct {
	From     string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To       string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
	Mode     string   // Only answers that were asked in this mode; `search` when it is absent. Figures of different modes are never added up.
	Surface  string   // Only answers that were given there; `api`, the assistants' interface for programs, when it is absent. Figures of different surfaces are never added up.
	Action   []string // write, place, ask, refresh or correct; may be repeated. An unknown one narrows nothing.
	Sort     string   // gain, or certain for the lower end of its interval. An unknown one is the default.
}

func (q AnalysesOpportunitiesQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	put(v, "mode", q.Mode)
	put(v, "surface", q.Surface)
	put(v, "action", q.Action)
	put(v, "sort", q.Sort)
	return v
}

// Opportunities: Where something can be won.
func (g AnalysesService) Opportunities(ctx context.Context, brandID string, query AnalysesOpportunitiesQuery) (Opportunities, error) {
	return call[Opportunities](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/opportunities", query.values(), nil, false)
}

// AnalysesSurfacesQuery narrows AnalysesService.Surfaces; a zero field is not sent.
type AnalysesSurfacesQuery struct {
	From     string   // First Beijing day; without it, 30 days up to `to`. Not after `to`; the period has at most 1,100 days.
	To       string   // Last Beijing day, included; without it, today. Not before `from`; the period has at most 1,100 days.
	Platform []string // Only these platforms; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	TopicID  []string // Only prompts of these topics; repeat the name for several. A value that is not a topic of the brand narrows nothing.
}

func (q AnalysesSurfacesQuery) values() url.Values {
	v := url.Values{}
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "platform", q.Platform)
	put(v, "topic_id", q.TopicID)
	return v
}

// Surfaces: Agreement of interface and app.
func (g AnalysesService) Surfaces(ctx context.Context, brandID string, query AnalysesSurfacesQuery) (Surfaces, error) {
	return call[Surfaces](ctx, g.c, http.MethodGet, "/geo/brands/"+url.PathEscape(brandID)+"/surfaces", query.values(), nil, false)
}

// MediaService holds operations. The catalogue of outlets.
type MediaService struct{ c *Client }

// Channels: Filter dictionary.
func (g MediaService) Channels(ctx context.Context) (Channels, error) {
	return call[Channels](ctx, g.c, http.MethodGet, "/media/channels", nil, nil, false)
}

// MediaListQuery narrows MediaService.List; a zero field is not sent.
type MediaListQuery struct {
	MediaType        []string    // news, wemedia, short_video, overseas; may be repeated, as all filters marked so.
	ContentType      ContentType // Closed: another value is refused.
	Q                string      // Searched for in name, domain, channel and account name, whatever the case and width of characters.
	Industry         []string    // Value of the dictionary; may be repeated.
	Region           []string    // Value of the dictionary; may be repeated.
	Platform         []string    // Value of the dictionary; may be repeated.
	Portal           []string    // Value of the dictionary; may be repeated.
	Level            []string    // Value of the dictionary; may be repeated.
	Language         []string    // Value of the dictionary; may be repeated.
	Country          []string    // Value of the dictionary; may be repeated.
	PriceTier        []string    // Key of a price tier; may be repeated.
	MinPrice         int         // Points, included.
	MaxPrice         int         // Points, included.
	MinWeight        int         // Lowest `authority.pc_weight`.
	MinFollowers     int         // Lowest `audience.followers`.
	MaxDeliveryHours float64     // Highest `delivery.average_hours`.
	MinSuccessRate   float64     // Lowest `delivery.success_rate`.
	Weekend          string      // `true`: publishes at weekends; `false`: does not.
	Links            string      // `true`: links allowed; `false`: not allowed.
	Recommended      string      // `true` or `false`.
	Page             int         // Which page, counted from 1.
	PageSize         int         // How many items a page holds.
	Sort             string      // recommended, price_asc, price_desc, citations_desc, effect_desc, success_rate_desc, delivery_asc, followers_desc, weight_desc or newest; ties by id. An unknown one is the default.
}

func (q MediaListQuery) values() url.Values {
	v := url.Values{}
	put(v, "media_type", q.MediaType)
	put(v, "content_type", q.ContentType)
	put(v, "q", q.Q)
	put(v, "industry", q.Industry)
	put(v, "region", q.Region)
	put(v, "platform", q.Platform)
	put(v, "portal", q.Portal)
	put(v, "level", q.Level)
	put(v, "language", q.Language)
	put(v, "country", q.Country)
	put(v, "price_tier", q.PriceTier)
	put(v, "min_price", q.MinPrice)
	put(v, "max_price", q.MaxPrice)
	put(v, "min_weight", q.MinWeight)
	put(v, "min_followers", q.MinFollowers)
	put(v, "max_delivery_hours", q.MaxDeliveryHours)
	put(v, "min_success_rate", q.MinSuccessRate)
	put(v, "weekend", q.Weekend)
	put(v, "links", q.Links)
	put(v, "recommended", q.Recommended)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	put(v, "sort", q.Sort)
	return v
}

// List: List media.
func (g MediaService) List(ctx context.Context, query MediaListQuery) (MediaPage, error) {
	return call[MediaPage](ctx, g.c, http.MethodGet, "/media", query.values(), nil, false)
}

// All goes through all pages of List.
func (g MediaService) All(ctx context.Context, query MediaListQuery) iter.Seq2[Media, error] {
	return pages(func(page, size int) ([]Media, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, query)
		return list.Items, list.Total, err
	})
}

// Get: Read a media item.
func (g MediaService) Get(ctx context.Context, mediaID string) (Media, error) {
	return call[Media](ctx, g.c, http.MethodGet, "/media/"+url.PathEscape(mediaID), nil, nil, false)
}

// ContentsService holds operations. What is to be published.
type ContentsService struct{ c *Client }

// ContentsListQuery narrows ContentsService.List; a zero field is not sent.
type ContentsListQuery struct {
	BrandID  string // Those of this brand alone; `none` is those of no brand. A brand that does not exist has none.
	Page     int    // Which page, counted from 1.
	PageSize int    // How many items a page holds.
}

func (q ContentsListQuery) values() url.Values {
	v := url.Values{}
	put(v, "brand_id", q.BrandID)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List contents.
func (g ContentsService) List(ctx context.Context, query ContentsListQuery) (ContentPage, error) {
	return call[ContentPage](ctx, g.c, http.MethodGet, "/media/contents", query.values(), nil, false)
}

// All goes through all pages of List.
func (g ContentsService) All(ctx context.Context, query ContentsListQuery) iter.Seq2[Content, error] {
	return pages(func(page, size int) ([]Content, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, query)
		return list.Items, list.Total, err
	})
}

// Create: Create a content.
func (g ContentsService) Create(ctx context.Context, body ContentCreate) (Content, error) {
	return call[Content](ctx, g.c, http.MethodPost, "/media/contents", nil, body, false)
}

// Get: Read a content.
func (g ContentsService) Get(ctx context.Context, contentID string) (Content, error) {
	return call[Content](ctx, g.c, http.MethodGet, "/media/contents/"+url.PathEscape(contentID), nil, nil, false)
}

// Update: Change a content.
func (g ContentsService) Update(ctx context.Context, contentID string, body ContentUpdate) (Content, error) {
	return call[Content](ctx, g.c, http.MethodPatch, "/media/contents/"+url.PathEscape(contentID), nil, body, false)
}

// Delete: Delete a content.
func (g ContentsService) Delete(ctx context.Context, contentID string) (Deleted, error) {
	return call[Deleted](ctx, g.c, http.MethodDelete, "/media/contents/"+url.PathEscape(contentID), nil, nil, false)
}

// Inspect: Check a content before it is ordered.
func (g ContentsService) Inspect(ctx context.Context, contentID string) (Inspection, error) {
	return call[Inspection](ctx, g.c, http.MethodGet, "/media/contents/"+url.PathEscape(contentID)+"/inspection", nil, nil, false)
}

// OrdersService holds operations. One content at one outlet each.
type OrdersService struct{ c *Client }

// OrdersListQuery narrows OrdersService.List; a zero field is not sent.
type OrdersListQuery struct {
	Status    []string // Only these statuses; repeat the name for several. A value that is not known (a comma-joined one is such a value) narrows nothing; `filters` in the answer echoes what was applied.
	MediaID   []string // Only orders at these media; may be repeated. An id that is none narrows nothing.
	ContentID []string // Only orders of these contents; may be repeated. An id that is none narrows nothing.
	ID        []string // Only these orders; may be repeated. An id that is none narrows nothing.
	BrandID   string   // Those of this brand alone; `none` is those of no brand. A brand that does not exist has none.
	From      string   // First Beijing day of submission.
	To        string   // Last Beijing day of submission, included.
	Page      int      // Which page, counted from 1.
	PageSize  int      // How many items a page holds.
}

func (q OrdersListQuery) values() url.Values {
	v := url.Values{}
	put(v, "status", q.Status)
	put(v, "media_id", q.MediaID)
	put(v, "content_id", q.ContentID)
	put(v, "id", q.ID)
	put(v, "brand_id", q.BrandID)
	put(v, "from", q.From)
	put(v, "to", q.To)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// List: List orders.
func (g OrdersService) List(ctx context.Context, query OrdersListQuery) (OrderPage, error) {
	return call[OrderPage](ctx, g.c, http.MethodGet, "/media/orders", query.values(), nil, false)
}

// All goes through all pages of List.
func (g OrdersService) All(ctx context.Context, query OrdersListQuery) iter.Seq2[Order, error] {
	return pages(func(page, size int) ([]Order, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.List(ctx, query)
		return list.Items, list.Total, err
	})
}

// Create: Submit orders.
func (g OrdersService) Create(ctx context.Context, body OrderCreate) (OrdersCreated, error) {
	return call[OrdersCreated](ctx, g.c, http.MethodPost, "/media/orders", nil, body, true)
}

// Get: Read an order.
func (g OrdersService) Get(ctx context.Context, orderID string) (Order, error) {
	return call[Order](ctx, g.c, http.MethodGet, "/media/orders/"+url.PathEscape(orderID), nil, nil, false)
}

// Withdraw: Withdraw an order.
func (g OrdersService) Withdraw(ctx context.Context, orderID string) (Order, error) {
	return call[Order](ctx, g.c, http.MethodDelete, "/media/orders/"+url.PathEscape(orderID), nil, nil, false)
}

// Resubmit: Resubmit an order.
func (g OrdersService) Resubmit(ctx context.Context, orderID string) (Order, error) {
	return call[Order](ctx, g.c, http.MethodPost, "/media/orders/"+url.PathEscape(orderID)+"/resubmit", nil, nil, false)
}

// PointsService holds operations. What publishing costs.
type PointsService struct{ c *Client }

// PublishQuota: Points of the current cycle.
func (g PointsService) PublishQuota(ctx context.Context) (PublishQuota, error) {
	return call[PublishQuota](ctx, g.c, http.MethodGet, "/media/publish-quota", nil, nil, false)
}

// PointsListPointsRecordsQuery narrows PointsService.ListPointsRecords; a zero field is not sent.
type PointsListPointsRecordsQuery struct {
	Page     int // Which page, counted from 1.
	PageSize int // How many items a page holds.
}

func (q PointsListPointsRecordsQuery) values() url.Values {
	v := url.Values{}
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// ListPointsRecords: List points records.
func (g PointsService) ListPointsRecords(ctx context.Context, query PointsListPointsRecordsQuery) (PointsRecordPage, error) {
	return call[PointsRecordPage](ctx, g.c, http.MethodGet, "/media/points-records", query.values(), nil, false)
}

// AllPointsRecords goes through all pages of ListPointsRecords.
func (g PointsService) AllPointsRecords(ctx context.Context, query PointsListPointsRecordsQuery) iter.Seq2[PointsRecord, error] {
	return pages(func(page, size int) ([]PointsRecord, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.ListPointsRecords(ctx, query)
		return list.Items, list.Total, err
	})
}

// EventsService holds operations. What happened, told to webhooks, group-chat bots and mailboxes.
type EventsService struct{ c *Client }

// ListEndpoints: List endpoints.
func (g EventsService) ListEndpoints(ctx context.Context) (EndpointList, error) {
	return call[EndpointList](ctx, g.c, http.MethodGet, "/events/endpoints", nil, nil, false)
}

// CreateEndpoint: Create an endpoint.
func (g EventsService) CreateEndpoint(ctx context.Context, body EndpointCreate) (EndpointMade, error) {
	return call[EndpointMade](ctx, g.c, http.MethodPost, "/events/endpoints", nil, body, false)
}

// Endpoint: Read an endpoint.
func (g EventsService) Endpoint(ctx context.Context, endpointID string) (Endpoint, error) {
	return call[Endpoint](ctx, g.c, http.MethodGet, "/events/endpoints/"+url.PathEscape(endpointID), nil, nil, false)
}

// UpdateEndpoint: Change an endpoint.
func (g EventsService) UpdateEndpoint(ctx context.Context, endpointID string, body EndpointUpdate) (Endpoint, error) {
	return call[Endpoint](ctx, g.c, http.MethodPatch, "/events/endpoints/"+url.PathEscape(endpointID), nil, body, false)
}

// DeleteEndpoint: Delete an endpoint.
func (g EventsService) DeleteEndpoint(ctx context.Context, endpointID string) (Deleted, error) {
	return call[Deleted](ctx, g.c, http.MethodDelete, "/events/endpoints/"+url.PathEscape(endpointID), nil, nil, false)
}

// RotateEndpointSecret: Give a webhook a new secret.
func (g EventsService) RotateEndpointSecret(ctx context.Context, endpointID string) (EndpointMade, error) {
	return call[EndpointMade](ctx, g.c, http.MethodPost, "/events/endpoints/"+url.PathEscape(endpointID)+"/secret", nil, nil, false)
}

// TestEndpoint: Send a test event.
func (g EventsService) TestEndpoint(ctx context.Context, endpointID string) (DeliveryDetail, error) {
	return call[DeliveryDetail](ctx, g.c, http.MethodPost, "/events/endpoints/"+url.PathEscape(endpointID)+"/test", nil, nil, false)
}

// ReplayPeriod: Send the events of a period again.
func (g EventsService) ReplayPeriod(ctx context.Context, endpointID string, body ReplayRequest) (Replay, error) {
	return call[Replay](ctx, g.c, http.MethodPost, "/events/endpoints/"+url.PathEscape(endpointID)+"/replay", nil, body, false)
}

// EventsListDeliveriesQuery narrows EventsService.ListDeliveries; a zero field is not sent.
type EventsListDeliveriesQuery struct {
	EndpointID string // Only those of this endpoint.
	Status     string // Only pending, delivered or failed ones.
	Type       string // Only events of this type.
	Page       int    // Which page, counted from 1.
	PageSize   int    // How many items a page holds.
}

func (q EventsListDeliveriesQuery) values() url.Values {
	v := url.Values{}
	put(v, "endpoint_id", q.EndpointID)
	put(v, "status", q.Status)
	put(v, "type", q.Type)
	put(v, "page", q.Page)
	put(v, "page_size", q.PageSize)
	return v
}

// ListDeliveries: List deliveries.
func (g EventsService) ListDeliveries(ctx context.Context, query EventsListDeliveriesQuery) (DeliveryPage, error) {
	return call[DeliveryPage](ctx, g.c, http.MethodGet, "/events/deliveries", query.values(), nil, false)
}

// AllDeliveries goes through all pages of ListDeliveries.
func (g EventsService) AllDeliveries(ctx context.Context, query EventsListDeliveriesQuery) iter.Seq2[Delivery, error] {
	return pages(func(page, size int) ([]Delivery, int, error) {
		query.Page, query.PageSize = page, size
		list, err := g.ListDeliveries(ctx, query)
		return list.Items, list.Total, err
	})
}

// Delivery: Read a delivery.
func (g EventsService) Delivery(ctx context.Context, deliveryID string) (DeliveryDetail, error) {
	return call[DeliveryDetail](ctx, g.c, http.MethodGet, "/events/deliveries/"+url.PathEscape(deliveryID), nil, nil, false)
}

// ReplayDelivery: Send an event again.
func (g EventsService) ReplayDelivery(ctx context.Context, deliveryID string) (DeliveryDetail, error) {
	return call[DeliveryDetail](ctx, g.c, http.MethodPost, "/events/deliveries/"+url.PathEscape(deliveryID)+"/replay", nil, nil, false)
}
