package content

import (
	"encoding/json"
	"html"
	"slices"
	"strconv"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/markdown"
)

// Label is how articles are marked at some outlets.
type Label struct {
	MediaTypes []catalogue.Type `yaml:"media_types"`
	Platforms  []string         `yaml:"platforms"`
	Languages  []string         `yaml:"languages"`
	Position   string           `yaml:"position"` // top or bottom
	Paid       string           `yaml:"paid"`     // Markdown
	AI         string           `yaml:"ai"`
	Meta       string           `yaml:"meta"` // name of the element of HTML; empty: none
	Producer   string           `yaml:"producer"`
}

func (l Label) fits(m catalogue.Fields) bool {
	of := func(list []string, v *string) bool { return len(list) == 0 || v != nil && slices.Contains(list, *v) }
	return (len(l.MediaTypes) == 0 || slices.Contains(l.MediaTypes, m.MediaType)) && of(l.Platforms, m.Platform) &&
		of(l.Languages, m.Language)
}

// Labelled is an article as it is handed over: what readers see of its label, and what programs read.
type Labelled struct {
	Text     string // of the label, Markdown
	Position string
	Body     string            // with the label
	HTML     string            // with the label, and its metadata where the outlet's form says so
	Metadata map[string]string // nil: AI is not said to have helped
}

// Published is what an order hands to an outlet.
type Published struct {
	Fields
	ContentID string
	Revision  int64
	OrderID   string
	Outlet    catalogue.Fields
	OutletKey string
}

// Label marks an article as paid, always, and as written with AI where that was declared, in the form of its outlet.
func (p *Contents) Label(a Published) Labelled {
	i := slices.IndexFunc(p.options.Rules.Labels, func(l Label) bool { return l.fits(a.Outlet) })
	form := p.options.Rules.Labels[i] // the last fits all
	out := Labelled{Text: form.Paid, Position: form.Position}
	if a.AIAssisted == DeclaredYes {
		out.Text += " " + form.AI
		out.Metadata = map[string]string{ // the names of GB 45438-2025
			"Label": "1", "ContentProducer": form.Producer, "ProduceID": a.ContentID + "/" +
				strconv.FormatInt(a.Revision, 10), "ReservedCode1": a.Digest(),
			"ContentPropagator": a.OutletKey, "PropagateID": a.OrderID, "ReservedCode2": "",
		}
	}
	if out.Body = out.Text + "\n\n" + a.Body; form.Position == "bottom" {
		out.Body = a.Body + "\n\n" + out.Text
	}
	out.HTML = labelHTML(form, out, a.Body)
	return out
}

// labelHTML renders label and body apart, so that nothing in the one changes the other.
func labelHTML(form Label, out Labelled, body string) string {
	label, text, meta := markdown.Render(out.Text), markdown.Render(body), ""
	if out.Metadata != nil && form.Meta != "" {
		fields, err := json.Marshal(out.Metadata)
		if err != nil {
			panic(err) // texts only
		}
		meta = `<meta name="` + html.EscapeString(form.Meta) + `" content="` + html.EscapeString(string(fields)) + `">` + "\n"
	}
	if form.Position == "bottom" {
		return meta + text + label
	}
	return meta + label + text
}
