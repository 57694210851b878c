// Package campaign says what publishing changed. Before something is published it is declared which prompts should
// change, which ones are compared, and which sentence should become known; afterwards it is measured how much more the
// targeted prompts changed than the others, how sure that is, and when what was published was first cited.
//
// It owns the table campaigns. A declaration is frozen when it is made: only its end is added, what was said of it when
// its time had passed, and what the texts and sources of answers show of its articles, read by a job. All else is
// computed from orders and figures of days, in one snapshot.
package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"

	"renown/internal/floor/cache"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/stat"
)

// Campaigns is the room's door for everybody else.
type Campaigns struct {
	db     *store.DB
	brands *brand.Brands
	plans  *plan.Plans
	events *event.Events
	kept   *cache.Cache[Measured]
}

// New returns the room over db, which admits orders to campaigns from now on. Events are told verdicts; nil: not
// told.
func New(db *store.DB, brands *brand.Brands, plans *plan.Plans, events *event.Events, orders *order.Orders) *Campaigns {
	c := &Campaigns{db, brands, plans, events, cache.New(keptMost, func(Measured) int { return 1 })}
	orders.Joins.Add(c.joinTx)
	return c
}

// Bounds.
const (
	campaignsMost = 200 // of a brand
	controlsMost  = 500
	keptMost      = 64 // measurements in memory, some fifty kilobytes each
)

// Prompt is a prompt as it was when the campaign was declared.
type Prompt struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
}

// Campaign is a declaration.
type Campaign struct {
	ID         string          `json:"id"`
	BrandID    string          `json:"brand_id"`
	Name       string          `json:"name"`
	Sentence   string          `json:"sentence"` // that should become known; may be empty
	Targets    []Prompt        `json:"targets"`
	Controls   []Prompt        `json:"controls"` // none: competitors on the targets are compared instead
	DeclaredAt timestamp.Time  `json:"declared_at"`
	EndedAt    *timestamp.Time `json:"ended_at"`
	Lags       map[string]int  `json:"washout_days"` // by platform, where it is known; frozen as well
	LotSeed    *int64          `json:"lot_seed"`     // targets were drawn from a list, of which the others are the controls; nil: chosen
	Judged     *Judged         `json:"judged"`       // nil: its time has not passed, or there was nothing to say

	readOf *string // which answers and articles its trace was read from; nil: there is none
	readAt *timestamp.Time
}

// Judged is what was said of a campaign when its time had passed.
type Judged struct {
	At         timestamp.Time `json:"at"`
	Verdict    string         `json:"verdict"`
	Reason     *string        `json:"reason"`
	Difference *float64       `json:"difference"`
	Low        *float64       `json:"low"`
	High       *float64       `json:"high"`
	P          *float64       `json:"p"`
}

// Declaration is a campaign to be made. Controls nil: the brand's other enabled prompts that do not name it. Draw: half
// of the targets are drawn by lot, and the others are the controls, to be published for later.
type Declaration struct {
	BrandID, Name, Sentence string
	TargetIDs               []string
	ControlIDs              []string
	Draw                    bool
	LotSeed                 *int64 // nil: any
}

// draw parts the targets of a declaration by lot. Which are which follows from the seed and their order.
func (d *Declaration) draw() error {
	ids := slices.Compact(slices.Sorted(slices.Values(d.TargetIDs)))
	switch {
	case d.ControlIDs != nil:
		return fault.Value("controls are the targets that are not drawn", "control_ids", "body", "control_ids").Why("campaign_drawn")
	case len(ids) < 2*stat.UnitsLeast:
		return fault.Value("too few to draw from", len(ids), "body", "target_ids").Why("campaign_draw_few", 2*stat.UnitsLeast)
	}
	if d.LotSeed == nil {
		d.LotSeed = new(rand.Int64N(1 << 53))
	}
	lot := rand.New(rand.NewPCG(uint64(*d.LotSeed), uint64(len(ids))))
	lot.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	half := (len(ids) + 1) / 2
	d.TargetIDs, d.ControlIDs = ids[:half], ids[half:]
	return nil
}

