package insight

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/answer"
)

// PromptPage is all about one prompt: its figures and their curve, and what the answers to it searched for and cite.
type PromptPage struct {
	Overview
	Curve    []CurveDay
	Shift    Change // of the visibility, platform by platform
	Searches Searches
	Sources  []PromptSource
}

// PromptSource is a channel that answers to a prompt cite.
type PromptSource struct {
	Channel, Class string
	Answers        int64
}

const (
	promptFindings = 2000 // newest of a prompt that are read for what they cite
	promptSources  = 10
)

// PromptPage analyses one prompt. One that nobody answered has empty figures. Faults: as Overview.
func (i *Insights) PromptPage(ctx context.Context, who account.Caller, brandID, promptID string, query Query) (out PromptPage, err error) {
	defer fault.Wrap(&err, "insight.PromptPage")

	query.PromptIDs = []string{promptID}
	err = i.ask(ctx, who, brandID, query, want("measured", &out.Overview, (*scope).measured), want("curve", &out.Curve, (*scope).curve),
		want("searches", &out.Searches, (*scope).searches), want("sources", &out.Sources, (*scope).promptSources),
		want("shift", &out.Shift, func(s *scope, ctx context.Context) (Change, error) { return s.shift(ctx, promptID) }))
	return out, err
}

func (s *scope) shift(ctx context.Context, promptID string) (Change, error) {
	now, err := s.table(ctx, s.span, false)
	if err != nil {
		return Change{}, err
	}
	before, err := s.table(ctx, s.before(), false)
	return shifts(now, before, func(c stratum) string { return c.prompt })[promptID], err
}

// promptSources are the channels that the newest answers cite, the most frequent first.
func (s *scope) promptSources(ctx context.Context) ([]PromptSource, error) {
	count, class := map[string]int64{}, map[string]string{}
	f := s.found()
	err := store.Each(ctx, s.q, func(row store.Row) error {
		var text string
		if err := row.Scan(&text); err != nil {
			return err
		}
		var sources []finding.Source
		if err := json.Unmarshal([]byte(text), &sources); err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, src := range sources {
			channel, _ := answer.Channel(src.URL)
			if !src.Cited || seen[channel] {
				continue
			}
			seen[channel], class[channel] = true, src.Class
			count[channel]++
		}
		return nil
	}, `SELECT sources FROM findings`+f.sql+` AND sources <> '[]' ORDER BY at DESC, answer_id LIMIT `+itoa(promptFindings), f.args...)
	list := []PromptSource{}
	for _, channel := range byCount(count) {
		list = append(list, PromptSource{channel, class[channel], count[channel]})
	}
	return list[:min(len(list), promptSources)], err
}

// ChannelPage is all about one source: how often it is cited, by answers to which prompts, on which platforms, beside whom.
type ChannelPage struct {
	Domain
	Known     bool // the period has citations of it
	Gap       *Gap // nil: it is none
	Naming    Share
	Platforms []ChannelPart // by their ids
	Prompts   []ChannelPart
	Rivals    []ChannelPart
	Pages     []ChannelURL
	AnswerIDs []string // the newest
	Read      int      // answers that the lists rest on
	Truncated bool     // there are more of them
}

// ChannelPart is so many answers that cite a channel: on a platform, to a prompt, or naming a competitor.
type ChannelPart struct {
	ID, Name string
	Share    // of them, those that name the brand
}

// ChannelURL is a page of a channel.
type ChannelURL struct {
	URL, Title string
	Answers    int64
}

const (
	channelFindings = 2000
	channelShown    = 20
)

// ChannelPage analyses one source. Faults: as Citations.
func (i *Insights) ChannelPage(ctx context.Context, who account.Caller, brandID, channel string, query Query) (out ChannelPage, err error) {
	defer fault.Wrap(&err, "insight.ChannelPage")

	var all Citations
	query.PromptIDs = nil
	err = i.ask(ctx, who, brandID, query, want("citations", &all, (*scope).citations),
		want("channel "+channel, &out, func(s *scope, ctx context.Context) (ChannelPage, error) { return s.channel(ctx, channel) }))
	for _, d := range all.Domains {
		if d.Channel == channel {
			out.Domain, out.Known = d, true
		}
	}
	for n := range all.Gaps {
		if all.Gaps[n].Channel == channel {
			out.Gap = &all.Gaps[n]
		}
	}
	return out, err
}

