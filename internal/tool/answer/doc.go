// Package answer reads the answer of an assistant: which of the given names it mentions, where, how often and in which
// order, what it cites, and whether it is an answer at all. It is a pure function of its input: no clock, no network, no
// database, no configuration. It owns the rules by which a name counts as named, and the version of what is read. It refuses
// to know who asks, what a brand is worth and how findings are kept.
//
// Chinese and English are read with the same rules. Offsets count Unicode code points of the text as it was given; a byte
// that is not UTF-8 counts as one.
package answer
