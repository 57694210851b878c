package porch

import (
	"io"
	"net/http"
	"strings"
	"time"

	"renown/internal/floor/fault"
)

// What is still read of a body that is refused as too large. A connection that is closed while its client sends is reset, and
// the refusal lost with it.
const (
	discardMost = 16 << 20 // bytes
	discardTime = 5 * time.Second
)

// discard reads on before a refusal leaves. Who waits to be told to send has sent nothing.
func discard(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Connection", "close")
	if strings.EqualFold(r.Header.Get("Expect"), "100-continue") && r.ContentLength > 0 {
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(discardTime))
	_, _ = io.CopyN(io.Discard, r.Body, discardMost)
}

// ReadBody reads what a request carries, at most so many bytes. Faults: TooLarge, Unreadable.
func ReadBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if int64(len(body)) > most {
		return nil, fault.New(fault.TooLarge)
	}
	if err != nil {
		w.Header().Set("Connection", "close")
		return nil, fault.New(fault.Unreadable).Because(err)
	}
	return body, nil
}
