package porch

// InUse is how many requests have a slot, and how many wait for one.
func (p *Slots) InUse() (busy, waiting int) { return p.slots.Waiting() }
