package webhook

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"sync/atomic"

	"renown/internal/tool/egress"
)

// signed is a message with the secret that vouches for it.
type signed struct {
	Message
	secret Secret
}

func (s signed) request(ctx context.Context, to *url.URL) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to.String(), bytes.NewReader(s.Body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "Renown")
	request.Header.Set("webhook-id", s.ID)
	request.Header.Set("webhook-timestamp", strconv.FormatInt(s.At.Unix(), 10))
	request.Header.Set("webhook-signature", s.secret.Sign(s.ID, s.At, s.Body))
	return request, nil
}

// post makes the call. Until there is a connection nothing can have arrived; from then on everything can.
func post(ctx context.Context, client *http.Client, to *url.URL, s signed) Result {
	var connected atomic.Bool
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }}
	request, err := s.request(httptrace.WithClientTrace(ctx, trace), to)
	if err != nil {
		return Result{Verdict: Doubt, Note: "the endpoint's address cannot be called"}
	}
	response, err := client.Do(request)
	if err != nil {
		return Result{Verdict: Doubt, Sent: connected.Load(), Note: plain(err)}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, answerLimit+1))
	result := judge(response.StatusCode, body, err != nil || len(body) > answerLimit)
	result.Wait = egress.RetryAfter(response.Header, s.At)
	return result
}

// plain says what went wrong on the way without the address, which may hold a secret of the outlet.
func plain(err error) string {
	var timeout net.Error
	var op *net.OpError
	switch {
	case errors.Is(err, context.Canceled):
		return "stopped before there was an answer"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	case egress.Refused(err):
		return "the address may not be called, or its certificate is not good"
	case errors.As(err, &op) && op.Op == "dial":
		return "no connection: " + op.Err.Error()
	}
	return "the connection broke"
}
