package browser

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// tab is one page, with what its requests brought.
type tab struct {
	b       *Browser
	target  string
	session string

	recipe *Recipe

	mu      sync.Mutex
	address *regexp.Regexp // of the requests whose bodies are kept
	streams map[string]*stream
	order   []string
	open    map[string]bool // that may carry the answer and have not ended, since the question; true: something came
	broken  bool            // one of them was cut off in the middle
}

// stream is the body of one request, as it came. head is what had come before it was listened to.
type stream struct {
	head, tail []byte
	asked      bool // for what had come before, and it has not been told
}

// streamMax bounds what is kept of a request, in bytes.
const streamMax = 8 << 20

// open makes a tab of its own and listens to its requests.
func (b *Browser) open(ctx context.Context, r *Recipe) (*tab, error) {
	t := &tab{b: b, recipe: r, streams: map[string]*stream{}}
	if r.Stream.Address != "" {
		t.address = regexp.MustCompile(r.Stream.Address) // was checked with the recipe
	}
	var made struct{ TargetID string }
	if err := b.pipe.call(ctx, "", "Target.createTarget", map[string]any{"url": "about:blank"}, &made); err != nil {
		return nil, err
	}
	t.target = made.TargetID
	var attached struct{ SessionID string }
	err := b.pipe.call(ctx, "", "Target.attachToTarget", map[string]any{"targetId": t.target, "flatten": true}, &attached)
	if err != nil {
		return nil, err
	}
	t.session = attached.SessionID
	b.pipe.listen(t.session, t.hear)
	for _, enable := range []string{"Network.enable", "Page.enable"} {
		if err := t.call(ctx, enable, nil, nil); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *tab) call(ctx context.Context, method string, params, result any) error {
	return t.b.pipe.call(ctx, t.session, method, params, result)
}

// close closes the tab, also when the caller has given up.
func (t *tab) close() {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	t.b.pipe.listen(t.session, nil)
	_ = t.b.pipe.call(ctx, "", "Target.closeTarget", map[string]any{"targetId": t.target}, nil) // it goes with the browser otherwise
}

// hear takes the events of the tab.
func (t *tab) hear(m message) {
	var e event
	if json.Unmarshal(m.Params, &e) != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.follow(m.Method, e)
	if t.address == nil {
		return
	}
	s := t.streams[e.RequestID]
	switch m.Method {
	case "Network.webSocketCreated":
		t.begin(e.RequestID, e.URL)
	case "Network.responseReceived":
		if t.begin(e.RequestID, e.Response.URL) && e.Type != "EventSource" {
			t.streams[e.RequestID].asked = true
			go t.listen(e.RequestID)
		}
	}
	if s == nil {
		return
	}
	switch m.Method {
	case "Network.dataReceived":
		data, _ := base64.StdEncoding.DecodeString(e.Data) // empty until the stream is listened to
		s.add(data)
	case "Network.eventSourceMessageReceived":
		s.add([]byte("data: " + e.Data + "\n\n"))
	case "Network.webSocketFrameReceived":
		s.add([]byte(e.Response.PayloadData + "\n"))
	}
}

// event is what is read of an event of the network.
type event struct {
	RequestID string
	URL, Type string
	Data      string
	Canceled  bool // by the page itself
	Request   struct{ URL string }
	Response  struct{ URL, PayloadData string }
}

// follow keeps which requests since the question have not ended. A socket is none: it says nothing by staying open.
// t.mu is held.
func (t *tab) follow(method string, e event) {
	_, open := t.open[e.RequestID]
	switch {
	case method == "Network.requestWillBeSent" && t.open != nil && t.carries(e):
		t.open[e.RequestID] = false
	case !open:
	case method == "Network.dataReceived", method == "Network.eventSourceMessageReceived":
		t.open[e.RequestID] = true
	case method == "Network.loadingFailed" && t.open[e.RequestID] && !e.Canceled:
		t.broken = true
		delete(t.open, e.RequestID)
	case method == "Network.loadingFinished", method == "Network.loadingFailed":
		delete(t.open, e.RequestID)
	}
}

// carries tells whether a request may carry the answer: one that the recipe names, else any that a script of the page makes
// to the site.
func (t *tab) carries(e event) bool {
	if e.Type != "Fetch" && e.Type != "XHR" && e.Type != "EventSource" {
		return false
	}
	if t.address != nil {
		return t.address.MatchString(e.Request.URL)
	}
	u, err := url.Parse(e.Request.URL)
	return err == nil && t.recipe.owns(u.Hostname())
}

func (s *stream) add(data []byte) {
	if room := streamMax - len(s.head) - len(s.tail); room > 0 {
		s.tail = append(s.tail, data[:min(len(data), room)]...)
	}
}

// begin keeps what a request brings, if it is one of those. t.mu is held.
func (t *tab) begin(id, address string) bool {
	if !t.address.MatchString(address) || t.streams[id] != nil {
		return false
	}
	t.streams[id] = &stream{}
	t.order = append(t.order, id)
	return true
}

// listen has the bytes of a response told as they come. Its own reading of them is not disturbed.
func (t *tab) listen(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	var had struct{ BufferedData []byte }
	if t.call(ctx, "Network.streamResourceContent", map[string]any{"requestId": id}, &had) != nil {
		had.BufferedData = t.ended(ctx, id)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.streams[id].head, t.streams[id].asked = had.BufferedData[:min(len(had.BufferedData), streamMax)], false
}

// ended is the body of a response that had ended before it could be listened to; nil where it is not to be had, and the page itself is
// read instead. The browser tells it as text, which it takes for Windows-1252 where the response names no charset.
func (t *tab) ended(ctx context.Context, id string) []byte {
	var whole struct {
		Body          string
		Base64Encoded bool
	}
	if t.call(ctx, "Network.getResponseBody", map[string]any{"requestId": id}, &whole) != nil {
		return nil
	}
	if whole.Base64Encoded {
		data, _ := base64.StdEncoding.DecodeString(whole.Body)
		return data
	}
	return asSent(whole.Body)
}

// asSent takes back a decoding of UTF-8 as Windows-1252, in which the five bytes without a character stand for themselves.
func asSent(text string) []byte {
	sent := make([]byte, 0, len(text))
	for _, r := range text {
		b, known := charmap.Windows1252.EncodeRune(r)
		switch {
		case known:
			sent = append(sent, b)
		case r <= 0xff:
			sent = append(sent, byte(r))
		default:
			return []byte(text)
		}
	}
	if !utf8.Valid(sent) {
		return []byte(text)
	}
	return sent
}

// stream is the latest request's body, and whether more of it or of others that may carry the answer is to come.
func (t *tab) stream() (raw []byte, growing bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.order) == 0 {
		return nil, len(t.open) > 0
	}
	s := t.streams[t.order[len(t.order)-1]]
	return append(append([]byte{}, s.head...), s.tail...), s.asked || len(t.open) > 0
}

func (t *tab) wasBroken() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.broken
}

