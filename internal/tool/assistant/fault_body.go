package assistant

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// complaint is what an error body says, whichever of the many shapes it has.
type complaint struct {
	found     bool // the body holds an error object
	code      string
	kind      string // the "type" or gRPC "status" beside the code
	message   string
	requestID string
	delay     time.Duration // Gemini says in the body how long to wait
	daily     bool          // Gemini names the exhausted quota in the details
}

type errorObject struct {
	Code      scalar
	Message   scalar
	Msg       scalar
	Type      scalar
	Status    scalar
	RequestID scalar `json:"request_id"`
	Details   []struct {
		RetryDelay string
		Violations []struct{ QuotaID string }
	}
}

// readComplaint is lenient: gateways answer with strings, HTML or nothing where the platform promised an object.
func readComplaint(body []byte) complaint {
	var top struct {
		Error     json.RawMessage
		Code      scalar
		Message   scalar
		Msg       scalar
		ErrorCode scalar `json:"error_code"`
		ErrorMsg  json.RawMessage
		BaiduMsg  scalar `json:"error_msg"`
		RequestID scalar `json:"request_id"`
		Response  struct {
			Error     *errorObject
			RequestID scalar `json:"RequestId"`
		}
	}
	if decodeJSON(body, &top) != nil {
		return complaint{message: plainMessage(body)}
	}
	c := complaint{requestID: string(top.RequestID)}
	switch {
	case present(top.Error):
		c.readError(top.Error)
		c.code = first(c.code, string(top.Code))
	case top.Response.Error != nil:
		c.readObject(top.Response.Error)
		c.requestID = string(top.Response.RequestID)
	case present(top.ErrorMsg):
		c.readError(top.ErrorMsg)
	case top.ErrorCode != "" && top.ErrorCode != "0":
		c.found, c.code, c.message = true, string(top.ErrorCode), string(top.BaiduMsg)
	case top.Code != "" && top.Code != "0" && top.Code != "200":
		c.found, c.code = true, string(top.Code)
	}
	c.message = shorten(first(c.message, string(top.Message), string(top.Msg)), messageLimit)
	return c
}

func (c *complaint) readError(raw json.RawMessage) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		c.found, c.message = true, text
		return
	}
	var object errorObject
	if decodeJSON(raw, &object) == nil {
		c.readObject(&object)
	}
}

func (c *complaint) readObject(o *errorObject) {
	c.found = true
	c.code = string(o.Code)
	c.kind = first(string(o.Status), string(o.Type))
	c.message = first(string(o.Message), string(o.Msg))
	c.requestID = first(c.requestID, string(o.RequestID))
	for _, d := range o.Details {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil {
			c.delay = wait
		}
		for _, v := range d.Violations {
			c.daily = c.daily || strings.Contains(v.QuotaID, "PerDay")
		}
	}
}

func present(raw json.RawMessage) bool {
	return len(raw) > 0 && !bytes.Equal(raw, []byte("null")) && !bytes.Equal(raw, []byte(`""`)) && !bytes.Equal(raw, []byte("{}"))
}

func plainMessage(body []byte) string {
	body = bytes.TrimSpace(body)
	if len(body) == 0 {
		return "empty body"
	}
	if body[0] == '<' {
		return "HTML instead of JSON"
	}
	return "not JSON: " + shorten(string(body[:min(len(body), 400)]), 80)
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
