package draft

import (
	"strings"
	"testing"

	"renown/internal/testkit/expect"
)

func TestPluralAndSingular(t *testing.T) {
	t.Parallel()
	en := lexica["en"]()
	for one, many := range map[string]string{
		"law firm": "law firms", "agency": "agencies", "note-taking app": "note-taking apps", "EV": "EVs", "mattress": "mattresses",
		"watch": "watches", "box": "boxes", "boy": "boys", "child": "children", "knife": "knives", "business": "businesses",
		"class": "classes", "smoothie": "smoothies", "cookie": "cookies", "CRM": "CRMs", "family": "families", "woman": "women",
	} {
		expect.Equal(t, en.plural(one), many, "plural of", one)
		expect.Equal(t, en.singular(many), one, "singular of", many)
	}
	for _, s := range []string{"status", "glass", "business", "analysis", "news", "lens", "software", "bus"} {
		if n := en.number(s); n == "plural" || n == "set" {
			t.Errorf("%s taken for a plural", s)
		}
	}
}

func TestArticle(t *testing.T) {
	t.Parallel()
	for phrase, want := range map[string]string{
		"electric car": "an", "EV": "an", "SUV": "an", "SEO agency": "an", "CRM": "a", "VPN": "a", "AI tool": "an",
		"HR system": "an", "PR firm": "a",
		"university": "a", "used car": "a", "user": "a", "umbrella": "an", "hour": "an", "hotel": "a",
		"one-time fee": "a", "8-hour battery": "an",
		"40-hour burn time": "a", "online course": "an", "uninterrupted service": "an", "MBA": "an", "NASA app": "a",
		"European bank": "a", "inn": "an",
	} {
		if got, _ := lexica["en"]().sort("article", phrase); got != want {
			t.Errorf("%s %s, want %s", got, phrase, want)
		}
	}
}

// What each number of noun says in the slots that differ.
func TestNounEN(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string][6]string{ // cats, one, scat, is, has, ving
		"law firm/s/hire":                {"law firms", "a law firm", "law firm", "are", "have", "hiring"},
		"accounting software/a/use/mass": {"accounting software", "accounting software", "", "is", "has", "using"},
		"running shoes/g/buy/plural":     {"running shoes", "running shoes", "", "are", "have", "buying"},
		"travel agency/s/book with":      {"travel agencies", "a travel agency", "travel agency", "are", "have", "booking with"},
		"insurance/i/get/mass":           {"insurance", "insurance", "", "is", "has", "getting"},
	} {
		w := lexica["en"]().noun(spec)
		var got [6]string
		for i, slot := range []string{"cats", "one", "scat", "is", "has", "ving"} {
			got[i] = strings.Replace(w.slots[slot], "@a ", "a ", 1)
		}
		expect.Same(t, got, want, spec)
	}
}

func TestSellingPointsEN(t *testing.T) {
	t.Parallel()
	for point, want := range map[string][2]string{ // after a plural, after a singular
		"Works offline":                 {"that work offline", "that works offline"},
		"syncs across devices":          {"that sync across devices", "that syncs across devices"},
		"Save time on billing":          {"that save time on billing", "that saves time on billing"},
		"Integrates with Gmail":         {"that integrate with Gmail", "that integrates with Gmail"},
		"free shipping":                 {"with free shipping", "with free shipping"},
		"Free Trial":                    {"with a free trial", "with a free trial"},
		"carbon plate":                  {"with a carbon plate", "with a carbon plate"},
		"40-hour burn time":             {"with a 40-hour burn time", "with a 40-hour burn time"},
		"8-hour battery":                {"with an 8-hour battery", "with an 8-hour battery"},
		"end-to-end encryption":         {"with end-to-end encryption", "with end-to-end encryption"},
		"24/7 customer support":         {"with 24/7 customer support", "with 24/7 customer support"},
		"No ads":                        {"with no ads", "with no ads"},
		"lightweight":                   {"that are lightweight", "that is lightweight"},
		"easy to use":                   {"that are easy to use", "that is easy to use"},
		"free for students":             {"that are free for students", "that is free for students"},
		"HIPAA compliant":               {"that are HIPAA compliant", "that is HIPAA compliant"},
		"made in Portugal":              {"made in Portugal", "made in Portugal"},
		"Trusted by 500 firms":          {"trusted by 500 firms", "trusted by 500 firms"},
		"Set up in one day":             {},
		"Sedation available":            {},
		"We care about you":             {},
		"The best app in the world":     {},
		"🎉🎉🎉":                           {},
		"支持离线":                          {},
		"sleep better, feel better now": {},
	} {
		r := read(Profile{Name: "Quovant", Introduction: "Quovant is a gadget for people of all sorts.", SellingPoints: []string{point}})
		var got [2]string
		if rel := r.own["rel"]; len(rel) > 0 {
			got = [2]string{r.lexicon.finish(rel[0].slots["rel.p"], &form{}, 0), r.lexicon.finish(rel[0].slots["rel.s"], &form{}, 0)}
		}
		expect.Same(t, got, want, point)
	}
}

func TestAudienceEN(t *testing.T) {
	t.Parallel()
	for audience, want := range map[string][]string{
		"small law firms":                    {"small law firms"},
		"Graduate students, researchers":     {"graduate students", "researchers"},
		"students and teachers":              {"students", "teachers"},
		"freelance designer":                 {"freelance designers"},
		"Women aged 25-40":                   {"women aged 25-40"},
		"primarily busy parents":             {"busy parents"},
		"people who run marathons":           {"people who run marathons"},
		"everyone":                           nil,
		"we serve you":                       nil,
		"一线城市白领":                             nil,
		"SMBs / startups":                    {"SMBs", "startups"},
		"parents with kids under 5; couples": {"parents with kids under 5", "couples"},
	} {
		r := read(Profile{Name: "Quovant", Introduction: "Quovant is a gadget for people of all sorts.", CoreAudience: audience})
		var got []string
		for _, w := range r.own["who"] {
			got = append(got, w.text)
		}
		expect.Same(t, got, want, audience)
	}
}

func TestSpeakersEN(t *testing.T) {
	t.Parallel()
	for who, want := range map[string]map[string]string{
		"graduate students":     {"people": "graduate students", "person": "graduate student"},
		"small law firms":       {"people": "small law firms", "org": "small law firm"},
		"agencies":              {"people": "agencies", "org": "agency"},
		"families":              {"people": "families"},
		"people with bad knees": {"people": "people with bad knees"},
		"newborns":              nil,
		"senior dogs":           nil,
	} {
		expect.Same(t, lexica["en"]().roles(who), want, who)
	}
}
