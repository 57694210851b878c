package simulator

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"renown/internal/simulator/world"
	"renown/internal/tool/assistant"
)

// served marks the model as simulated; everything downstream shows it. Where time passes, it tells since when the platform
// answers with this model.
func (in *inquiry) served() string { return assistant.SimulatedMark + in.model + in.since }

func (in *inquiry) id() string {
	return "sim-" + strconv.FormatUint(world.Hash(3, in.platform.ID, in.asked), 36)
}

// style is how a platform marks a source in its text.
func (in *inquiry) style() string {
	if !in.marking || !in.platform.Options.Cites {
		return ""
	}
	switch in.platform.ID {
	case "yuanbao": // TokenHub ties sources to the answer by annotations alone
		return ""
	case "baidu_search":
		return "caret"
	case "doubao_app":
		return "citation"
	}
	for _, name := range in.platform.Options.Markers {
		switch name {
		case "generic":
			return "plain"
		case "lenticular", "private", "kimi":
		default:
			return name
		}
	}
	return ""
}

// markerExtent is a marker in the rendered text, in runes.
type markerExtent struct{ source, start, end int }

// render writes the text with the platform's markers. A dangling marker names a source that does not exist.
func (in *inquiry) render(d *Draft, style string, do Outcome) (string, []markerExtent) {
	var b strings.Builder
	size, cites := 64, 0
	for _, part := range d.Passages {
		size += len(part.Text) + len(part.Tail) + 2
		cites += len(part.Cites)
	}
	perMark := 16
	if style == "link" || style == "double" {
		perMark = 160
	}
	b.Grow(size + cites*perMark)
	extents := make([]markerExtent, 0, cites)
	dangling := do == Dangling && style != "link" // a link is prose when it names no source
	runes := 0
	write := func(text string) {
		b.WriteString(text)
		runes += utf8.RuneCountInString(text)
	}
	for _, part := range d.Passages {
		write(part.Text)
		if style == "caret" && len(part.Cites) > 0 {
			write("^")
		}
		for _, c := range part.Cites {
			start := runes
			write(sourceMarker(style, c+1, d.Sources[c].URL))
			extents = append(extents, markerExtent{c, start, runes})
		}
		if style == "caret" && len(part.Cites) > 0 {
			write("^")
		}
		if dangling && len(part.Cites) > 0 {
			dangling = false
			if style == "caret" {
				write("^")
			}
			write(sourceMarker(style, 99, "https://nowhere.example/"))
			if style == "caret" {
				write("^")
			}
		}
		write(part.Tail)
	}
	return b.String(), extents
}

func sourceMarker(style string, n int, address string) string {
	switch style {
	case "caret", "plain":
		return "[" + strconv.Itoa(n) + "]"
	case "ref":
		return "[ref_" + strconv.Itoa(n) + "]"
	case "at":
		return "[" + strconv.Itoa(n) + "](@ref)"
	case "citation":
		return "[citation:" + strconv.Itoa(n) + "]"
	case "double":
		return " [[" + strconv.Itoa(n) + "]](" + address + ")"
	case "link":
		return " ([" + host(address) + "](" + tagged(address) + "))"
	}
	return ""
}

func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimPrefix(u.Host, "www.")
}

// tagged is what OpenAI does to every address.
func tagged(address string) string {
	if strings.Contains(address, "?") {
		return address + "&utm_source=openai"
	}
	return address + "?utm_source=openai"
}

// tokens is a believable count: about one for a Chinese character or four letters.
func tokens(text string) int { return len(text)/3 + 1 }

func beijing(s Source) string { return s.Published.Add(8 * 3600e9).Format("2006-01-02 15:04:05") }

func (in *inquiry) usage(text string) (input, output int) {
	input = tokens(in.question)
	if in.searching {
		input += 3000
	}
	return input, tokens(text)
}

func nth(n int) string { return fmt.Sprintf("ref_%d", n) }