// Declare makes a campaign, with the lags of platforms that are known today. Faults: NotFound for a brand or prompt
// that the caller does not have, Malformed for a prompt that names the brand or is both target and control, Duplicate
// for a target of another campaign that has not ended, CapReached.
func (c *Campaigns) Declare(ctx context.Context, who account.Caller, d Declaration) (out Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Declare")

	prompts, err := c.brands.Prompts(ctx, who, d.BrandID, brand.PromptFilter{})
	if err != nil {
		return out, err
	}
	if d.Draw {
		if err := d.draw(); err != nil {
			return out, err
		}
	}
	out = Campaign{BrandID: d.BrandID, Name: d.Name, Sentence: d.Sentence, LotSeed: d.LotSeed}
	if out.Lags, err = c.Lags(ctx); err != nil {
		return out, err
	}
	if out.Targets, err = chosen(prompts, d.TargetIDs, "target_ids"); err != nil {
		return out, err
	}
	if out.Controls, err = controls(prompts, d); err != nil {
		return out, err
	}
	err = c.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := c.plans.ForTx(ctx, tx, who.SpaceID); err != nil { // one decision per account at a time
			return err
		}
		if _, err := c.brands.FindTx(ctx, tx, who, out.BrandID); err != nil { // it may have gone since
			return err
		}
		if err := admitTx(ctx, tx, out); err != nil {
			return err
		}
		targets, err := json.Marshal(out.Targets)
		if err != nil {
			return err
		}
		compared, err := json.Marshal(out.Controls)
		if err != nil {
			return err
		}
		lags, err := json.Marshal(out.Lags)
		if err != nil {
			return err
		}
		out.ID, out.DeclaredAt = id.New("cam", tx.Now.Time), tx.Now
		text := string(targets) + string(compared)
		if err := c.plans.StoreTx(ctx, tx, who.SpaceID, plan.Bytes(&out.Name, &out.Sentence, &text)); err != nil {
			return err
		}
		_, err = tx.Exec(ctx,
			`INSERT INTO campaigns (id, space_id, brand_id, name, sentence, targets, controls, created_at, lags, lot_seed)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			out.ID, who.SpaceID, out.BrandID, out.Name, out.Sentence, string(targets), string(compared), tx.Now, string(lags), out.LotSeed)
		return err
	})
	return out, err
}

// chosen are prompts by their ids, each once, as they are now.
func chosen(prompts []brand.Prompt, ids []string, field string) ([]Prompt, error) {
	list := []Prompt{}
	for i, wanted := range ids {
		at := slices.IndexFunc(prompts, func(p brand.Prompt) bool { return p.ID == wanted })
		switch {
		case at < 0:
			return nil, fault.NotFound("prompt", wanted)
		case prompts[at].Branded:
			return nil, fault.Value("the prompt names the brand and never counts for visibility", wanted, "body",
				field, i).Why("campaign_branded")
		case !slices.ContainsFunc(list, func(p Prompt) bool { return p.PromptID == wanted }):
			list = append(list, Prompt{wanted, prompts[at].Text})
		}
	}
	return list, nil
}

func controls(prompts []brand.Prompt, d Declaration) ([]Prompt, error) {
	if d.ControlIDs == nil {
		for _, p := range prompts {
			if p.Status == brand.Active && !p.Branded && !slices.Contains(d.TargetIDs, p.ID) && len(d.ControlIDs) < controlsMost {
				d.ControlIDs = append(d.ControlIDs, p.ID)
			}
		}
	}
	for i, wanted := range d.ControlIDs {
		if slices.Contains(d.TargetIDs, wanted) {
			return nil, fault.Value("a prompt is either target or control", wanted, "body", "control_ids", i).Why("campaign_both")
		}
	}
	return chosen(prompts, d.ControlIDs, "control_ids")
}

// admitTx looks at what other campaigns of the brand leave room for.
func admitTx(ctx context.Context, tx *store.Tx, c Campaign) error {
	others, err := store.List(ctx, tx, scan, selectCampaign+` WHERE brand_id = $1`, c.BrandID)
	if err != nil {
		return err
	}
	if len(others) >= campaignsMost {
		return fault.New(fault.CapReached).Why("campaign_cap", campaignsMost).With("limit", campaignsMost)
	}
	for _, o := range others {
		if o.EndedAt == nil && slices.ContainsFunc(o.Targets, func(p Prompt) bool { return c.Aims(p.PromptID) }) {
			return fault.New(fault.Duplicate).Why("campaign_open", o.Name)
		}
	}
	return nil
}

// Aims tells whether a prompt is a target.
func (c Campaign) Aims(promptID string) bool {
	return slices.ContainsFunc(c.Targets, func(p Prompt) bool { return p.PromptID == promptID })
}

const selectCampaign = `SELECT id, brand_id, name, sentence, targets, controls, created_at, ended_at, lags, judged,
	read_of, read_at, lot_seed FROM campaigns`

func scan(row store.Row) (c Campaign, err error) {
	var targets, controls, lags string
	var judged *string
	err = row.Scan(&c.ID, &c.BrandID, &c.Name, &c.Sentence, &targets, &controls, &c.DeclaredAt, &c.EndedAt, &lags, &judged,
		&c.readOf, &c.readAt, &c.LotSeed)
	if err != nil {
		return c, err
	}
	if judged != nil {
		if err := json.Unmarshal([]byte(*judged), &c.Judged); err != nil {
			return c, err
		}
	}
	return c, errors.Join(json.Unmarshal([]byte(targets), &c.Targets), json.Unmarshal([]byte(controls), &c.Controls),
		json.Unmarshal([]byte(lags), &c.Lags))
}

// MoveTx puts the campaigns of a brand into the space where the brand now is.
func (c *Campaigns) MoveTx(ctx context.Context, tx *store.Tx, brandID, to string) (err error) {
	defer fault.Wrap(&err, "campaign.MoveTx")

	_, err = tx.Exec(ctx, `UPDATE campaigns SET space_id = $2 WHERE brand_id = $1`, brandID, to)
	return err
}
