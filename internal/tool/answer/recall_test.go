package answer_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

// realAnswer is an answer of AI Product Bench with the brands that a model found in it.
type realAnswer struct {
	Model    string
	Response string
	Products []struct {
		Name, Brand string
		Rank        int
	}
	Sources []string
}

// realAnswers reads the public set from the folder that RENOWN_ANSWER_DATA names. It is not part of the repository.
func realAnswers(t testing.TB) []realAnswer {
	t.Helper()
	folder := os.Getenv("RENOWN_ANSWER_DATA")
	if folder == "" {
		t.Skip("RENOWN_ANSWER_DATA names no folder with apb_answers.jsonl.gz")
	}
	file, err := os.Open(filepath.Join(folder, "apb_answers.jsonl.gz"))
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	unzipped := must.Get(gzip.NewReader(file))(t)
	var list []realAnswer
	for decoder := json.NewDecoder(unzipped); ; {
		var a realAnswer
		if err := decoder.Decode(&a); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
}

func brandsOf(answers []realAnswer) []answer.Entity {
	var names []string
	for _, a := range answers {
		for _, p := range a.Products {
			if p.Brand != "" && !slices.Contains(names, p.Brand) {
				names = append(names, p.Brand)
			}
		}
	}
	entities := make([]answer.Entity, len(names))
	for i, n := range names {
		entities[i] = answer.Entity{ID: n, Name: n}
	}
	return entities
}

var targets = regexp.MustCompile(`\]\([^)]*\)|https?://\S+`)

// standsAlone tells whether a plain search finds a name as a word of its own, outside of addresses.
func standsAlone(text, name string) bool {
	word := regexp.MustCompile(`(?i)(^|[^\pL\pN])` + regexp.QuoteMeta(name) + `($|[^\pL\pN])`)
	return word.MatchString(targets.ReplaceAllString(text, "]"))
}

// With all brands of the set as names at once, those that were labelled are found, and the first of the labelled ones
// comes first. Labels are a model's and often name the maker of a product that the text names alone.
func TestRecallOnRealAnswers(t *testing.T) {
	t.Parallel()
	answers := realAnswers(t)
	reader := answer.NewReader(brandsOf(answers))
	for _, model := range []string{"ChatGPT", "Google AI Mode"} {
		var labels, found, present, foundPresent, lists, firsts int
		for _, a := range answers {
			if a.Model != model {
				continue
			}
			f := reader.Read(a.Response, "", nil)
			best := 0
			for _, p := range a.Products {
				i := slices.IndexFunc(f.Entities, func(e answer.Finding) bool { return e.ID == p.Brand })
				if i < 0 {
					continue
				}
				labels++
				named := f.Entities[i].Named()
				if named {
					found++
				}
				if standsAlone(a.Response, p.Brand) {
					present++
					if named {
						foundPresent++
					} else {
						t.Logf("%s not found", p.Brand)
					}
				}
				if p.Rank == 1 && named {
					lists++
					best = f.Entities[i].Watched
				}
			}
			if best == 1 {
				firsts++
			}
		}
		t.Logf("%s: %d of %d labels found (%.3f), %d of %d whose name stands in the text as a word; labelled first is ours %d of %d",
			model, found, labels, float64(found)/float64(labels), foundPresent, present, firsts, lists)
		if float64(foundPresent) < 0.995*float64(present) {
			t.Errorf("%s: only %d of %d names that stand in the text as words", model, foundPresent, present)
		}
	}
}

// Every source that the set lists for an answer of ChatGPT is read from its text.
func TestAddressesOfRealAnswers(t *testing.T) {
	t.Parallel()
	var listed, read, all int
	for _, a := range realAnswers(t) {
		if a.Model != "ChatGPT" {
			continue
		}
		got := answer.Addresses(a.Response)
		all += len(got)
		for _, s := range a.Sources {
			url, ok := address.Canonical(s)
			if !ok {
				continue
			}
			listed++
			if slices.Contains(got, url) {
				read++
			} else {
				t.Logf("not read: %s", s)
			}
		}
	}
	t.Logf("%d of %d listed sources read, %d addresses in all", read, listed, all)
	if float64(read) < 0.99*float64(listed) {
		t.Errorf("only %d of %d", read, listed)
	}
}
