package assistant

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/must"
)

// The streams of pages, each in a file, say the same in their own ways.
func TestDecodeShown(t *testing.T) {
	t.Parallel()
	for _, format := range ShownFormats() {
		raw := must.Get(os.ReadFile("testdata/page/" + format + ".txt"))(t)
		shown, ok := DecodeShown(format, raw)
		if !ok {
			t.Fatalf("%s: no text", format)
		}
		shown.Raw, shown.Took = raw, time.Second
		a := must.Get(FromPage("doubao", shown))(t)
		type read struct {
			Text, Model string
			Queries     []string
			URL, Domain string
			Retrieval   Retrieval
		}
		got := read{a.Text, a.ModelServed, a.Queries, a.Citations[0].Canonical, a.Citations[0].Domain, a.Retrieval}
		want := read{"推荐云栖笔记。😀", "site-1", []string{"云笔记 推荐"}, "https://example.com/a", "example.com", RetrievalSources}
		if diff := cmp.Diff(want, got); diff != "" || len(a.Citations) != 1 {
			t.Errorf("%s: %s %v", format, diff, a.Citations)
		}
	}
	if _, ok := DecodeShown("none", nil); ok {
		t.Error("a format that is not known was read")
	}
}

func TestFromPage(t *testing.T) {
	t.Parallel()
	if _, err := FromPage("doubao", Shown{Text: " \n"}); ClassOf(err) != Empty {
		t.Errorf("a page without text: %v", err)
	}
	long, err := FromPage("doubao", Shown{
		Text: strings.Repeat("长", pageTextMax), Sources: make([]ShownSource, 1000),
		Queries: make([]string, 1000),
	})
	if err != nil || long.Finish != FinishLength || len(long.Text) > pageTextMax || len(long.Citations) != 0 {
		t.Errorf("%d bytes, finish %s, %v", len(long.Text), long.Finish, err)
	}
	if a, err := FromPage("doubao", Shown{Text: "推荐云", Cut: true}); err != nil || a.Finish != FinishLength || a.Text != "推荐云" {
		t.Errorf("a cut answer: %+v, %v", a, err)
	}
	for retrieval, s := range map[Retrieval]Shown{
		RetrievalUnknown: {Text: "x"}, RetrievalUncited: {Text: "x", Queries: []string{"q"}},
		RetrievalCited: {Text: "x", Sources: []ShownSource{{URL: "https://a.example/", Cited: true}}},
	} {
		if a, err := FromPage("doubao", s); err != nil || a.Retrieval != retrieval {
			t.Errorf("%s: %s %v", retrieval, a.Retrieval, err)
		}
	}
}

// Whatever a page sends, what is kept of it is bounded and a text that databases take.
func FuzzPage(f *testing.F) {
	for _, format := range ShownFormats() {
		raw := must.Get(os.ReadFile("testdata/page/" + format + ".txt"))(f)
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, format := range ShownFormats() {
			shown, ok := DecodeShown(format, raw)
			if !ok {
				continue
			}
			shown.Raw = raw
			a, err := FromPage("doubao", shown)
			if err != nil {
				if ClassOf(err) != Empty {
					t.Fatal(err)
				}
				continue
			}
			checkRead(t, a, nil)
		}
	})
}
