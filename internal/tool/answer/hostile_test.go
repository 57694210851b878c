package answer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/answer"
)

// nested are names that lie inside each other: 哈, 哈哈, … up to fifty, for each of several competitors.
func nested(competitors int) []answer.Entity {
	list := make([]answer.Entity, competitors)
	for i := range list {
		list[i] = answer.Entity{ID: fmt.Sprint(i), Name: "哈"}
		for n := 2; n <= 50; n++ {
			list[i].Aliases = append(list[i].Aliases, strings.Repeat("哈", n))
		}
	}
	return list
}

// Names that overlap cost no more than a bounded number of steps a character, however many there are.
func TestNestedNamesAreLinear(t *testing.T) {
	t.Parallel()
	excluding := nested(16)
	for i := range excluding {
		excluding[i].Exclusions, excluding[i].Aliases = excluding[i].Aliases, nil
	}
	words := nested(16)
	for i := range words {
		words[i].Name = "ha"
		for n := range words[i].Aliases {
			words[i].Aliases[n] = strings.TrimSpace(strings.Repeat("ha ", n+2))
		}
	}
	siblings := make([]answer.Entity, 50)
	for i := range siblings {
		siblings[i] = answer.Entity{ID: fmt.Sprint(i), Name: "哈"}
		for n := range 50 {
			siblings[i].Aliases = append(siblings[i].Aliases, "哈"+string(rune(0x4E00+50*i+n)))
		}
	}
	for name, c := range map[string]struct {
		names []answer.Entity
		part  string
	}{
		"names":          {nested(16), "哈"},
		"exclusions":     {excluding, "哈"},
		"rejected names": {words, "HA "},
		"siblings":       {siblings, "哈丁"},
	} {
		reader := answer.NewReader(c.names)
		for _, characters := range []int{2_000, 20_000} {
			text := strings.Repeat(c.part, characters)
			if steps, most := reader.Steps(text), 600*len(text); steps > most {
				t.Errorf("%s: %d steps for %d bytes, want at most %d", name, steps, len(text), most)
			}
		}
	}
	f := answer.NewReader(nested(16)).Read(strings.Repeat("哈", 2_010), "", nil)
	for _, e := range f.Entities { // forty times the longest, and what is left
		if len(e.Mentions) != 41 || e.Mentions[40].End != 2_010 {
			t.Errorf("%s: %d mentions, want 41", e.ID, len(e.Mentions))
		}
	}
}

// More characters than sixteen bits can number may occur in names.
func TestNamesOfManyCharacters(t *testing.T) {
	t.Parallel()
	const first, last = 0x20000, 0x34000 // 79,872 characters without those that have another form
	var list []answer.Entity
	for r := rune(first); r < last; {
		e := answer.Entity{ID: fmt.Sprint(len(list)), Name: fmt.Sprintf("名%d号", len(list))}
		for range 150 {
			var b strings.Builder
			b.WriteString("字") // not all others are assigned
			for ; b.Len() < 4*64 && r < last; r++ {
				if r < 0x2F800 || r > 0x2FFFF {
					b.WriteRune(r)
				}
			}
			e.Aliases = append(e.Aliases, b.String())
		}
		list = append(list, e)
	}
	reader := answer.NewReader(list)
	for i, e := range list {
		for _, alias := range []string{e.Aliases[0], e.Aliases[len(e.Aliases)-1]} {
			if alias == "字" {
				continue
			}
			f := reader.Read("推荐："+alias+"。", "", nil)
			for j := range f.Entities {
				must.Equal(t, f.Entities[j].Named(), (i == j), "an alias of", i, j, "named")
			}
		}
	}
}

// A reading stops when its context is cancelled.
func TestReadingStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	reader := growthReader()
	long := strings.Repeat("小米手机不错。\n", 10_000)
	expect.Is(t, expect.Error(reader.ReadContext(ctx, long, "", nil)), context.Canceled, "reading gave")
	if f, err := reader.ReadContext(t.Context(), long, "", nil); err != nil || len(f.Entities[0].Mentions) != 10_000 {
		t.Errorf("%d mentions, %v", len(f.Entities[0].Mentions), err)
	}
}

// A sentence is followed so far and no further, wherever a phrase stands then.
func TestPhraseAcrossTheReach(t *testing.T) {
	t.Parallel()
	reader := answer.NewReader([]answer.Entity{{ID: "a", Name: "云栖笔记"}})
	for n := 570; n < 610; n++ {
		if f := reader.Read("我没有找到云栖笔记"+strings.Repeat("-", n)+" however it is", "", nil); len(f.Entities[0].Mentions) != 1 {
			t.Errorf("%d: %v", n, f.Entities[0].Mentions)
		}
	}
}
