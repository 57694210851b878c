package opportunity

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/bulk"
	"renown/internal/room/geo/insight"
)

// Bulk is the table of bulk data that this room has: what there was to win in a period, the most first.
const Bulk = "opportunities"

// bulkRow is a row of it.
type bulkRow struct {
	OpportunityID string   `json:"opportunity_id" parquet:"opportunity_id,zstd"`
	BrandID       string   `json:"brand_id" parquet:"brand_id,dict,zstd"`
	From          string   `json:"from" parquet:"from,dict,zstd"` // Beijing days
	To            string   `json:"to" parquet:"to,dict,zstd"`
	Place         int64    `json:"place" parquet:"place,zstd"` // from 1
	Action        string   `json:"action" parquet:"action,dict,zstd"`
	Basis         string   `json:"basis" parquet:"basis,dict,zstd"`
	Kind          string   `json:"kind" parquet:"kind,dict,zstd"`
	TopicID       *string  `json:"topic_id" parquet:"topic_id,optional,zstd"`
	Channel       *string  `json:"channel" parquet:"channel,optional,zstd"`
	FactID        *string  `json:"fact_id" parquet:"fact_id,optional,zstd"`
	Gain          float64  `json:"gain" parquet:"gain,zstd"` // answers, with its 95 % interval, of so many
	GainLow       float64  `json:"gain_low" parquet:"gain_low,zstd"`
	GainHigh      float64  `json:"gain_high" parquet:"gain_high,zstd"`
	GainOf        int64    `json:"gain_of" parquet:"gain_of,zstd"`
	CompetitorID  *string  `json:"competitor_id" parquet:"competitor_id,optional,dict,zstd"` // that is ahead the most
	MediaID       *string  `json:"media_id" parquet:"media_id,optional,zstd"`                // the nearest outlet
	Points        *int64   `json:"points" parquet:"points,optional,zstd"`                    // it costs
	Expected      *float64 `json:"expected" parquet:"expected,optional,zstd"`                // citing answers for 100 points
}

// OpenBulk finds the table. Faults: NotFound, and Malformed for a period or a form that is none.
func (o *Opportunities) OpenBulk(ctx context.Context, who account.Caller, brandID string, q bulk.Query) (_ *bulk.File, err error) {
	defer fault.Wrap(&err, "opportunity.OpenBulk")

	b, err := o.rooms.Brands.Find(ctx, who, brandID)
	if err != nil {
		return nil, err
	}
	if q.Table != Bulk {
		return nil, fault.NotFound("table", q.Table)
	}
	return bulk.Later(b, o.db.Now(), q, func(ctx context.Context, _, _ timestamp.Time, write func(...bulkRow) error) error {
		list, err := o.List(ctx, who, brandID, insight.Query{From: q.From, To: q.To}, nil, ByGain)
		if err != nil {
			return err
		}
		for i := range list.Items {
			if err := write(bulkRowOf(brandID, list.Period, i, &list.Items[i])); err != nil {
				return err
			}
		}
		return nil
	})
}

func bulkRowOf(brandID string, period insight.Period, at int, p *Opportunity) bulkRow {
	row := bulkRow{
		OpportunityID: p.ID, BrandID: brandID, From: period.From, To: period.To, Place: int64(at + 1), Action: p.Action, Basis: p.Basis, Kind: string(p.Kind),
		Channel: p.Channel, Gain: p.Gain.Answers, GainLow: p.Gain.Low, GainHigh: p.Gain.High, GainOf: p.Gain.Of,
	}
	if p.Topic != nil {
		row.TopicID = &p.Topic.TopicID
	}
	if p.Fact != nil {
		row.FactID = &p.Fact.FactID
	}
	if p.Theirs != nil {
		row.CompetitorID = &p.Theirs.CompetitorID
	}
	if len(p.Outlets) > 0 {
		one := &p.Outlets[0]
		row.MediaID, row.Points = &one.MediaID, &one.Points
		if one.Expected != nil {
			row.Expected = &one.Expected.Per100
		}
	}
	return row
}
