package campaign

import (
	"context"
	"strings"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/export"
)

// bulkCampaign is a row of campaigns: what was declared, and what was said when its time had passed.
type bulkCampaign struct {
	CampaignID string   `json:"campaign_id" parquet:"campaign_id,zstd"`
	BrandID    string   `json:"brand_id" parquet:"brand_id,dict,zstd"`
	Name       string   `json:"name" parquet:"name,zstd"`
	Sentence   string   `json:"sentence" parquet:"sentence,zstd"`
	DeclaredMS int64    `json:"declared_at_ms" parquet:"declared_at_ms,timestamp(millisecond),zstd"` // UTC, as all of these
	EndedMS    *int64   `json:"ended_at_ms" parquet:"ended_at_ms,optional,timestamp(millisecond),zstd"`
	Targets    int64    `json:"targets" parquet:"targets,zstd"` // prompts
	Controls   int64    `json:"controls" parquet:"controls,zstd"`
	TargetIDs  string   `json:"target_ids" parquet:"target_ids,zstd"` // separated by blanks
	ControlIDs string   `json:"control_ids" parquet:"control_ids,zstd"`
	JudgedMS   *int64   `json:"judged_at_ms" parquet:"judged_at_ms,optional,timestamp(millisecond),zstd"`
	Verdict    *string  `json:"verdict" parquet:"verdict,optional,dict,zstd"`
	Reason     *string  `json:"reason" parquet:"reason,optional,dict,zstd"`
	Difference *float64 `json:"difference" parquet:"difference,optional,zstd"` // shares, 0.1 is ten points
	Low        *float64 `json:"low" parquet:"low,optional,zstd"`
	High       *float64 `json:"high" parquet:"high,optional,zstd"`
	P          *float64 `json:"p" parquet:"p,optional,zstd"`
}

// bulkOrder is a row of campaign_orders.
type bulkOrder struct {
	OrderID      string  `json:"order_id" parquet:"order_id,zstd"`
	CampaignID   string  `json:"campaign_id" parquet:"campaign_id,dict,zstd"`
	BrandID      string  `json:"brand_id" parquet:"brand_id,dict,zstd"`
	OutletID     string  `json:"media_id" parquet:"media_id,dict,zstd"`
	Outlet       string  `json:"media" parquet:"media,dict,zstd"`
	Title        string  `json:"title" parquet:"title,zstd"`
	Status       string  `json:"status" parquet:"status,dict,zstd"`
	Points       int64   `json:"points" parquet:"points,zstd"`
	URL          *string `json:"url" parquet:"url,optional,zstd"`
	PlannedMS    *int64  `json:"planned_at_ms" parquet:"planned_at_ms,optional,timestamp(millisecond),zstd"`
	PublishedMS  *int64  `json:"published_at_ms" parquet:"published_at_ms,optional,timestamp(millisecond),zstd"`
	FirstCitedMS *int64  `json:"first_cited_at_ms" parquet:"first_cited_at_ms,optional,timestamp(millisecond),zstd"`
	FirstAnswer  *string `json:"first_answer_id" parquet:"first_answer_id,optional,zstd"`
	Citations    int64   `json:"citations" parquet:"citations,zstd"` // answers
}

// bulkOutcome is a row of campaign_outcomes: one of the things that may have changed, as it is measured now.
type bulkOutcome struct {
	CampaignID    string   `json:"campaign_id" parquet:"campaign_id,dict,zstd"`
	BrandID       string   `json:"brand_id" parquet:"brand_id,dict,zstd"`
	Outcome       string   `json:"outcome" parquet:"outcome,dict,zstd"`
	Basis         string   `json:"basis" parquet:"basis,dict,zstd"`
	StartedOn     *string  `json:"started_on" parquet:"started_on,optional,dict,zstd"` // Beijing day
	Final         int64    `json:"final" parquet:"final,zstd"`
	Verdict       string   `json:"verdict" parquet:"verdict,dict,zstd"`
	Reason        *string  `json:"reason" parquet:"reason,optional,dict,zstd"`
	Difference    *float64 `json:"difference" parquet:"difference,optional,zstd"`
	Low           *float64 `json:"low" parquet:"low,optional,zstd"`
	High          *float64 `json:"high" parquet:"high,optional,zstd"`
	P             *float64 `json:"p" parquet:"p,optional,zstd"`
	TargetBefore  *float64 `json:"target_before" parquet:"target_before,optional,zstd"`
	TargetAfter   *float64 `json:"target_after" parquet:"target_after,optional,zstd"`
	ControlBefore *float64 `json:"control_before" parquet:"control_before,optional,zstd"`
	ControlAfter  *float64 `json:"control_after" parquet:"control_after,optional,zstd"`
	Placebo       *float64 `json:"placebo" parquet:"placebo,optional,zstd"`
	PlaceboP      *float64 `json:"placebo_p" parquet:"placebo_p,optional,zstd"`
}

