package queue

// Hurry shortens the waits of the library.
func (o Options) Hurry() Options {
	o.hurry = true
	return o
}

// Harmless is how errors are shown.
var Harmless = harmless
