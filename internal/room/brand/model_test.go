package brand_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// TestMain bounds the sequences to a few seconds on both engines; -rapid.checks asks for more.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const modelBrands = 2 // the cap, so that it is met

// holding is what the model knows of a brand.
type holding struct {
	owner       int
	brand       brand.Brand
	topics      []*brand.Topic
	prompts     []*brand.Prompt
	competitors []*brand.Competitor
}

// model drives the room and keeps, in plain lists, what it should hold. Ids of what was deleted stay in the draw.
type model struct {
	*world
	callers  []account.Caller
	limits   []int
	holdings []*holding
	ids      map[string][]string
}

// Random sequences of changes by two accounts leave exactly what the model holds.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	eachWith(t, brand.Options{MaxBrands: modelBrands}, func(t *testing.T, w *world) {
		callers := []account.Caller{w.caller(t, plan.Standard), w.caller(t, plan.Upper)}
		rapid.Check(t, func(t *rapid.T) {
			storetest.Exec(t, w.db, `DELETE FROM brands`)
			m := &model{world: w, callers: callers, limits: []int{10, 20}, ids: map[string][]string{
				"brand": {unheardOf.brand.ID}, "topic": {unheardOf.topic.ID}, "prompt": {unheardOf.prompt.ID},
				"competitor": {unheardOf.competitor.ID},
			}}
			m.begin(t)
			t.Repeat(map[string]func(*rapid.T){
				"": m.compare,
				"wait": func(t *rapid.T) {
					w.clock.Advance(time.Duration(rapid.IntRange(0, 1500).Draw(t, "µs")) * time.Microsecond)
				},
				"create brand":      m.createBrand,
				"change brand":      m.changeBrand,
				"create topic":      m.createTopic,
				"change topic":      m.changeTopic,
				"delete topic":      m.deleteTopic,
				"create prompts":    m.createPrompts,
				"change prompt":     m.changePrompt,
				"delete prompt":     m.deletePrompt,
				"create competitor": m.createCompetitor,
				"change competitor": m.changeCompetitor,
				"delete competitor": m.deleteCompetitor,
			})
		})
	})
}

// begin gives each account something, and the first nearly all the enabled prompts it may have.
func (m *model) begin(t *rapid.T) {
	for i := range m.callers {
		h := m.addBrand(t, i, brand.Profile{Name: "first"})
		m.addTopic(t, i, h.brand.ID, brand.TopicFields{Name: "first"})
		for range 8 - 7*i {
			m.addPrompt(t, i, h.brand.ID, question(h.topics[0].ID, brand.Active))
		}
	}
}

// foretold compares what was answered with what the model foretells: a code, or 0 for success. It tells which it was.
func foretold(t *rapid.T, err error, code fault.Code) (done bool) {
	switch {
	case code == 0:
		must.Do(t, err)
		return true
	case !fault.Is(err, code):
		t.Fatalf("got %v, the model foretells code %d", err, code)
	}
	return false
}

func draw[T any](t *rapid.T, label string, from []T) T { return rapid.SampledFrom(from).Draw(t, label) }

func (m *model) caller(t *rapid.T) (int, account.Caller) {
	i := rapid.IntRange(0, 1).Draw(t, "caller")
	return i, m.callers[i]
}

// target draws the id of a thing: mostly one of the caller's, else whosoever, deleted ones and one that never was included.
func (m *model) target(t *rapid.T, caller int, kind string) string {
	var own []string
	for _, id := range m.ids[kind] {
		_, topic := m.topic(caller, id)
		_, prompt := m.prompt(caller, id)
		_, competitor := m.competitor(caller, id)
		if topic != nil || prompt != nil || competitor != nil || m.held(caller, id) != nil {
			own = append(own, id)
		}
	}
	return m.mostly(t, kind, own)
}

func (m *model) mostly(t *rapid.T, kind string, own []string) string {
	if len(own) > 0 && rapid.IntRange(0, 4).Draw(t, "strange") < 4 {
		return draw(t, kind, own)
	}
	return draw(t, kind, m.ids[kind])
}

// topicFor draws the topic of a prompt under a brand: mostly one of that brand's.
func (m *model) topicFor(t *rapid.T, h *holding) string {
	var own []string
	if h != nil {
		for _, topic := range h.topics {
			own = append(own, topic.ID)
		}
	}
	return m.mostly(t, "topic", own)
}

// held finds the caller's brand, or nil.
func (m *model) held(caller int, brandID string) *holding {
	for _, h := range m.holdings {
		if h.owner == caller && h.brand.ID == brandID {
			return h
		}
	}
	return nil
}

// find finds the caller's thing and the brand that holds it.
func find[T any](m *model, caller int, id string, in func(*holding) []*T, idOf func(*T) string) (*holding, *T) {
	for _, h := range m.holdings {
		for _, thing := range in(h) {
			if h.owner == caller && idOf(thing) == id {
				return h, thing
			}
		}
	}
	return nil, nil
}

