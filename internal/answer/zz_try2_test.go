package answer_test

import (
	"fmt"
	"testing"

	"renown/internal/answer"
)

func TestTryRank(t *testing.T) {
	as := realAnswers(t)
	r := answer.NewReader(brandsOf(as))
	for _, m := range []string{"ChatGPT", "Google AI Mode"} {
		n, ranked, eqR, eqP, le, none := 0, 0, 0, 0, 0, 0
		shown := 0
		for _, a := range as {
			if a.Model != m {
				continue
			}
			f := r.Read(a.Response, "", nil)
			any := false
			seen := map[string]bool{}
			for _, p := range a.Products {
				if seen[p.Brand] {
					continue
				}
				seen[p.Brand] = true
				for _, e := range f.Entities {
					if e.ID == p.Brand && e.Named() {
						n++
						if e.ListRank > 0 {
							ranked++
							any = true
							if e.ListRank == p.Rank {
								eqR++
							}
							if d := e.ListRank - p.Rank; d >= -1 && d <= 1 {
								le++
							}
						}
						if e.Position == p.Rank {
							eqP++
						}
					}
				}
			}
			if !any {
				none++
				if shown < 2 && m == "ChatGPT" {
					shown++
					fmt.Println("NONE:", a.Response[:min(len(a.Response), 1500)])
				}
			}
		}
		fmt.Println(m, "labels", n, "ranked", ranked, "rank==label", eqR, "within1", le, "position==label", eqP, "answers without rank", none)
	}
}
