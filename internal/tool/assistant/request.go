package assistant

import (
	"encoding/json"
	"maps"
	"strings"
)

const (
	regionHole = "{region}"
	modelHole  = "{model}"
)

// payload merges the protocol's own body with the entry's additions for every mode and for this one. The additions
// win: what a platform changes, an operator can follow without a new release.
func (p *Platform) payload(q Question) (body map[string]any, model string) {
	body = p.speaks().body(p, q)
	body["model"] = p.Model
	for _, fragment := range []map[string]any{p.Options.Body, p.Options.Modes[q.Mode]} {
		filled, _ := fill(fragment, q.Region)
		if object, ok := filled.(map[string]any); ok {
			body = mergeObjects(body, object)
		}
	}
	model, _ = body["model"].(string)
	if p.speaks().modelInPath {
		delete(body, "model")
	}
	return body, model
}

// mergeObjects is JSON merge patch: objects merge, null removes, all else replaces. Neither argument is changed.
func mergeObjects(base, over map[string]any) map[string]any {
	out := maps.Clone(base)
	if out == nil {
		out = map[string]any{}
	}
	for key, value := range over {
		object, isObject := value.(map[string]any)
		under, wasObject := out[key].(map[string]any)
		switch {
		case value == nil:
			delete(out, key)
		case isObject && wasObject:
			out[key] = mergeObjects(under, object)
		default:
			out[key] = value
		}
	}
	return out
}

// fill puts the region into its place. Without one, the whole object that wanted it goes: half a location is an error
// on every platform that takes one.
func fill(value any, region string) (filled any, keep bool) {
	switch v := value.(type) {
	case string:
		if v == regionHole {
			return region, region != ""
		}
	case []any:
		list := make([]any, 0, len(v))
		for _, item := range v {
			if f, ok := fill(item, region); ok {
				list = append(list, f)
			}
		}
		return list, true
	case map[string]any:
		object := make(map[string]any, len(v))
		for key, item := range v {
			f, ok := fill(item, region)
			if _, isText := item.(string); isText && !ok {
				return nil, false
			}
			if ok {
				object[key] = f
			}
		}
		return object, true
	}
	return value, true
}

func mentionsRegion(value any) bool {
	raw, err := json.Marshal(value)
	return err == nil && strings.Contains(string(raw), regionHole)
}
