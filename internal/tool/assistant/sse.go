package assistant

import "bytes"

// events calls each with the data of every server-sent event in body. Several data lines of one event are joined by a
// newline, as the standard says; comments, names and ids are skipped. The data is valid only during the call.
func events(body []byte, each func(data []byte) error) error {
	var data []byte
	begun := false
	flush := func() error {
		whole := data
		data, begun = data[:0], false
		if len(whole) == 0 || string(whole) == "[DONE]" {
			return nil
		}
		return each(whole)
	}
	for len(body) > 0 {
		var line []byte
		line, body, _ = bytes.Cut(body, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) == 0 {
			if err := flush(); err != nil {
				return err
			}
			continue
		}
		value, ok := bytes.CutPrefix(line, []byte("data:"))
		if !ok {
			continue
		}
		if begun {
			data = append(data, '\n')
		}
		begun = true
		data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
	}
	return flush()
}

// streamed tells whether a body is a stream of events rather than a JSON document.
func streamed(body []byte) bool {
	body = bytes.TrimSpace(body)
	for _, start := range []string{"data:", "id:", "event:", ":", "retry:"} {
		if bytes.HasPrefix(body, []byte(start)) {
			return true
		}
	}
	return false
}
