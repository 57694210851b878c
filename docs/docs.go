// Package docs is the documentation as it is written, compiled in so that a server shows the pages of its own version.
package docs

import "embed"

// Pages are the Markdown files of this folder.
//
//go:embed *.md
var Pages embed.FS
