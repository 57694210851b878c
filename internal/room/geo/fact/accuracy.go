package fact

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// Query narrows the accuracy analysis. Dates are Beijing days; empty ones mean the last thirty.
type Query struct {
	From, To  string
	Platforms []string
	Mode      string // empty: search
	Surface   string // empty: the assistants' interface
	FactID    string // of the contradictions that are listed
	Page      Page
}

// Share is a part of some answers with its 95 % interval.
type Share struct {
	Value       *float64 `json:"value"`
	Low         *float64 `json:"low"`
	High        *float64 `json:"high"`
	Numerator   int64    `json:"numerator"`
	Denominator int64    `json:"denominator"`
}

func share(hits, n int64) Share {
	s := Share{Numerator: hits, Denominator: n}
	if in, ok := stat.Wilson(int(hits), int(n)); ok {
		v := float64(hits) / float64(n)
		s.Value, s.Low, s.High = &v, &in.Low, &in.High
	}
	return s
}

// Accuracy is how far the answers that name a brand agree with its facts.
type Accuracy struct {
	Period         Period          `json:"period"`
	Filters        Filters         `json:"filters"`
	Contradicted   Share           `json:"contradicted"` // of the answers that name the brand: those that contradict a fact
	Judged         Share           `json:"judged"`       // of them: those that say something of a fact
	Pending        int64           `json:"pending"`      // answers that are being read again, after a change of facts or names
	Judging        int64           `json:"judging"`      // facts that texts are held against
	Platforms      []PlatformShare `json:"platforms"`
	Prompts        []PromptShare   `json:"prompts"`
	Facts          []FactShare     `json:"facts"`
	Contradictions []Contradiction `json:"contradictions"`
	Total          int64           `json:"total"`
	Page           int64           `json:"page"`
	PageSize       int64           `json:"page_size"`
	HasMore        bool            `json:"has_more"`
}

// Filters are what an analysis was narrowed to, under the names of the interface.
type Filters struct {
	Platforms []string `json:"platform,omitempty"`
}

// Period is the days an analysis is about, both included.
type Period struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// PlatformShare is the share of answers that contradict, by platform.
type PlatformShare struct {
	Platform string `json:"platform"`
	Share
}

// PromptShare is the same by prompt.
type PromptShare struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	Share
}

// FactShare is how often a fact is contradicted among the answers that speak of it.
type FactShare struct {
	FactID    string `json:"fact_id"`
	Statement string `json:"statement"`
	Subject   string `json:"subject"`
	Attribute string `json:"attribute"`
	Expected  string `json:"expected"`
	Share
}

// Contradiction is a sentence of an answer that contradicts a fact.
type Contradiction struct {
	AnswerID  string           `json:"answer_id"`
	Platform  string           `json:"platform"`
	PromptID  string           `json:"prompt_id"`
	Question  string           `json:"question"`
	At        timestamp.Time   `json:"answered_at"`
	Sentence  *string          `json:"sentence"` // null: the answer's text is no longer kept
	Said      *string          `json:"said"`
	Reason    string           `json:"reason"` // differs, outdated, known_wrong
	FactID    string           `json:"fact_id"`
	Statement string           `json:"statement"`
	Attribute string           `json:"attribute"`
	Expected  string           `json:"expected"`
	SourceURL *string          `json:"source_url"`
	Citations []finding.Source `json:"citations"` // pages that the answer cites
}

func (q Query) span(now time.Time) (from, to time.Time, err error) {
	midnight, _ := timestamp.Day(now)
	to = midnight.In(timestamp.Beijing)
	if q.To != "" {
		to, _ = time.ParseInLocation(time.DateOnly, q.To, timestamp.Beijing) // its form was checked
	}
	from = to.AddDate(0, 0, -29)
	if q.From != "" {
		from, _ = time.ParseInLocation(time.DateOnly, q.From, timestamp.Beijing)
	}
	switch days := to.Sub(from).Hours() / 24; {
	case days < 0:
		return from, to, fault.Value("from must not be after to", q.From, "query", "from").Why("period_reversed")
	case days > 1099:
		return from, to, fault.Value("the period must not be longer than 1100 days", q.From, "query", "from").Why("period_too_long")
	}
	return from, to, nil
}

