// Package requestschema checks the shape of requests by checkers that are compiled, once, from the schemas of an OpenAPI
// 3.1 document, and reports failures in the vocabulary of pydantic 2 as FastAPI renders it. It reads JSON
// strictly and in order.
//
// It knows nothing of HTTP handlers, envelopes, status codes or what the requests are about.
//
// Beyond JSON Schema it understands, on strings, the formats date (YYYY-MM-DD) and http-url (no scheme, or http or
// https) and these extensions: x-string-first (a closed list whose values must first be strings), x-same-as-path
// (a string that must equal a path parameter); on objects x-free-form (any member may come; those declared are
// checked); on operations x-scope. A string that is declared never holds U+0000.
//
// Whatever is sent, the work and the answer are bounded: at most 1,000 levels of nesting, 4,300 digits of an integer,
// 1,000 query parameters and 1,000 failures are looked at, and at most 2 MiB of input are repeated in an answer.
package requestschema

// Contract holds the checkers of every operation of a document. It is safe for concurrent use.
type Contract struct {
	operations []*Operation
	places     map[string]*Operation
	schemas    map[string]*Schema
}

// Compile reads an OpenAPI 3.1 document in JSON. It reports, all together, the constructs in request positions
// that it does not understand, rather than let requests pass unchecked.
func Compile(document []byte) (*Contract, error) {
	root, syntax := Read(document)
	if syntax != nil {
		return nil, syntax
	}
	c := compiler{parts: map[string]Value{"#": root}, done: map[string]*Schema{}, open: map[string]bool{}}
	contract := c.contract()
	if err := c.err(); err != nil {
		return nil, err
	}
	return contract, nil
}

// Operation returns the operation of a method and a path template, as the document writes it; nil without one.
func (c *Contract) Operation(method, path string) *Operation { return c.places[method+" "+path] }

// Schema returns a schema of the document's components; nil when there is none of that name, or when it holds
// constructs that are not understood and no request uses it.
func (c *Contract) Schema(name string) *Schema { return c.schemas[name] }
