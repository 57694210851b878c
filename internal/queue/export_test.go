package queue

// Hurry shortens the waits of the library.
func (o Options) Hurry() Options {
	o.hurry = true
	return o
}
