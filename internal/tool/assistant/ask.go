package assistant

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"renown/internal/tool/egress"
)

// bodyLimit is far more than any answer; what is longer is a mistake or an attack.
const bodyLimit = 4 << 20 // bytes, after decompression

// exchange is one question under way.
type exchange struct {
	target  *target
	parent  context.Context
	left    time.Duration // network time still allowed
	latency Latency
	model   string
	raw     [][]byte
	reply   reply
}

// ask runs the rounds of one question.
func (t *target) ask(ctx context.Context, q Question) (Answer, error) {
	p := t.platform
	x := &exchange{target: t, parent: ctx, left: p.Timeout}
	var body map[string]any
	body, x.model = p.payload(q)
	for range roundLimit {
		raw, err := x.post(p.endpoint(x.model), body, p.streams(q.Mode))
		if err != nil {
			return x.finish(Answer{}, err)
		}
		again, err := p.speaks().decode(p, raw, &x.reply)
		if err != nil {
			return x.finish(Answer{}, x.explain(err, raw))
		}
		if err := x.callTools(again); err != nil {
			return x.finish(Answer{}, err)
		}
		if again == nil {
			break
		}
		messages, _ := body["messages"].([]any)
		body["messages"] = append(messages, again...)
	}
	if prefix := p.Options.RedirectPrefix; prefix != "" {
		x.resolve(prefix)
	}
	a, err := x.reply.answer(p, q.Mode)
	a.RegionSent = q.Region != "" && mentionsRegion(p.Options.Modes[q.Mode])
	return x.finish(a, err)
}

// toolCall is a tool of the platform that it does not run by itself: it is called, and its message takes the call's place.
type toolCall struct {
	path    string // below the entry's base address
	body    map[string]any
	message func(raw []byte, r *reply) (any, error)
}

func (x *exchange) callTools(messages []any) error {
	for i, m := range messages {
		call, ok := m.(toolCall)
		if !ok {
			continue
		}
		raw, err := x.post(x.target.platform.below(call.path), call.body, false)
		if err != nil {
			return err
		}
		if messages[i], err = call.message(raw, &x.reply); err != nil {
			return x.explain(err, raw)
		}
	}
	return nil
}

// explain prefers what an error object says over "not what the protocol promises".
func (x *exchange) explain(err error, raw []byte) error {
	f := AsFault(err)
	if f == nil {
		return err
	}
	if f.Class == Malformed && readComplaint(raw).found {
		f = failedInside(raw)
	}
	if class, ok := x.target.platform.Options.Codes[f.Code]; ok && f.Code != "" {
		f.Class = class
	}
	return f
}

func (x *exchange) finish(a Answer, err error) (Answer, error) {
	a.Platform, a.ModelAsked, a.Latency, a.Rounds = x.target.platform.ID, x.model, x.latency, len(x.raw)
	a.RequestID = first(a.RequestID, x.reply.requestID, x.reply.id)
	a.Raw = x.target.platform.scrubBytes(joinRaw(x.raw))
	if f := AsFault(err); f != nil {
		f.RequestID, f.Model = first(f.RequestID, a.RequestID), x.model
		if !f.Class.Recorded() {
			return Answer{}, err
		}
		a.Text, a.TextRaw, a.Citations = "", "", nil
	}
	return a, err
}

// joinRaw keeps one reply as it is and several as a JSON array. Invalid UTF-8 and NUL, which may stand between the events
// of a stream, go: no text column takes them.
func joinRaw(raw [][]byte) []byte {
	var joined []byte
	switch len(raw) {
	case 0:
		return nil
	case 1:
		joined = raw[0]
	default:
		joined = append(append([]byte("["), bytes.Join(raw, []byte(","))...), ']')
	}
	if bytes.IndexByte(joined, 0) >= 0 {
		joined = bytes.ReplaceAll(joined, []byte{0}, []byte(" "))
	}
	return bytes.ToValidUTF8(joined, []byte("\uFFFD"))
}