// Accuracy tells how far the answers of a period agree with a brand's facts. A platform that is not known narrows nothing.
func (f *Facts) Accuracy(ctx context.Context, who account.Caller, brandID string, q Query) (out Accuracy, err error) {
	defer fault.Wrap(&err, "fact.Accuracy")

	err = f.db.View(ctx, func(r store.Querier) error {
		if _, err := f.brands.FindIn(ctx, r, who, brandID); err != nil {
			return err
		}
		from, to, err := q.span(f.db.Now().Time)
		if err != nil {
			return err
		}
		out.Period = Period{from.Format(time.DateOnly), to.Format(time.DateOnly)}
		out.Filters.Platforms = q.Platforms
		s, err := f.sheetOf(ctx, r, brandID)
		if err != nil {
			return err
		}
		l := look{ctx: ctx, r: r, q: q, brandID: brandID, from: timestamp.Of(from), to: timestamp.Of(to.AddDate(0, 0, 1)), sheet: s}
		return l.fill(&out)
	})
	return out, err
}

// look is one analysis under way.
type look struct {
	ctx      context.Context
	r        store.Querier
	q        Query
	brandID  string
	from, to timestamp.Time
	sheet    *sheet
}

// where narrows a table with these columns.
func (l *look) where() (string, []any) {
	text, args := ` WHERE c.brand_id = $1 AND c.answered_at >= $2 AND c.answered_at < $3 AND c.mode = $4`, []any{l.brandID, l.from, l.to, finding.Key(l.q.Surface, cmp.Or(l.q.Mode, finding.SearchMode))}
	if len(l.q.Platforms) > 0 {
		marks, more := store.Among(l.q.Platforms, len(args))
		text, args = text+` AND c.platform`+marks, append(args, more...)
	}
	return text, args
}

type group struct {
	platform, promptID, question  string
	answers, contradicted, judged int64
}

func (l *look) fill(out *Accuracy) error {
	where, args := l.where()
	groups, err := store.List(l.ctx, l.r, scanGroup, `SELECT c.platform, c.prompt_id, COALESCE(max(a.question), ''), count(*), sum(CASE WHEN c.contradicted > 0 THEN 1 ELSE 0 END),
			sum(CASE WHEN c.contradicted + c.agreed > 0 THEN 1 ELSE 0 END)
		FROM checked_answers c JOIN answers a ON a.id = c.answer_id`+where+` GROUP BY c.platform, c.prompt_id`, args...)
	if err != nil {
		return err
	}
	stale, err := store.One[int64](l.r.QueryRow(l.ctx, `SELECT count(*) FROM checked_answers c`+where+` AND c.sheet <> $`+strconv.Itoa(len(args)+1), append(args, l.sheet.id)...))
	if err != nil {
		return err
	}
	out.Pending, out.Judging = stale, int64(len(l.sheet.facts))
	l.shares(out, groups)
	if err := l.facts(out); err != nil {
		return err
	}
	return l.contradictions(out)
}

func scanGroup(row store.Row) (g group, err error) {
	err = row.Scan(&g.platform, &g.promptID, &g.question, &g.answers, &g.contradicted, &g.judged)
	return g, err
}

func (l *look) shares(out *Accuracy, groups []group) {
	var all group
	platforms, prompts := map[string]*group{}, map[string]*group{}
	for _, g := range groups {
		for _, to := range []*group{&all, entry(platforms, g.platform), entry(prompts, g.promptID)} {
			to.answers, to.contradicted, to.judged = to.answers+g.answers, to.contradicted+g.contradicted, to.judged+g.judged
			to.question = g.question
		}
	}
	out.Contradicted, out.Judged = share(all.contradicted, all.answers), share(all.judged, all.answers)
	out.Platforms, out.Prompts = []PlatformShare{}, []PromptShare{}
	for name, g := range platforms {
		out.Platforms = append(out.Platforms, PlatformShare{name, share(g.contradicted, g.answers)})
	}
	for name, g := range prompts {
		out.Prompts = append(out.Prompts, PromptShare{name, g.question, share(g.contradicted, g.answers)})
	}
	slices.SortFunc(out.Platforms, func(a, b PlatformShare) int { return strings.Compare(a.Platform, b.Platform) })
	slices.SortFunc(out.Prompts, func(a, b PromptShare) int {
		return cmp.Or(cmp.Compare(b.Numerator, a.Numerator), strings.Compare(a.PromptID, b.PromptID))
	})
	out.Prompts = out.Prompts[:min(len(out.Prompts), 100)]
}

func entry(m map[string]*group, key string) *group {
	if m[key] == nil {
		m[key] = &group{}
	}
	return m[key]
}