// channelCount gathers what answers that cite a channel have in common.
type channelCount struct {
	channel                    string
	page                       ChannelPage
	platforms, prompts, rivals map[string]*ChannelPart
	titles                     map[string]string
	urls                       map[string]int64
}

func (s *scope) channel(ctx context.Context, channel string) (ChannelPage, error) {
	c := &channelCount{
		channel: channel, platforms: map[string]*ChannelPart{}, prompts: map[string]*ChannelPart{}, rivals: map[string]*ChannelPart{}, titles: map[string]string{},
		urls: map[string]int64{}, page: ChannelPage{AnswerIDs: []string{}},
	}
	_, domain := answer.Channel("https://" + channel)
	if domain == "" {
		return c.page, nil
	}
	f := s.found()
	f.args = append(f.args, store.Containing(domain))
	err := store.Each(ctx, s.q, func(row store.Row) error {
		var id, platform, prompt, othersText, sourcesText string
		var named bool
		if err := row.Scan(&id, &platform, &prompt, &named, &othersText, &sourcesText); err != nil {
			return err
		}
		var others []finding.Other
		var sources []finding.Source
		if err := json.Unmarshal([]byte(othersText), &others); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(sourcesText), &sources); err != nil {
			return err
		}
		c.add(id, platform, prompt, named, others, sources)
		return nil
	}, `SELECT answer_id, platform, prompt_id, position IS NOT NULL, others, sources FROM findings`+f.sql+` AND sources LIKE $`+itoa(len(f.args))+` ESCAPE '\'
		ORDER BY at DESC, answer_id LIMIT `+itoa(channelFindings), f.args...)
	if err != nil {
		return ChannelPage{}, err
	}
	texts, err := s.book.prompts(ctx, s.brand.ID)
	for id, p := range c.prompts {
		p.Name = texts[id]
	}
	for id, p := range c.platforms {
		p.Name = s.name(id)
	}
	return c.shown(), err
}

func (c *channelCount) add(id, platform, prompt string, named bool, others []finding.Other, sources []finding.Source) {
	c.page.Read++
	cites := false
	for _, src := range sources {
		channel, _ := answer.Channel(src.URL)
		if channel != c.channel || !src.Cited {
			continue
		}
		cites = true
		c.urls[src.URL]++
		if src.Title != nil {
			c.titles[src.URL] = *src.Title
		}
	}
	if !cites {
		return
	}
	if len(c.page.AnswerIDs) < channelShown {
		c.page.AnswerIDs = append(c.page.AnswerIDs, id)
	}
	c.page.Naming.Of++
	c.page.Naming.Count += number(named)
	count := func(m map[string]*ChannelPart, id, name string) {
		if m[id] == nil {
			m[id] = &ChannelPart{ID: id, Name: name}
		}
		m[id].Of++
		m[id].Count += number(named)
	}
	count(c.platforms, platform, "")
	count(c.prompts, prompt, "")
	for _, o := range others {
		count(c.rivals, o.ID, o.Name)
	}
}

func (c *channelCount) shown() ChannelPage {
	p := c.page
	p.Truncated = p.Read == channelFindings
	p.Naming = shareIn(p.Naming.Count, p.Naming.Of)
	p.Platforms, p.Prompts, p.Rivals = partsShown(c.platforms), partsShown(c.prompts), partsShown(c.rivals)
	for _, url := range byCount(c.urls) {
		p.Pages = append(p.Pages, ChannelURL{url, c.titles[url], c.urls[url]})
	}
	p.Pages = p.Pages[:min(len(p.Pages), channelShown)]
	return p
}

func partsShown(m map[string]*ChannelPart) (list []ChannelPart) {
	for _, p := range m {
		p.Share = shareIn(p.Count, p.Of)
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b ChannelPart) int { return cmp.Or(cmp.Compare(b.Of, a.Of), cmp.Compare(a.ID, b.ID)) })
	return list[:min(len(list), channelShown)]
}
