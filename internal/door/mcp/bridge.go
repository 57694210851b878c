package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const (
	bridgeTime   = 2 * time.Minute // a call may take
	bridgeAtOnce = 8               // calls under way
	bridgeRead   = 16 << 20        // bytes of one answer
)

// Bridge carries messages between a client that speaks over standard input and output, one a line, and the door of a server
// elsewhere. The key goes to that server alone: it is in no message, and redirections are not followed.
type Bridge struct {
	URL    string // of the server, or of its /mcp
	Key    string
	Client *http.Client // nil: one of its own
}

// endpoint is the address of the door. A user or a password in it is refused: they would be printed with errors.
func (b *Bridge) endpoint() (string, error) {
	u, err := url.Parse(b.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", errors.New("the address should be http://… or https://…")
	}
	if u.User != nil {
		return "", errors.New("the address should hold no user and no password")
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = Path
	}
	return u.String(), nil
}

// Run carries messages until in ends or ctx does.
func (b *Bridge) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	endpoint, err := b.endpoint()
	if err != nil {
		return err
	}
	client := b.Client
	if client == nil {
		client = &http.Client{Timeout: bridgeTime, CheckRedirect: func(*http.Request,
			[]*http.Request,
		) error {
			return http.ErrUseLastResponse
		}}
		defer client.CloseIdleConnections()
	}
	p := &passage{client: client, endpoint: endpoint, key: b.Key, out: out}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), 2*bodyMax)
	atOnce, under := make(chan struct{}, bridgeAtOnce), sync.WaitGroup{}
	for lines.Scan() && ctx.Err() == nil {
		line := bytes.TrimSpace(bytes.Clone(lines.Bytes()))
		if len(line) == 0 {
			continue
		}
		if p.inOrder(line) {
			p.carry(ctx, line)
			continue
		}
		atOnce <- struct{}{}
		under.Go(func() {
			defer func() { <-atOnce }()
			p.carry(ctx, line)
		})
	}
	under.Wait()
	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading messages: %w", err)
	}
	return nil
}

// passage is a bridge at work.
type passage struct {
	client        *http.Client
	endpoint, key string

	mu      sync.Mutex
	out     io.Writer
	version string // of the protocol, as it was agreed
}

// bridged is what the bridge looks at in a message.
type bridged struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name string `json:"name"`
		URI  string `json:"uri"`
		Meta struct {
			Version string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	} `json:"params"`
	Result struct {
		Version string `json:"protocolVersion"`
	} `json:"result"`
}

// inOrder tells whether a message must be answered before the next is sent: what is agreed at first decides about all others.
func (p *passage) inOrder(line []byte) bool {
	var m bridged
	return json.Unmarshal(line, &m) != nil || m.Method == "initialize" || idOf(m.ID) == nil
}

func (p *passage) carry(ctx context.Context, line []byte) {
	var m bridged
	_ = json.Unmarshal(line, &m) // the server says what is wrong with it
	answer, err := p.send(ctx, m, line)
	if err != nil {
		answer = encode(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": rpcRefused, "message": err.Error()}})
	}
	if len(answer) == 0 {
		return
	}
	if m.ID == nil && m.Method != "" {
		return // a notification has no answer
	}
	answer = answering(answer, idOf(m.ID))
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = p.out.Write(append(answer, '\n')) // a client that went away closes its end too
}

// answering is an answer on one line, with the id of what it answers to: a server that refuses early has not read it.
func answering(answer []byte, id json.RawMessage) []byte {
	var parts map[string]json.RawMessage
	if json.Unmarshal(answer, &parts) == nil && id != nil && (parts["id"] == nil || string(parts["id"]) == "null") {
		parts["id"] = id
		return encode(parts)
	}
	var line bytes.Buffer
	if json.Compact(&line, answer) != nil {
		return answer
	}
	return line.Bytes()
}

func (p *passage) send(ctx context.Context, m bridged, line []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.endpoint, bytes.NewReader(line))
	if err != nil {
		return nil, errors.New("the address cannot be used")
	}
	h := r.Header
	h.Set("Content-Type", "application/json")
	h.Set("Accept", "application/json, text/event-stream")
	h.Set("Authorization", "Bearer "+p.key)
	p.name(h, m)
	response, err := p.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("the server cannot be reached: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, bridgeRead+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the answer broke off: %w", err)
	case len(body) > bridgeRead:
		return nil, errors.New("the answer is too large")
	case len(body) > 0 && !json.Valid(body) || len(body) == 0 && response.StatusCode != http.StatusAccepted:
		return nil, fmt.Errorf("the server answered %s, and not in the protocol: is %s right?", response.Status, p.endpoint)
	}
	if m.Method == "initialize" {
		var answer bridged
		_ = json.Unmarshal(body, &answer)
		p.mu.Lock()
		p.version = answer.Result.Version
		p.mu.Unlock()
	}
	return body, nil
}

// name sets the headers of the protocol, which repeat what the message says.
func (p *passage) name(h http.Header, m bridged) {
	p.mu.Lock()
	version := p.version
	p.mu.Unlock()
	if m.Params.Meta.Version != "" {
		version = m.Params.Meta.Version
	}
	if version == "" || m.Method == "initialize" {
		return
	}
	h.Set("Mcp-Protocol-Version", version)
	h.Set("Mcp-Method", m.Method)
	if name := m.Params.Name + m.Params.URI; name != "" {
		h.Set("Mcp-Name", name)
	}
}
