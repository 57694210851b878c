package assistant

import "net/http"

// NewWithTransport asks through a given transport and otherwise as for real: keys and addresses hold.
func NewWithTransport(c *Catalogue, transport http.RoundTripper) *Client {
	client := New(c, Settings{})
	for _, t := range client.targets {
		t.http = newHTTPClient(transport)
	}
	return client
}

// NewTransport is the transport of an entry, for a test to add a certificate to.
func NewTransport(p *Platform) *http.Transport { return newTransport(p) }
