package content_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/reading"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// writer is a library with a gate, two brands and their facts.
func writer(t *testing.T, d store.Dialect) (*shelf, account.Caller) {
	t.Helper()
	s := openShelf(t, storetest.URL(t, d), storetest.NewClock())
	who, jobs := s.reader(t), queue.Gather(s.db, func([]queue.Job) {})
	brands := brand.New(s.db, s.plans, reading.New(s.db, reading.Options{Queue: jobs}), brand.Options{})
	facts := fact.New(s.db, s.plans, brands, jobs, nil)
	s.Contents = content.New(s.db, s.plans, content.Options{Max: 3, Gate: content.GateWarn, Facts: facts})
	source := "https://brand.example/about"
	for _, b := range []struct {
		profile brand.Profile
		rival   string
		rows    [][4]string
	}{
		{brand.Profile{
			Name: "青禾咖啡", Introduction: "咖啡", ProductType: "咖啡",
			Names: brand.Names{ProductLines: store.Texts{"云岭拼配"}},
		}, "星澜咖啡", [][4]string{
			{"", "创立年份", "2016", ""},
			{"", "门店数", "412", "家"},
			{"", "总部", "成都", ""},
			{"云岭拼配", "发货时限", "48", "小时"},
			{"云岭拼配", "售价", "58", "元/袋"},
			{"", "植脂末", "不含", ""},
			{"", "创始人", "林见", ""},
		}},
		{brand.Profile{
			Name: "Lumen Audio", Introduction: "audio", ProductType: "headphones",
			Names: brand.Names{ProductLines: store.Texts{"Lumen One"}},
		}, "Sonora", [][4]string{
			{"", "founded", "2011", ""},
			{"Lumen One", "price", "249", "USD"},
			{"Lumen One", "battery life", "38", "hours"},
			{"Lumen One", "warranty", "3", "years"},
		}},
	} {
		one := must.Get(brands.Create(t.Context(), who, b.profile))(t)
		must.Get(brands.CreateCompetitor(t.Context(), who, one.ID, brand.CompetitorFields{Name: b.rival}))(t)
		for _, row := range b.rows {
			f := fact.Fields{Subject: row[0], Attribute: row[1], Value: row[2], Unit: row[3], SourceURL: &source}
			if row[1] == "创始人" {
				f.Wrong = store.Texts{"周远"}
			}
			must.Get(facts.Create(t.Context(), who, one.ID, f))(t)
		}
	}
	return s, who
}

type tried struct {
	name     string
	fields   content.Fields
	must     []string // errors: code and words
	warns    []string // warnings that it should give
	unfound  int
	supports []content.Support
}

func articles(t *testing.T, file string) (list []tried) {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/" + file))(t)
	for _, part := range strings.Split(string(text), "\n== ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		a, lines := tried{name: name, fields: content.Fields{ContentType: "article", AIAssisted: content.DeclaredNo}}, []string{}
		for line := range strings.SplitSeq(strings.TrimSpace(rest), "\n") {
			switch kind, said, _ := strings.Cut(line, " "); kind {
			case "!":
				a.must = append(a.must, said)
			case "?":
				a.warns = append(a.warns, said)
			case "~":
				a.unfound++
			case "opinion:":
				a.supports = append(a.supports, content.Support{Sentence: said})
			case "source:":
				a.supports = append(a.supports, content.Support{Sentence: said, SourceURL: "https://study.example/1"})
			default:
				lines = append(lines, line)
			}
		}
		a.fields.Title, a.fields.Body = lines[0], strings.TrimSpace(strings.Join(lines[1:], "\n"))
		a.fields.Supports = must.Get(content.NewSupports(a.supports))(t)
		list = append(list, a)
	}
	return list
}

// TestArticles holds the gate against seventy articles, clean and dirty: what it must find, and nothing else that is
// an error; of the last ten also nothing else that is a warning.
func TestArticles(t *testing.T) {
	t.Parallel()
	s, who := writer(t, store.SQLite)
	for _, file := range []string{"articles.txt", "tricky.txt", "unseen.txt", "hostile.txt"} {
		right, wrong, missed := 0, 0, 0
		for _, a := range articles(t, file) {
			i := must.Get(s.Inspect(t.Context(), who, a.fields))(t)
			left := map[content.Level][]string{content.Error: slices.Clone(a.must), content.Warning: slices.Clone(a.warns)}
			for _, issue := range i.Issues {
				if issue.Level == content.Warning && file != "hostile.txt" {
					continue
				}
				k := slices.IndexFunc(left[issue.Level], func(m string) bool {
					code, words, _ := strings.Cut(m, " ")
					return issue.Code == code && strings.Contains(issue.Text, words)
				})
				if k < 0 {
					wrong++
					t.Errorf("%s: %s %q in %q, which is no %s", a.name, issue.Code, issue.Text, issue.Sentence, issue.Level)
					continue
				}
				right++
				left[issue.Level] = slices.Delete(left[issue.Level], k, k+1)
			}
			unseen := slices.Concat(left[content.Error], left[content.Warning])
			for _, m := range unseen {
				t.Errorf("%s: not found: %s", a.name, m)
			}
			missed += len(unseen) + a.unfound
		}
		t.Logf("%s: %d found, %d wrongly, %d missed", file, right, wrong, missed)
	}
}

// Wording is found in whatever shape its characters are written, and in what is shown on demand or in a picture's place.
func TestWordingInOtherShapes(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		s, who := writer(t, d)
		for _, body := range []string{
			"这是国家级最佳的咖啡。", "这是囯家级最隹的咖啡。", "這是國家級最佳的咖啡。", `[咖啡](https://a.example "国家级最佳")。`,
			"![国家级最佳](https://a.example/x.png)", `![x](https://a.example/x.png "囯家级最隹")`, "这是⼀流，国家级最佳。",
		} {
			i := must.Get(s.Inspect(t.Context(), who, content.Fields{Title: "t", Body: body, ContentType: catalogue.Article}))(t)
			if !slices.ContainsFunc(i.Issues, func(one content.Issue) bool { return one.Code == content.BannedWording }) {
				t.Errorf("%s: %+v", body, i.Issues)
			}
		}
	})
}
