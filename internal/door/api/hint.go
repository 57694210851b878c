package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/requestschema"
)

// A hint stands beside the detail of a refusal, whose form is fixed. It says in Chinese what to change, or when to come back.

// shapeHint is about a malformed request: names that read like others, or a body that was not announced as JSON.
func shapeHint(op *requestschema.Operation, sent requestschema.Request, failures requestschema.Failures) string {
	var hints []string
	for _, f := range failures {
		if len(f.Loc) == 1 && (f.Type == "model_attributes_type" || f.Type == "dict_type") && sent.ContentType != "" &&
			!strings.Contains(sent.ContentType, "json") {
			hints = append(hints, chinese.T("hint.content_type", sent.ContentType))
		}
	}
	for _, m := range op.Misspelt(sent) {
		hints = append(hints, chinese.T("hint.misspelt", m.Sent, m.Meant))
	}
	return strings.Join(hints, "；")
}

// faultHint is about what a rule refuses: which id of the request is meant, or when the next run may start.
func faultHint(f *fault.Fault, route string, r *http.Request, body []byte) string {
	switch f.Code {
	case fault.NoSuchThing:
		id, _ := f.Detail["id"].(string)
		if place := placeOf(id, route, r, body); place != "" {
			return chinese.T("hint.id", place)
		}
	case fault.DailyLimit:
		return chinese.T("hint.resets_at", beijing(f.Detail["resets_at"]))
	case fault.RunGap:
		return chinese.T("hint.next_allowed_at", beijing(f.Detail["next_allowed_at"]))
	}
	return ""
}

// beijing is a moment as a clock on the wall shows it, to the minute at which it has come.
func beijing(at any) string {
	t, _ := at.(timestamp.Time)
	return t.Add(time.Minute - time.Nanosecond).In(timestamp.Beijing).Format("2006-01-02 15:04")
}

// placeOf is where in the request an id stands: path.brand_id, body.media_ids[2].
func placeOf(id, route string, r *http.Request, body []byte) string {
	for part := range strings.SplitSeq(route, "/") {
		name, isParameter := strings.CutPrefix(part, "{")
		if name = strings.TrimSuffix(name, "}"); isParameter && r.PathValue(name) == id {
			return "path." + name
		}
	}
	var sent map[string]any
	if id == "" || json.Unmarshal(body, &sent) != nil {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		if !strings.HasSuffix(name, "_id") && !strings.HasSuffix(name, "_ids") {
			continue // a name or a text can read the same
		}
		value := sent[name]
		if value == id {
			return "body." + name
		}
		list, _ := value.([]any)
		for i, one := range list {
			if one == id {
				return "body." + name + "[" + strconv.Itoa(i) + "]"
			}
		}
	}
	return ""
}
