// Command withpostgres runs a command with RENOWN_TEST_POSTGRES naming a PostgreSQL server whose user may create
// databases: the one already named there, or else a private one that ends with the command.
//
//	scripts/withpostgres.sh go test ./...
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"renown/internal/testkit/storetest/cluster"
)

const variable = "RENOWN_TEST_POSTGRES"

func main() {
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: withpostgres -- COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	code, err := run(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpostgres:", err)
	}
	os.Exit(code)
}

func run(args []string) (int, error) {
	if os.Getenv(variable) == "" {
		c, err := cluster.Start(context.Background())
		if err != nil {
			return 1, err
		}
		defer c.Stop()
		if err := os.Setenv(variable, c.URL); err != nil {
			return 1, err
		}
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if err := cmd.Start(); err != nil {
		return 1, err
	}
	go func() {
		for s := range signals { // the terminal sends an interrupt to the command as well; others it does not see
			if s != os.Interrupt {
				_ = cmd.Process.Signal(s)
			}
		}
	}()
	err := cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(1, exit.ExitCode()), nil // -1 when it was killed
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
