package assistant

import (
	"encoding/json"
)

// kimiProtocol is Moonshot's chat with the $web_search loop: the platform hands out an opaque argument, gets it back
// unchanged and then answers.
var kimiProtocol = protocol{
	name: "kimi", path: "/chat/completions",
	body: messageBody, decode: decodeKimi,
	can: func(_ *Platform, c *Capabilities) { c.Citations = false },
}

// kimiSources is where third parties have seen sources; no list of them is documented.
type kimiSources struct {
	List json.RawMessage `json:"search_results"`
}

func decodeKimi(p *Platform, raw []byte, r *reply) ([]any, error) {
	var body struct {
		ID      string
		Model   string
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      json.RawMessage
		}
		Usage chatUsage
		kimiSources
	}
	if err := decodeJSON(raw, &body); err != nil {
		return nil, err
	}
	if len(body.Choices) == 0 {
		if c := readComplaint(raw); c.found {
			return nil, failedInside(raw)
		}
		return nil, faultf(Malformed, "no choices in the reply")
	}
	var message struct {
		chatMessage
		kimiSources
	}
	if err := decodeJSON(body.Choices[0].Message, &message); err != nil {
		return nil, faultf(Malformed, "no message in the reply")
	}
	r.id, r.model, r.finish = body.ID, body.Model, body.Choices[0].FinishReason
	r.usage.add(body.Usage.usage())
	r.readKimiList(body.List)
	r.readKimiList(message.List)
	if r.finish != "tool_calls" || len(message.ToolCalls) == 0 {
		r.reasoning.WriteString(message.Reasoning)
		r.text.WriteString(string(message.Content))
		return nil, nil
	}
	again := []any{body.Choices[0].Message}
	for _, call := range message.ToolCalls {
		if call.Function.Name == "$web_search" {
			r.searched = true
			r.usage.Searches++
			var arguments struct {
				Query scalar
				kimiSources
			}
			_ = json.Unmarshal([]byte(call.Function.Arguments), &arguments) // what cannot be read tells nothing
			r.readKimiList(arguments.List)
			r.addQuery(string(arguments.Query))
		}
		again = append(again, map[string]any{
			"role": "tool", "tool_call_id": call.ID, "name": call.Function.Name, "content": call.Function.Arguments,
		})
	}
	return again, nil
}

func (r *reply) readKimiList(raw json.RawMessage) {
	var list []struct {
		URL, Title, Content scalar
		Site                scalar `json:"site_name"`
		Date                scalar
	}
	if json.Unmarshal(raw, &list) != nil {
		return
	}
	for _, s := range list {
		r.searched = true
		r.addSource(source{
			url: string(s.URL), title: string(s.Title), snippet: string(s.Content), site: string(s.Site), date: string(s.Date),
			origin: OriginSearchList,
		})
	}
}
