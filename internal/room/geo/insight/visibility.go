package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// Visibility is how often each prompt brings up the brand on each platform.
type Visibility struct {
	Period   Period           `json:"period"`
	Filters  Filters          `json:"filters"`
	Items    []VisibilityItem `json:"items"`
	Total    int              `json:"total"`
	ByTopic  []TopicFigures   `json:"by_topic"`
	ByStage  []StageFigures   `json:"by_stage"`
	Excluded Excluded         `json:"excluded"`

	ByPlatform map[string]Naming `json:"-"` // over all prompts
}

// Naming is how often the brand is named.
type Naming struct {
	Answers  int64    `json:"answers"`
	Mentions int64    `json:"mentions"`
	Rate     *float64 `json:"rate"`
	Interval
	AveragePosition *float64 `json:"average_position"`
}

// VisibilityItem is one prompt on one platform.
type VisibilityItem struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	TopicID  string `json:"topic_id"`
	Platform string `json:"platform"`
	Naming
	Last *LastAnswer `json:"last"`
}

// LastAnswer is the newest answer of a cell.
type LastAnswer struct {
	AnsweredAt timestamp.Time `json:"answered_at"`
	Mentioned  bool           `json:"mentioned"`
	Position   *int64         `json:"position"`
	AnswerID   string         `json:"answer_id"`
}

// TopicFigures are the figures of a topic.
type TopicFigures struct {
	TopicID string `json:"topic_id"`
	Name    string `json:"name"`
	Naming
}

// StageFigures are the figures of a stage of the buyer's journey.
type StageFigures struct {
	Stage string `json:"stage"`
	Naming
}

// cell is a prompt on a platform, under the topic and stage it had when it was asked.
type cell struct {
	prompt, platform, topic, stage string
	naming
	last LastAnswer
}

type naming struct{ answers, named, positionSum int64 }

func (n naming) plus(m naming) naming {
	return naming{n.answers + m.answers, n.named + m.named, n.positionSum + m.positionSum}
}

func (n naming) shown() Naming {
	return Naming{n.answers, n.named, rate(n.named, n.answers), wilson(n.named, n.answers), mean(stat.Sample{N: int(n.named), Sum: float64(n.positionSum)})}
}

// Visibility analyses a brand prompt by prompt. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Visibility(ctx context.Context, who account.Caller, brandID string, query Query) (out Visibility, err error) {
	defer fault.Wrap(&err, "insight.Visibility")

	if query, err = i.known(ctx, brandID, query); err != nil {
		return out, err
	}
	err = i.within(ctx, who, brandID, query, func(s *scope) error {
		entries, err := s.totals(ctx, s.span)
		if err != nil {
			return err
		}
		cells, err := s.cells(ctx)
		if err != nil {
			return err
		}
		out = Visibility{Period: s.span.period(), Filters: s.filters(), ByTopic: []TopicFigures{}, ByStage: []StageFigures{}, Excluded: entries.total(forVisibility).excluded()}
		if out.Items, err = s.items(ctx, cells); err != nil {
			return err
		}
		out.Total, out.ByPlatform = len(out.Items), map[string]Naming{}
		names, err := s.pairs(ctx, `SELECT id, name FROM topics WHERE brand_id = $1`)
		if err != nil {
			return err
		}
		for _, g := range grouped(cells, func(c cell) string { return c.topic }) {
			out.ByTopic = append(out.ByTopic, TopicFigures{g.key, names[g.key], g.shown()})
		}
		for _, g := range grouped(cells, func(c cell) string { return c.platform }) {
			out.ByPlatform[g.key] = g.shown()
		}
		for _, g := range grouped(cells, func(c cell) string { return c.stage }) {
			out.ByStage = append(out.ByStage, StageFigures{g.key, g.shown()})
		}
		return nil
	})
	return out, err
}

