package catalogue

import (
	"testing"

	"renown/internal/testkit/must"
)

// ReadBySeveral has a small catalogue read, and packed, as a large one is.
func (c *Catalogue) ReadBySeveral() { c.index.several = 2 }

// ReadUnpacked reads the catalogue from its rows.
func (c *Catalogue) ReadUnpacked(t testing.TB) {
	t.Helper()
	parts, revision, err := c.readAll(t.Context())
	must.Do(t, err)
	c.index.known.Store(c.index.assemble(revision, parts...))
}
