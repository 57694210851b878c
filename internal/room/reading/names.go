package reading

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"renown/internal/floor/cache"
	"renown/internal/floor/turn"
	"renown/internal/tool/answer"
)

// namedReader is a reader that knows what its entities are called.
type namedReader struct {
	*answer.Reader
	brand     string
	names     map[string]string // by entity id
	spellings []string          // of everybody, folded
	placed    map[string]bool   // pages elsewhere that the brand had published
	length    int               // of the names as they are kept

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

// Reader reads with names as answers are read. It is kept: compiling many names takes long.
func (f *Findings) Reader(names []answer.Entity) *answer.Reader { return f.reader(text(names)).Reader }

// Branded tells which questions name the brand, the first of the names, as answers are read with them.
func (f *Findings) Branded(names []answer.Entity, questions []string) []bool {
	list := make([]bool, len(questions))
	if len(names) == 0 {
		return list
	}
	r := f.reader(text(names))
	for i, q := range questions {
		list[i] = r.branded(q)
	}
	return list
}

// readersBytes bounds the compiled readers in memory, about.
const readersBytes = 64 << 20

// newReaders keeps compiled readers by the names as they are kept.
func newReaders(most int) *cache.Cache[*namedReader] { return cache.New(most, (*namedReader).bytes) }

// bytes is about how much memory the reader takes; the names are held as key, as names and as spellings.
func (r *namedReader) bytes() int { return r.Bytes() + 3*r.length }

func (f *Findings) reader(names string) *namedReader {
	return f.readers.Get(names, func() *namedReader { return newNamedReader(names) })
}

func newNamedReader(names string) *namedReader {
	var entities []answer.Entity
	if err := json.Unmarshal([]byte(names), &entities); err != nil {
		panic(errors.New("names are kept as JSON: " + err.Error()))
	}
	r := &namedReader{
		Reader: answer.NewReader(entities), length: len(names), names: map[string]string{},
		questions: map[string]bool{}, placed: map[string]bool{},
	}
	for i, e := range entities {
		if i == 0 {
			r.brand = e.Name
			for _, page := range e.Placed {
				r.placed[page] = true
			}
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

// read is the pure function: an answer and names in, findings out. It fails only when the context ends.
func (f *Findings) read(ctx context.Context, names string, a Answered) (Found, error) {
	sources := make([]answer.Source, len(a.Sources))
	for i, s := range a.Sources {
		sources[i] = answer.Source{URL: s.URL, Title: s.Title}
	}
	r := f.reader(names)
	in, err := r.ReadContext(ctx, a.Text, a.Question, sources)
	if err != nil {
		return Found{}, err
	}
	return r.arrange(a, in), nil
}

// readInTurn is read outside of a transaction: who reads much waits for who reads little.
func (f *Findings) readInTurn(ctx context.Context, names string, a Answered) (found Found, err error) {
	if waited := turn.Work(ctx, func() { found, err = f.read(ctx, names, a) }); waited != nil {
		return Found{}, waited
	}
	return found, err
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain values only
	}
	return string(b)
}
