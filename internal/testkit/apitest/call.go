package apitest

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json" // refuses duplicate members
	"github.com/google/go-cmp/cmp"

	"renown/internal/door/api"
	"renown/internal/testkit/must"
)

// Call is one request and the answer that is expected.
type Call struct {
	Name   string
	Key    string // sent as X-API-KEY unless empty
	Method string
	Path   string // below /openapi/v1, with its query
	Body   string // sent as JSON unless Header has another Content-Type
	Header http.Header

	Status int // 0 expects 200
	Code   int
	Want   Values
}

// Values are expected by their place in the answer: "data.items.0.name", "detail.retry_after".
// A place that must not exist is expected as Absent.
type Values map[string]any

// Absent is the value of a place that does not exist.
const Absent = absent("absent")

type absent string

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Code   int
	Msg    string

	root any
}

// Run makes the calls one after the other, each as a subtest.
func (s *Server) Run(t *testing.T, calls ...Call) {
	t.Helper()
	for _, c := range calls {
		t.Run(c.Name, func(t *testing.T) { s.Expect(t, c) })
	}
}

// Expect makes the call and compares the answer with what is expected.
func (s *Server) Expect(t testing.TB, c Call) *Answer {
	t.Helper()
	a := s.Do(t, c)
	if c.Status == 0 {
		c.Status = http.StatusOK
	}
	if a.Status != c.Status || a.Code != c.Code {
		t.Errorf("%s %s: status %d with code %d, want %d with %d: %.600s", c.Method, c.Path, a.Status, a.Code, c.Status, c.Code, a.Body)
	}
	for place, want := range c.Want {
		if diff := cmp.Diff(plain(want), a.At(place)); diff != "" {
			t.Errorf("%s %s: %s (-want +got)\n%s", c.Method, c.Path, place, diff)
		}
	}
	return a
}

// Do makes the call. The answer is held against the contract, and only against that.
func (s *Server) Do(t testing.TB, c Call) *Answer {
	t.Helper()
	r := must.Get(http.NewRequest(c.Method, s.URL+api.Prefix+c.Path, strings.NewReader(c.Body)))(t)
	if c.Body == "" {
		r.Body = http.NoBody
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.Key != "" {
		r.Header.Set("X-API-KEY", c.Key)
	}
	for name, values := range c.Header {
		r.Header[name] = values
	}
	response := must.Get(s.client.Do(r))(t)
	return Read(t, response)
}

// Read reads an answer to its end and holds it against the contract; response.Request says what was asked.
func Read(t testing.TB, response *http.Response) *Answer {
	t.Helper()
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("reading the answer: %v", err)
	}
	a := &Answer{Status: response.StatusCode, Header: response.Header, Body: body}
	if err := json.Unmarshal(body, &a.root); err == nil {
		code, _ := a.At("code").(float64)
		a.Code = int(code)
		a.Msg, _ = a.At("msg").(string)
	}
	for _, fault := range published(t).faults(response.Request, a) {
		t.Errorf("%s %.200s: %s", response.Request.Method, response.Request.URL, fault)
	}
	return a
}

// At returns the value at a place, in the types that JSON decodes to, or Absent.
func (a *Answer) At(place string) any {
	v := a.root
	for name := range strings.SplitSeq(place, ".") {
		switch in := v.(type) {
		case map[string]any:
			member, ok := in[name]
			if !ok {
				return Absent
			}
			v = member
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(in) {
				return Absent
			}
			v = in[i]
		default:
			return Absent
		}
	}
	return v
}

// plain turns an expected value into what JSON decodes to.
func plain(v any) any {
	if v == Absent {
		return Absent
	}
	var out any
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}
