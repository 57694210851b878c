package console

import (
	"strconv"
	"strings"
)

func kindOf(fd field) string {
	if fd.Type == "" {
		return "text"
	}
	return fd.Type
}

func rowsOf(fd field) string { return strconv.Itoa(max(fd.Rows, 2)) }

// described lists the ids of what explains a field.
func described(f form, fd field) string {
	var ids []string
	if fd.Hint != "" {
		ids = append(ids, fd.Name+"-hint")
	}
	if f.faults[fd.Name] != "" {
		ids = append(ids, fd.Name+"-fault")
	}
	return strings.Join(ids, " ")
}
