package porch

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Methods are the handlers of one path.
type Methods map[string]http.HandlerFunc

// Handler answers requests for the path and notes its pattern in the record. HEAD is answered as GET. For any other method it
// says which are allowed and leaves the refusal to the door.
func (m Methods) Handler(pattern string, refuse http.HandlerFunc) http.Handler {
	if get, ok := m[http.MethodGet]; ok {
		m[http.MethodHead] = get
	}
	allowed := strings.Join(slices.Sorted(maps.Keys(m)), ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Of(r.Context()).Route = pattern
		serve, ok := m[r.Method]
		if !ok {
			w.Header().Set("Allow", allowed)
			serve = refuse
		}
		serve(w, r)
	})
}
