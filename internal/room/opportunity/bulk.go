package opportunity

import (
	"context"

	"renown/internal/room/export"
	"renown/internal/room/insight"
)

// bulkRow is a row of opportunities.
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
	OutletID      *string  `json:"media_id" parquet:"media_id,optional,zstd"`                // the nearest outlet
	Points        *int64   `json:"points" parquet:"points,optional,zstd"`                    // it costs
	Expected      *float64 `json:"expected" parquet:"expected,optional,zstd"`                // citing answers for 100 points
}

// Table is the table of bulk data that this room has: what there was to win in a period, the most first.
func (o *Opportunities) Table() export.Table {
	return export.Declare("opportunities", func(ctx context.Context, f *export.File, write func(...bulkRow) error) error {
		list, err := o.List(ctx, f.Who, f.Brand.ID, insight.Query{From: f.Query.From, To: f.Query.To}, nil, ByGain)
		for i := 0; err == nil && i < len(list.Items); i++ {
			err = write(bulkRowOf(f.Brand.ID, list.Period, i, &list.Items[i]))
		}
		return err
	})
}

func bulkRowOf(brandID string, period insight.Period, at int, p *Opportunity) bulkRow {
	row := bulkRow{
		OpportunityID: p.ID, BrandID: brandID, From: period.From, To: period.To, Place: int64(at + 1),
		Action: p.Action, Basis: p.Basis, Kind: string(p.Kind),
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
		row.OutletID, row.Points = &one.OutletID, &one.Points
		if one.Expected != nil {
			row.Expected = &one.Expected.Per100
		}
	}
	return row
}
