package claim_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"renown/internal/tool/claim"
)

// A sheet of as many facts and terms as were ever taken is compiled in bounded memory.
func TestCompilingIsBounded(t *testing.T) {
	facts := make([]claim.Fact, 5000)
	for i := range facts {
		f := claim.Fact{Subject: fmt.Sprintf("产品%d", i), Attribute: fmt.Sprintf("a%d", i), Kind: claim.Choice, Value: "v3"}
		for k := range 20 {
			head := fmt.Sprintf("%d-%d-", i, k)
			f.Terms = append(f.Terms, head+strings.Repeat("z", 60-len(head)))
		}
		facts[i] = f
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := claim.NewReader(nil, nil, facts)
	runtime.ReadMemStats(&after)
	total := (after.TotalAlloc - before.TotalAlloc) >> 20
	if t.Logf("%d MiB allocated", total); total > 500 {
		t.Errorf("%d MiB allocated", total)
	}
	if list := r.Read("产品7 "+facts[7].Terms[3]+" v3。", caseDay); len(list) != 1 || list[0].Fact != 7 || list[0].Verdict != claim.Agrees {
		t.Errorf("%+v", list)
	}
}
