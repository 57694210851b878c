package assistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"time"
)

// Recording is a question with what was sent for it and what came back, without keys, ids and personal data: whoever has a
// key can make one, and the tests read every one there is.
type Recording struct {
	Platform string     `json:"platform"`
	Mode     Mode       `json:"mode"`
	Made     Confidence `json:"made"` // recorded; documented, sdk or unverified for one that was written from such a source
	Day      string     `json:"day,omitempty"`
	Question string     `json:"question,omitempty"`
	// Request is the first one, as the entry makes it; later rounds follow from replies.
	Request json.RawMessage `json:"request,omitempty"`
	Body    json.RawMessage `json:"body,omitempty"`
	Stream  string          `json:"stream,omitempty"`
}

// Record makes a recording of an answer to q.
func (c *Client) Record(q Question, a Answer, on time.Time) (Recording, error) {
	p := c.catalogue.Find(a.Platform)
	if p == nil || len(a.Raw) == 0 {
		return Recording{}, fmt.Errorf("%s: there is no reply to record", a.Platform)
	}
	r := Recording{Platform: p.ID, Mode: a.Mode, Made: Recorded, Day: on.UTC().Format(time.DateOnly), Question: q.Text}
	q.Mode = a.Mode
	body, _ := p.payload(q)
	request, err := json.Marshal(body)
	if err != nil {
		return r, err
	}
	r.Request = []byte(p.scrub(string(request)))
	if reply := anonymous([]byte(p.scrub(string(a.Raw)))); json.Valid(reply) {
		r.Body = reply
	} else {
		r.Stream = string(reply)
	}
	return r, nil
}

var (
	identifying = regexp.MustCompile(`"([a-z_]*id|user|user_name|ip|organization|account|signature|encrypted_[a-z]+|logid)"(\s*:\s*)"([^"\\]{8,})"`)
	mailAddress = regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+`)
	phone       = regexp.MustCompile(`\b1[3-9][0-9]{9}\b`)
	address     = regexp.MustCompile(`\b[0-9]{1,3}(\.[0-9]{1,3}){3}\b`)
)

// anonymous replaces what may name an account or a person: ids one by one, so that those that are the same stay so, and
// mail addresses, Chinese mobile numbers and network addresses by as many characters, so that offsets hold.
func anonymous(raw []byte) []byte {
	known := map[string]string{}
	raw = identifying.ReplaceAllFunc(raw, func(found []byte) []byte {
		part := identifying.FindSubmatch(found)
		value := string(part[3])
		if known[value] == "" {
			known[value] = fmt.Sprintf("id-%d", len(known)+1)
		}
		return fmt.Appendf(nil, `"%s"%s"%s"`, part[1], part[2], known[value])
	})
	mask := func(found []byte) []byte {
		return bytes.Map(func(c rune) rune {
			switch {
			case c >= '0' && c <= '9':
				return '0'
			case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
				return 'x'
			}
			return c
		}, found)
	}
	for _, personal := range []*regexp.Regexp{mailAddress, phone, address} {
		raw = personal.ReplaceAllFunc(raw, mask)
	}
	return raw
}
