package markdown_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"renown/internal/tool/markdown"
)

// Bounds of what a byte may cost, several times what the worst that is formatted does.
const (
	allocatedPerByte = 2_000
	allocatedBesides = 100 << 20 // three times what effort admits
	renderedPerByte  = 50
	parsingMax       = 5 * time.Second // of the processor, for 100,000 characters, also under the race detector
)

// processorTime is what the calling thread has used; nil where the system does not tell.
var processorTime func() time.Duration

// measure renders a text in every way there is and holds what that cost against its length.
func measure(t *testing.T, name, source string) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after runtime.MemStats
	var began time.Duration
	if processorTime != nil {
		began = processorTime()
	}
	runtime.ReadMemStats(&before)
	rendered, proof, length := markdown.Render(source), markdown.NewProof(source), markdown.Length(source)
	runtime.ReadMemStats(&after)
	if processorTime != nil {
		if took := processorTime() - began; took > parsingMax {
			t.Errorf("%s takes %s", name, took)
		}
	}
	if got := after.TotalAlloc - before.TotalAlloc; !raced && got > uint64(allocatedPerByte*len(source)+allocatedBesides) {
		t.Errorf("%s: %d bytes allocated for %d", name, got, len(source))
	}
	if got := max(len(rendered), len(proof.HTML)); got > renderedPerByte*len(source)+1<<10 {
		t.Errorf("%s: %d bytes rendered of %d", name, got, len(source))
	}
	if length != proof.Length || length > len(source) {
		t.Errorf("%s: %d and %d long", name, length, proof.Length)
	}
	if markdown.Formatted(source) == proof.AsWritten {
		t.Errorf("%s: formatted and as it is written", name)
	}
}

// pathologies are 100,000 characters each that parsers of Markdown, this one included, take too much time or memory for.
func pathologies() map[string]string {
	const n = 100_000
	list := map[string]string{
		"table": strings.Repeat("|", 20_000) + "\n" + strings.Repeat("|-", 20_000) + "|\n" +
			strings.Repeat("|\n", 20_000),
		"table, smaller": strings.Repeat("|", 8_000) + "\n" + strings.Repeat("|-", 8_000) + "|\n" + strings.Repeat("|\n", 8_000),
		"table in a quotation": "> " + strings.Repeat("|", 10_000) + "\n> " + strings.Repeat("|-", 10_000) +
			"|\n" + strings.Repeat("> |\n", 10_000),
		"table in a list": "- " + strings.Repeat("|", 10_000) + "\n  " + strings.Repeat("|-", 10_000) +
			"|\n" + strings.Repeat("  |\n", 10_000),
		"table under words": "a\n" + strings.Repeat("a|", 8_000) + "\n" + strings.Repeat("-|", 8_000) + "\n" +
			strings.Repeat("a\n", 8_000),
		"many tables":              strings.Repeat("|a|b|\n|-|-|\n|\n|\n|\n|\n\n", 4_000),
		"escaped pipes":            "|a|\n|-|\n" + strings.Repeat("|`\\|`|\n", 14_000),
		"long reference":           "[a]: https://a.example/" + strings.Repeat("x", n/2) + "\n\n" + strings.Repeat("[a]", n/6),
		"long title":               "[a]: /x\n '" + strings.Repeat("x\n", n/4) + "'\n\n" + strings.Repeat("[a]", n/6),
		"reference in lines":       "[a]: https://a.example/" + strings.Repeat("x", n/2) + "\n\n" + strings.Repeat("[a]\n\n", n/10),
		"definitions":              strings.Repeat("[a]: x\n", n/7),
		"unfinished definitions":   strings.Repeat("[a]: x '\n", n/9),
		"nested lists, then blank": strings.Repeat("- ", 50) + "a" + strings.Repeat("\n", n),
		"nested quotations":        strings.Repeat(strings.Repeat("> ", 50)+"a\n", n/102),
		"stairs":                   stairs("- a\n", " ", n),
		"stairs of tabs":           stairs("- a\n", "\t", n),
		"stairs of quotations":     stairs("> a\n", "> ", n),
		"ticks of all lengths":     ticks(n),
		"ticks over lines":         strings.Repeat("~\\```---\n", n/9),
		"tags":                     strings.Repeat("<a x='", n/6),
		"tags over lines":          strings.Repeat("<a x='\n", n/7),
		"one tilde after another":  strings.Repeat("~", n),
		"emphasis in cells":        "|a|\n|-|\n|" + strings.Repeat("*a_ ", n/4) + "|",
		"emphasis after a table":   "|a|\n|-|\n===\n" + strings.Repeat("|*a_ *a_\n", n/9),
		"emphasis in a head":       "|" + strings.Repeat("*a_ ", n/4) + "|\n|-|\n",
		"emphasis in an item":      "- " + strings.Repeat("*a_ ", n/4),
		"emphasis in links":        strings.Repeat("[*a_ ](", n/7),
		"links in links":           strings.Repeat("[a](b", n/5),
		"images":                   strings.Repeat("![", n/4) + strings.Repeat("](a)", n/8),
		"titles":                   strings.Repeat(`[a](b "`, n/7),
		"entities":                 strings.Repeat("&#x1;", n/5),
		"addresses":                strings.Repeat("(http://a", n/9),
		"mails":                    strings.Repeat("a_", n/2) + "@b.c",
		"headings":                 strings.Repeat("a\n=\n", n/4),
		"bare comments":            strings.Repeat("<!--", n/4),
		"four bytes each":          strings.Repeat("*𠀀_ ", n/4),
	}
	for _, unit := range append(stumbling, "*a_ ", "_声*", "\\``", "_ **", "](www.a.b[", "[]("+"&#1;", "~\\```---\n",
		"<a x='\n\n[a]:~~~", "www.a.b ", "a@b.c ", "\n|-") {
		list[strconv.Quote(unit)] = strings.Repeat(unit, n/len([]rune(unit)))
	}
	return list
}