type factCount struct {
	id              string
	spoken, against int64
}

// facts counts, of each fact, the answers that speak of it: one that both agrees and contradicts contradicts.
func (l *look) facts(out *Accuracy) error {
	where, args := l.where()
	counts, err := store.List(l.ctx, l.r, func(row store.Row) (c factCount, err error) {
		err = row.Scan(&c.id, &c.spoken, &c.against)
		return c, err
	}, `SELECT fact_id, count(*), sum(bad) FROM (SELECT c.fact_id, c.answer_id, max(CASE WHEN c.verdict = 'contradicts' THEN 1 ELSE 0 END) AS bad FROM claims c`+where+
		` AND c.fact_id IS NOT NULL AND c.verdict IN ('agrees', 'contradicts') GROUP BY c.fact_id, c.answer_id) s GROUP BY fact_id`, args...)
	if err != nil {
		return err
	}
	out.Facts = []FactShare{}
	for _, one := range l.sheet.facts {
		c := factCount{}
		if i := slices.IndexFunc(counts, func(c factCount) bool { return c.id == one.ID }); i >= 0 {
			c = counts[i]
		}
		out.Facts = append(out.Facts, FactShare{one.ID, one.Statement, one.Subject, one.Attribute, expected(&one), share(c.against, c.spoken)})
	}
	slices.SortStableFunc(out.Facts, func(a, b FactShare) int { return cmp.Compare(b.Numerator, a.Numerator) })
	out.Facts = out.Facts[:min(len(out.Facts), 200)]
	return nil
}

func expected(f *Fact) string { return strings.TrimSpace(f.Value + " " + f.Unit) }

// contradictions lists a page of them, newest first, with the words of the answers.
func (l *look) contradictions(out *Accuracy) error {
	where, args := l.where()
	where += ` AND c.verdict = 'contradicts' AND c.fact_id IS NOT NULL`
	if l.q.FactID != "" {
		args = append(args, l.q.FactID)
		where += ` AND c.fact_id = $` + strconv.Itoa(len(args))
	}
	total, err := store.One[int64](l.r.QueryRow(l.ctx, `SELECT count(*) FROM claims c`+where, args...))
	if err != nil {
		return err
	}
	page := l.q.Page
	out.Total, out.Page, out.PageSize = total, page.Number, page.Size
	out.HasMore = page.Offset()+page.Size < total
	args = append(args, page.Size, page.Offset())
	n := len(args)
	out.Contradictions, err = store.List(l.ctx, l.r, l.scanContradiction, `SELECT c.fact_id, c.reason, c.starts, c.ends, c.value_starts, c.value_ends, a.id, a.platform, a.prompt_id, a.question,
			a.text, a.answered_at, `+finding.Columns+` FROM claims c JOIN answers a ON a.id = c.answer_id`+finding.Current+where+
		` ORDER BY c.answered_at DESC, c.answer_id DESC, c.place LIMIT $`+strconv.Itoa(n-1)+` OFFSET $`+strconv.Itoa(n), args...)
	return err
}

func (l *look) scanContradiction(row store.Row) (c Contradiction, err error) {
	var text *string
	var starts, ends, from, to int
	found, err := finding.Scan(row, &c.FactID, &c.Reason, &starts, &ends, &from, &to, &c.AnswerID, &c.Platform, &c.PromptID, &c.Question, &text, &c.At)
	if err != nil {
		return c, err
	}
	if c.Reason == "" {
		c.Reason = "differs"
	}
	if text != nil {
		letters := []rune(*text)
		cut := func(a, b int) *string {
			a, b = min(max(a, 0), len(letters)), min(max(b, 0), len(letters))
			s := strings.TrimSpace(string(letters[a:max(a, b)]))
			return &s
		}
		c.Sentence, c.Said = cut(starts, ends), cut(from, to)
	}
	c.Citations = []finding.Source{}
	if found != nil {
		for _, s := range found.Sources {
			if s.Cited && len(c.Citations) < 10 {
				c.Citations = append(c.Citations, s)
			}
		}
	}
	if i := slices.IndexFunc(l.sheet.facts, func(o Fact) bool { return o.ID == c.FactID }); i >= 0 {
		o := &l.sheet.facts[i]
		c.Statement, c.Attribute, c.Expected, c.SourceURL = o.Statement, o.Attribute, expected(o), o.SourceURL
	}
	return c, nil
}
