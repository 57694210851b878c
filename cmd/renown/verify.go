package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"renown/internal/floor/fault"
	"renown/internal/room/insight/proof"
)

type verifyCmd struct {
	Report  string `arg:"" help:"The report: report.json." type:"path"`
	Answers string `arg:"" help:"The answers it rests on: answers.jsonl." type:"path"`
	All     bool   `help:"Print every difference, not the first fifty."`
}

func (verifyCmd) Help() string {
	return `Reads the answers again, computes every figure of the report again and says which differ. Neither a database nor the network is
used, so a client need not trust who made the report. Both files come from the printed report's page, or from renown export.

The exit status is 0 when everything agrees, 1 when something differs and 3 when the files cannot be checked: damaged, of different
brands, or made by another version of the definitions.

Example:
  renown verify report.json answers.jsonl`
}

const (
	exitDiffers      = 1
	exitUnverifiable = 3
	differencesShown = 50
)

func (c *verifyCmd) Run(ctx context.Context, e *environment) error {
	report, err := os.Open(c.Report)
	if err != nil {
		return &exitError{exitUnverifiable, err}
	}
	defer report.Close()
	answers, err := os.Open(c.Answers)
	if err != nil {
		return &exitError{exitUnverifiable, err}
	}
	defer answers.Close()
	v, err := proof.Verify(ctx, report, answers)
	if err != nil {
		return &exitError{exitUnverifiable, fault.Plain(err)}
	}
	if err := e.print(v, func(w io.Writer) { c.tell(w, v) }); err != nil {
		return err
	}
	if n := len(v.Differences); n > 0 {
		return &exitError{exitDiffers, fmt.Errorf("values that do not follow from the answers: %d of %d", n, v.Figures)}
	}
	return nil
}

func (c *verifyCmd) tell(w io.Writer, v proof.Verdict) {
	shown := v.Differences
	if !c.All {
		shown = shown[:min(len(shown), differencesShown)]
	}
	for i, d := range shown {
		if i == 0 {
			fmt.Fprintln(w, "WHERE\tREPORT\tRECOMPUTED")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", d.At, d.Report, d.Recomputed)
	}
	if more := len(v.Differences) - len(shown); more > 0 {
		fmt.Fprintf(w, "and %d more: --all shows them\n", more)
	}
	fmt.Fprintf(w, "%s read again, %s compared, %d differ\n", several(v.Answers, "answer", "answers"),
		several(v.Figures, "value", "values"), len(v.Differences))
	if v.WithoutText > 0 {
		fmt.Fprintln(w, several(v.WithoutText, "answer has", "answers have")+" no text any more: what was read before was taken as it is")
	}
	if v.ByModel > 0 {
		fmt.Fprintln(w, several(v.ByModel, "answer carries", "answers carry")+
			" judgements of a language model, which were taken as they are")
	}
}
