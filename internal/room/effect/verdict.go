package effect

import (
	"context"
	"encoding/json"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/room/geo/campaign"
)

// verdictJob reads answers that have come for campaigns, and says what became of those whose time has passed.
var verdictJob = queue.Declare[struct{}](queue.Kind{Name: "campaign_verdict", Timeout: 30 * time.Minute, MaxAttempts: 3, Every: time.Hour, AtStart: true})

// Jobs is the background work of this room.
func (e *Effects) Jobs() []queue.Kind {
	return []queue.Kind{verdictJob.By(func(ctx context.Context, _ struct{}) error { return e.Judge(ctx) })}
}

// followed is for how long citations are read after the verdict.
const followed = longest * 24 * time.Hour

// Judge reads the answers of campaigns, and judges those whose time has passed: once each. One that fails does not keep the others waiting.
func (e *Effects) Judge(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "effect.Judge")

	list, err := e.campaigns.Live(ctx, e.db.Now().Add(-followed))
	if err != nil {
		return err
	}
	for _, c := range list {
		if failed := e.judgeOne(ctx, c); failed != nil && !fault.Is(failed, fault.NoSuchThing) && err == nil {
			err = failed
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return err
}

func (e *Effects) judgeOne(ctx context.Context, c campaign.Owned) error {
	if err := e.read(ctx, c.Owner, c.CampaignID); err != nil || c.Judged {
		return err
	}
	m, err := e.Measure(ctx, c.Owner, c.CampaignID)
	if err != nil || !m.Final {
		return err
	}
	said, told := m.said()
	told.Brand, err = e.brandName(ctx, c.Owner, m.BrandID)
	if err != nil {
		return err
	}
	return e.db.InTx(ctx, func(tx *store.Tx) error {
		first, err := e.campaigns.JudgeTx(ctx, tx, c.CampaignID, said)
		if err != nil || !first || said == nil {
			return err
		}
		return e.events.RecordTx(ctx, tx, event.Record{
			SpaceID: c.Owner.SpaceID, Type: event.CampaignVerdict, Once: string(event.CampaignVerdict) + "/" + c.CampaignID, Subject: c.CampaignID, Data: told,
		})
	})
}

func (e *Effects) brandName(ctx context.Context, who account.Caller, brandID string) (string, error) {
	b, err := e.brands.Find(ctx, who, brandID)
	return b.Name, err
}

// said is what is kept and told; nil where a campaign ended before there was anything to say.
func (m *Measured) said() (*campaign.Judged, event.Campaign) {
	told := event.Campaign{CampaignID: m.ID, BrandID: m.BrandID, Name: m.Name, Verdict: m.Verdict, Reason: m.Reason, Targets: len(m.Targets)}
	if m.Verdict == Unpublished || m.Verdict == Early {
		return nil, told
	}
	o := m.Outcomes[0]
	told.Difference, told.Low, told.High = o.Difference, o.Low, o.High
	for _, p := range m.Publications {
		if p.PublishedAt != nil {
			told.Published++
		}
		told.Citations += p.Citations
	}
	return &campaign.Judged{Verdict: m.Verdict, Reason: m.Reason, Difference: o.Difference, Low: o.Low, High: o.High, P: o.P}, told
}

// read reads a campaign's answers anew where there are others than the last time.
func (e *Effects) read(ctx context.Context, who account.Caller, campaignID string) error {
	var origin, text string
	err := e.db.View(ctx, func(q store.Querier) (err error) {
		text = ""
		m := &measuring{q: q, now: e.db.Now()}
		if m.Campaign, err = e.campaigns.FindIn(ctx, q, who, campaignID); err != nil {
			return err
		}
		if err := m.open(ctx); err != nil || m.start == 0 || m.generation == 0 {
			return err
		}
		origin = m.origin()
		same, err := store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM campaign_traces WHERE campaign_id = $1 AND mark = $2`, campaignID, origin))
		if err != nil || same > 0 {
			return err
		}
		if err := m.choose(ctx, e); err != nil {
			return err
		}
		if err := m.count(ctx); err != nil {
			return err
		}
		t, err := m.read(ctx)
		if err != nil {
			return err
		}
		t.Platforms = m.platforms
		kept, err := json.Marshal(t)
		text = string(kept)
		return err
	})
	if err != nil || text == "" {
		return err
	}
	return e.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO campaign_traces (campaign_id, mark, trace, read_at) SELECT id, $2, $3, CAST($4 AS BIGINT) FROM campaigns WHERE id = $1
			ON CONFLICT (campaign_id) DO UPDATE SET mark = excluded.mark, trace = excluded.trace, read_at = excluded.read_at`, campaignID, origin, text, tx.Now)
		return err
	})
}
