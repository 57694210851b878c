package kit

import (
	"strconv"
	"strings"
)

func kindOf(fd Field) string {
	if fd.Type == "" {
		return "text"
	}
	return fd.Type
}

func rowsOf(fd Field) string { return strconv.Itoa(max(fd.Rows, 2)) }

// described lists the ids of what explains a field.
func described(f Form, fd Field) string {
	var ids []string
	if fd.Hint != "" {
		ids = append(ids, fd.Name+"-hint")
	}
	if f.Faults[fd.Name] != "" {
		ids = append(ids, fd.Name+"-fault")
	}
	return strings.Join(ids, " ")
}
