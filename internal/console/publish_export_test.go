package console

// Manuscript is Markdown as a page shows it.
func Manuscript(markdown string) string { return newManuscript(markdown).html }

// ManuscriptLength is how long outlets take it to be.
func ManuscriptLength(markdown string) int { return newManuscript(markdown).length }
