package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/room/reading"
)

// Leaders are who is named how often in each prompt, and competitors through the period.
type Leaders struct {
	Cells  []NamedCell // by prompt and platform, of prompts that there are
	Rivals []Followed  // in the order in which they were added
}

// NamedCell is how many answers to a prompt on a platform name whom.
type NamedCell struct {
	PromptID, Text, TopicID, Platform string
	Answers, Ours                     int64
	Theirs                            []int64 // in the order of Rivals
}

// Followed is a competitor: in how many answers of the seven days that end with each day of the period it is named.
type Followed struct {
	CompetitorID, Name string
	Weeks              []int64
}

// Leaders counts whom answers name.
func (s *Scope) Leaders(ctx context.Context) (out Leaders, err error) {
	defer fault.Wrap(&err, "insight.Leaders")

	now, _, err := s.tables(ctx)
	if err != nil {
		return out, err
	}
	rivals, err := s.rivalsOf(ctx, s.dates, forVisibility)
	if err != nil {
		return out, err
	}
	texts, err := s.PromptTexts(ctx)
	if err != nil {
		return out, err
	}
	topics, last := map[string]string{}, map[string]LastAnswer{}
	for _, st := range now.visible() {
		if last[st.prompt].before(st.last.AnsweredAt, st.last.AnswerID) {
			last[st.prompt], topics[st.prompt] = st.last, st.topic
		}
	}
	for _, c := range now.cells(forVisibility, "") {
		text, there := texts[c.prompt]
		if !there || c.counts[reading.Answers] == 0 {
			continue
		}
		one := NamedCell{
			c.prompt, text, topics[c.prompt], c.platform, c.counts[reading.Answers], c.counts[reading.Named],
			make([]int64, len(s.rivals)),
		}
		for i, r := range s.rivals {
			one.Theirs[i] = rivals.of(r.id).named[cellKey{c.prompt, c.platform}]
		}
		out.Cells = append(out.Cells, one)
	}
	slices.SortFunc(out.Cells, func(a, b NamedCell) int {
		return cmp.Or(cmp.Compare(a.PromptID, b.PromptID), cmp.Compare(s.rank(a.Platform), s.rank(b.Platform)))
	})
	out.Rivals, err = s.followed(ctx)
	return out, err
}

// followed reads the days of competitors.
func (s *Scope) followed(ctx context.Context) ([]Followed, error) {
	list, at, days := make([]Followed, len(s.rivals)), map[string]int{}, s.dates.Days()
	for i, r := range s.rivals {
		list[i], at[r.id] = Followed{r.id, r.name, make([]int64, days)}, i
	}
	extent := s.extent(day.Span{From: s.dates.From + 1 - week, To: s.dates.To}, true)
	err := s.book.rivals(ctx, extent, func(spot reading.Spot, key reading.RivalKey, f *reading.Counts) {
		i, known := at[key.Competitor]
		if !known || !s.counts(key.Prompt, key.Topic) || !forVisibility.takes(key.Kinds) {
			return
		}
		for on := max(spot.Day, s.dates.From); on < spot.Day+week && on <= s.dates.To; on++ {
			list[i].Weeks[on-s.dates.From] += f[reading.Answers]
		}
	})
	return list, err
}
