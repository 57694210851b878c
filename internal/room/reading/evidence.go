package reading

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/answer"
)

// Evidence is an answer as it is given away: all that its findings follow from, so that it can be read again.
type Evidence struct {
	ID         string         `json:"id"`
	Platform   string         `json:"platform"`
	Mode       string         `json:"mode"`
	Model      string         `json:"model"` // that answered, as far as the platform tells
	PromptID   string         `json:"prompt_id"`
	TopicID    string         `json:"topic_id"`
	Stage      string         `json:"stage"`
	Types      []string       `json:"types"`
	Finish     string         `json:"finish"` // why it stopped
	AnsweredAt timestamp.Time `json:"answered_at"`
	AtMicro    int64          `json:"answered_at_us"` // the same, UTC, as exactly as it is kept
	Question   string         `json:"question"`
	Text       *string        `json:"text"` // nil: no longer kept
	Sources    []Returned     `json:"sources"`
	// Kept is what was found before and cannot be read again: a model's judgements, or everything where the text is gone.
	Kept *Found `json:"kept,omitempty"`
}

// Digest is the hash of what an answer says and of what it was asked.
func (e Evidence) Digest() string {
	sum := sha256.Sum256([]byte(text([]any{e.ID, e.Question, e.Text, e.Sources})))
	return hex.EncodeToString(sum[:])
}

func evidenceOf(k kept) Evidence {
	e := Evidence{
		ID: k.ID, Platform: k.Platform, Mode: k.Mode, Model: k.Model, PromptID: k.PromptID, TopicID: k.TopicID,
		Stage: k.Stage, Types: k.Types,
		Finish: k.Finish, AnsweredAt: k.At, AtMicro: k.At.UnixMicro(), Question: k.Question, Sources: k.Sources,
	}
	if e.Sources == nil {
		e.Sources = []Returned{}
	}
	if !k.purged {
		e.Text = &k.Text
	}
	e.Kept = k.before // only what cannot be read again
	return e
}

// evidenceAtOnce is how many answers are in memory.
const evidenceAtOnce = 100

// EachEvidence calls do for the answers that the figures in use rest on, from one moment until before another, the oldest first. It
// reads a few at a time: beyond one snapshot it is not of one moment.
func EachEvidence(ctx context.Context, q store.Querier, brandID string, from, to timestamp.Time, do func(Evidence) error) (err error) {
	defer fault.Wrap(&err, "reading.EachEvidence")

	after := "" // of those at the moment from
	for {
		list, err := listKept(ctx, q, `JOIN findings f ON f.answer_id = a.id AND f.generation = (SELECT generation FROM readings WHERE brand_id = a.brand_id AND status = 'current')
			WHERE a.brand_id = $1 AND a.answered_at >= $2 AND a.answered_at < $3 AND (a.answered_at > $2 OR a.id > $4)
			ORDER BY a.answered_at, a.id LIMIT `+strconv.Itoa(evidenceAtOnce), brandID, from, to, after)
		if err != nil {
			return err
		}
		for _, k := range list {
			if err := do(evidenceOf(k)); err != nil {
				return err
			}
		}
		if len(list) < evidenceAtOnce {
			return nil
		}
		from, after = list[len(list)-1].At, list[len(list)-1].ID
	}
}

// Failures is how many sub-tasks brought no answer.
type Failures struct {
	Day      int64  `json:"day"` // Beijing, as 20261115
	Platform string `json:"platform"`
	Mode     string `json:"mode"`
	TopicID  string `json:"topic_id"`
	Kinds    string `json:"kinds"`
	Failed   int64  `json:"failed"`
}

// Fingerprint names a set of answers.
type Fingerprint struct {
	Answers  int64  `json:"answers"`
	Last     int64  `json:"last_us"`                   // when the newest came, UTC microseconds
	IDs      string `json:"ids_sha256"`                // of their ids in order, a line each
	Contents string `json:"contents_sha256,omitempty"` // of ids and digests in order, a line each
}

// Fingerprints takes answers in, in any order.
type Fingerprints struct {
	lines []string
	last  int64
}

// Add takes an answer in.
func (f *Fingerprints) Add(e Evidence) {
	f.lines = append(f.lines, e.ID+" "+e.Digest())
	f.last = max(f.last, e.AtMicro)
}

// FingerprintOf is the fingerprint of what EachEvidence lists, without that of contents: no text is read.
func FingerprintOf(ctx context.Context, q store.Querier, brandID string, generation int64, from,
	to timestamp.Time,
) (_ Fingerprint, err error) {
	defer fault.Wrap(&err, "reading.FingerprintOf")

	var all Fingerprints
	var ids string // in one row: each row by itself takes as long as finding it
	var answers, found int64
	err = q.QueryRow(ctx, `SELECT COALESCE(string_agg(id, ' '), ''), COALESCE(max(answered_at), 0), count(*),
			(SELECT count(*) FROM findings WHERE brand_id = $1 AND generation = $2 AND at >= $3 AND at < $4)
		FROM answers WHERE brand_id = $1 AND answered_at >= $3 AND answered_at < $4`, brandID, generation, from, to).Scan(&ids, &all.last, &answers, &found)
	if err == nil && answers != found { // some are not read yet: findings tell which ones are, from rows instead of an index
		err = q.QueryRow(ctx,
			`SELECT COALESCE(string_agg(answer_id, ' '), ''), COALESCE(max(at), 0) FROM findings WHERE brand_id = $1 AND generation = $2 AND at >= $3 AND at < $4`,
			brandID, generation, from, to).Scan(&ids, &all.last)
	}
	all.lines = strings.Fields(ids)
	out := all.Sum()
	out.Contents = ""
	return out, err
}

