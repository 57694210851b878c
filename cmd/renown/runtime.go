package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"renown/internal/config"
	"renown/internal/door/runtime"
	"renown/internal/tool/browser"
)

// runtimePlace is where the browser of a runtime lives and which it is.
type runtimePlace struct {
	Profile  string `help:"Folder of the browser's cookies and logins; they never leave it. Default: renown-runtime in the user's folder of settings." type:"path" placeholder:"FOLDER"`
	Chromium string `help:"The browser to use; without it Chromium or Chrome is looked for." placeholder:"PATH"`
}

func (p runtimePlace) options(visible bool) (browser.Options, error) {
	if p.Profile == "" {
		home, err := os.UserConfigDir()
		if err != nil {
			return browser.Options{}, fmt.Errorf("name the browser's folder by --profile: %w", err)
		}
		p.Profile = filepath.Join(home, "renown-runtime")
	}
	return browser.Options{Executable: p.Chromium, Profile: p.Profile, Visible: visible}, nil
}

// runtimeSite is one platform's site.
type runtimeSite struct {
	Platform string `required:"" help:"The platform." placeholder:"P"`
	Recipe   string `help:"How its site is used: the name of a recipe, or a file that ends in .yaml; without it the platform's own." placeholder:"R"`
	Address  string `help:"Where its app is, for a platform without a recipe." placeholder:"URL"`
}

func (s runtimeSite) recipe() (*browser.Recipe, error) {
	return browser.For(browser.Choice{Platform: s.Platform, Recipe: s.Recipe, Start: s.Address})
}

type runtimeLoginCmd struct {
	runtimePlace
	runtimeSite
}

func (runtimeLoginCmd) Help() string {
	return "Opens a window in which a person logs in by hand; closing it ends the command.\n\nExample:\n  renown runtime login --platform doubao"
}

func (c *runtimeLoginCmd) Run(ctx context.Context, e *environment) error {
	recipe, err := c.recipe()
	if err != nil {
		return err
	}
	options, err := c.options(true)
	if err != nil {
		return err
	}
	options.Page = recipe.Start
	b, err := browser.Start(options)
	if err != nil {
		return err
	}
	defer b.Close()
	fmt.Fprintf(e.err,
		"Log in at %s in the window that has opened, then close it. Passwords and cookies stay in %s.\n",
		recipe.Start, options.Profile)
	select {
	case <-b.Gone():
	case <-ctx.Done():
	}
	return nil
}

type runtimeCheckCmd struct {
	runtimePlace
	runtimeSite
	Question string `help:"Also ask this one question and show what was read." placeholder:"Q"`
}

func (c *runtimeCheckCmd) Run(ctx context.Context, e *environment) error {
	recipe, err := c.recipe()
	if err != nil {
		return err
	}
	options, err := c.options(false)
	if err != nil {
		return err
	}
	screen := &browser.Keeper{Options: options}
	if recipe.Local() {
		screen.Patience = browser.Nearby
	}
	defer screen.Close()
	if err := screen.Check(ctx, recipe); err != nil {
		return c.fault(recipe, err)
	}
	fmt.Fprintf(e.out, "%s: somebody is logged in (recipe %s, %s)\n", c.Platform, recipe.Name(), verified(recipe))
	if c.Question == "" {
		return nil
	}
	shown, err := screen.Ask(ctx, recipe, c.Question)
	if err != nil {
		return c.fault(recipe, err)
	}
	return e.print(shown, func(w io.Writer) {
		fmt.Fprintf(w, "%s\n\n", shown.Text)
		for _, s := range shown.Sources {
			fmt.Fprintf(w, "%s\t%s\n", s.URL, s.Title)
		}
		fmt.Fprintf(w, "took\t%v\nstream\t%d bytes\ncut\t%v\n", shown.Took.Round(time.Second), len(shown.Raw), shown.Cut)
	})
}

