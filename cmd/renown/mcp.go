package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"

	"renown/internal/config"
	"renown/internal/door/mcp"
)

type mcpCmd struct {
	URL    string `help:"Address of the server." required:"" name:"url" placeholder:"URL"`
	KeyEnv string `help:"Environment variable that holds the API key." default:"RENOWN_KEY" placeholder:"NAME"`
}

func (*mcpCmd) Help() string {
	return "Speaks the Model Context Protocol over standard input and output, for clients that start a program: every message is passed to the server's /mcp with your key. See docs/mcp.md.\n\nExample:\n  RENOWN_KEY=sk-… renown mcp --url https://renown.example.com"
}

func (c *mcpCmd) Run(ctx context.Context, env *environment) error {
	key := strings.TrimSpace(os.Getenv(c.KeyEnv))
	if key == "" {
		return fmt.Errorf("the environment variable %s holds no key", c.KeyEnv)
	}
	if u, err := url.Parse(c.URL); err == nil && u.Scheme == "http" && !config.Loopback(u.Hostname()) {
		fmt.Fprintln(env.err, "renown: the key is sent unencrypted to", u.Hostname()+"; use https")
	}
	return (&mcp.Bridge{URL: c.URL, Key: key}).Run(ctx, env.in, env.out)
}
