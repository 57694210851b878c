package opportunity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/tool/draft"
)

// Write does a queued draft, or goes on with one that was interrupted. Doing it twice, or at the same time, changes
// nothing more. An error means that it should be tried again.
func (o *Opportunities) Write(ctx context.Context, draftID string) (err error) {
	defer fault.Wrap(&err, "opportunity.Write")

	var brandID, opportunityID string
	err = o.db.InTx(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(ctx, `UPDATE drafts SET status = 'running', started_at = COALESCE(started_at, $2), drafter = $3
			WHERE id = $1 AND status IN ('queued', 'running') RETURNING brand_id, opportunity_id`, draftID, tx.Now, o.rooms.Drafter.Name).Scan(&brandID, &opportunityID)
	})
	if errors.Is(err, store.ErrNoRows) {
		return nil // done, or gone with its brand
	}
	if err != nil {
		return err
	}
	who, err := o.rooms.Brands.Owner(ctx, brandID)
	if fault.Is(err, fault.NoSuchThing) {
		return nil
	}
	if err != nil {
		return err
	}
	p, err := o.Find(ctx, who, brandID, opportunityID)
	if fault.Is(err, fault.NoSuchThing) {
		return o.fail(ctx, draftID, fault.New(fault.NoSuchThing).Why("opportunity_gone"))
	}
	if err != nil {
		return err
	}
	m, err := o.material(ctx, who, brandID, &p)
	if err != nil {
		return err
	}
	article, err := o.rooms.Drafter.Write(ctx, m)
	if ctx.Err() != nil {
		return ctx.Err() // the program stops: the job runs again later
	}
	if err != nil {
		return o.fail(ctx, draftID, err)
	}
	err = o.complete(ctx, who, brandID, draftID, article)
	if fault.Is(err, fault.CapReached) { // another try would find no more room
		return o.fail(ctx, draftID, err)
	}
	return err
}

// complete makes a content of an article, unless another process did meanwhile.
func (o *Opportunities) complete(ctx context.Context, who account.Caller, brandID, draftID string, a draft.Article) error {
	fields := content.Fields{Title: a.Title, Body: a.Body, ContentType: catalogue.Article}
	if o.rooms.Drafter.Name == "model" {
		fields.AIAssisted = content.DeclaredYes
	}
	measured := content.Measure(a.Body)
	return o.db.InTx(ctx, func(tx *store.Tx) error {
		changed, err := tx.Exec(ctx,
			`UPDATE drafts SET status = 'completed', finished_at = $2 WHERE id = $1 AND status = 'running'`, draftID,
			tx.Now)
		if err != nil || changed == 0 {
			return err
		}
		c, err := o.rooms.Contents.CreateTx(ctx, tx, who, &brandID, fields, measured)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE drafts SET content_id = $2 WHERE id = $1`, draftID, c.ID)
		return err
	})
}

func (o *Opportunities) fail(ctx context.Context, draftID string, cause error) error {
	reason := "generation_failed"
	if f := fault.As(cause); f != nil {
		reason = f.Key()
	}
	err := o.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx,
			`UPDATE drafts SET status = 'failed', error = $2, finished_at = $3 WHERE id = $1 AND status IN ('queued', 'running')`, draftID, reason, tx.Now)
		return err
	})
	if err != nil {
		return fmt.Errorf("recording a failure (%w): %w", cause, err)
	}
	return nil
}

const (
	answersRead = 60 // newest, of the prompts of an opportunity
	partsUsed   = 10 // searches, pages and facts of one brief
)

// material gathers what an article is written from: the prompts, what assistants searched and found for them, and the facts.
func (o *Opportunities) material(ctx context.Context, who account.Caller, brandID string, p *Opportunity) (m draft.Material, err error) {
	b, err := o.rooms.Brands.Find(ctx, who, brandID)
	if err != nil {
		return m, err
	}
	m = draft.Material{Brand: b.Name, Introduction: b.Introduction}
	if p.Topic != nil {
		m.Topic = p.Topic.Name
	}
	var prompts []string
	for _, q := range p.Prompts {
		m.Questions, prompts = append(m.Questions, q.Text), append(prompts, q.PromptID)
	}
	if err := o.found(ctx, brandID, prompts, p, &m); err != nil {
		return m, err
	}
	facts, _, err := o.rooms.Facts.List(ctx, who, brandID, fact.Filter{Status: string(fact.Active)},
		fact.Paging{Number: 1, Size: fact.MaxFacts})
	if err != nil {
		return m, err
	}
	for _, f := range facts {
		m.Avoid = append(m.Avoid, f.Wrong...)
		if f.SourceURL != nil && len(m.Facts) < partsUsed {
			m.Facts = append(m.Facts, draft.Fact{Statement: statement(f), Source: *f.SourceURL})
		}
	}
	for _, outlet := range p.Outlets {
		m.Outlets = append(m.Outlets, fmt.Sprintf("%s (%d)", outlet.Name, outlet.Points))
	}
	return m, nil
}

func statement(f fact.Fact) string {
	if f.Statement != "" {
		return f.Statement
	}
	return f.Subject + f.Attribute + " " + f.Value + " " + f.Unit
}

// found adds the searches and pages of the newest answers to some prompts; pages of the opportunity come first.
func (o *Opportunities) found(ctx context.Context, brandID string, prompts []string, p *Opportunity, m *draft.Material) error {
	for _, page := range p.Pages {
		one := draft.Page{URL: page.URL}
		if page.Title != nil {
			one.Title = *page.Title
		}
		m.Pages = append(m.Pages, one)
	}
	if len(prompts) == 0 {
		return nil
	}
	marks, args := store.Among(prompts, 2)
	return store.Each(ctx, o.db.Read(), func(row store.Row) error {
		var citations, queries string
		if err := row.Scan(&citations, &queries); err != nil {
			return err
		}
		var pages []struct{ URL, Title, Snippet string }
		var searches []string
		if err := errors.Join(json.Unmarshal([]byte(citations), &pages), json.Unmarshal([]byte(queries), &searches)); err != nil {
			return err
		}
		for _, q := range searches {
			if len(m.Searches) < partsUsed && !slices.Contains(m.Searches, q) {
				m.Searches = append(m.Searches, q)
			}
		}
		for _, c := range pages {
			at := slices.IndexFunc(m.Pages, func(page draft.Page) bool { return page.URL == "https://"+c.URL || page.URL == c.URL })
			if at >= 0 && m.Pages[at].Snippet == "" {
				m.Pages[at].Snippet = c.Snippet
			}
		}
		return nil
	}, `SELECT citations, queries FROM answers WHERE brand_id = $1 AND answered_at >= $2 AND prompt_id`+marks+
		` ORDER BY answered_at DESC, id LIMIT `+strconv.Itoa(answersRead),
		append([]any{brandID, o.db.Now().Add(-30 * 24 * time.Hour)}, args...)...)
}