// cells adds up days and months.
func (s *scope) cells(ctx context.Context) ([]cell, error) {
	type key struct {
		finding.PromptKey
		platform string
	}
	index, cells := map[key]int{}, []cell{}
	err := finding.EachPrompt(ctx, s.q, s.extent(s.span, false), func(at finding.Spot, k finding.PromptKey, f *finding.PromptFigures) {
		if !s.about(k.Topic) {
			return
		}
		i, ok := index[key{k, at.Platform}]
		if !ok {
			i = len(cells)
			index[key{k, at.Platform}] = i
			cells = append(cells, cell{prompt: k.Prompt, platform: at.Platform, topic: k.Topic, stage: k.Stage})
		}
		c := &cells[i]
		c.naming = c.plus(naming{f.Answers, f.Named, f.Positions})
		if last := lastOf(f); c.last.before(last) {
			c.last = last
		}
	})
	return cells, err
}

func lastOf(f *finding.PromptFigures) LastAnswer {
	last := LastAnswer{AnsweredAt: moment(f.LastAt), AnswerID: f.LastAnswer}
	if position := f.LastPosition; position > 0 {
		last.Mentioned, last.Position = true, &position
	}
	return last
}

func (l LastAnswer) before(m LastAnswer) bool {
	return l.AnsweredAt.Before(m.AnsweredAt.Time) || l.AnsweredAt.Equal(m.AnsweredAt.Time) && l.AnswerID < m.AnswerID
}

// items joins cells of one prompt and platform, whatever topics it was under; the newest counts.
func (s *scope) items(ctx context.Context, cells []cell) ([]VisibilityItem, error) {
	type key struct{ prompt, platform string }
	joined := map[key]cell{}
	for _, c := range cells {
		k := key{c.prompt, c.platform}
		if j, ok := joined[k]; ok {
			c.naming = c.plus(j.naming)
			if c.last.before(j.last) {
				c.last, c.topic = j.last, j.topic
			}
		}
		joined[k] = c
	}
	texts, err := s.pairs(ctx, `SELECT id, text FROM prompts WHERE brand_id = $1`)
	if err != nil {
		return nil, err
	}
	items := []VisibilityItem{}
	for _, c := range joined {
		if _, ok := texts[c.prompt]; !ok { // deleted: as it was last asked
			if texts[c.prompt], err = s.asked(ctx, c.last.AnswerID); err != nil {
				return nil, err
			}
		}
		items = append(items, VisibilityItem{c.prompt, texts[c.prompt], c.topic, c.platform, c.shown(), &c.last})
	}
	slices.SortFunc(items, func(a, b VisibilityItem) int {
		return cmp.Or(cmp.Compare(b.PromptID, a.PromptID), cmp.Compare(s.place(a.Platform), s.place(b.Platform)), cmp.Compare(a.Platform, b.Platform))
	})
	return items, nil
}

// asked is the question as it was put.
func (s *scope) asked(ctx context.Context, answerID string) (string, error) {
	list, err := store.List(ctx, s.q, store.One[string], `SELECT prompt_text FROM tasks WHERE id = $1`, answerID)
	if err != nil || len(list) == 0 {
		return "", err
	}
	return list[0], nil
}

// pairs reads a table of ids and texts of the brand.
func (s *scope) pairs(ctx context.Context, sql string) (map[string]string, error) {
	out := map[string]string{}
	err := store.Each(ctx, s.q, func(row store.Row) error {
		var id, text string
		err := row.Scan(&id, &text)
		out[id] = text
		return err
	}, sql, s.brand.ID)
	return out, err
}

type group struct {
	key string
	naming
}

// grouped adds up cells by a key, in the order of the keys.
func grouped(cells []cell, key func(cell) string) []group {
	sums := map[string]naming{}
	for _, c := range cells {
		sums[key(c)] = sums[key(c)].plus(c.naming)
	}
	list := []group{}
	for k, n := range sums {
		list = append(list, group{k, n})
	}
	slices.SortFunc(list, func(a, b group) int { return cmp.Compare(a.key, b.key) })
	return list
}
