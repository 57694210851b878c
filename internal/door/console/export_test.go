package console

// What tests look into.
var (
	LocalPath = localPath
	Inert     = inert
	Lines     = lines
)

// English translates a sentence with its arguments.
func English(zh string, args ...any) string { return (&view{english: true}).t(zh, args...) }

// Dictionary is all that is translated.
func Dictionary() map[string]string { return english }

// WordParts are the parts of the dictionary, to look for sentences that are translated twice and differently.
func WordParts() []words { return wordParts }

// Patterns lists the paths of pages.
func (c *Console) Patterns() map[string]access { return c.patterns }
