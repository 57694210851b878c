// Package assistant turns a question into an answer with its sources.
//
// It owns the catalogue of platforms (data, not code), one small decoder for each wire protocol, the classification of
// what platforms refuse, and a client that is careful (deadline, size cap, no private addresses, no foreign redirects). It
// refuses to know why a question is asked, who asks it, what a brand is, and where answers are kept. It asks once and at
// once: how many at a time, how fast, and whether to ask again (Policy is the rule for that) is the caller's decision,
// because only the caller knows what other processes ask. Model, which has no such caller, has bounds of its own.
//
// docs/extending.md says how a platform or a protocol is added.
package assistant
