package assistant

import "net/http"

// NewWithTransport asks through a given transport and otherwise as for real: keys, limits and addresses hold.
func NewWithTransport(c *Catalogue, transport http.RoundTripper) *Client {
	return build(c, Settings{Circuit: DefaultCircuit, Changed: func(string, State, Class) {}}, transport)
}

// NewTransport is the transport of an entry, for a test to add a certificate to.
func NewTransport(p *Platform) *http.Transport { return newTransport(p) }
