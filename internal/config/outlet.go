package config

import (
	"os"

	"renown/internal/tool/secretbox"
)

// Outlets are the settings of handing orders to outlets.
type Outlets struct {
	SealKeys       string `help:"Keys that seal the secrets of outlets, webhooks and bots and second factors in the database: 32 bytes in base64 each, the newest first, separated by commas." placeholder:"KEY,…" env:"RENOWN_SEAL_KEYS"`
	OutletNetworks string `help:"Private networks in which outlets may be called, separated by commas; the public internet always may." placeholder:"CIDR,…" env:"RENOWN_OUTLET_NETWORKS"`
	EventNetworks  string `help:"Private networks in which customers' webhooks may be called, separated by commas; the public internet always may." placeholder:"CIDR,…" env:"RENOWN_EVENT_NETWORKS"`
	ArticleGate    string `help:"What happens to orders of an article with errors: off (it is not checked), warn (what is wrong is said and kept with the order) or require (the order is refused)." default:"warn" placeholder:"MODE" env:"RENOWN_ARTICLE_GATE"`
}

// file reads a file whole; nil when none is given.
func (r *reader) file(name, path string) []byte {
	if path == "" {
		return nil
	}
	text, err := os.ReadFile(path) //nolint:gosec // the operator's own file
	if err != nil {
		r.fault(name, err.Error())
	}
	return text
}

// ring never repeats its value: it holds keys.
func (r *reader) ring(name, text string) *secretbox.Ring {
	if text == "" {
		return nil
	}
	ring, err := secretbox.ParseRing(text)
	if err != nil {
		r.fault(name, err.Error())
	}
	return ring
}
