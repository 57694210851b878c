package catalogue

// ReadBySeveral has a small catalogue read as a large one is.
func (c *Catalogue) ReadBySeveral() { c.index.several = 2 }
