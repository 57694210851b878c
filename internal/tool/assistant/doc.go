// Package assistant turns a question into an answer with its sources.
//
// It owns the catalogue of platforms (data, not code), one small decoder for each wire protocol, the classification of
// what platforms refuse, and a client that is polite (concurrency, rate, circuit) and careful (deadline, size cap, no
// private addresses, no foreign redirects). It refuses to know why a question is asked, who asks it, what a brand is,
// and where answers are kept. It asks once: whether to ask again is the caller's decision, for which Policy is the rule.
package assistant
