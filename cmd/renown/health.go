package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"renown/internal/config"
)

type healthCmd struct{}

func (healthCmd) Help() string {
	return "It asks /readyz of the server with the same settings on this machine, for containers that have no other program.\n\nExample:\n  renown health --config /etc/renown.yaml"
}

// healthTime is less than containers wait for a check.
const healthTime = 2 * time.Second

func (healthCmd) Run(ctx context.Context, e *environment) error {
	var server config.Server
	config.Fill(&server, e.file)
	host, port, err := net.SplitHostPort(server.Listen)
	if err != nil {
		return err
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if err != nil {
		return err
	}
	said := strings.TrimSpace(string(text))
	if response.StatusCode != http.StatusOK {
		return errors.New("not ready: " + said)
	}
	return e.print(map[string]string{"ready": said}, func(w io.Writer) { fmt.Fprintln(w, said) })
}
