package mcp_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"renown/internal/door/mcp"
)

// TestMain lets no request leave a goroutine behind. Started with an address in RENOWN_TEST_BRIDGE, the program is a bridge.
func TestMain(m *testing.M) {
	if address := os.Getenv("RENOWN_TEST_BRIDGE"); address != "" {
		if err := (&mcp.Bridge{URL: address, Key: os.Getenv("RENOWN_KEY")}).Run(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}
