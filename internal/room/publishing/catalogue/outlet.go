package catalogue

import (
	"slices"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
)

// Type is the kind of an outlet.
type Type string

const (
	News       Type = "news"
	WeMedia    Type = "wemedia"
	ShortVideo Type = "short_video"
	Overseas   Type = "overseas"
)

// ContentType is the kind of a content.
type ContentType string

const (
	Article ContentType = "article"
	Video   ContentType = "video"
)

// Status tells whether an outlet can be ordered. A retired one is no longer listed, but can be read by its id.
type Status string

const (
	Available Status = "available"
	Paused    Status = "paused"
	Retired   Status = "retired"
)

// Adapter is how an approved order reaches an outlet.
type Adapter string

const (
	Manual  Adapter = "manual"  // an operator publishes and enters the address
	Webhook Adapter = "webhook" // a signed request to the outlet's endpoint
)

// Media is an outlet's record.
type Outlet struct {
	ID string `json:"id"`
	Fields
	Geo       Geo            `json:"geo"`
	Status    Status         `json:"status"`
	UpdatedAt timestamp.Time `json:"updated_at"`

	Key       string         `json:"-"` // by which an import knows it again
	Adapter   Adapter        `json:"-"`
	CreatedAt timestamp.Time `json:"-"`
	revision  int64          // of the catalogue, when it last changed
}

// Fields are what an operator says of an outlet. Nil is unknown.
type Fields struct {
	Name         string      `json:"name"`
	LogoURL      *string     `json:"logo_url"`
	URL          *string     `json:"url"`
	Domain       *string     `json:"domain"`
	MediaType    Type        `json:"media_type"`
	ContentTypes store.Texts `json:"content_types"`
	Portal       *string     `json:"portal"`
	Channel      *string     `json:"channel"`
	Platform     *string     `json:"platform"`
	AccountName  *string     `json:"account_name"`
	Level        *string     `json:"level"`
	Industries   store.Texts `json:"industries"`
	Region       *string     `json:"region"`
	Country      *string     `json:"country"`
	Language     *string     `json:"language"`
	Price        Price       `json:"price"`
	Indexing     Indexing    `json:"indexing"`
	Authority    Authority   `json:"authority"`
	Policy       Policy      `json:"policy"`
	Delivery     Delivery    `json:"delivery"`
	Audience     Audience    `json:"audience"`
	SampleURL    *string     `json:"sample_url"`
	Recommended  bool        `json:"recommended"`
}

// Takes tells whether contents of this type can be ordered.
func (f Fields) Takes(c ContentType) bool { return slices.Contains(f.ContentTypes, string(c)) }

// Price is what one order costs. The tier follows from the points.
type Price struct {
	Points int64  `json:"points"`
	Tier   string `json:"tier"`
}

// Indexing is how articles get into search engines.
type Indexing struct {
	Type *string  `json:"type"`
	Rate *float64 `json:"rate"` // 0 to 1
}

// Authority is how search engines weigh the outlet.
type Authority struct {
	PCWeight        *int64 `json:"pc_weight"`
	MobileWeight    *int64 `json:"mobile_weight"`
	DomainAuthority *int64 `json:"domain_authority"`
}

// Policy is what the outlet allows in an article.
type Policy struct {
	Links          *bool       `json:"links"`
	Contacts       store.Texts `json:"contacts"`
	Images         *bool       `json:"images"`
	TitleMaxLength *int64      `json:"title_max_length"` // in characters
	Notes          *string     `json:"notes"`
}

// Delivery is how fast and how surely the outlet publishes.
type Delivery struct {
	AverageHours *float64 `json:"average_hours"`
	SuccessRate  *float64 `json:"success_rate"` // 0 to 1
	Weekend      *bool    `json:"weekend"`
}

// Audience is who reads the outlet.
type Audience struct {
	Followers    *int64  `json:"followers"`
	AverageReads *int64  `json:"average_reads"`
	Verification *string `json:"verification"`
}

// geoWindow is how far back the measured figures look, in days.
const geoWindow = 30

// Geo is how often assistants cite the outlet, measured by this installation's own runs.
type Geo struct {
	Citations    int64          `json:"citations"`
	CitationRate *float64       `json:"citation_rate"` // of all citations; nil before the first measurement
	WindowDays   int            `json:"window_days"`
	ByPlatform   []PlatformGeo  `json:"by_platform"`
	Reach        *reading.Reach `json:"reach"`  // nil before the first measurement
	Effect       *Effect        `json:"effect"` // nil: too few placements to tell
}

// PlatformGeo is Geo on one platform.
type PlatformGeo struct {
	Platform     string   `json:"platform"`
	Citations    int64    `json:"citations"`
	CitationRate *float64 `json:"citation_rate"`
	Cells        int64    `json:"cells"`        // prompts on the platform whose answers cite it
	CellsCiting  int64    `json:"cells_citing"` // anything
}
