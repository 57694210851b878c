package insight

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/answer"
)

// Formats of the two files that Verify reads. A change that an older program would misread is another number.
const (
	reportFormat  = "renown-report/1"
	answersFormat = "renown-answers/1"
)

// Document is the figures of a brand with all that they rest on beside the answers: whoever has those can compute it again.
type Document struct {
	Basis
	Figures Printed `json:"figures"`
}

// Basis is what figures rest on.
type Basis struct {
	Format      string              `json:"format"`
	Definitions int                 `json:"definitions"` // version of how figures follow from answers
	Reader      int                 `json:"reader"`      // version of how an answer is read
	MadeAt      timestamp.Time      `json:"made_at"`
	Brand       Title               `json:"brand"`
	Names       []Spelling          `json:"names"` // the brand's first
	Scope       Scope               `json:"scope"`
	Platforms   []Title             `json:"platforms"` // in the catalogue's order
	Prompts     map[string]string   `json:"prompts"`   // texts by id
	Topics      map[string]string   `json:"topics"`    // names by id
	Answers     finding.Fingerprint `json:"answers"`   // of the period and of the one before, in all modes
	Audit       *Accuracy           `json:"audit"`     // of readings that people checked; nil: not enough
}

// Title is an id and what it is called.
type Title struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Spelling is how the brand or a competitor is found in answers.
type Spelling struct {
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	Aliases      []string `json:"aliases"`
	Exclusions   []string `json:"exclusions"`
	Contexts     []string `json:"contexts"`
	Domains      []string `json:"domains"`
	ProductLines []string `json:"product_lines"`
	Placed       []string `json:"placed,omitempty"` // pages elsewhere that orders have placed
}

// Scope is what the figures were narrowed to.
type Scope struct {
	From      string   `json:"from"`
	To        string   `json:"to"`
	Platforms []string `json:"platform"`
	TopicIDs  []string `json:"topic_id"`
	Mode      string   `json:"mode"`
}

// Printed are the four analyses as the interface answers with them, without what does not follow from answers: alerts, the last
// run, which platforms are available.
type Printed struct {
	Overview   Overview   `json:"overview"`
	Visibility Visibility `json:"visibility"`
	Sentiment  Sentiment  `json:"sentiment"`
	Citations  Citations  `json:"citations"`
}

func (s *scope) printed(ctx context.Context) (p Printed, err error) {
	if p.Overview, err = s.measured(ctx); err != nil {
		return p, err
	}
	if p.Visibility, err = s.visibility(ctx); err != nil {
		return p, err
	}
	if p.Sentiment, err = s.sentiment(ctx); err != nil {
		return p, err
	}
	p.Citations, err = s.citations(ctx)
	return p, err
}

// basis is that of an analysis, without the fingerprint.
func (s *scope) basis(ctx context.Context, format string, made timestamp.Time, names []answer.Entity) (b Basis, err error) {
	b = Basis{
		Format: format, Definitions: finding.Definitions, Reader: answer.Version, MadeAt: made, Brand: Title{s.brand.ID, s.brand.Name}, Names: []Spelling{}, Platforms: []Title{},
		Audit: s.accuracy,
		Scope: Scope{s.span.period().From, s.span.period().To, s.query.Platforms, s.query.TopicIDs, s.mode},
	}
	for _, e := range names {
		b.Names = append(b.Names, Spelling(e))
	}
	for _, id := range s.order {
		b.Platforms = append(b.Platforms, Title{id, s.names[id]})
	}
	if b.Prompts, err = s.book.prompts(ctx, s.brand.ID); err != nil {
		return b, err
	}
	b.Topics, err = s.book.topics(ctx, s.brand.ID)
	return b, err
}

// evidence is from which moment until before which answers matter: the period and the one before.
func (s span) evidence() (from, to timestamp.Time) {
	from, _ = s.before().moments()
	_, to = s.moments()
	return from, to
}

