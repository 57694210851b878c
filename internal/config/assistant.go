package config

import (
	"os"
	"slices"
	"strings"

	"renown/internal/tool/assistant"
)

// Assistants are the settings of the platforms, beside the catalogue in the file.
type Assistants struct {
	Simulate  bool   `help:"Put the built-in simulator behind every platform: no keys, no network, answers marked as simulated." env:"RENOWN_SIMULATE"`
	Drafter   string `help:"Platform whose model drafts topics and prompts, by its id; without one they are drafted offline." placeholder:"ID" env:"RENOWN_DRAFTER"`
	FactJudge string `help:"Platform whose model judges what rules leave open when answers are held against facts, by its id; without one it stays open." placeholder:"ID" env:"RENOWN_FACT_JUDGE"`
	Judge     string `help:"Platform whose model judges the tone of answers, by its id; without one, or when it fails, they are judged offline." placeholder:"ID" env:"RENOWN_JUDGE"`
}

// catalogue loads the platforms: the embedded ones with what the file says about them, keys from the environment.
func (r *reader) catalogue(file *File) *assistant.Catalogue {
	var over assistant.Override
	if file != nil {
		over.Platforms = file.Section("platforms")
		if n := file.Section("platforms_replace"); n != nil {
			if err := n.Decode(&over.Replace); err != nil {
				r.fault("platforms_replace", "neither true nor false")
			}
		}
	}
	c, err := assistant.Load(over, os.Getenv)
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			r.fault("", line)
		}
		return nil
	}
	return c
}

// model is a platform that is asked in chat for the program's own purposes.
func (r *reader) model(setting, id string, c *assistant.Catalogue) string {
	if id == "" || c == nil {
		return id
	}
	p := c.Find(id)
	if p == nil || !slices.Contains(p.Capabilities().Modes, assistant.ModeChat) {
		r.fault(setting, "no platform "+id+" that can chat")
	}
	return id
}
