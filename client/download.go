package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
)

// Download is a table that is being sent: it is read as it comes, and must be closed. A transfer that breaks off is io.ErrUnexpectedEOF.
type Download struct {
	io.ReadCloser
	ETag        string // names the bytes of a period that is over; else empty
	ContentType string
	Size        int64 // bytes; -1 as long as unknown
}

// Rows goes through a table of JSON lines.
func (d *Download) Rows() iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		decoder := json.NewDecoder(bufio.NewReader(d))
		for {
			var row json.RawMessage
			err := decoder.Decode(&row)
			if errors.Is(err, io.EOF) || !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// download begins to receive a file. How long it may take altogether is up to ctx.
func download(ctx context.Context, c *Client, path string, query url.Values) (*Download, error) {
	patient := *c.http
	patient.Timeout = 0
	var answer *http.Response
	err := c.tries(ctx, true, func() (err error) {
		answer, err = c.send(ctx, &patient, http.MethodGet, path, query, nil, "")
		if err != nil || answer.StatusCode == http.StatusOK {
			return err
		}
		defer func() { _ = answer.Body.Close() }()
		_, err = unwrap(answer)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("renown: GET %s: %w", path, err)
	}
	return &Download{answer.Body, answer.Header.Get("ETag"), answer.Header.Get("Content-Type"), answer.ContentLength}, nil
}
