package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// odd are texts that are legal and must come back byte for byte.
var odd = map[string]string{
	"control characters":  "a\x01\x02\x08\t\n\v\f\r\x1b\x1f\x7f\u0080\u009fz",
	"markup":              `<script>alert("x")</script>&amp;<b>'</b>`,
	"quotes and slashes":  `"\/\\" \u0041 %s %00 $1 ' -- ; {brand_name}`,
	"right to left marks": "\u200f\u202eabc\u202c\u2066x\u2069\u061c",
	"line separators":     "a\u2028b\u2029c",
	"joined emoji":        "👩‍👩‍👧‍👦🏳️‍🌈🇨🇳",
	"combining":           "e\u0301 é \u0300",
	"noncharacters":       "\ufffe\uffff\U0001fffe\U0010ffff\ufffd\ufeff",
	"private use":         "\ue000\U000f0000",
	"spaces":              "  \u3000\u00a0 x \u200b ",
}

// textPlaces are where a text can be stored: a request with % for the text, and where its record has it.
var textPlaces = []struct {
	endpoint
	at string
}{
	{
		endpoint{
			"POST", "/geo/brands",
			`{"name":%,"introduction":%,"product_type":%,"marketing_goal":%,"keywords":[%],"aliases":[%]}`,
		},
		"name introduction product_type marketing_goal keywords.0 aliases.0",
	},
	{
		endpoint{
			"PATCH", "/geo/brands/{brand_id}",
			`{"name":%,"core_audience":%,"selling_points":["",%],"contexts":[%],"exclusions":[%]}`,
		},
		"name core_audience selling_points.1 contexts.0 exclusions.0",
	},
	{endpoint{"POST", "/geo/brands/{brand_id}/topics", `{"brand_id":"{brand_id}","name":%,"description":%}`}, "name description"},
	{endpoint{"PATCH", "/geo/topics/{topic_id}", `{"name":%,"description":%}`}, "name description"},
	{
		endpoint{
			"POST", "/geo/brands/{brand_id}/prompts",
			`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":%,"tag_ids":[%],"status":"archived"}`,
		},
		"text tag_ids.0",
	},
	{endpoint{"PATCH", "/geo/prompts/{prompt_id}", `{"text":%,"tag_ids":["x",%]}`}, "text tag_ids.1"},
	{endpoint{
		"POST", "/geo/brands/{brand_id}/competitors",
		`{"brand_id":"{brand_id}","name":%,"description":%,"aliases":[%]}`,
	}, "name description aliases.0"},
	{endpoint{"PATCH", "/geo/competitors/{competitor_id}", `{"name":%,"contexts":[%]}`}, "name contexts.0"},
}

func (g *geo) store(t testing.TB, e endpoint, text string) *apitest.Answer {
	t.Helper()
	return g.Do(t, apitest.Call{
		Key: g.key, Method: e.method, Path: fill(e.path, g.ids),
		Body: strings.ReplaceAll(fill(e.body, g.ids), "%", text),
	})
}

func TestTextsAreKept(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		for _, place := range textPlaces {
			for name, text := range odd {
				sent := must.Get(json.Marshal(text))(t)
				a := g.store(t, place.endpoint, string(sent))
				for at := range strings.FieldsSeq(place.at) {
					if got := a.At("data." + at); got != text {
						t.Errorf("%s %s: %s in %s: sent %q, got %q", place.method, place.path, name, at, text, got)
					}
				}
			}
		}
		// Read anew, and not only told by the answer to the change.
		b := g.store(t, textPlaces[0].endpoint, `"`+odd["right to left marks"]+`"`)
		record := g.do(t, "GET", "/geo/brands/"+b.At("data.id").(string), "")
		same(t, "read again", odd["right to left marks"], record["keywords"].([]any)[0])
	})
}

// Markup comes back as the characters it is, nowhere as an escape: in texts and in lists.
func TestMarkupIsNotEscaped(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		for _, place := range textPlaces {
			a := g.store(t, place.endpoint, `"<b>&'\u003c"`)
			if body := string(a.Body); a.Code != 0 || !strings.Contains(body, `<b>&'<`) ||
				strings.Contains(body, `\u003c`) || strings.Contains(body, `\u0026`) {
				t.Errorf("%s %s: %s", place.method, place.path, body)
			}
		}
	})
}

