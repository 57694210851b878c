package sentiment

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDev(t *testing.T) {
	path := os.Getenv("DEVSET")
	if path == "" {
		t.Skip()
	}
	quiet := os.Getenv("QUIET") != ""
	for _, p := range strings.Split(path, ",") {
		for _, names := range []bool{true, false} {
			set := readSet(t, p, names)
			var keep []example
			only := os.Getenv("ONLY")
			for _, e := range set {
				if only == "" || strings.Contains(" "+only+" ", " "+e.phenomenon+" ") {
					keep = append(keep, e)
				}
			}
			right := 0
			f := macroF1(keep, func(e example) Label {
				got := judgeExample(e)
				if got == e.label {
					right++
				} else if !quiet {
					r, _ := Score(e.text, []Span{e.target}, e.others)
					fmt.Printf("  want %s got %s %.2f [%s] %s | %s\n", e.label, got, r.Score, e.phenomenon, e.text[e.target.Start:e.target.End], strings.ReplaceAll(e.text, "\n", " ⏎ "))
				}
				return got
			})
			fmt.Printf("%s names=%v n=%d acc=%.3f macroF1=%.3f\n", p[strings.LastIndex(p, "/")+1:], names, len(keep), float64(right)/float64(len(keep)), f)
		}
	}
}