// Document makes the figures of a brand together with what they rest on, all of one snapshot. It reads every answer of the period and
// of the one before. Faults: as Overview.
func (i *Insights) Document(ctx context.Context, who account.Caller, brandID string, query Query) (d Document, err error) {
	defer fault.Wrap(&err, "insight.Document")

	err = i.based(ctx, who, brandID, query, func(s *scope, names []answer.Entity) error {
		if d.Basis, err = s.basis(ctx, reportFormat, i.db.Now(), names); err != nil {
			return err
		}
		var prints finding.Fingerprints
		from, to := s.span.evidence()
		err := finding.EachEvidence(ctx, s.q, s.brand.ID, from, to, func(e finding.Evidence) error {
			prints.Add(e)
			return nil
		})
		if err != nil {
			return err
		}
		d.Answers = prints.Sum()
		d.Figures, err = s.printed(ctx)
		return err
	})
	return d, err
}

// Grounds is what a printed report says of its answers: how many, and the hash of their ids. It is that of a Document of the same
// moment. Faults: as Overview.
func (i *Insights) Grounds(ctx context.Context, who account.Caller, brandID string, query Query) (b Basis, err error) {
	defer fault.Wrap(&err, "insight.Grounds")

	err = i.based(ctx, who, brandID, query, func(s *scope, names []answer.Entity) error {
		if b, err = s.basis(ctx, reportFormat, i.db.Now(), names); err != nil {
			return err
		}
		return i.tell(ctx, s, want("fingerprint", &b.Answers, (*scope).fingerprint))
	})
	return b, err
}

func (s *scope) fingerprint(ctx context.Context) (finding.Fingerprint, error) {
	from, to := s.span.evidence()
	return finding.FingerprintOf(ctx, s.q, s.brand.ID, s.generation, from, to)
}

// based runs fn with the names of the reading in use.
func (i *Insights) based(ctx context.Context, who account.Caller, brandID string, query Query, fn func(*scope, []answer.Entity) error) error {
	query, err := i.known(ctx, brandID, query)
	if err != nil {
		return err
	}
	query.PromptIDs, query.Against = nil, Period{} // files say neither
	return i.within(ctx, who, brandID, query, func(s *scope) error {
		reading, err := finding.ReadingOf(ctx, s.q, s.brand.ID)
		if err != nil {
			return err
		}
		return fn(s, reading.Names)
	})
}

// WriteAnswers writes the answers that the figures of a period, and of the one before, rest on: a header with names and prompts, then a
// line for each answer and for each count of failures. It is written as it is read, a few answers at a time, and is not of one moment:
// Verify leaves out what came after the report. Faults: as Overview.
func (i *Insights) WriteAnswers(ctx context.Context, who account.Caller, brandID string, query Query, out io.Writer) (err error) {
	defer fault.Wrap(&err, "insight.WriteAnswers")

	buffered := bufio.NewWriterSize(out, 1<<16)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	query.Platforms, query.TopicIDs = nil, nil
	var from, to timestamp.Time
	err = i.based(ctx, who, brandID, query, func(s *scope, names []answer.Entity) error {
		from, to = s.span.evidence()
		b, err := s.basis(ctx, answersFormat, i.db.Now(), names)
		if err != nil {
			return err
		}
		if err := encoder.Encode(headerLine{"header", b}); err != nil {
			return err
		}
		for _, mode := range []string{finding.SearchMode, "chat", "reasoning", finding.Key(finding.SurfaceApp, finding.SearchMode)} {
			e := s.extent(span{s.span.before().from, s.span.to}, true)
			e.Mode = mode
			failures, err := finding.FailuresIn(ctx, s.q, e)
			if err != nil {
				return err
			}
			for _, f := range failures {
				if err := encoder.Encode(failuresLine{"failures", f}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = finding.EachEvidence(ctx, i.db.Read(), brandID, from, to, func(e finding.Evidence) error { return encoder.Encode(answerLine{"answer", e}) })
	if err != nil {
		return err
	}
	return buffered.Flush()
}

type (
	headerLine struct {
		Type string `json:"type"`
		Basis
	}
	answerLine struct {
		Type string `json:"type"`
		finding.Evidence
	}
	failuresLine struct {
		Type string `json:"type"`
		finding.Failures
	}
)
