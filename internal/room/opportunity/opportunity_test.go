package opportunity_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/room/account"
	"renown/internal/room/export"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// market is a brand that is behind in a topic, with a catalogue that is empty.
type market struct {
	*geotest.World
	*opportunity.Opportunities
	b         *geotest.Watched
	outlets   *catalogue.Catalogue
	facts     *fact.Facts
	contents  *content.Contents
	jobs      int
	topic     string
	prompts   []string
	everybody []string // platforms
}

func newMarket(t *testing.T, w *geotest.World) *market {
	t.Helper()
	m := &market{World: w, b: w.Brand(t, "云栖笔记"), outlets: catalogue.New(w.DB,
		catalogue.Options{Findings: w.Findings}), everybody: []string{"doubao", "deepseek", "qwen"}}
	m.facts = fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil)
	m.contents = content.New(w.DB, w.Plans, content.Options{})
	m.Opportunities = m.room(opportunity.Offline)
	m.topic = m.b.Topic(t, "选购")
	m.b.Competitor(t, "石墨本")
	for i := range 6 {
		m.prompts = append(m.prompts, m.b.Prompt(t, m.topic, fmt.Sprintf("推荐几款办公软件，第 %d 问", i), "awareness"))
	}
	w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.02}, simulator.Brand{Name: "石墨本", Weight: 0.95})
	return m
}

// room is the room with another drafter, which gathers its jobs.
func (m *market) room(drafter opportunity.Drafter) *opportunity.Opportunities {
	return opportunity.New(m.DB, opportunity.Rooms{
		Plans: m.Plans, Brands: m.Brands, Facts: m.facts, Insights: m.Insights, Catalogue: m.outlets,
		Contents: m.contents, Drafter: drafter, PerDay: 3,
		Queue: queue.Gather(m.DB, func(list []queue.Job) { m.jobs += len(list) }),
	})
}

func (m *market) list(t *testing.T, query insight.Query, actions []string, sort string) opportunity.List {
	t.Helper()
	return must.Get(m.List(t.Context(), m.b.Who, m.b.ID, query, actions, sort))(t)
}

func (m *market) stock(t *testing.T, lines ...string) {
	t.Helper()
	_, err := m.outlets.Import(t.Context(), strings.NewReader(strings.Join(lines, "\n")),
		catalogue.ImportOptions{Bad: func(line int64, why error) { t.Errorf("line %d: %v", line, why) }})
	must.Do(t, err)
}

// What there is to win is ranked, keeps its id, and comes with the nearest outlets there are.
func TestList(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		m, other := newMarket(t, w), w.Caller(t)
		expect.Refuse(t, expect.Error(m.List(t.Context(), other, m.b.ID, insight.Query{}, nil, "")), fault.NoSuchThing, "of another")
		if none := m.list(t, insight.Query{}, nil, ""); none.Items == nil || none.Total != 0 {
			t.Errorf("before any answer: %+v", none)
		}
		m.b.Run(t, m.everybody...)
		all := m.list(t, insight.Query{}, []string{"nonsense"}, "nonsense")
		at := slices.IndexFunc(all.Items, func(o opportunity.Opportunity) bool { return o.Basis == insight.OfTopic })
		if at < 0 || all.Sort != opportunity.ByGain {
			t.Fatalf("%+v", all)
		}
		o := all.Items[at]
		if o.Action != opportunity.Write || len(o.Outlets) != 0 || o.Outlets == nil || o.Topic.TopicID != m.topic {
			t.Errorf("without a catalogue: %+v", o)
		}
		m.stock(t, `{"key":"far","name":"远报","media_type":"news","content_types":["article"],"price":{"points":9},"domain":"far.example"}`,
			`{"key":"video","name":"视频","media_type":"short_video","content_types":["video"],"price":{"points":1},"domain":"`+o.Channels[0].Channel+`"}`,
			`{"key":"paused","name":"停","media_type":"news","content_types":["article"],"price":{"points":1},"domain":"`+o.Channels[0].Channel+`","status":"paused"}`)
		outlets := func() []opportunity.Outlet {
			t.Helper()
			found := must.Get(m.Find(t.Context(), m.b.Who, m.b.ID, o.ID))(t)
			return found.Outlets
		}
		if got := outlets(); len(got) != 1 || got[0].Name != "远报" || got[0].Match != catalogue.MatchCatalogue || got[0].Citing != 0 {
			t.Errorf("the nearest: %+v", got)
		}
		m.stock(t,
			`{"key":"near","name":"近报","media_type":"news","content_types":["article"],"price":{"points":30},"domain":"`+o.Channels[0].Channel+`"}`)
		if got := outlets(); len(got) != 1 || got[0].Name != "近报" || got[0].Match != catalogue.MatchChannel ||
			got[0].Citing == 0 || got[0].Points != 30 {
			t.Errorf("on the channel: %+v", got)
		}
		if got := m.list(t, insight.Query{}, []string{opportunity.Correct}, opportunity.ByCertain); got.Total != 0 ||
			got.Sort != opportunity.ByCertain {
			t.Errorf("narrowed: %+v", got)
		}
		top, err := m.Top(t.Context(), m.b.Who, m.b.ID, insight.Query{}, 1)
		if err != nil || len(top) != 1 || top[0].ID != m.list(t, insight.Query{}, nil, "").Items[0].ID {
			t.Errorf("%+v, %v", top, err)
		}
		expect.Refuse(t, expect.Error(m.Find(t.Context(), m.b.Who, m.b.ID, "opp_none")), fault.NoSuchThing, "what is not there")
		if got := m.list(t, insight.Query{From: "2020-01-01", To: "2020-01-31"}, nil, ""); got.Total != 0 {
			t.Errorf("of another time: %+v", got)
		}
		checkTable(t, m, other)
	})
}