// post sends one request and returns the body of a 2xx reply.
func (x *exchange) post(address string, body map[string]any, stream bool) ([]byte, error) {
	payload, err := json.Marshal(body)
	if err != nil {
		return nil, &Fault{Class: BadRequest, Cause: err}
	}
	return x.send(http.MethodPost, address, payload, stream)
}

func (x *exchange) send(method, address string, payload []byte, stream bool) ([]byte, error) {
	ctx, cancel := context.WithTimeout(x.parent, x.left)
	defer cancel()
	start := time.Now()
	defer func() {
		spent := time.Since(start)
		x.latency.Total += spent
		x.left = max(x.left-spent, time.Millisecond)
	}()
	request, err := x.target.request(ctx, method, address, payload, stream)
	if err != nil {
		return nil, &Fault{Class: BadRequest, Cause: err}
	}
	response, err := x.target.http.Do(request)
	if err != nil {
		return nil, networkFault(x.parent, err)
	}
	defer response.Body.Close()
	x.latency.FirstByte = time.Since(start)
	x.reply.requestID = first(headerID(response.Header), x.reply.requestID)
	raw, err := readBody(response)
	switch refused := response.StatusCode < 200 || response.StatusCode > 299; {
	case refused && ctx.Err() == nil: // the status is known even when its body is cut or too long
		return nil, x.refused(response, raw)
	case AsFault(err) != nil:
		return nil, err
	case err != nil:
		return nil, networkFault(x.parent, err)
	}
	x.raw = append(x.raw, raw)
	return raw, nil
}

func (x *exchange) refused(response *http.Response, raw []byte) *Fault {
	c := readComplaint(raw)
	f := &Fault{
		Class: classify(response.StatusCode, c, x.target.platform.Options.Codes), Status: response.StatusCode,
		Code: first(c.code, c.kind), Message: c.message, RequestID: first(c.requestID, x.reply.requestID),
		RetryAfter: max(egress.RetryAfter(response.Header, time.Now()), c.delay),
		Final:      strings.EqualFold(response.Header.Get("X-Should-Retry"), "false"),
	}
	if f.Class.Recorded() {
		x.raw = append(x.raw, raw)
	}
	return f
}

func (t *target) request(ctx context.Context, method, address string, payload []byte, stream bool) (*http.Request, error) {
	p := t.platform
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(payload))
	if err != nil {
		return nil, err
	}
	h := request.Header
	h.Set("Content-Type", "application/json")
	h.Set("Accept", "application/json")
	h.Set("User-Agent", "renown")
	for name, value := range p.speaks().headers {
		h.Set(name, value)
	}
	if stream {
		h.Set("Accept", "text/event-stream")
		for name, value := range p.speaks().streamHeaders {
			h.Set(name, value)
		}
	}
	for name, value := range p.Options.Headers {
		h.Set(name, value.Reveal())
	}
	key := p.Key.Reveal()
	switch p.Options.Auth {
	case "bearer":
		h.Set("Authorization", "Bearer "+key)
	case "x-api-key":
		h.Set("X-Api-Key", key)
	case "both":
		h.Set("X-Api-Key", key)
		h.Set("Authorization", "Bearer "+key)
	case "x-goog-api-key":
		h.Set("X-Goog-Api-Key", key)
	}
	return request, nil
}

// readBody reads at most bodyLimit; a longer body is refused without being read.
func readBody(response *http.Response) ([]byte, error) {
	if response.ContentLength > bodyLimit {
		return nil, faultf(Malformed, "body of %d bytes is longer than %d", response.ContentLength, bodyLimit)
	}
	var buffer bytes.Buffer
	if response.ContentLength > 0 {
		buffer.Grow(int(response.ContentLength) + bytes.MinRead)
	}
	n, err := buffer.ReadFrom(io.LimitReader(response.Body, bodyLimit+1))
	if n > bodyLimit {
		return nil, faultf(Malformed, "body is longer than %d bytes", bodyLimit)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("the connection was cut in the body: %w", err)
	}
	return buffer.Bytes(), err
}

// headerID finds the id a platform gives to a request, for its support.
func headerID(h http.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Tt-Logid", "X-Dashscope-Request-Id", "X-Client-Request-Id"} {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
}
