package story

import (
	"context"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
)

// Tell fills in what happened in the demo on so many days: a run a day and brand as History does, an article that was ordered at
// four outlets and found by the assistants, what was noticed on the way, and what waits today. Called again it goes on where it
// was. progress is told after each run.
func (p Program) Tell(ctx context.Context, d Demo, days int, progress func(done, total int)) error {
	past, err := p.openThen()
	if err != nil {
		return err
	}
	main, _ := storyIn(d.language)
	t := teller{then: past, demo: d, story: main}
	if err := t.outletsFor(ctx); err != nil {
		return err
	}
	for day := days; day > 0; day-- {
		for i, brandID := range d.BrandIDs {
			id, err := past.Run(ctx, d.Caller, brandID, DaysAgo(day))
			if err == nil && id != "" {
				err = past.Insights.Review(ctx, id)
			}
			if told := i == 0 && day < mistakenDay; err == nil && (told || day == 1) { // what came before is read with the first
				err = past.Facts.Compare(ctx, brandID)
			}
			if err != nil {
				return err
			}
			progress((days-day)*len(d.BrandIDs)+i+1, days*len(d.BrandIDs))
		}
		if err := t.day(ctx, day); err != nil {
			return err
		}
	}
	past.Move(time.Now())
	if err := past.Orders.Watch(ctx); err != nil {
		return err
	}
	if err := past.Campaigns.Judge(ctx); err != nil {
		return err
	}
	_, err = past.Brands.Update(ctx, d.Caller, d.BrandIDs[0], func(p *brand.Profile) { p.Schedule = &brand.Schedule{Hour: 9} })
	return err
}

// teller makes what happens between runs.
type teller struct {
	then
	demo  Demo
	story *story
	media [4]string // ids of the story's outlets
}

// day does what happened on a day after its run. Each step looks whether it was taken before.
func (t *teller) day(ctx context.Context, day int) error {
	switch day {
	case teamDay:
		return t.gather(ctx)
	case draftedDay:
		return t.write(ctx, at(day, 2*time.Hour), t.story.article)
	case declaredDay:
		return t.declare(ctx, day)
	case orderedDay:
		return t.submit(ctx, day)
	case publishedDay, publishedDay - 1, publishedDay - 2:
		return t.publish(ctx, day, publishedDay-day)
	case nextDay:
		return t.next(ctx, day)
	}
	return nil
}

// outletsFor puts the story's outlets into the catalogue.
func (t *teller) outletsFor(ctx context.Context) error {
	t.Move(DaysAgo(openedDay))
	for i, o := range t.story.outlets {
		entry := catalogue.Entry{Key: o.key, Fields: catalogue.Fields{
			Name: o.name, Domain: new(o.host), URL: new("https://" +
				o.host), MediaType: o.kind, ContentTypes: store.Texts{string(catalogue.Article)},
			Language: new(t.story.language), Country: new(t.story.region), Price: catalogue.Price{Points: o.points},
			Recommended: o.authority > 60,
			Indexing:    catalogue.Indexing{Type: new("web"), Rate: new(o.indexed)},
			Authority:   catalogue.Authority{DomainAuthority: new(o.authority)},
			Delivery:    catalogue.Delivery{AverageHours: new(24.0), SuccessRate: new(0.96)},
		}}
		if o.channel != "" {
			entry.Channel = new(o.channel)
		}
		if o.kind == catalogue.WeMedia {
			entry.Platform, entry.AccountName = new("blog"), new(o.name)
		}
		made, err := t.Catalogue.Set(ctx, entry)
		if err != nil {
			return err
		}
		t.media[i] = made.ID
	}
	return nil
}

// gather makes a team of the account, a colleague and one who has been asked and has not answered.
func (t *teller) gather(ctx context.Context) error {
	owner := t.demo.Caller.UserID
	spaces, err := t.Accounts.Spaces(ctx, owner)
	if err != nil || len(spaces) > 1 {
		return err
	}
	team, err := t.Accounts.CreateTeam(ctx, owner, t.story.team)
	if err != nil {
		return err
	}
	_, token, err := t.Accounts.Invite(ctx, account.Inviting{By: owner, SpaceID: team, Email: ColleagueEmail})
	if err != nil || token == "" {
		return err
	}
	colleague, err := t.account(ctx, ColleagueEmail, id.New("pw", time.Now()), plan.Standard) // password not kept
	if err != nil {
		return err
	}
	_, err = t.Accounts.Accept(ctx, colleague.UserID, token)
	return err
}

// written finds a content by its title; nil when there is none.
func (t *teller) written(ctx context.Context, title string) (*content.Content, error) {
	list, _, _, err := t.Contents.List(ctx, t.demo.Caller, content.AnyBrand, content.Paging{Number: 1, Size: 100})
	for i := range list {
		if list[i].Title == title {
			return &list[i], err
		}
	}
	return nil, err
}

