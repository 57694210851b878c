package crashtest

import (
	"fmt"
	"slices"
)

// fate is what an agent knows of something that may have happened.
type fate int

const (
	no fate = iota
	maybe
	yes
)

// field is a value as an agent knows it: what it sent and was not refused, and which of these was acknowledged last. That
// one counts, or one that was sent since then and not answered.
type field struct {
	sent []string
	sure int // index
}

func (f *field) wrote(value string, lost bool) {
	f.sent = append(f.sent, value)
	if !lost {
		f.sure = len(f.sent) - 1
	}
}

// record is a thing that an agent made and was told so.
type record struct {
	kind, id string
	fields   map[string]*field
	gone     fate
	asked    bool // of a prompt: a run may have asked it under its present text
}

// paths are where a thing of a kind is found by itself.
var paths = map[string]string{
	"brand": "/geo/brands/", "prompt": "/geo/prompts/", "competitor": "/geo/competitors/", "content": "/media/contents/",
}

// names are the fields by which a thing of a kind is recognised whose making was not acknowledged.
var names = map[string]string{"brand": "name", "prompt": "text", "competitor": "name", "content": "title"}

func (r *record) path() string { return paths[r.kind] + r.id }

// create makes a thing. Nil means that it was refused, or that the outcome is unknown; then its name is remembered.
func (ag *agent) create(kind, path string, values map[string]string) *record {
	out, lost := ag.ask(request{key: ag.key, method: "POST", path: path, body: encoded(values)})
	switch {
	case lost:
		ag.doubt(kind, values[names[kind]])
		return nil
	case out.Code == 2002:
		ag.limited(out)
		return nil
	case out.Code != 0:
		ag.reports.add("creating a %s: %+v", kind, out.answer)
		return nil
	}
	r := &record{kind: kind, id: out.text("id"), fields: map[string]*field{}}
	for name, value := range values {
		if name == "brand_id" || name == "topic_id" {
			continue
		}
		r.fields[name] = &field{sent: []string{value}}
		if out.text(name) != value {
			ag.reports.add("a new %s has %s %q, sent was %q", kind, name, out.text(name), value)
		}
	}
	return r
}

// change alters one field of a thing; it tells whether that was acknowledged.
func (ag *agent) change(r *record, name, value string) bool {
	out, lost := ag.ask(request{key: ag.key, method: "PATCH", path: r.path(), body: encoded(map[string]string{name: value})})
	switch {
	case lost:
		r.fields[name].wrote(value, true)
	case out.Code == 0:
		r.fields[name].wrote(value, false)
		if out.text(name) != value {
			ag.reports.add("%s was told %s %q and answers %q", r.id, name, value, out.text(name))
		}
		return true
	case out.Code == 2002:
		ag.limited(out)
	case out.Code == 3001 && r.gone == maybe:
		r.gone = yes
	default:
		ag.reports.add("changing %s of %s: %+v", name, r.id, out.answer)
	}
	return false
}

// remove deletes a thing.
func (ag *agent) remove(r *record) {
	before := r.gone
	r.gone = maybe
	out, lost := ag.ask(request{key: ag.key, method: "DELETE", path: r.path()})
	switch {
	case lost:
	case out.Code == 0, out.Code == 3001 && before == maybe:
		r.gone = yes
	default:
		r.gone = before
		ag.reports.add("deleting %s: %+v", r.id, out.answer)
	}
}

// limited holds a refusal to enable another prompt against the account's tier.
func (ag *agent) limited(out reply) {
	limit := float64(ag.tier.Limits().ActivePrompts)
	if out.Detail["limit"] != limit || out.Detail["active"] != limit {
		ag.reports.add("a %s account is refused another prompt by %v", ag.tier, out.Detail)
	}
}

func (ag *agent) doubt(kind, name string) {
	ag.mu.Lock()
	defer ag.mu.Unlock()
	ag.doubtful[kind+" "+name] = true
}

// compare holds a list of one kind against what the account's agents know, or knew at some moment before it was kept; nil is
// now. It returns how many records it found.
func (cu *customer) compare(kind string, records []*record, items []map[string]any, then *moment) (found int) {
	byID := map[string]map[string]any{}
	for _, item := range items {
		byID[fmt.Sprint(item["id"])] = item
	}
	for _, r := range records {
		item, there := byID[r.id]
		delete(byID, r.id)
		known := then.knew(r)
		switch {
		case known.gone == yes && there:
			cu.reports.add("%s was deleted and is there", r.id)
		case known.made && known.gone == no && r.gone == no && !there:
			cu.reports.add("%s was acknowledged and is missing", r.id)
		}
		if !there {
			continue
		}
		found++
		for name, f := range r.fields {
			since := f.sent[known.sure[name]:]
			if got := fmt.Sprint(item[name]); !slices.Contains(since, got) {
				cu.reports.add("%s of %s is %q, acknowledged was %q, sent since then %q", name, r.id, got, since[0], since[1:])
			}
		}
	}
	for id, item := range byID {
		if !cu.doubtful[kind+" "+fmt.Sprint(item[names[kind]])] {
			cu.reports.add("nobody made the %s %s: %v", kind, id, item)
		}
	}
	return found
}