func (m *model) topic(caller int, id string) (*holding, *brand.Topic) {
	return find(m, caller, id, func(h *holding) []*brand.Topic { return h.topics }, func(t *brand.Topic) string { return t.ID })
}

func (m *model) prompt(caller int, id string) (*holding, *brand.Prompt) {
	return find(m, caller, id, func(h *holding) []*brand.Prompt { return h.prompts }, func(p *brand.Prompt) string { return p.ID })
}

func (m *model) competitor(caller int, id string) (*holding, *brand.Competitor) {
	return find(m, caller, id, func(h *holding) []*brand.Competitor { return h.competitors },
		func(c *brand.Competitor) string { return c.ID })
}

func (h *holding) hasTopic(id string) bool {
	return slices.ContainsFunc(h.topics, func(t *brand.Topic) bool { return t.ID == id })
}

func (m *model) active(caller int) (n int) {
	for _, h := range m.holdings {
		for _, p := range h.prompts {
			if h.owner == caller && p.Status == brand.Active {
				n++
			}
		}
	}
	return n
}

// text is any text that can be stored. Each use makes its own: a generator is not safe for tests that run in parallel.
func text() *rapid.Generator[string] {
	return rapid.Map(rapid.StringN(0, 12, -1), func(s string) string { return strings.ReplaceAll(s, "\x00", "") })
}

func texts(t *rapid.T, label string) store.Texts { return rapid.SliceOfN(text(), 0, 3).Draw(t, label) }

func maybe(t *rapid.T, label string) *string { return rapid.Ptr(text(), true).Draw(t, label) }

// compare holds every list against the model.
func (m *model) compare(t *rapid.T) {
	for i, who := range m.callers {
		var brands []brand.Brand
		for _, h := range m.holdings {
			if h.owner == i {
				h.brand.Counts = h.counts()
				brands = append(brands, h.brand)
				m.compareHolding(t, who, h)
			}
		}
		got := must.Get(m.List(t.Context(), who))(t)
		slices.SortFunc(brands, func(a, b brand.Brand) int { return newest(a.CreatedAt, b.CreatedAt, a.ID, b.ID) })
		same(t, "brands", brands, got)
	}
}

func (h *holding) counts() (c brand.Counts) {
	c = brand.Counts{Topics: int64(len(h.topics)), Prompts: int64(len(h.prompts)), Competitors: int64(len(h.competitors))}
	for _, p := range h.prompts {
		if p.Status == brand.Active {
			c.ActivePrompts++
		}
	}
	return c
}

func (m *model) compareHolding(t *rapid.T, who account.Caller, h *holding) {
	for _, topic := range h.topics {
		topic.PromptCount = 0
		for _, p := range h.prompts {
			if p.TopicID == topic.ID {
				topic.PromptCount++
			}
		}
	}
	topics := must.Get(m.Topics(t.Context(), who, h.brand.ID))(t)
	same(t, "topics", kept(h.topics, nil, func(a, b *brand.Topic) int { return newest(a.CreatedAt, b.CreatedAt, a.ID, b.ID) }), topics)
	competitors := must.Get(m.Competitors(t.Context(), who, h.brand.ID))(t)
	same(t, "competitors", kept(h.competitors, nil, func(a, b *brand.Competitor) int {
		return newest(a.CreatedAt,
			b.CreatedAt, a.ID, b.ID)
	}), competitors)

	status := draw(t, "status filter", []string{brand.Active, brand.Suggested, brand.Archived, "unknown", ""})
	topicID := draw(t, "topic filter", append([]string{""}, m.ids["topic"]...))
	var filter brand.PromptFilter
	if status != "" {
		filter.Status = &status
	}
	if topicID != "" {
		filter.TopicIDs = []string{topicID}
	}
	prompts := must.Get(m.Prompts(t.Context(), who, h.brand.ID, filter))(t)
	known := slices.ContainsFunc(h.topics, func(topic *brand.Topic) bool { return topic.ID == topicID })
	listed := func(p *brand.Prompt) bool {
		return (status == "" || p.Status == status) && (!known || p.TopicID == topicID)
	}
	same(t, "prompts", kept(h.prompts, listed, func(a, b *brand.Prompt) int {
		return newest(a.CreatedAt, b.CreatedAt,
			a.ID, b.ID)
	}), prompts)
}

// kept lists what keep lets through, in order.
func kept[T any](all []*T, keep func(*T) bool, order func(a, b *T) int) (list []T) {
	for _, v := range slices.SortedFunc(slices.Values(all), order) {
		if keep == nil || keep(v) {
			list = append(list, *v)
		}
	}
	return list
}

// newest is the order of all lists: the later first, of two at the same time the one with the greater id.
func newest(a, b timestamp.Time, idA, idB string) int {
	if order := b.Compare(a.Time); order != 0 {
		return order
	}
	return strings.Compare(idB, idA)
}

func same(t *rapid.T, what string, want, got any) {
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(brand.Prompt{}, "Branded")); diff != "" {
		t.Fatalf("%s: (-model +room)\n%s", what, diff)
	}
}