// stairs are lines each of which is one step further in.
func stairs(line, step string, n int) string {
	var b strings.Builder
	for at := ""; b.Len() < n; at += step {
		b.WriteString(at + line)
	}
	return b.String()
}

func ticks(n int) string {
	var b strings.Builder
	for i := 1; b.Len() < n; i++ {
		b.WriteString(strings.Repeat("`", i) + "a")
	}
	return b.String()
}

// raced tells that pools forget at random, as they do under the race detector: what is allocated then says nothing.
var raced bool

func TestPathologies(t *testing.T) { //nolint:paralleltest // it measures what the process allocates
	for name, source := range pathologies() {
		measure(t, name, source)
		if raced {
			continue
		}
		part := strings.ToValidUTF8(source[:1_000], "") // in pieces that may each be formatted by themselves
		measure(t, name+" in pieces", strings.Repeat(part+"\n\n", 30))
		measure(t, name+" between wide spaces", strings.Repeat(part+"\n\u3000\n", 30))
	}
}

// What people write is formatted, the longest of it included.
func TestFormatted(t *testing.T) {
	t.Parallel()
	paragraph := strings.Repeat("声闻在**回答**里的[位置](https://a.example/x)，与 `名字` 有关。", 20)
	for name, source := range map[string]string{
		"article":       strings.Repeat(paragraph+"\n\n", 100),
		"lines":         strings.Repeat("声闻在**回答**里的位置。\n", 500),
		"one paragraph": strings.Repeat("没有记号的文字，", 12_000),
		"list":          strings.Repeat("- **甲**：见[乙](https://a.example/x)，`丙`\n", 2_500),
		"numbered":      strings.Repeat("1. **甲**：见[乙](https://a.example/x)\n", 300),
		"nested list":   strings.Repeat("- 甲\n  - 乙\n    - 丙\n      - **丁**\n", 1_500),
		"table": "| 甲 | 乙 | 丙 | 丁 |\n|---|:--|--:|:-:|\n" +
			strings.Repeat("| **甲** | [乙](https://a.example/) | `丙` | 丁 |\n", 2_000),
		"bare table":     "甲 | 乙 | 丙 | 丁\n---|---|---|---\n" + strings.Repeat("**甲** | 乙 | 丙 | 丁\n", 300),
		"code":           "```go\n" + strings.Repeat("\t\t\tif a[i] != b[j] { x := *p * y_z | w }\n", 300) + "```\n",
		"references":     strings.Repeat("见[甲][1]与[乙][2]。\n\n", 400) + "[1]: https://a.example/a 'A'\n[2]: https://b.example/b\n",
		"rule":           strings.Repeat("-", 5_000),
		"indented lines": strings.Repeat("        indented code, eight columns in\n", 2_000),
	} {
		if len([]rune(source)) > 100_000 {
			t.Errorf("%s has %d characters", name, len([]rune(source)))
		}
		if !markdown.Formatted(source) {
			t.Errorf("%s is not formatted", name)
		}
	}
}

// Whatever three units are repeated, a byte costs no more than it may.
func FuzzEffort(f *testing.F) {
	f.Add("|", "\n|-|-|-|-|-|-|-|-\n", "|\n", uint16(2_000))
	f.Add("*a_ ", "", "", uint16(5_000))
	f.Add("[a]: x", "\n\n", "[a]", uint16(4_000))
	f.Add("- ", "a\n", "\n", uint16(300))
	f.Add("~\\```---\n", "<a x='", "> ", uint16(900))
	// The worst that a random search found, by processor time a byte.
	f.Add("#[a](", "", "", uint16(2_031))
	f.Add("|[a](", "*a\\(", "", uint16(1_034))
	f.Add("\u00a0[a](((", "", "", uint16(1_182))
	f.Add("a*[[[", "~]]]!0", "**]", uint16(500))
	f.Add(".[a]: x\n-|-\n", "", "", uint16(1_195))
	f.Fuzz(func(t *testing.T, a, b, c string, n uint16) {
		var source strings.Builder
		for _, unit := range []string{a, b, c} {
			if unit != "" {
				source.WriteString(strings.Repeat(unit, min(int(n), 30_000/len(unit)+1)))
			}
		}
		for _, tail := range []string{b + c, a + c, a + b} {
			source.WriteString("\n" + tail)
		}
		if text := source.String(); len(text) < 200_000 {
			measure(t, "", strings.ToValidUTF8(text, ""))
		}
	})
}
