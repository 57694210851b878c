package assistant

import "bytes"

// events calls each with the data of every server-sent event in body. Several data lines of one event are joined by a
// newline, as the standard says; comments, names and ids are skipped.
func events(body []byte, each func(data []byte) error) error {
	var data []byte
	flush := func() error {
		if len(data) == 0 || string(data) == "[DONE]" {
			data = nil
			return nil
		}
		err := each(data)
		data = nil
		return err
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
		value = bytes.TrimPrefix(value, []byte(" "))
		if data != nil {
			value = append(append(bytes.Clone(data), '\n'), value...)
		}
		data = value
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