// fault says what was wrong, and what a person can do about it.
func (c *runtimeCheckCmd) fault(r *browser.Recipe, err error) error {
	err = fmt.Errorf("%s (recipe %s): %w", c.Platform, r.Name(), err)
	if errors.Is(err, browser.ErrLogin) || errors.Is(err, browser.ErrChallenge) {
		err = fmt.Errorf("%w; 'renown runtime login' opens a window for that", err)
	}
	return err
}

func verified(r *browser.Recipe) string {
	if r.Local() {
		return "simulated"
	}
	if r.Verified() {
		return "last seen to work on " + r.Seen
	}
	return "unverified"
}

type runtimeRunCmd struct {
	runtimePlace
	URL       string            `required:"" help:"Address of the service." name:"url" placeholder:"URL"`
	TokenEnv  string            `help:"Environment variable that holds the runtime's token." default:"RENOWN_RUNTIME_TOKEN" placeholder:"NAME"`
	Platforms []string          `required:"" help:"The platforms to serve." placeholder:"P,…"`
	Recipe    map[string]string `help:"How a platform's site is used: the name of a recipe, or a file that ends in .yaml." placeholder:"P=R;…"`
	Address   map[string]string `help:"Where the app of a platform without a recipe is." placeholder:"P=URL;…"`
	Shortest  time.Duration     `help:"Between two questions at least; can only be longer, but on sites of this very computer." default:"1m" placeholder:"DURATION"`
	Longest   time.Duration     `help:"Between two questions at most, as well." default:"3m" placeholder:"DURATION"`
	Daily     int               `help:"Questions a day on each platform; can only be fewer, as well." default:"40" placeholder:"N"`
	Visible   bool              `help:"Show the browser's window."`
}

func (runtimeRunCmd) Help() string {
	return "Example:\n  RENOWN_RUNTIME_TOKEN=rt-… renown runtime run --url https://renown.example.com --platforms doubao\n" +
		"  RENOWN_RUNTIME_TOKEN=rt-… renown runtime run --url http://127.0.0.1:8080 --platforms doubao --recipe doubao=sim-fetch --shortest 5s --longest 9s"
}

func (c *runtimeRunCmd) Run(ctx context.Context, e *environment) error {
	options, err := c.options(c.Visible)
	if err != nil {
		return err
	}
	token := strings.TrimSpace(os.Getenv(c.TokenEnv))
	if token == "" {
		return fmt.Errorf("the environment variable %s holds no token", c.TokenEnv)
	}
	if u, err := url.Parse(c.URL); err == nil && u.Scheme == "http" && !config.Loopback(u.Hostname()) {
		fmt.Fprintln(e.err, "renown: the token is sent unencrypted to", u.Hostname()+"; use https")
	}
	platforms := slices.Compact(slices.Sorted(slices.Values(c.Platforms)))
	recipes := map[string]*browser.Recipe{}
	for _, p := range platforms {
		if recipes[p], err = (runtimeSite{p, c.Recipe[p], c.Address[p]}).recipe(); err != nil {
			return err
		}
		fmt.Fprintf(e.err, "%s: recipe %s, %s\n", p, recipes[p].Name(), verified(recipes[p]))
	}
	screen := &browser.Keeper{Options: options}
	if !slices.ContainsFunc(platforms, func(p string) bool { return !recipes[p].Local() }) {
		screen.Patience = browser.Nearby
	}
	defer screen.Close()
	pace := runtime.LeastPace
	pace.Shortest, pace.Longest, pace.Daily = c.Shortest, c.Longest, c.Daily
	worker := &runtime.Worker{
		Client: &runtime.Client{URL: c.URL, Token: token, Version: version}, Screen: screen, Recipes: recipes, Order: platforms, Pace: pace,
		Tell: func(format string, args ...any) {
			fmt.Fprintf(e.err, time.Now().Format("15:04:05 ")+format+"\n", args...)
		},
	}
	return worker.Run(ctx)
}
