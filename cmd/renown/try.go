package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"renown/internal/config"
	"renown/internal/simulator"
	"renown/internal/tool/answer"
	"renown/internal/tool/assistant"
)

type tryCmd struct {
	Platform   string   `help:"The platform's id, as platform list shows it; deepseek, doubao, qwen, yuanbao, kimi, ernie, glm, chatgpt, perplexity, gemini, claude, grok, baidu_search and others of docs/platforms.md." required:"" placeholder:"ID"`
	Question   string   `help:"What to ask." required:"" placeholder:"TEXT"`
	Brand      string   `help:"Read the answer for this name, as monitoring would." placeholder:"NAME"`
	Competitor []string `help:"Read the answer for this name too; may be repeated." placeholder:"NAME"`
	Mode       string   `help:"search, chat or reasoning." default:"search" placeholder:"MODE"`
	Region     string   `help:"Country the question is asked from, two letters, where the platform takes one." placeholder:"CC"`
	Raw        bool     `help:"Print the platform's reply as it came, and nothing else."`
	Record     string   `help:"Write request and reply to this file, without keys, ids and personal data, in the form that the tests read." placeholder:"FILE" type:"path"`
	Simulate   bool     `help:"Ask the built-in simulator instead: no key, no network, no cost."`
}

func (tryCmd) Help() string {
	return `It asks for real and costs what the platform charges for one question: see docs/platforms.md. The key comes from the environment
variable that 'renown platform list' shows and is never printed. Nothing is stored.

Exit status: 0 answered, 2 unknown platform or mode, 3 key missing or not accepted, 4 no money or quota left, 5 model or web
search not open to the account, 6 a passing fault: try again, 7 the platform was not reached, 1 anything else.

Example:
  DEEPSEEK_API_KEY=… renown try --platform deepseek --question '2026年有哪些值得买的跑鞋品牌？' --brand 某品牌
  renown try --platform doubao --question '云笔记软件推荐' --simulate --raw`
}

func (c *tryCmd) Run(ctx context.Context, e *environment) error {
	mode := assistant.Mode(c.Mode)
	if !mode.Valid() {
		return &exitError{2, fmt.Errorf("--mode: %q is none of search, chat, reasoning", c.Mode)}
	}
	if c.Record != "" && c.Simulate {
		return &exitError{2, errors.New("--record: what the simulator says proves nothing")}
	}
	p, err := e.platform(c.Platform)
	if err != nil {
		return err
	}
	var options assistant.Settings
	if c.Simulate {
		options.Simulator = simulator.New(simulator.Options{Platforms: []*assistant.Platform{p}})
	}
	client := assistant.New(assistant.Only(p), options)
	defer client.Close()
	q := assistant.Question{Platform: p.ID, Text: c.Question, Mode: mode, Region: c.Region}
	a, err := client.Ask(ctx, q)
	if err != nil {
		return adviseOn(p, err)
	}
	if c.Record != "" {
		if err := record(client, q, a, c.Record); err != nil {
			return err
		}
	}
	if c.Raw {
		_, err := fmt.Fprintf(e.out, "%s\n", a.Raw)
		return err
	}
	if note := unsearched(p, mode, a); note != "" {
		fmt.Fprintln(e.err, "renown: "+note)
	}
	r := c.result(a)
	if cost := p.Price.Of(a.Usage, time.Now()); cost.Currency != "" {
		r.Cost = &tryCost{cost.Currency, cost.Amount, cost.Complete, cost.Told}
	}
	return e.print(r, r.text)
}

func record(client *assistant.Client, q assistant.Question, a assistant.Answer, file string) error {
	r, err := client.Record(q, a, time.Now())
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// platform finds an entry of the configuration, or a spare one that only waits to be named there.
func (e *environment) platform(id string) (*assistant.Platform, error) {
	settings, err := config.CheckData(e.cli.Database, e.cli.Logging, e.file)
	if err != nil {
		return nil, err
	}
	if p := settings.Catalogue.Find(id); p != nil {
		return p, nil
	}
	known, err := assistant.KnownWith(os.Getenv)
	if err != nil {
		return nil, err
	}
	if p := known.Find(id); p != nil {
		return p, nil
	}
	ids := []string{}
	for _, p := range known.All() {
		ids = append(ids, p.ID)
	}
	return nil, &exitError{2, fmt.Errorf("there is no platform %q: choose one of %s, or describe yours in the file of --config",
		id, strings.Join(ids, ", "))}
}

// tryResult is what one question gave.
type tryResult struct {
	Platform  string      `json:"platform"`
	Model     string      `json:"model"`
	Simulated bool        `json:"simulated"`
	Mode      string      `json:"mode"`
	Text      string      `json:"text"`
	Retrieval string      `json:"retrieval"`
	Queries   []string    `json:"queries"`
	Citations []trySource `json:"citations"`
	Reading   *readOutput `json:"reading"` // null without a name to read for
	Usage     tryUsage    `json:"usage"`
	Cost      *tryCost    `json:"cost"` // null where nothing of it is known
	LatencyMS int64       `json:"latency_ms"`
	RequestID string      `json:"request_id"`
	Warnings  []string    `json:"warnings"`
}

type trySource struct {
	Index  int    `json:"index"`
	URL    string `json:"url"`
	Title  string `json:"title"`
	Domain string `json:"domain"`
	Cited  bool   `json:"cited"`
}

type tryCost struct {
	Currency string  `json:"currency"`
	Amount   float64 `json:"amount"`
	Complete bool    `json:"complete"`
	Told     bool    `json:"told"` // by the platform, not computed from prices
}

type tryUsage struct {
	Input    int     `json:"input_tokens"`
	Output   int     `json:"output_tokens"`
	Searches int     `json:"searches"`
	CostUSD  float64 `json:"cost_usd"` // 0 when the platform does not tell
}

func (c *tryCmd) result(a assistant.Answer) tryResult {
	r := tryResult{
		Platform: a.Platform, Model: a.ModelServed, Simulated: a.Simulated(), Mode: c.Mode, Text: a.Text, Retrieval: string(a.Retrieval),
		Queries: append([]string{}, a.Queries...), Citations: []trySource{}, LatencyMS: a.Latency.Total.Milliseconds(),
		Usage:     tryUsage{a.Usage.Input, a.Usage.Output, a.Usage.Searches, a.Usage.CostUSD},
		RequestID: a.RequestID, Warnings: append([]string{}, a.Warnings...),
	}
	var sources []answer.Source
	for _, s := range a.Citations {
		r.Citations = append(r.Citations, trySource{s.Index, s.Canonical, s.Title, s.Domain, s.Cited})
		sources = append(sources, answer.Source{URL: s.Canonical, Title: s.Title})
	}
	if c.Brand != "" || len(c.Competitor) > 0 {
		var names []answer.Entity
		for _, name := range append([]string{c.Brand}, c.Competitor...) {
			if name != "" {
				names = append(names, answer.Entity{ID: name, Name: name})
			}
		}
		reading := outputOf(answer.NewReader(names).Read(a.Text, c.Question, sources))
		r.Reading = &reading
	}
	return r
}
