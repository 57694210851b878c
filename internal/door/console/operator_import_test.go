package console_test

import (
	"strconv"
	"strings"
	"testing"

	"renown/internal/testkit/apitest"
)

// Every complaint about a line is said in the reader's language.
func TestImportFaults(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b, _ := operatorIn(t, s)
	good := func(more string) string {
		return `{"name":"甲报","media_type":"news","content_types":["article"],"price":{"points":1}` + more + `}`
	}
	list := ""
	for i := range 60 {
		list += `,"x` + strconv.Itoa(i) + `"`
	}
	jsonl := []string{
		`{}`, `{"name":"乙","media_type":"radio","content_types":["podcast"],"price":{"points":-1}}`,
		good(`,"url":"ftp://x"`), good(`,"portal":"` + strings.Repeat("长", 2000) + `"`),
		good(`,"channel":"a\u0007b"`), good(`,"industries":["a"` + list + `]`), good(`,"domain":"a/b"`),
		good(`,"status":"gone"`), good(`,"delivery":{"success_rate":2}`),
		good(``) + good(``), `[1]`, good(`,"links":1,"policy":{"links":"perhaps"}`), `not json`, good(``), good(``),
	}
	csv := []string{
		"name,media_type,content_types,price.points,policy.links,indexing.rate",
		"甲,news,article,many,,", "乙,news,article,99999999999999999999,,", "丙,news,article,1,perhaps,",
		"丁,news,article,1,,much", "戊,news,article", `己,news,article,1,"a"b,`, `庚,news,"article,1,,`,
	}
	for name, lines := range map[string][]string{"a.jsonl": jsonl, "b.csv": csv} {
		text := strings.Join(lines, "\n")
		for _, lang := range []string{"zh", "en"} {
			b.post("/preferences", "lang", lang, "back", "/")
			page := b.upload("/operator/media/import", name, text).expect(422)
			rows := page.find("#import-report tbody tr")
			if len(rows) < len(lines)-2 {
				t.Errorf("%s: %d complaints about %d lines", name, len(rows), len(lines))
			}
			for _, row := range rows {
				said := textOf(find(row, "td")[1])
				for part := range strings.SplitSeq(said, "；") {
					if han(part) == (lang == "en") {
						t.Errorf("%s in %s: %q", name, lang, part)
					}
				}
			}
		}
	}
}
