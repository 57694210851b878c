package main

import "strings"

// name gives the SPDX name of a licence text, or "" when it is none of those
// met so far. Guessing would be worse than asking a person to read it.
func name(text string) string {
	flat := strings.ToLower(strings.Join(strings.Fields(text), " "))
	has := func(phrase string) bool { return strings.Contains(flat, phrase) }
	switch {
	case has("mozilla public license version 2.0"), has("mozilla public license, version 2.0"):
		return "MPL-2.0"
	case has("apache license") && has("version 2.0"):
		if has("permission is hereby granted, free of charge") {
			return "MIT AND Apache-2.0"
		}
		return "Apache-2.0"
	case has("redistribution and use in source and binary forms"):
		// The third clause is worded in several ways; "endorse" stands in all of them.
		if has("endorse or promote products") {
			return "BSD-3-Clause"
		}
		return "BSD-2-Clause"
	case has("permission is hereby granted, free of charge"):
		return "MIT"
	case has("permission to use, copy, modify, and/or distribute this software"),
		has("permission to use, copy, modify, and distribute this software"):
		return "ISC"
	case has("this is free and unencumbered software released into the public domain"):
		return "Unlicense"
	}
	return ""
}
