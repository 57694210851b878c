package console

// What tests look into.
var (
	LocalPath = localPath
	Lines     = lines
)

// Patterns lists the paths of pages.
func (c *Console) Patterns() map[string]access { return c.patterns }