// checkTable holds the table of bulk data against the list.
func checkTable(t *testing.T, m *market, other account.Caller) {
	t.Helper()
	bulk := export.New(m.DB, m.Brands, m.Table())
	expect.Refuse(t, expect.Error(bulk.Open(t.Context(), other, m.b.ID, export.Query{Table: "opportunities"})),
		fault.NoSuchThing, "another's table")
	list := m.list(t, insight.Query{}, nil, "").Items
	for _, format := range []string{"parquet", "csv", "ndjson"} {
		file := must.Get(bulk.Open(t.Context(), m.b.Who, m.b.ID, export.Query{Table: "opportunities", Format: format}))(t)
		var out bytes.Buffer
		must.Do(t, file.Write(t.Context(), &out))
		if format == "ndjson" && (strings.Count(out.String(), "\n") != len(list) ||
			!strings.Contains(out.String(), list[0].ID) || !strings.Contains(out.String(), `"points":30`)) {
			t.Errorf("%s for %d opportunities", out.String(), len(list))
		}
	}
}

// A fact that answers get wrong is an opportunity of its own, with the pages they cite.
func TestWrongFact(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		m := newMarket(t, w)
		m.b.Run(t, m.everybody...)
		w.Exec(t, `UPDATE findings SET position = 1 WHERE brand_id = $1`, m.b.ID)
		w.Exec(t, `UPDATE answer_texts SET text = '云栖笔记有 500 家门店。'`)
		source := "https://yunqi.example/q3"
		one, err := m.facts.Create(t.Context(), m.b.Who, m.b.ID, fact.Fields{Attribute: "门店数", Value: "412", Unit: "家", SourceURL: &source})
		must.Do(t, err)
		must.Do(t, m.facts.Compare(t.Context(), m.b.ID))
		found := m.list(t, insight.Query{}, []string{opportunity.Correct}, "")
		must.Equal(t, found.Total, 1, found)
		o := found.Items[0]
		if o.Fact.FactID != one.ID || o.Gain.Answers != 18 || o.Gain.Of != 18 || o.Gain.Low >= 18 ||
			o.Fact.Said == nil || *o.Fact.Said != "500 家" || len(o.Pages) == 0 || len(o.Prompts) == 0 ||
			len(o.Outlets) != 0 {
			t.Errorf("%+v", o)
		}
		if got := m.list(t, insight.Query{TopicIDs: []string{m.topic}}, []string{opportunity.Correct}, ""); got.Total != 0 {
			t.Errorf("facts belong to no topic: %+v", got)
		}
	})
}