// write adds a content, and an hour later a revision with its last paragraph.
func (t *teller) write(ctx context.Context, when time.Time, m manuscript) error {
	if have, err := t.written(ctx, m.title); err != nil || have != nil {
		return err
	}
	t.Move(when)
	first := m.body
	if last := strings.LastIndex(first, "\n\n"); last > 0 {
		first = first[:last]
	}
	made, err := t.Contents.CreateFor(ctx, t.demo.Caller, &t.demo.BrandIDs[0],
		content.Fields{Title: m.title, ContentType: catalogue.Article, Body: first})
	if err != nil || first == m.body {
		return err
	}
	t.Move(when.Add(time.Hour))
	_, err = t.Contents.Update(ctx, t.demo.Caller, made.ID, func(f *content.Fields) { f.Body = m.body })
	return err
}

// declare writes down which questions the article should change.
func (t *teller) declare(ctx context.Context, day int) error {
	if have, err := t.declaredOnes(ctx); err != nil || len(have) > 0 {
		return err
	}
	if ordered, err := t.ordered(ctx); err != nil || len(ordered) > 0 {
		return err
	}
	t.Move(at(day, 3*time.Hour))
	prompts, err := t.Brands.Prompts(ctx, t.demo.Caller, t.demo.BrandIDs[0], brand.PromptFilter{})
	if err != nil {
		return err
	}
	c := t.story.campaign
	d := campaign.Declaration{BrandID: t.demo.BrandIDs[0], Name: c.name, Sentence: c.sentence, Draw: true, LotSeed: &c.lotSeed}
	for _, p := range prompts {
		meant := slices.ContainsFunc(t.story.topics[c.topic].prompts, func(q question) bool { return q.text == p.Text })
		if meant && p.Status == brand.Active && !p.Branded {
			d.TargetIDs = append(d.TargetIDs, p.ID)
		}
	}
	if len(d.TargetIDs) < 6 { // too few to draw from
		return nil
	}
	_, err = t.Campaigns.Declare(ctx, t.demo.Caller, d)
	return err
}

// declaredOnes are the campaigns of the story's brand.
func (t *teller) declaredOnes(ctx context.Context) ([]campaign.Campaign, error) {
	list, _, err := t.Campaigns.List(ctx, t.demo.Caller, t.demo.BrandIDs[0], store.Paging{Number: 1, Size: 1})
	return list, err
}

// submit orders the article at four outlets and has it reviewed: three are let through, one is turned down and its points come
// back.
func (t *teller) submit(ctx context.Context, day int) error {
	article, err := t.written(ctx, t.story.article.title)
	if err != nil {
		return err
	}
	if have, err := t.ordered(ctx); err != nil || len(have) > 0 {
		return err
	}
	declared, err := t.declaredOnes(ctx)
	if err != nil {
		return err
	}
	submission := order.Submission{ContentID: article.ID, OutletIDs: t.media[:]}
	if len(declared) > 0 {
		submission.CampaignID = &declared[0].ID
	}
	t.Move(at(day, 30*time.Minute))
	out, err := t.Orders.Submit(ctx, t.demo.Caller, submission)
	if err != nil {
		return err
	}
	t.Move(at(day, 3*time.Hour))
	for _, o := range out.Items {
		if o.Outlet.ID == t.media[3] {
			_, err = t.Orders.Reject(ctx, t.demo.Operator, o.ID, t.story.refusal)
		} else {
			_, err = t.Orders.Approve(ctx, t.demo.Operator, o.ID, "")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *teller) ordered(ctx context.Context) (list []order.Order, err error) {
	list, _, err = t.Orders.List(ctx, t.demo.Caller, order.Filter{Paging: order.Paging{Number: 1, Size: 100}})
	return list, err
}

// publish says where one of the outlets has put the article.
func (t *teller) publish(ctx context.Context, day, number int) error {
	list, err := t.ordered(ctx)
	if err != nil {
		return err
	}
	o := t.story.outlets[number]
	t.Move(at(day, 5*time.Hour))
	for _, have := range list {
		if have.Outlet.ID == t.media[number] && have.Content.Title == t.story.article.title && have.Status != order.Published {
			_, err = t.Orders.Publish(ctx, t.demo.Operator, have.ID, "https://"+o.host+o.path)
		}
	}
	return err
}

// next leaves work: an article that waits for its review, one that its author has to change, and a draft. An order waits for three
// days, so it is of the last one.
func (t *teller) next(ctx context.Context, day int) error {
	if have, err := t.written(ctx, t.story.next.title); err != nil || have != nil {
		return err
	}
	when := timestamp.Of(time.Now()).Add(-20 * time.Hour).Time
	if err := t.write(ctx, at(day+4, time.Hour), t.story.draft); err != nil {
		return err
	}
	if err := t.write(ctx, at(day+2, time.Hour), t.story.next); err != nil {
		return err
	}
	article, err := t.written(ctx, t.story.next.title)
	if err != nil {
		return err
	}
	t.Move(when)
	out, err := t.Orders.Submit(ctx, t.demo.Caller, order.Submission{ContentID: article.ID, OutletIDs: t.media[:3]})
	if err != nil {
		return err
	}
	t.Move(when.Add(2 * time.Hour))
	_, err = t.Orders.RequestChanges(ctx, t.demo.Operator, out.Items[1].ID, t.story.changes)
	return err
}
