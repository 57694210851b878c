package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// messageMax bounds one message of the browser, in bytes: an answer of 20 MB in one event, encoded twice over.
const messageMax = 96 << 20

// errClosed is every call's error once the browser is gone.
var errClosed = errors.New("the browser is gone")

// pipe speaks the browser's protocol over two files: JSON messages, each ended by a zero byte. No port is open to others.
type pipe struct {
	out io.WriteCloser

	mu      sync.Mutex
	last    int64
	waiting map[int64]chan message
	heard   map[string]func(message) // events, by session
	gone    chan struct{}
}

type message struct {
	ID      int64           `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// newPipe reads from in until it ends.
func newPipe(in io.Reader, out io.WriteCloser) *pipe {
	p := &pipe{out: out, waiting: map[int64]chan message{}, heard: map[string]func(message){}, gone: make(chan struct{})}
	go p.read(in)
	return p
}

func (p *pipe) read(in io.Reader) {
	defer close(p.gone)
	scanner := bufio.NewScanner(in)
	scanner.Buffer(make([]byte, 1<<16), messageMax)
	scanner.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		for i, b := range data {
			if b == 0 {
				return i + 1, data[:i], nil
			}
		}
		if atEOF {
			return len(data), nil, io.EOF
		}
		return 0, nil, nil
	})
	for scanner.Scan() {
		var m message
		if json.Unmarshal(scanner.Bytes(), &m) != nil {
			continue
		}
		p.mu.Lock()
		answer, heard := p.waiting[m.ID], p.heard[m.Session]
		if m.ID != 0 {
			delete(p.waiting, m.ID)
		}
		p.mu.Unlock()
		switch {
		case m.ID != 0 && answer != nil:
			answer <- m
		case m.ID == 0 && heard != nil:
			heard(m)
		}
	}
}

// listen has the events of a session told to fn, one after the other. fn must neither block nor call.
func (p *pipe) listen(session string, fn func(message)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if fn == nil {
		delete(p.heard, session)
		return
	}
	p.heard[session] = fn
}

// call sends a command and decodes its result into result unless that is nil.
func (p *pipe) call(ctx context.Context, session, method string, params, result any) error {
	answer, err := p.send(session, method, params)
	if err != nil {
		return err
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-p.gone:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// send sends a command; its answer comes on the channel.
func (p *pipe) send(session, method string, params any) (<-chan message, error) {
	if params == nil {
		params = struct{}{}
	}
	encoded, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	answer := make(chan message, 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	text, err := json.Marshal(message{ID: p.last, Session: session, Method: method, Params: encoded})
	if err != nil {
		return nil, err
	}
	p.waiting[p.last] = answer
	if _, err := p.out.Write(append(text, 0)); err != nil {
		delete(p.waiting, p.last)
		return nil, errClosed
	}
	return answer, nil
}
