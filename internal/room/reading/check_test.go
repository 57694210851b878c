package reading

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// What pages say of hard answers is what was measured.
func TestHardWrong(t *testing.T) {
	t.Parallel()
	text := string(must.Get(os.ReadFile("../../../docs/reading.md"))(t))
	want := fmt.Sprintf("| 0.%02d |", 100-HardWrong)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "| who is visible | 8 | 632 |") {
			if !strings.HasSuffix(strings.TrimSpace(line), want) {
				t.Errorf("pages say %d of 100, the table %s", HardWrong, line)
			}
			return
		}
	}
	t.Error("the table has no such line")
}