// What is no text is refused in every place, and U+0000 is told apart.
func TestTextsRefused(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		before := everything(t, g.Server, g.key)
		for _, place := range textPlaces {
			for _, lone := range []string{
				`"\ud800"`, `"x\udc00y"`, `"\ud83d\ud83d"`, "\"\xff\"", "\"\xed\xa0\x80\"",
				`"\x41"`, "\"\xf0\x9f\x98\"", `NaN`,
			} {
				if a := g.store(t, place.endpoint, lone); a.Status != 422 || a.At("detail.0.type") != "json_invalid" {
					t.Errorf("%s %s with %q: %s", place.method, place.path, lone, a.Body)
				}
			}
			a := g.store(t, place.endpoint, `"a\u0000b"`)
			var want []any
			for at := range strings.FieldsSeq(place.at) {
				want = append(want, strings.Split(at, ".")[0])
			}
			if a.Status != 422 || a.Code != 4220 {
				t.Errorf("%s %s with U+0000: %s", place.method, place.path, a.Body)
				continue
			}
			var got []any
			for _, entry := range a.At("detail").([]any) {
				same(t, "U+0000", "value_error", entry.(object)["type"])
				got = append(got, entry.(object)["loc"].([]any)[1])
			}
			same(t, place.method+" "+place.path, len(want), len(got))
		}
		same(t, "what was refused had an effect", before, everything(t, g.Server, g.key))
	})
}

func TestPromptOfEmoji(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		text := strings.Repeat("😀", 2000)
		body := func(text string) string {
			return `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"` + text + `"}`
		}
		p := g.do(t, "POST", "/geo/brands/{brand_id}/prompts", body(text))
		same(t, "kept", text, p["text"])
		escaped := g.do(t, "POST", "/geo/brands/{brand_id}/prompts", body(strings.Repeat(`\ud83d\ude00`, 2000)))
		same(t, "sent as escapes", text, escaped["text"])
		same(t, "read again", text, g.do(t, "GET", "/geo/prompts/"+p["id"].(string), "")["text"])
		g.malformed(t, endpoint{"POST", "/geo/brands/{brand_id}/prompts", body(text + "😀")},
			failure{`["body","text"]`, "string_too_long", "String should have at most 2000 characters"})
		g.malformed(t, endpoint{"PATCH", "/geo/prompts/{prompt_id}", `{"text":"` + text + `x"}`},
			failure{`["body","text"]`, "string_too_long", ""})
	})
}

func TestURLs(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		for _, e := range []endpoint{
			{"POST", "/geo/brands", `{"name":"n","introduction":"i","homepage_url":%}`},
			{"PATCH", "/geo/brands/{brand_id}", `{"homepage_url":%}`},
			{"POST", "/geo/brands/{brand_id}/competitors", `{"brand_id":"{brand_id}","name":"n","website_url":%}`},
			{"PATCH", "/geo/competitors/{competitor_id}", `{"website_url":%}`},
			{"PATCH", "/geo/competitors/{competitor_id}", `{"logo_icon":%}`},
		} {
			for _, url := range []string{
				`javascript:alert(1)`, `JaVaScRiPt:alert(1)`, ` javascript:alert(1)`, `java\nscript:alert(1)`, `\u0001javascript:alert(1)`,
				`java\u200bscript:alert(1)`, `data:text/html,x`, `vbscript:x`, `file:///etc/passwd`,
				`ftp://x.example`, `mailto:a@x.example`, `javascript://x.example/%0aalert(1)`,
			} {
				a := g.store(t, e, `"`+url+`"`)
				field, _ := a.At("detail.0.loc.1").(string)
				if a.Status != 422 || a.At("detail.0.type") != "value_error" ||
					!strings.Contains(e.body, `"`+field+`"`) || a.At("detail.1") != apitest.Absent {
					t.Errorf("%s %s with %s: %s", e.method, e.path, url, a.Body)
				}
			}
			for _, url := range []string{
				`https://x.example/?q=javascript:1`, `HTTP://x.example`, `//x.example`,
				`x.example`, `x.example:8080/a`, `/a`, ``,
			} {
				if a := g.store(t, e, `"`+url+`"`); a.Code != 0 || !strings.Contains(string(a.Body), `"`+url+`"`) {
					t.Errorf("%s %s with %s: %s", e.method, e.path, url, a.Body)
				}
			}
		}
	})
}
