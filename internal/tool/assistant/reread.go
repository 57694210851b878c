package assistant

import (
	"bytes"
	"encoding/json"
)

// Reread decodes a stored Answer.Raw again, so that history follows when a decoder learns something. What was not in
// the reply (latency, model asked, where a platform's redirects led) is not in the result.
func Reread(p *Platform, mode Mode, raw []byte) (Answer, error) {
	var rounds []json.RawMessage
	if trimmed := bytes.TrimSpace(raw); len(trimmed) == 0 || trimmed[0] != '[' {
		rounds = append(rounds, raw)
	} else if json.Unmarshal(trimmed, &rounds) != nil || len(rounds) == 0 {
		return Answer{}, &Fault{Platform: p.ID, Class: Malformed, Message: "the stored rounds are no JSON"}
	}
	speaks := p.speaks()
	if speaks == nil {
		return Answer{}, &Fault{Platform: p.ID, Class: Unsupported, Message: "unknown protocol"}
	}
	var r reply
	for _, round := range rounds {
		if _, err := speaks.decode(p, round, &r); err != nil {
			return Answer{}, named(p, err)
		}
	}
	a, err := r.answer(p, mode)
	if err != nil {
		return a, named(p, err)
	}
	a.Rounds, a.Raw = len(rounds), raw
	return a, nil
}

func named(p *Platform, err error) error {
	if f := AsFault(err); f != nil {
		f.Platform = p.ID
	}
	return err
}
