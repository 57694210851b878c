package event

// RunEnded is the data of run.finished and run.degraded.
type RunEnded struct {
	BrandID   string         `json:"brand_id"`
	Brand     string         `json:"brand"`
	RunID     string         `json:"run_id"`
	Status    string         `json:"status"`
	Trigger   string         `json:"trigger"`
	Answered  int64          `json:"answered"`
	Total     int64          `json:"total"`
	Platforms []PlatformPart `json:"platforms"`
}

// PlatformPart is a platform's part in a run.
type PlatformPart struct {
	Platform string  `json:"platform"`
	Name     string  `json:"name"`
	Status   string  `json:"status"`
	Answered int64   `json:"answered"`
	Total    int64   `json:"total"`
	Reason   *string `json:"reason"` // a code
}

// Alert is the data of alert.raised, platform.skipped and fact.contradicted. What the figures are follows from the kind.
type Alert struct {
	BrandID  string `json:"brand_id"`
	Brand    string `json:"brand"`
	AlertID  string `json:"alert_id"`
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	Figures  any    `json:"figures"`
}

// Digest is the data of digest.weekly: a brand's week against the one before.
type Digest struct {
	BrandID     string         `json:"brand_id"`
	Brand       string         `json:"brand"`
	From        string         `json:"from"` // Beijing days, both included
	To          string         `json:"to"`
	Significant bool           `json:"significant"` // something changed that is not chance
	Figures     []DigestFigure `json:"figures"`
	Runs        int64          `json:"runs"` // that were completed
	Alerts      int64          `json:"alerts"`
}

// DigestFigure is one key figure of a week, null where there were no answers.
type DigestFigure struct {
	Indicator   string   `json:"indicator"`
	Value       *float64 `json:"value"`
	Low         *float64 `json:"low"`
	High        *float64 `json:"high"`
	Denominator int64    `json:"denominator"`
	Previous    *float64 `json:"previous"`
	Significant bool     `json:"significant"`
}

// Order is the data of the events of an order, and of citation.first.
type Order struct {
	OrderID      string  `json:"order_id"`
	Status       string  `json:"status"`
	Title        string  `json:"title"`
	OutletID     string  `json:"media_id"`
	Outlet       string  `json:"media"`
	Reason       *string `json:"reason"`
	PublishedURL *string `json:"published_url"`
	Citations    int64   `json:"citations"`
}

// Campaign is the data of campaign.verdict: what was said when the promised time had passed. Difference and its interval are shares.
type Campaign struct {
	CampaignID string   `json:"campaign_id"`
	BrandID    string   `json:"brand_id"`
	Brand      string   `json:"brand"`
	Name       string   `json:"name"`
	Verdict    string   `json:"verdict"`
	Reason     *string  `json:"reason"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	Targets    int      `json:"targets"`
	Published  int      `json:"published"`
	Citations  int64    `json:"citations"`
}

// Runtime is the data of runtime.stopped: a browser that asks in a platform's app wants a person.
type Runtime struct {
	RuntimeID string `json:"runtime_id"`
	Name      string `json:"name"`
	Platform  string `json:"platform"`
	State     string `json:"state"` // login, challenge, refused or unknown_page
}
