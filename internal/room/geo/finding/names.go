package finding

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"renown/internal/tool/answer"
)

// namedReader is a reader that knows what its entities are called.
type namedReader struct {
	*answer.Reader
	brand     string
	names     map[string]string // by entity id
	spellings []string          // of everybody, folded

	mu        sync.Mutex
	questions map[string]bool // that were looked at: whether they name the brand
}

// questionsKept bounds what a reader remembers of questions.
const questionsKept = 5000

// branded tells whether a question names the brand.
func (r *namedReader) branded(question string) bool {
	r.mu.Lock()
	named, known := r.questions[question]
	r.mu.Unlock()
	if known {
		return named
	}
	entities := r.Read(question, "", nil).Entities
	named = len(entities) > 0 && entities[0].Named()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.questions) >= questionsKept {
		clear(r.questions)
	}
	r.questions[question] = named
	return named
}

// readersKept bounds the compiled readers in memory; a brand in use compiles its own again within a millisecond.
const readersKept = 500

func (f *Findings) reader(names string) *namedReader {
	f.mu.Lock()
	r := f.readers[names]
	f.mu.Unlock()
	if r != nil {
		return r
	}
	r = newNamedReader(names)
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.readers) >= readersKept {
		clear(f.readers)
	}
	f.readers[names] = r
	return r
}

func newNamedReader(names string) *namedReader {
	var entities []answer.Entity
	if err := json.Unmarshal([]byte(names), &entities); err != nil {
		panic(errors.New("names are kept as JSON: " + err.Error()))
	}
	r := &namedReader{Reader: answer.NewReader(entities), names: map[string]string{}, questions: map[string]bool{}}
	for i, e := range entities {
		if i == 0 {
			r.brand = e.Name
		}
		r.names[e.ID] = e.Name
		for _, s := range append([]string{e.Name}, e.Aliases...) {
			if s = strings.ToLower(strings.TrimSpace(s)); s != "" {
				r.spellings = append(r.spellings, s)
			}
		}
	}
	return r
}

// read is the pure function: an answer and names in, findings out.
func (f *Findings) read(names string, a Answered) Found {
	sources := make([]answer.Source, len(a.Sources))
	for i, s := range a.Sources {
		sources[i] = answer.Source{URL: s.URL, Title: s.Title}
	}
	r := f.reader(names)
	return r.arrange(a, r.Read(a.Text, a.Question, sources))
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain values only
	}
	return string(b)
}