// Sum is the fingerprint of all.
func (f *Fingerprints) Sum() Fingerprint {
	slices.Sort(f.lines)
	ids, contents := sha256.New(), sha256.New()
	for _, line := range f.lines {
		id, _, _ := strings.Cut(line, " ")
		_, _ = ids.Write([]byte(id + "\n")) // into memory: cannot fail
		_, _ = contents.Write([]byte(line + "\n"))
	}
	return Fingerprint{int64(len(f.lines)), f.last, hex.EncodeToString(ids.Sum(nil)), hex.EncodeToString(contents.Sum(nil))}
}

// Collected is a history read in memory, by the same reader and added up by the same rules as one in the database.
type Collected struct {
	names    string
	findings *Findings
	tally    *tally
	failures []Failures
	Items    []Item // in the order in which analyses show them: the newest first, at the same moment by id
}

// Item is an answer with what was found in it.
type Item struct {
	Task
	Found
	Kinds string // what its prompt counts for
}

// Collect begins a history that is read with these names: the brand's first, then those of its competitors.
func Collect(names []answer.Entity) *Collected {
	return &Collected{names: text(names), findings: New(nil, Options{}), tally: newTally("", 0)}
}

// Add reads an answer. It fails only when the context ends.
func (c *Collected) Add(ctx context.Context, e Evidence) (err error) {
	defer fault.Wrap(&err, "reading.Add")

	k := kept{Answered: Answered{Task: Task{
		ID: e.ID, Platform: e.Platform, PromptID: e.PromptID, TopicID: e.TopicID, Stage: e.Stage, Types: e.Types,
		Mode: e.Mode, Model: e.Model, Finish: e.Finish, At: timestamp.Of(time.UnixMicro(e.AtMicro)),
	}, Question: e.Question, Sources: e.Sources}, purged: e.Text == nil, before: e.Kept}
	if e.Text != nil {
		k.Text = *e.Text
	}
	found, err := c.findings.again(ctx, c.names, k)
	if err != nil {
		return err
	}
	c.tally.add(k.Task, found)
	c.Items = append(c.Items, Item{k.Task, found, kindsOf(k.Types, found.Branded)})
	return nil
}

// Fail counts sub-tasks that brought no answer.
func (c *Collected) Fail(f Failures) { c.failures = append(c.failures, f) }

// each calls do for the sheets of an extent.
func (c *Collected) each(e Extent, do func(Spot, *Sheet)) {
	for at, sheet := range c.tally.sheets {
		spot := spotOf(at.day, at.platform)
		if at.day >= e.From && at.day <= e.To && e.takes(spot) && (len(e.Platforms) == 0 || slices.Contains(e.Platforms, spot.Platform)) {
			do(spot, sheet)
		}
	}
}

// EachCell is the package's EachCell for this history, as are those below.
func (c *Collected) EachCell(e Extent, do func(Spot, CellKey, *CellFigures)) {
	c.each(e, func(at Spot, s *Sheet) {
		for k, f := range s.Cells {
			do(at, k, f)
		}
	})
}

func (c *Collected) EachRival(e Extent, do func(Spot, RivalKey, *Counts)) {
	c.each(e, func(at Spot, s *Sheet) {
		for k, f := range s.Rivals {
			do(at, k, f)
		}
	})
}

func (c *Collected) EachSource(e Extent, do func(Spot, SourceKey, *SourceFigures)) {
	c.each(e, func(at Spot, s *Sheet) {
		for k, f := range s.Sources {
			do(at, k, f)
		}
	})
}

func (c *Collected) EachFailure(e Extent, do func(Spot, FailureKey, int64)) {
	for _, f := range c.failures {
		at := Spot{day.Numbered(f.Day), f.Platform, f.Mode}
		if at.Day >= e.From && at.Day <= e.To && e.takes(at) && (len(e.Platforms) == 0 || slices.Contains(e.Platforms, f.Platform)) {
			do(at, FailureKey{f.TopicID, f.Kinds}, f.Failed)
		}
	}
}

// FailuresIn lists what EachFailure tells of an extent, day by day.
func FailuresIn(ctx context.Context, q store.Querier, e Extent) (list []Failures, err error) {
	defer fault.Wrap(&err, "reading.FailuresIn")

	err = EachFailure(ctx, q, e, func(at Spot, k FailureKey, n int64) {
		list = append(list, Failures{at.Day.Number(), at.Platform, at.Mode, k.Topic, k.Kinds, n})
	})
	return list, err
}
