package assistanttest_test

import (
	"testing"

	"go.uber.org/goleak"

	"renown/internal/assistant"
	"renown/internal/assistant/assistanttest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCatalogue(t *testing.T) {
	for _, p := range assistant.Known().All() {
		t.Run(p.ID, func(t *testing.T) { assistanttest.Run(t, p) })
	}
}
