package store

import "strings"

var likeMarks = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing is a pattern for LIKE $n ESCAPE '\' that finds text as it stands: none of its characters means another.
func Containing(text string) string { return "%" + likeMarks.Replace(text) + "%" }
