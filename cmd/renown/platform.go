package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"renown/internal/config"
	"renown/internal/tool/assistant"
	"renown/internal/tool/assistant/simulator"
)

type platformCmd struct {
	List  platformListCmd  `cmd:"" help:"List the assistant platforms and whether they can be asked."`
	Check platformCheckCmd `cmd:"" help:"Ask a platform one question and show the answer, its sources and its cost."`
}

func (platformCmd) Help() string { return "Example:\n  renown platform check doubao --simulate" }

// platforms prepares a client as the server would, without touching any data.
func (e *environment) platforms(simulate bool) (*assistant.Client, error) {
	settings, err := config.CheckData(e.cli.Database, e.cli.Logging, e.file)
	if err != nil {
		return nil, err
	}
	var options assistant.Settings
	if simulate {
		options.Simulator = simulator.New(simulator.Options{Platforms: settings.Catalogue.All()})
	}
	return assistant.New(settings.Catalogue, options), nil
}

type platformListCmd struct{}

func (platformListCmd) Help() string { return "Example:\n  renown platform list --config renown.yaml" }

// platformRow is a platform as an operator sees it: never with its key.
type platformRow struct {
	ID       string   `json:"id"`
	NameZH   string   `json:"name_zh"`
	NameEN   string   `json:"name_en"`
	Tier     string   `json:"tier"`
	Protocol string   `json:"protocol"`
	Model    string   `json:"model"`
	KeyEnv   string   `json:"key_env"`
	State    string   `json:"state"`
	Modes    []string `json:"modes"`
	Lacks    []string `json:"lacks"`
}

func (platformListCmd) Run(e *environment) error {
	client, err := e.platforms(false)
	if err != nil {
		return err
	}
	var rows []platformRow
	for _, p := range client.Catalogue().All() {
		can := p.Capabilities()
		row := platformRow{
			ID: p.ID, NameZH: p.NameZH, NameEN: p.NameEN, Tier: string(p.Tier), Protocol: string(p.Protocol), Model: p.Model,
			KeyEnv: p.KeyEnv, State: string(client.State(p.ID)), Modes: []string{}, Lacks: append([]string{}, can.Missing()...),
		}
		for _, m := range can.Modes {
			row.Modes = append(row.Modes, string(m))
		}
		rows = append(rows, row)
	}
	return e.print(listOf(rows), func(w io.Writer) {
		fmt.Fprintln(w, "ID\tNAME\tTIER\tPROTOCOL\tMODEL\tSTATE\tKEY FROM\tLACKS")
		for _, r := range rows {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.NameZH, r.Tier, r.Protocol, r.Model,
				strings.ReplaceAll(r.State, "_", " "), r.KeyEnv, strings.Join(r.Lacks, "; "))
		}
	})
}

type platformCheckCmd struct {
	ID       string `arg:"" help:"The platform's id, as platform list shows it." placeholder:"ID"`
	Question string `help:"What to ask." default:"有哪些值得推荐的云笔记软件？" placeholder:"TEXT"`
	Mode     string `help:"search, chat or reasoning." default:"search" placeholder:"MODE"`
	Simulate bool   `help:"Ask the built-in simulator instead."`
}

func (platformCheckCmd) Help() string {
	return "It asks for real and may cost money.\n\nExample:\n  ARK_API_KEY=… renown platform check doubao --question '上海有哪些好喝的咖啡？'"
}

// checkResult is what one question gave.
type checkResult struct {
	Platform  string          `json:"platform"`
	Model     string          `json:"model"`
	Simulated bool            `json:"simulated"`
	Mode      string          `json:"mode"`
	Text      string          `json:"text"`
	Retrieval string          `json:"retrieval"`
	Queries   []string        `json:"queries"`
	Citations []checkCitation `json:"citations"`
	Usage     checkUsage      `json:"usage"`
	LatencyMS int64           `json:"latency_ms"`
	RequestID string          `json:"request_id"`
	Warnings  []string        `json:"warnings"`
}

type checkCitation struct {
	Index  int    `json:"index"`
	URL    string `json:"url"`
	Title  string `json:"title"`
	Domain string `json:"domain"`
	Cited  bool   `json:"cited"`
}

type checkUsage struct {
	Input    int     `json:"input_tokens"`
	Output   int     `json:"output_tokens"`
	Searches int     `json:"searches"`
	CostUSD  float64 `json:"cost_usd"`
}

func (c *platformCheckCmd) Run(ctx context.Context, e *environment) error {
	if !assistant.Mode(c.Mode).Valid() {
		return fmt.Errorf("--mode: %q is none of search, chat, reasoning", c.Mode)
	}
	client, err := e.platforms(c.Simulate)
	if err != nil {
		return err
	}
	defer client.Close()
	if client.Catalogue().Find(c.ID) == nil {
		return fmt.Errorf("no such platform: %s (see renown platform list)", c.ID)
	}
	a, err := client.Ask(ctx, assistant.Question{Platform: c.ID, Text: c.Question, Mode: assistant.Mode(c.Mode)})
	if err != nil {
		return err
	}
	r := checkResult{
		Platform: a.Platform, Model: a.ModelServed, Simulated: a.Simulated(), Mode: c.Mode, Text: a.Text, Retrieval: string(a.Retrieval),
		Queries: append([]string{}, a.Queries...), Citations: []checkCitation{}, LatencyMS: a.Latency.Total.Milliseconds(),
		Usage:     checkUsage{a.Usage.Input, a.Usage.Output, a.Usage.Searches, a.Usage.CostUSD},
		RequestID: a.RequestID, Warnings: append([]string{}, a.Warnings...),
	}
	for _, s := range a.Citations {
		r.Citations = append(r.Citations, checkCitation{s.Index, s.Canonical, s.Title, s.Domain, s.Cited})
	}
	return e.print(r, r.text)
}

func (r checkResult) text(w io.Writer) {
	fmt.Fprintf(w, "%s\n\n", r.Text)
	fmt.Fprintf(w, "model\t%s\nretrieval\t%s\nlatency\t%d ms\n", r.Model, strings.ReplaceAll(r.Retrieval, "_", " "), r.LatencyMS)
	cost := "not told"
	if r.Usage.CostUSD > 0 {
		cost = fmt.Sprintf("$%.4f", r.Usage.CostUSD)
	}
	fmt.Fprintf(w, "tokens\t%d in, %d out\nsearches\t%d\ncost\t%s\n", r.Usage.Input, r.Usage.Output, r.Usage.Searches, cost)
	for _, c := range r.Citations {
		mark := "retrieved"
		if c.Cited {
			mark = "cited"
		}
		fmt.Fprintf(w, "%s\t%s  %s\n", mark, c.URL, c.Title)
	}
}
