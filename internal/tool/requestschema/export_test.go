package requestschema

// What the contract allows and no operation of ours takes yet is read by tests alone.

// Ints is a list of whole numbers, normalised as Int does; nil when it is null, or omitted and without a default.
func (o Object) Ints(name string) []int64 {
	c := o.list(name, formInteger)
	if c == nil {
		return nil
	}
	numbers := []int64{}
	for item := range c.items() {
		i, _ := readInteger(item.kind(), item.raw())
		numbers = append(numbers, i.n)
	}
	return numbers
}

// Operations lists all operations in the order of the document.
func (c *Contract) Operations() []*Operation { return c.operations }

// Method is the HTTP method in upper case.
func (o *Operation) Method() string { return o.method }

// Path is the template of the path, parameters in braces.
func (o *Operation) Path() string { return o.path }

// ID is the operationId.
func (o *Operation) ID() string { return o.id }
