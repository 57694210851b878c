// Package proof writes the figures of a report together with all that they rest on, and computes them again from the answers, without
// database and network.
//
// It owns no table, and no formula: figures are those of insight, whether its answers are in the database or in a file.
package proof

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/answer"
)

// Proofs is the room's door for everybody else.
type Proofs struct {
	db       *store.DB
	insights *insight.Insights
}

// New returns the room over db.
func New(db *store.DB, insights *insight.Insights) *Proofs { return &Proofs{db, insights} }

// Formats of the two files that Verify reads. A change that an older program would misread is another number.
const (
	reportFormat  = "renown-report/1"
	answersFormat = "renown-answers/1"
)

// formulas is the version of how intervals and tests follow from what is counted. With samples those of the first were narrower in places,
// the tone of a day weighed each answer in the first two, where it weighs each cell now, and in the first three a
// mean was told of one answer and knew its spread from that. The first four corrected visibility alone by judged readings (Rogan and
// Gladen), and not its value.
const formulas = 5

// Document is a brand's figures and all that they rest on but the answers: with those it can be computed again.
type Document struct {
	Basis
	Figures Printed `json:"figures"`
}

// Basis is what figures rest on.
type Basis struct {
	Format      string              `json:"format"`
	Definitions int                 `json:"definitions"` // version of what is counted
	Formulas    int                 `json:"formulas"`    // version of how intervals and tests follow from it; 0: the first
	Reader      int                 `json:"reader"`      // version of how an answer is read
	MadeAt      timestamp.Time      `json:"made_at"`
	Brand       insight.Title       `json:"brand"`
	Names       []Spelling          `json:"names"` // the brand's first
	Scope       Narrowed            `json:"scope"`
	Platforms   []insight.Title     `json:"platforms"` // in the catalogue's order
	Prompts     map[string]string   `json:"prompts"`   // texts by id
	Topics      map[string]string   `json:"topics"`    // names by id
	Answers     reading.Fingerprint `json:"answers"`   // of the period and of the one before, in all modes
	Audit       *insight.Audit      `json:"audit"`     // of readings that people checked; nil: not enough
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

// Narrowed is what the figures were narrowed to.
type Narrowed struct {
	From      string   `json:"from"`
	To        string   `json:"to"`
	Platforms []string `json:"platform"`
	TopicIDs  []string `json:"topic_id"`
	Mode      string   `json:"mode"`
}

func (n Narrowed) period() insight.Period { return insight.Period{From: n.From, To: n.To} }

// Printed are the analyses as the interface answers with them, without what does not follow from answers: alerts, the last
// run, which platforms are available.
type Printed struct {
	Overview   insight.Overview   `json:"overview"`
	Visibility insight.Visibility `json:"visibility"`
	Sentiment  insight.Sentiment  `json:"sentiment"`
	Citations  insight.Citations  `json:"citations"`

	Opportunities insight.Opportunities `json:"opportunities"`
	Look          insight.Look          `json:"look"` // the alerts that there would be
}

func printedOf(ctx context.Context, s *insight.Scope) (p Printed, err error) {
	if p.Overview, err = s.Counted(ctx); err != nil {
		return p, err
	}
	if p.Overview.SuggestedCompetitors, err = s.Suggestions(ctx); err != nil {
		return p, err
	}
	if p.Visibility, err = s.Visibility(ctx); err != nil {
		return p, err
	}
	if p.Sentiment, err = s.Sentiment(ctx); err != nil {
		return p, err
	}
	if p.Citations, err = s.Citations(ctx); err != nil {
		return p, err
	}
	if p.Opportunities, err = s.Opportunities(ctx); err != nil {
		return p, err
	}
	p.Look, err = s.Look(ctx)
	return p, err
}

// basis is that of an analysis, without the fingerprint.
func basisOf(ctx context.Context, s *insight.Scope, format string, made timestamp.Time, names []answer.Entity) (b Basis, err error) {
	b = Basis{
		Format: format, Definitions: reading.Definitions, Formulas: formulas, Reader: answer.Version, MadeAt: made,
		Brand: insight.Title{ID: s.Brand.ID, Name: s.Brand.Name}, Names: []Spelling{}, Platforms: []insight.Title{},
		Audit: s.Audit,
		Scope: Narrowed{s.Period().From, s.Period().To, s.Query.Platforms, s.Query.TopicIDs, s.Mode},
	}
	for _, e := range names {
		b.Names = append(b.Names, Spelling(e))
	}
	for _, id := range s.Platforms {
		b.Platforms = append(b.Platforms, insight.Title{ID: id, Name: s.PlatformName(id)})
	}
	if b.Prompts, err = s.PromptTexts(ctx); err != nil {
		return b, err
	}
	b.Topics, err = s.TopicNames(ctx)
	return b, err
}

// Document makes the figures of a brand together with what they rest on, all of one snapshot. It reads every answer of the period and
// of the one before. Faults: as Overview.
func (p *Proofs) Document(ctx context.Context, who account.Caller, brandID string, query insight.Query) (d Document, err error) {
	defer fault.Wrap(&err, "proof.Document")

	err = p.based(ctx, who, brandID, query, func(s *insight.Scope, names []answer.Entity) error {
		if d.Basis, err = basisOf(ctx, s, reportFormat, p.db.Now(), names); err != nil {
			return err
		}
		var prints reading.Fingerprints
		from, to, err := s.Period().Evidence()
		if err != nil {
			return err
		}
		err = reading.EachEvidence(ctx, s.Q, s.Brand.ID, from, to, func(e reading.Evidence) error {
			prints.Add(e)
			return nil
		})
		if err != nil {
			return err
		}
		d.Answers = prints.Sum()
		d.Figures, err = printedOf(ctx, s)
		return err
	})
	return d, err
}

// Grounds is what a printed report says of its answers: how many, and the hash of their ids. It is that of a Document of the same
// moment. Faults: as Overview.
func (p *Proofs) Grounds(ctx context.Context, who account.Caller, brandID string, query insight.Query) (b Basis, err error) {
	defer fault.Wrap(&err, "proof.Grounds")

	err = p.based(ctx, who, brandID, query, func(s *insight.Scope, names []answer.Entity) error {
		if b, err = basisOf(ctx, s, reportFormat, p.db.Now(), names); err != nil {
			return err
		}
		return p.insights.AnalyseIn(ctx, s, insight.Made("fingerprint", &b.Answers, fingerprint))
	})
	return b, err
}

func fingerprint(s *insight.Scope, ctx context.Context) (f reading.Fingerprint, err error) {
	from, to, err := s.Period().Evidence()
	if err != nil {
		return f, err
	}
	return reading.FingerprintOf(ctx, s.Q, s.Brand.ID, s.Generation, from, to)
}

// based runs fn with the names of the reading in use.
func (p *Proofs) based(ctx context.Context, who account.Caller, brandID string, query insight.Query,
	fn func(*insight.Scope, []answer.Entity) error,
) error {
	query.PromptIDs, query.Against = nil, insight.Period{} // files say neither
	return p.insights.Within(ctx, who, brandID, query, func(s *insight.Scope) error {
		reading, err := reading.ReadingOf(ctx, s.Q, s.Brand.ID)
		if err != nil {
			return err
		}
		return fn(s, reading.Names)
	})
}

// WriteAnswers writes the answers that the figures of a period, and of the one before, rest on: a header with names and prompts, then a
// line for each answer and for each count of failures. It is written as it is read, a few answers at a time, and is not of one moment:
// Verify leaves out what came after the report. Faults: as Overview.
func (p *Proofs) WriteAnswers(ctx context.Context, who account.Caller, brandID string, query insight.Query, out io.Writer) (err error) {
	defer fault.Wrap(&err, "proof.WriteAnswers")

	buffered := bufio.NewWriterSize(out, 1<<16)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	query.Platforms, query.TopicIDs = nil, nil
	var from, to timestamp.Time
	err = p.based(ctx, who, brandID, query, func(s *insight.Scope, names []answer.Entity) error {
		if from, to, err = s.Period().Evidence(); err != nil {
			return err
		}
		b, err := basisOf(ctx, s, answersFormat, p.db.Now(), names)
		if err != nil {
			return err
		}
		if err := encoder.Encode(headerLine{"header", b}); err != nil {
			return err
		}
		for _, mode := range []string{reading.SearchMode, "chat", "reasoning", reading.Key(reading.SurfaceApp, reading.SearchMode)} {
			e := s.Extent()
			e.From, e.Daily, e.Mode = day.Of(from.Time), true, mode
			failures, err := reading.FailuresIn(ctx, s.Q, e)
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
	err = reading.EachEvidence(ctx, p.db.Read(), brandID, from, to,
		func(e reading.Evidence) error { return encoder.Encode(answerLine{"answer", e}) })
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
		reading.Evidence
	}
	failuresLine struct {
		Type string `json:"type"`
		reading.Failures
	}
)