// Tables are the tables of bulk data that this room has: campaigns of a brand that were open in the period.
func (c *Campaigns) Tables() []export.Table {
	return []export.Table{
		export.Declare("campaigns", func(ctx context.Context, f *export.File, write func(...bulkCampaign) error) error {
			return c.each(ctx, f, func(one Campaign) error { return write(bulkCampaignOf(one)) })
		}),
		export.Declare("campaign_orders", func(ctx context.Context, f *export.File, write func(...bulkOrder) error) error {
			return c.each(ctx, f, func(one Campaign) error {
				m := &measuring{now: c.db.Now(), Measured: Measured{Campaign: one}}
				err := c.db.View(ctx, func(q store.Querier) error {
					m.q = q
					if err := m.compare(ctx); err != nil {
						return err
					}
					return m.look(ctx)
				})
				if err != nil {
					return err
				}
				return write(m.bulkOrders()...)
			})
		}),
		export.Declare("campaign_outcomes", func(ctx context.Context, f *export.File, write func(...bulkOutcome) error) error {
			return c.each(ctx, f, func(one Campaign) error {
				m, err := c.Measure(ctx, f.Who, one.ID)
				if err != nil {
					return err
				}
				return write(m.bulkOutcomes()...)
			})
		}),
	}
}

// each goes through the campaigns of a file, in the order of their declaration.
func (c *Campaigns) each(ctx context.Context, f *export.File, do func(Campaign) error) error {
	from, to := f.Moments()
	list, err := store.List(ctx, c.db.Read(), scan, selectCampaign+`
		WHERE brand_id = $1 AND created_at < $3 AND (ended_at IS NULL OR ended_at >= $2) ORDER BY created_at, id`, f.Brand.ID, from, to)
	for i := 0; err == nil && i < len(list); i++ {
		err = do(list[i])
	}
	return err
}

func milli(t *timestamp.Time) *int64 {
	if t == nil {
		return nil
	}
	return new(t.UnixMilli())
}

func idsOf(list []Prompt) string {
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.PromptID
	}
	return strings.Join(ids, " ")
}

func bulkCampaignOf(c Campaign) bulkCampaign {
	row := bulkCampaign{
		CampaignID: c.ID, BrandID: c.BrandID, Name: c.Name, Sentence: c.Sentence,
		DeclaredMS: c.DeclaredAt.UnixMilli(), EndedMS: milli(c.EndedAt),
		Targets: int64(len(c.Targets)), Controls: int64(len(c.Controls)), TargetIDs: idsOf(c.Targets), ControlIDs: idsOf(c.Controls),
	}
	if j := c.Judged; j != nil {
		row.JudgedMS, row.Verdict, row.Reason, row.Difference, row.Low, row.High, row.P = milli(&j.At), &j.Verdict,
			j.Reason, j.Difference, j.Low, j.High, j.P
	}
	return row
}

func (m *Measured) bulkOrders() (rows []bulkOrder) {
	for _, p := range m.Publications {
		rows = append(rows, bulkOrder{
			p.OrderID, m.ID, m.BrandID, p.OutletID, p.Outlet, p.Title, p.Status, p.Points, p.URL,
			milli(p.PlannedAt), milli(p.PublishedAt), milli(p.FirstCited), p.FirstAnswer, p.Citations,
		})
	}
	return rows
}

func (m *Measured) bulkOutcomes() (rows []bulkOutcome) {
	final := int64(0)
	if m.Final {
		final = 1
	}
	for _, o := range m.Outcomes {
		rows = append(rows, bulkOutcome{
			m.ID, m.BrandID, o.Outcome, m.Basis, m.StartedOn, final, o.Verdict, o.Reason, o.Difference, o.Low, o.High, o.P,
			o.TargetBefore, o.TargetAfter, o.ControlBefore, o.ControlAfter, o.Placebo, o.PlaceboP,
		})
	}
	return rows
}
