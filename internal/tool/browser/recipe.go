package browser

import (
	"embed"
	"fmt"
	"net"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"renown/internal/tool/assistant"
)

// Recipe is how a chat site is used, as data. Selectors are CSS; several are tried in their order. What is empty is found by roles.
type Recipe struct {
	Site     string   `yaml:"site"`
	Platform string   `yaml:"platform"` // of the catalogue; empty in the generic one
	Version  int      `yaml:"version"`
	Seen     string   `yaml:"seen"`  // the day on which it was last seen to work, 2026-11-15; empty: unverified
	Start    string   `yaml:"start"` // the address of a new conversation
	Hosts    []string `yaml:"hosts"` // where the site may lead to beside the host of start

	LoggedIn  Signs `yaml:"logged_in"` // shown only after login
	Login     Signs `yaml:"login"`
	Challenge Signs `yaml:"challenge"`
	Refusal   Signs `yaml:"refusal"`

	New     []string `yaml:"new"` // begins a conversation, where start does not
	Input   []string `yaml:"input"`
	Send    []string `yaml:"send"` // empty: a button that is called so, else the Enter key
	Busy    []string `yaml:"busy"` // is there while the answer grows
	Answer  []string `yaml:"answer"`
	Open    []string `yaml:"open"` // opens the sources
	Sources []string `yaml:"sources"`
	Model   []string `yaml:"model"`
	Stream  Stream   `yaml:"stream"`
}

// Signs tell a kind of page by its address, by an element or by words.
type Signs struct {
	Address []string `yaml:"address"` // regular expressions
	Element []string `yaml:"element"`
	Words   []string `yaml:"words"`
}

func (s Signs) empty() bool { return len(s.Address)+len(s.Element)+len(s.Words) == 0 }

// Stream tells which request of the page carries the answer; empty: none is known.
type Stream struct {
	Address string `yaml:"address"` // regular expression
	Format  string `yaml:"format"`  // how its pieces are read: one of assistant.ShownFormats
}

// Verified tells whether the recipe was seen to work on a real account.
func (r *Recipe) Verified() bool { return r.Seen != "" }

// Name is the site with the version, for logs and reports.
func (r *Recipe) Name() string { return fmt.Sprintf("%s@%d", r.Site, r.Version) }

//go:embed recipe/*.yaml
var shipped embed.FS

// Recipes reads those that the program has.
func Recipes() ([]*Recipe, error) {
	files, err := shipped.ReadDir("recipe")
	if err != nil {
		return nil, err
	}
	var list []*Recipe
	for _, f := range files {
		text, err := shipped.ReadFile("recipe/" + f.Name())
		if err != nil {
			return nil, err
		}
		r, err := ParseRecipe(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		list = append(list, r)
	}
	return list, nil
}

// Choice says which recipe a platform's site is used by.
type Choice struct {
	Platform string
	Recipe   string // a site's name, or a file; empty: the platform's own, or the generic one
	Start    string // another address than the recipe's; the generic one has none
}

// For finds the recipe of a choice.
func For(c Choice) (*Recipe, error) {
	r, err := c.find()
	if err != nil {
		return nil, err
	}
	if c.Start != "" {
		r.Start = c.Start
	}
	if u, err := url.Parse(r.Start); r.Start == "" || err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("recipe %s for %s has no address that can be opened (%q): say --address", r.Site, c.Platform, r.Start)
	}
	return r, nil
}

func (c Choice) find() (*Recipe, error) {
	if strings.HasSuffix(c.Recipe, ".yaml") {
		text, err := os.ReadFile(c.Recipe)
		if err != nil {
			return nil, err
		}
		r, err := ParseRecipe(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Recipe, err)
		}
		return r, nil
	}
	all, err := Recipes()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(r *Recipe) bool {
		return c.Recipe != "" && r.Site == c.Recipe || c.Recipe == "" && c.Platform != "" && r.Platform == c.Platform
	})
	if i < 0 && c.Recipe == "" {
		i = slices.IndexFunc(all, func(r *Recipe) bool { return r.Site == "generic" })
	}
	if i < 0 {
		names := make([]string, len(all))
		for i, r := range all {
			names[i] = r.Site
		}
		return nil, fmt.Errorf("no recipe is called %q; there are %s, and files that end in .yaml", c.Recipe, strings.Join(names, ", "))
	}
	return all[i], nil
}

// Local tells whether the site is on this very computer: a simulated one, which has no terms of use.
func (r *Recipe) Local() bool {
	u, err := url.Parse(r.Start)
	return err == nil && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback())
}

// ParseRecipe reads a recipe and says what is wrong with it.
func ParseRecipe(text []byte) (*Recipe, error) {
	var r Recipe
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&r); err != nil {
		return nil, err
	}
	for _, pattern := range slices.Concat(r.LoggedIn.Address, r.Login.Address, r.Challenge.Address, r.Refusal.Address,
		[]string{r.Stream.Address}) {
		if _, err := regexp.Compile(pattern); err != nil {
			return nil, err
		}
	}
	switch {
	case r.Site == "" || r.Version < 1:
		return nil, fmt.Errorf("a recipe has a site and a version")
	case r.Stream.Address != "" && !slices.Contains(assistant.ShownFormats(), r.Stream.Format):
		return nil, fmt.Errorf("stream format %q is not known", r.Stream.Format)
	case r.Platform != "" && (r.Start == "" || r.LoggedIn.empty() || r.Login.empty()):
		return nil, fmt.Errorf("a platform's recipe says where it starts and how a login is told")
	}
	return &r, nil
}
