package detail

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
)

// PromptPage is all about one prompt: its figures and their curve, and what the answers to it searched for and cite.
type PromptPage struct {
	insight.Overview
	Curve    []insight.CurveDay
	Leaders  insight.Leaders
	Shift    insight.Change // of the visibility, platform by platform
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
	sourcesShown   = 10
)

// PromptPage analyses one prompt. One without answers has empty figures. Faults: as Overview.
func (d *Details) PromptPage(ctx context.Context, who account.Caller, brandID, promptID string,
	query insight.Query,
) (out PromptPage, err error) {
	defer fault.Wrap(&err, "detail.PromptPage")

	query.PromptIDs = []string{promptID}
	err = d.insights.Within(ctx, who, brandID, query, func(s *insight.Scope) error {
		return d.insights.AnalyseIn(ctx, s, insight.Made("measured", &out.Overview, (*insight.Scope).Counted),
			insight.Made("curve", &out.Curve, (*insight.Scope).Curve),
			insight.Made("leaders", &out.Leaders, (*insight.Scope).Leaders),
			searchesIn(s, &out.Searches), insight.Made("sources", &out.Sources, promptSources),
			insight.Made("shift", &out.Shift, func(s *insight.Scope, ctx context.Context) (insight.Change,
				error,
			) {
				return s.Shift(ctx, promptID)
			}))
	})
	return out, err
}

// promptSources are the channels that the newest answers cite, the most frequent first.
func promptSources(s *insight.Scope, ctx context.Context) ([]PromptSource, error) {
	count, class := map[string]int64{}, map[string]string{}
	f := s.Found()
	asked := s.Asked(&f)
	err := store.Each(ctx, s.Q, func(row store.Row) error {
		var text string
		if err := row.Scan(&text); err != nil {
			return err
		}
		sources, err := reading.SourcesIn(text)
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, src := range sources {
			channel, _ := address.Channel(src.URL)
			if !src.Cited || seen[channel] {
				continue
			}
			seen[channel], class[channel] = true, src.Class
			count[channel]++
		}
		return nil
	}, `SELECT sources FROM (`+asked+`) asked CROSS JOIN findings`+f.SQL+
		` AND answer_id = asked.id AND sources <> '[]' ORDER BY at DESC, answer_id LIMIT `+
		strconv.Itoa(promptFindings), f.Args...)
	list := []PromptSource{}
	for _, channel := range byCount(count) {
		list = append(list, PromptSource{channel, class[channel], count[channel]})
	}
	return list[:min(len(list), sourcesShown)], err
}

// ChannelPage is all about one source: how often it is cited, by answers to which prompts, on which platforms, beside whom.
type ChannelPage struct {
	insight.Domain
	Known     bool         // the period has citations of it
	Gap       *insight.Gap // nil: it is none
	Naming    insight.Share
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
	ID, Name      string
	insight.Share // of them, those that name the brand
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
func (d *Details) ChannelPage(ctx context.Context, who account.Caller, brandID, channel string,
	query insight.Query,
) (out ChannelPage, err error) {
	defer fault.Wrap(&err, "detail.ChannelPage")

	var all insight.Citations
	query.PromptIDs = nil
	err = d.insights.Analyse(ctx, who, brandID, query, insight.Made("citations", &all, (*insight.Scope).Citations),
		insight.Made("channel "+channel, &out, func(s *insight.Scope, ctx context.Context) (ChannelPage,
			error,
		) {
			return channelOf(ctx, s, channel)
		}))
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

func channelOf(ctx context.Context, s *insight.Scope, channel string) (ChannelPage, error) {
	c := &channelCount{
		channel: channel, platforms: map[string]*ChannelPart{}, prompts: map[string]*ChannelPart{},
		rivals: map[string]*ChannelPart{}, titles: map[string]string{},
		urls: map[string]int64{}, page: ChannelPage{AnswerIDs: []string{}},
	}
	_, domain := address.Channel("https://" + channel)
	if domain == "" {
		return c.page, nil
	}
	f := s.Found()
	f.Args = append(f.Args, store.Containing(domain))
	err := store.Each(ctx, s.Q, func(row store.Row) error {
		var id, platform, prompt, othersText, sourcesText string
		var named bool
		if err := row.Scan(&id, &platform, &prompt, &named, &othersText, &sourcesText); err != nil {
			return err
		}
		others, err := reading.OthersIn(othersText)
		if err != nil {
			return err
		}
		sources, err := reading.SourcesIn(sourcesText)
		if err != nil {
			return err
		}
		c.add(id, platform, prompt, named, others, sources)
		return nil
	}, `SELECT answer_id, platform, prompt_id, position IS NOT NULL, others, sources FROM findings`+f.SQL+` AND sources LIKE $`+strconv.Itoa(len(f.Args))+` ESCAPE '\'
		ORDER BY at DESC, answer_id LIMIT `+strconv.Itoa(channelFindings), f.Args...)
	if err != nil {
		return ChannelPage{}, err
	}
	texts, err := s.PromptTexts(ctx)
	for id, p := range c.prompts {
		p.Name = texts[id]
	}
	for id, p := range c.platforms {
		p.Name = s.PlatformName(id)
	}
	return c.shown(), err
}

func (c *channelCount) add(id, platform, prompt string, named bool, others []reading.Other, sources []reading.Source) {
	c.page.Read++
	cites := false
	for _, src := range sources {
		channel, _ := address.Channel(src.URL)
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
	p.Naming = insight.ShareOf(p.Naming.Count, p.Naming.Of)
	p.Platforms, p.Prompts, p.Rivals = partsShown(c.platforms), partsShown(c.prompts), partsShown(c.rivals)
	for _, url := range byCount(c.urls) {
		p.Pages = append(p.Pages, ChannelURL{url, c.titles[url], c.urls[url]})
	}
	p.Pages = p.Pages[:min(len(p.Pages), channelShown)]
	return p
}

func partsShown(m map[string]*ChannelPart) (list []ChannelPart) {
	for _, p := range m {
		p.Share = insight.ShareOf(p.Count, p.Of)
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b ChannelPart) int { return cmp.Or(cmp.Compare(b.Of, a.Of), cmp.Compare(a.ID, b.ID)) })
	return list[:min(len(list), channelShown)]
}
