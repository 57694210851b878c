package requestschema

// Operation checks the requests to one operation of the contract.
type Operation struct {
	method, path, id, scope string
	since, sunset           string

	places   []field // of the path, of those whose values are listed
	query    *Schema
	headers  []field
	body     *Schema
	required bool
}

// Ending is what x-deprecated and x-sunset say, word for word; "" without them.
func (o *Operation) Ending() (since, sunset string) { return o.since, o.sunset }

// Scope is what x-scope says, word for word; "" without it.
func (o *Operation) Scope() string { return o.scope }

// Request is what there is to check of a request.
type Request struct {
	ContentType string
	Body        []byte
	// RawQuery is the query as sent, without the question mark.
	RawQuery string
	// Path returns a path parameter. It may be nil when the operation compares nothing with the path.
	Path func(name string) string
	// Header returns the values of a header; nil stands for no headers at all.
	Header func(name string) []string
}

// Input is a request that was found sound.
type Input struct {
	Body  Object
	Query Object
}

// Check checks a request. Failures come in the order query, headers, body; a body that is not JSON is the only
// failure then. With failures, the Input is not to be used.
func (o *Operation) Check(r Request) (Input, Failures) {
	body, syntax := o.read(r)
	if syntax != nil {
		return Input{}, Failures{syntaxFailure(syntax)}
	}
	c := checker{path: make([]step, 0, 8), pathValue: r.Path}
	c.places(o.places, r.Path)
	in := Input{Query: c.query(o.query, r.RawQuery), Body: Object{schema: o.body}}
	c.headers(o.headers, r.Header)
	if o.body != nil {
		in.Body = c.body(o, body)
	}
	return in, c.failures
}

// read returns the body as a value: null when there is none, the raw text when it is not announced as JSON.
func (o *Operation) read(r Request) (Value, *SyntaxError) {
	if o.body == nil || len(r.Body) == 0 {
		return Value{}, nil
	}
	if isJSON(r.ContentType) {
		return Read(r.Body)
	}
	return Text(string(r.Body)), nil
}

func (c *checker) body(o *Operation, body Value) Object {
	c.path = append(c.path[:0], step{name: "body"})
	if body.IsNull() {
		if o.required {
			c.fail(missing, Value{})
		}
		return Object{schema: o.body}
	}
	object, broken := c.record(o.body, body)
	if broken != nil {
		c.fail(broken, body)
	}
	return object
}

// places checks parameters of the path.
func (c *checker) places(fields []field, value func(string) string) {
	if value == nil {
		return
	}
	for i := range fields {
		f := &fields[i]
		c.path = append(c.path[:0], step{name: "path"}, step{name: f.name})
		c.check(f.schema, &cell{Value: Text(value(f.name))})
	}
}

// headers checks the first value of each declared header.
func (c *checker) headers(fields []field, header func(string) []string) {
	for i := range fields {
		f := &fields[i]
		var values []string
		if header != nil {
			values = header(f.name)
		}
		c.path = append(c.path[:0], step{name: "header"}, step{name: f.name})
		switch {
		case len(values) > 0:
			c.check(f.schema, &cell{Value: Text(values[0])})
		case f.required:
			c.fail(missing, Value{})
		}
	}
}
