package porch

// InUse is how many requests have a place, and how many wait for one.
func (p *Places) InUse() (busy, waiting int) {
	return cap(p.free) - len(p.free), int(p.waiting.Load())
}
