package campaign

import (
	"context"
	"encoding/json"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/event"
)

// verdictJob reads answers that have come for campaigns, and says what became of those whose time has passed.
var verdictJob = queue.Declare[struct{}](queue.Kind{
	Name: "campaign_verdict", Timeout: 30 * time.Minute,
	MaxAttempts: 3, Every: time.Hour, AtStart: true,
})

// Jobs is the background work of this room.
func (c *Campaigns) Jobs() []queue.Kind {
	return []queue.Kind{verdictJob.By(func(ctx context.Context, _ struct{}) error { return c.Judge(ctx) })}
}

// followed is for how long citations are read after the verdict.
const followed = longest * 24 * time.Hour

// Judge reads the answers of campaigns, and judges those whose time has passed: once each. One that fails does not keep
// the others waiting.
func (c *Campaigns) Judge(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "campaign.Judge")

	list, err := c.live(ctx)
	if err != nil {
		return err
	}
	for _, one := range list {
		if failed := c.judgeOne(ctx, one); failed != nil && !fault.Is(failed, fault.NoSuchThing) && err == nil {
			err = failed
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return err
}

// owned is a campaign with whom it belongs to.
type owned struct {
	campaignID string
	owner      account.Caller
	judged     bool
}

// live lists campaigns of all spaces of which nothing final has been said, or was not long ago.
func (c *Campaigns) live(ctx context.Context) ([]owned, error) {
	return store.List(ctx, c.db.Read(), func(row store.Row) (o owned, err error) {
		err = row.Scan(&o.campaignID, &o.owner.SpaceID, &o.owner.UserID, &o.judged)
		return o, err
	}, `SELECT c.id, c.space_id, s.owner_id, c.judged_at IS NOT NULL FROM campaigns c JOIN spaces s ON s.id = c.space_id
		WHERE (c.judged_at IS NULL OR c.judged_at >= $1) AND NOT `+account.OwnerDisabled+` ORDER BY c.id`, c.db.Now().Add(-followed))
}

// judgeOne keeps and tells what is said of a campaign whose time has passed; where there is nothing to say, that is for
// good. What was said before stays.
func (c *Campaigns) judgeOne(ctx context.Context, one owned) error {
	if err := c.read(ctx, one.owner, one.campaignID); err != nil || one.judged {
		return err
	}
	m, err := c.Measure(ctx, one.owner, one.campaignID)
	if err != nil || !m.Final {
		return err
	}
	b, err := c.brands.Find(ctx, one.owner, m.BrandID)
	if err != nil {
		return err
	}
	said, told := m.said()
	told.Brand = b.Name
	return c.db.InTx(ctx, func(tx *store.Tx) error {
		var text *string
		if said != nil {
			said.At = tx.Now
			kept, err := json.Marshal(said)
			if err != nil {
				return err
			}
			text = new(string(kept))
		}
		n, err := tx.Exec(ctx, `UPDATE campaigns SET judged_at = $2, judged = $3 WHERE id = $1 AND judged_at IS NULL`, m.ID, tx.Now, text)
		if err != nil || n == 0 || said == nil {
			return err
		}
		return c.events.RecordTx(ctx, tx, event.Record{
			SpaceID: one.owner.SpaceID, Type: event.CampaignVerdict, Once: string(event.CampaignVerdict) + "/" + m.ID,
			Subject: m.ID, Data: told,
		})
	})
}

// said is what is kept and told; nil where a campaign ended before there was anything to say.
func (m *Measured) said() (*Judged, event.Campaign) {
	told := event.Campaign{
		CampaignID: m.ID, BrandID: m.BrandID, Name: m.Name, Verdict: m.Verdict, Reason: m.Reason,
		Targets: len(m.Targets),
	}
	if m.Verdict == Early {
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
	return &Judged{Verdict: m.Verdict, Reason: m.Reason, Difference: o.Difference, Low: o.Low, High: o.High, P: o.P}, told
}

// read reads a campaign's answers anew where there are others than the last time.
func (c *Campaigns) read(ctx context.Context, who account.Caller, campaignID string) error {
	var origin, text string
	err := c.db.View(ctx, func(q store.Querier) (err error) {
		text = ""
		m := &measuring{q: q, now: c.db.Now()}
		if m.Campaign, err = find(ctx, q, who, campaignID, ""); err != nil {
			return err
		}
		if err := m.open(ctx); err != nil || m.start == 0 || m.generation == 0 {
			return err
		}
		if origin = m.origin(); m.readOf != nil && *m.readOf == origin {
			return nil
		}
		if err := m.choose(ctx); err != nil {
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
	return c.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE campaigns SET read_of = $2, trace = $3, read_at = $4 WHERE id = $1`,
			campaignID, origin, text, tx.Now)
		return err
	})
}