// forget drops what came before the question, and follows requests from now on. A socket that is open stays the one that is
// listened to.
func (t *tab) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.streams {
		s.head, s.tail = nil, nil
	}
	t.open = map[string]bool{}
}

//go:embed look.js
var lookScript string

// sight is what look.js tells.
type sight struct {
	Href, Host, State                   string
	Login, Challenge, Refusal, LoggedIn bool
	Input, Send, Fresh, Open            []float64
	Holds, Answer, Model                string
	Length                              int // of the answer, in UTF-16 units
	Busy                                bool
	Links                               []struct {
		URL, Title string
		Cited      bool
	}
}

// look reads the page in a world of its own: the page's scripts neither see nor change it.
func (t *tab) look(ctx context.Context, r *Recipe, question string) (s sight, err error) {
	var tree struct {
		FrameTree struct{ Frame struct{ ID string } }
	}
	if err := t.call(ctx, "Page.getFrameTree", nil, &tree); err != nil {
		return s, err
	}
	var world struct{ ExecutionContextID int64 }
	err = t.call(ctx, "Page.createIsolatedWorld", map[string]any{"frameId": tree.FrameTree.Frame.ID, "worldName": "renown"}, &world)
	if err != nil {
		return s, err
	}
	recipe, err := json.Marshal(r)
	if err != nil {
		return s, err
	}
	asked, err := json.Marshal(question)
	if err != nil {
		return s, err
	}
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	err = t.call(ctx, "Runtime.evaluate", map[string]any{
		"expression": "(" + lookScript + ")(" + string(recipe) + "," + string(asked) +
			")", "contextId": world.ExecutionContextID, "returnByValue": true,
	}, &out)
	if err != nil {
		return s, err
	}
	if out.ExceptionDetails != nil {
		return s, errors.New(out.ExceptionDetails.Exception.Description)
	}
	return s, json.Unmarshal(out.Result.Value, &s)
}

// click clicks with the mouse, as a person does.
func (t *tab) click(ctx context.Context, at []float64) error {
	if len(at) != 2 {
		return fmt.Errorf("nothing to click on")
	}
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		err := t.call(ctx, "Input.dispatchMouseEvent", map[string]any{
			"type": kind, "x": at[0], "y": at[1],
			"button": "left", "clickCount": 1,
		}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *tab) enter(ctx context.Context) error {
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "nativeVirtualKeyCode": 13}
		if kind == "keyDown" {
			params["text"] = "\r"
		}
		if err := t.call(ctx, "Input.dispatchKeyEvent", params, nil); err != nil {
			return err
		}
	}
	return nil
}
