package main

import (
	"fmt"
	"io"
	"strings"

	"renown/internal/config"
	"renown/internal/tool/assistant"
)

type platformCmd struct {
	List platformListCmd `cmd:"" help:"List the assistant platforms as they are configured, and which have a key."`
}

func (platformCmd) Help() string {
	return "renown try asks one of them.\n\nExample:\n  renown platform list"
}

type platformListCmd struct{}

// platformRow is a platform as an operator sees it: never with its key.
type platformRow struct {
	ID       string `json:"id"`
	NameZH   string `json:"name_zh"`
	NameEN   string `json:"name_en"`
	Tier     string `json:"tier"`
	Protocol string `json:"protocol"`
	Model    string `json:"model"`
	KeyEnv   string `json:"key_env"`
	KeyPage  string `json:"key_page"`
	State    string `json:"state"`
	Verified string `json:"verified"` // the day on which the entry was compared with its source
	Source   string `json:"source"`
	// What the comparison is worth: documented, sdk, recorded, unverified; own: the operator's.
	Confidence string   `json:"confidence"`
	Price      string   `json:"price"`
	Modes      []string `json:"modes"`
	Lacks      []string `json:"lacks"`
}

func (platformListCmd) Run(e *environment) error {
	settings, err := config.CheckData(e.cli.Database, e.cli.Logging, e.file)
	if err != nil {
		return err
	}
	client := assistant.New(settings.Catalogue, assistant.Settings{})
	var rows []platformRow
	for _, p := range client.Catalogue().All() {
		can := p.Capabilities()
		row := platformRow{
			ID: p.ID, NameZH: p.NameZH, NameEN: p.NameEN, Tier: string(p.Tier), Protocol: string(p.Protocol), Model: p.Model,
			KeyEnv: p.KeyEnv, KeyPage: p.KeyPage, State: string(client.State(p.ID)), Modes: []string{},
			Lacks: append([]string{}, can.Missing()...), Verified: p.Verified, Source: p.Source, Confidence: string(p.Confidence),
			Price: p.Price.String(),
		}
		for _, m := range can.Modes {
			row.Modes = append(row.Modes, string(m))
		}
		rows = append(rows, row)
	}
	return e.print(listOf(rows), func(w io.Writer) {
		fmt.Fprintln(w, "ID\tNAME\tTIER\tPROTOCOL\tMODEL\tSTATE\tKEY FROM\tCOMPARED\tPRICE\tLACKS")
		for _, r := range rows {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.NameZH, r.Tier, r.Protocol, r.Model,
				strings.ReplaceAll(r.State, "_", " "), r.KeyEnv, strings.TrimSpace(r.Verified+" "+r.Confidence), r.Price, strings.Join(r.Lacks, "; "))
		}
	})
}
