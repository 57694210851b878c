// Package campaign keeps what was declared before something was published: which prompts should change, which ones are compared, and which
// sentence should become known.
//
// It owns the table campaigns. A declaration is frozen when it is made: only its end is added. What became of it, a later room measures.
package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/plan"
)

// Campaigns is the room's door for everybody else.
type Campaigns struct {
	db     *store.DB
	brands *brand.Brands
	plans  *plan.Plans
}

// New returns the room over db.
func New(db *store.DB, brands *brand.Brands, plans *plan.Plans) *Campaigns {
	return &Campaigns{db, brands, plans}
}

// Bounds.
const (
	campaignsMost = 200 // of a brand
	targetsMost   = 50
	controlsMost  = 500
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
}

// Declaration is a campaign to be made. Controls nil: the brand's other enabled prompts that do not name it.
type Declaration struct {
	BrandID, Name, Sentence string
	TargetIDs               []string
	ControlIDs              []string
}

// Create declares a campaign. Faults: NotFound for a brand or prompt that the caller does not have, Malformed for a prompt that names the brand or
// is both target and control, Duplicate for a target of another campaign that has not ended, CapReached.
func (c *Campaigns) Create(ctx context.Context, who account.Caller, d Declaration) (out Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Create")

	prompts, err := c.brands.Prompts(ctx, who, d.BrandID, brand.PromptFilter{})
	if err != nil {
		return out, err
	}
	out = Campaign{BrandID: d.BrandID, Name: d.Name, Sentence: d.Sentence}
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
		out.ID, out.DeclaredAt = id.New("cam", tx.Now.Time), tx.Now
		text := string(targets) + string(compared)
		if err := c.plans.StoreTx(ctx, tx, who.SpaceID, plan.Bytes(&out.Name, &out.Sentence, &text)); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO campaigns (id, space_id, brand_id, name, sentence, targets, controls, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			out.ID, who.SpaceID, out.BrandID, out.Name, out.Sentence, string(targets), string(compared), tx.Now)
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
			return nil, fault.Value("the prompt names the brand and never counts for visibility", wanted, "body", field, i).Why("campaign_branded")
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

const selectCampaign = `SELECT id, brand_id, name, sentence, targets, controls, created_at, ended_at FROM campaigns`

func scan(row store.Row) (c Campaign, err error) {
	var targets, controls string
	if err := row.Scan(&c.ID, &c.BrandID, &c.Name, &c.Sentence, &targets, &controls, &c.DeclaredAt, &c.EndedAt); err != nil {
		return c, err
	}
	if err := json.Unmarshal([]byte(targets), &c.Targets); err != nil {
		return c, err
	}
	return c, json.Unmarshal([]byte(controls), &c.Controls)
}

// Find reads a campaign of the caller's space.
func (c *Campaigns) Find(ctx context.Context, who account.Caller, campaignID string) (_ Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Find")

	return find(ctx, c.db.Read(), who, campaignID, "")
}

// FindIn is Find within a snapshot.
func (c *Campaigns) FindIn(ctx context.Context, q store.Querier, who account.Caller, campaignID string) (_ Campaign, err error) {
	defer fault.Wrap(&err, "campaign.FindIn")

	return find(ctx, q, who, campaignID, "")
}

func find(ctx context.Context, q store.Querier, who account.Caller, campaignID, lock string) (Campaign, error) {
	found, err := scan(q.QueryRow(ctx, selectCampaign+` WHERE id = $1 AND space_id = $2`+lock, campaignID, who.SpaceID))
	if errors.Is(err, store.ErrNoRows) {
		return found, fault.NotFound("campaign", campaignID)
	}
	return found, err
}

// List pages through the campaigns of a brand, or of the whole space where it is empty, newest first, and counts them.
func (c *Campaigns) List(ctx context.Context, who account.Caller, brandID string, page store.Page) (list []Campaign, total int64, err error) {
	defer fault.Wrap(&err, "campaign.List")

	err = c.db.View(ctx, func(q store.Querier) error {
		where, args := ` WHERE space_id = $1`, []any{who.SpaceID}
		if brandID != "" {
			if _, err := c.brands.FindIn(ctx, q, who, brandID); err != nil {
				return err
			}
			where, args = where+` AND brand_id = $2`, append(args, brandID)
		}
		if total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM campaigns`+where, args...)); err != nil {
			return err
		}
		most := ` ORDER BY created_at DESC, id DESC LIMIT ` + strconv.FormatInt(page.Size, 10) + ` OFFSET ` + strconv.FormatInt((page.Number-1)*page.Size, 10)
		list, err = store.List(ctx, q, scan, selectCampaign+where+most, args...)
		if list == nil {
			list = []Campaign{}
		}
		return err
	})
	return list, total, err
}

// Open lists the campaigns of the caller's space that orders can join, newest first.
func (c *Campaigns) Open(ctx context.Context, who account.Caller) (_ []Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Open")

	return store.List(ctx, c.db.Read(), scan, selectCampaign+` WHERE space_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 100`, who.SpaceID)
}

// OthersIn lists the brand's other campaigns within a snapshot.
func (c *Campaigns) OthersIn(ctx context.Context, q store.Querier, one Campaign) (_ []Campaign, err error) {
	defer fault.Wrap(&err, "campaign.OthersIn")

	return store.List(ctx, q, scan, selectCampaign+` WHERE brand_id = $1 AND id <> $2`, one.BrandID, one.ID)
}

// End ends a campaign: later answers do not count for it and no order joins it. Ending twice changes nothing.
func (c *Campaigns) End(ctx context.Context, who account.Caller, campaignID string) (out Campaign, err error) {
	defer fault.Wrap(&err, "campaign.End")

	err = c.db.InTx(ctx, func(tx *store.Tx) error {
		if out, err = find(ctx, tx, who, campaignID, tx.ForUpdate()); err != nil || out.EndedAt != nil {
			return err
		}
		now := tx.Now
		out.EndedAt = &now
		_, err = tx.Exec(ctx, `UPDATE campaigns SET ended_at = $2 WHERE id = $1`, campaignID, now)
		return err
	})
	return out, err
}

// JoinTx answers whether an order may belong to a campaign, and whose it then is: NotFound for one that the caller does not have, Malformed for one that
// has ended. It stays locked until the transaction ends.
func (c *Campaigns) JoinTx(ctx context.Context, tx *store.Tx, who account.Caller, campaignID string) (brandID string, err error) {
	defer fault.Wrap(&err, "campaign.JoinTx")

	found, err := find(ctx, tx, who, campaignID, tx.ForUpdate())
	if err == nil && found.EndedAt != nil {
		return "", fault.Value("the campaign has ended", campaignID, "body", "campaign_id").Why("campaign_ended")
	}
	return found.BrandID, err
}
