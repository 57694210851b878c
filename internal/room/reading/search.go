package reading

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

// Searched is an answer with the searches that its assistant ran before it, and the channels that it cites.
type Searched struct {
	ID, Platform, PromptID, TopicID string

	Day      day.Day
	Kinds    string // what its prompt counts for
	Question string
	Queries  store.Texts
	Named    bool         // it names the brand
	Others   []NamedOther // where there are searches
	Channels []string     // that it cites, each once
	Counts   bool         // it is in denominators

	mode string
	at   int64 // µs
}

// NamedOther is a competitor that an answer names, and no more of it.
type NamedOther struct {
	ID   string `json:"competitor_id"`
	Name string `json:"name"`
}

// SearchedFilter is what is to be read. No topic and no prompt mean all.
type SearchedFilter struct {
	Extent
	PromptIDs []string
	Most      int // the newest so many
}

func (f *SearchedFilter) wants(s *Searched) bool {
	for _, by := range [...]struct {
		among []string
		one   string
	}{{f.Platforms, s.Platform}, {f.TopicIDs, s.TopicID}, {f.PromptIDs, s.PromptID}} {
		if len(by.among) > 0 && !slices.Contains(by.among, by.one) {
			return false
		}
	}
	return true
}

// EachSearched calls do for answers of a reading, the newest first. What it gives is the caller's only until it returns.
func EachSearched(ctx context.Context, q store.Querier, f SearchedFilter, do func(*Searched)) (err error) {
	defer fault.Wrap(&err, "reading.EachSearched")

	r := searchReader{f, q, f.Most, do}
	for month := f.To.Month(); month >= f.From.Month() && r.left > 0; month-- {
		if err := r.month(ctx, days{from: max(f.From, month.First()), to: min(f.To, month.Last())}); err != nil {
			return err
		}
	}
	return nil
}

// searchReader reads answers: days that are packed, and rows of the others.
type searchReader struct {
	SearchedFilter
	q    store.Querier
	left int // of Most
	do   func(*Searched)
}

// packedDay is a day as it is kept, a part for each platform.
type packedDay struct {
	day   day.Day
	parts [][]byte
	open  bool // not all are packed
}

// month reads days of one month.
func (r *searchReader) month(ctx context.Context, of days) error {
	var list []packedDay
	err := r.eachRow(ctx, r.q,
		`SELECT day, day, platform, answers FROM days WHERE brand_id = $1 AND generation = $2 AND day >= $3 AND day <= $4`, of,
		func(at Spot, _ reach, part []byte) error {
			i := slices.IndexFunc(list, func(d packedDay) bool { return d.day == at.Day })
			if i < 0 {
				i = len(list)
				list = append(list, packedDay{day: at.Day})
			}
			list[i].open = list[i].open || len(part) == 0
			list[i].parts = append(list[i].parts, bytes.Clone(part))
			return nil
		})
	if err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b packedDay) int { return cmp.Compare(b.day, a.day) })
	for _, d := range list {
		switch {
		case r.left == 0:
			return nil
		case d.open:
			err = r.rows(ctx, d.day)
		default:
			err = r.unpack(d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *searchReader) take(s *Searched) {
	if r.left > 0 && r.wants(s) {
		r.left--
		r.do(s)
	}
}

// rows reads the answers of a day one by one.
func (r *searchReader) rows(ctx context.Context, d day.Day) error {
	from, to := d.Bounds()
	where, args := `AND mode = $5`, []any{r.BrandID, r.Generation, from, to, r.mode()}
	for column, values := range map[string][]string{"platform": r.Platforms, "topic_id": r.TopicIDs, "prompt_id": r.PromptIDs} {
		if len(values) > 0 {
			marks, more := store.Among(values, len(args))
			where, args = where+` AND `+column+marks, append(args, more...)
		}
	}
	return eachSearched(ctx, r.q, where, r.left, r.take, args...)
}

// eachSearched reads answers from rows, the newest first, at most so many. The first arguments are brand, generation and two moments.
func eachSearched(ctx context.Context, q store.Querier, where string, most int, do func(*Searched), args ...any) error {
	return store.Each(ctx, q, func(row store.Row) error {
		s, err := scanSearched(row)
		if err == nil {
			do(&s)
		}
		return err
	}, `SELECT f.answer_id, f.platform, f.mode, f.prompt_id, f.topic_id, f.at, f.kinds, f.state, f.position IS NOT NULL, f.others, f.sources,
			a.question, a.queries, a.finish
		FROM (SELECT answer_id, platform, mode, prompt_id, topic_id, kinds, at, state, position, others, sources FROM findings
			WHERE brand_id = $1 AND generation = $2 AND at >= $3 AND at < $4 `+where+` ORDER BY at DESC, answer_id LIMIT `+strconv.Itoa(most)+`) f
		JOIN answers a ON a.id = f.answer_id
		ORDER BY f.at DESC, f.answer_id`, args...)
}

func scanSearched(row store.Row) (s Searched, err error) {
	var at timestamp.Time
	var state, queries, others, sources, finish string
	err = row.Scan(&s.ID, &s.Platform, &s.mode, &s.PromptID, &s.TopicID, &at, &s.Kinds, &state, &s.Named, &others, &sources,
		&s.Question, &queries, &finish)
	if err != nil {
		return s, err
	}
	cited, err := SourcesIn(sources)
	if err != nil {
		return s, err
	}
	s.at, s.Day, s.Channels = at.UnixMicro(), day.Of(at.Time), channelsOf(cited)
	s.Counts = answer.State(state).Answered() && !(Task{Finish: finish}).cut()
	if queries != "" && queries != "[]" {
		if err := s.Queries.Scan(queries); err != nil {
			return s, err
		}
	}
	if len(s.Queries) > 0 {
		err = json.Unmarshal([]byte(others), &s.Others)
	}
	return s, err
}

// Searched is the answer as EachSearched tells it, without its searches.
func (i *Item) Searched() *Searched {
	return &Searched{
		ID: i.ID, Platform: i.Platform, PromptID: i.PromptID, TopicID: i.TopicID, Day: day.Of(i.At.Time), Kinds: i.Kinds,
		Named: i.Position != nil, Channels: channelsOf(i.Sources), Counts: i.State.Answered() && !i.cut(),
	}
}

// channelsOf are the channels of sources that are cited.
func channelsOf(sources []Source) (list []string) {
	for i := range sources {
		if src := &sources[i]; src.Cited {
			if channel := channelOf(src); !slices.Contains(list, channel) {
				list = append(list, channel)
			}
		}
	}
	return list
}

// channelOf is the channel of a source.
func channelOf(src *Source) string {
	if src.Channel != "" {
		return src.Channel
	}
	channel, _ := address.Channel(src.URL)
	return channel
}
