package analysis

import (
	"context"
	"encoding/json"
	"io"

	"renown/internal/door/console/kit"
)

// exportReport is the report's figures with all that they rest on but the answers, as `renown verify` reads it.
func (pages *Pages) exportReport(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Reply{File: &kit.File{
		Name: l.file("json", "report"), ContentType: "application/json; charset=utf-8",
		Stream: func(ctx context.Context, out io.Writer) error {
			ctx, end, err := pages.Exporting.Begin(ctx, v.User.ID)
			if err != nil {
				return err
			}
			defer end()
			report, err := pages.Proofs.Document(ctx, v.Caller, v.Brand.ID, l.asked())
			if err != nil {
				return err
			}
			encoder := json.NewEncoder(out)
			encoder.SetEscapeHTML(false)
			encoder.SetIndent("", " ")
			return encoder.Encode(report)
		},
	}}, nil
}

// exportEvidence is the answers that the report's figures rest on, sent as they are read.
func (pages *Pages) exportEvidence(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Reply{File: &kit.File{
		Name: l.file("jsonl", "answers"), ContentType: "application/x-ndjson; charset=utf-8",
		Stream: func(ctx context.Context, out io.Writer) error {
			ctx, end, err := pages.Exporting.Begin(ctx, v.User.ID)
			if err != nil {
				return err
			}
			defer end()
			return pages.Proofs.WriteAnswers(ctx, v.Caller, v.Brand.ID, l.asked(), out)
		},
	}}, nil
}
