package runtime_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain lets no request leave a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
