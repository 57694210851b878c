package console

// Patterns lists the paths of pages.
func (c *Console) Patterns() map[string]access { return c.patterns }
