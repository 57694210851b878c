package config

import "renown/internal/tool/secretbox"

// Outlets are the settings of handing orders to outlets.
type Outlets struct {
	SealKeys       string `help:"Keys that seal the outlets' secrets in the database: 32 bytes in base64 each, the newest first, separated by commas." placeholder:"KEY,…" env:"RENOWN_SEAL_KEYS"`
	OutletNetworks string `help:"Private networks in which outlets may be called, separated by commas; the public internet always may." placeholder:"CIDR,…" env:"RENOWN_OUTLET_NETWORKS"`
	EventNetworks  string `help:"Private networks in which customers' webhooks may be called, separated by commas; the public internet always may." placeholder:"CIDR,…" env:"RENOWN_EVENT_NETWORKS"`
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
