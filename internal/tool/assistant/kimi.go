package assistant

import (
	"encoding/json"
	"strings"
)

// kimiProtocol is Moonshot's chat with a search in rounds. Its formula tools are called when the model asks for them, and
// what they return goes back. $web_search, the way before, hands out an opaque argument and gets it back unchanged.
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
		kimiFiber
	}
	if err := decodeJSON(raw, &body); err != nil {
		return nil, err
	}
	if body.Object == "fiber" {
		_, err := body.read(r)
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
	r.readKimiList(body.List, OriginSearchList)
	r.readKimiList(message.List, OriginSearchList)
	if r.finish != "tool_calls" || len(message.ToolCalls) == 0 {
		r.reasoning.WriteString(message.Reasoning)
		r.text.WriteString(string(message.Content))
		return nil, nil
	}
	if len(message.ToolCalls) > toolCallLimit {
		return nil, faultf(Malformed, "%d tool calls at once", len(message.ToolCalls))
	}
	again := []any{body.Choices[0].Message}
	for _, call := range message.ToolCalls {
		again = append(again, kimiCall(p, call.ID, call.Function.Name, call.Function.Arguments, r))
	}
	return again, nil
}

// toolCallLimit bounds what one round of a model can make us ask.
const toolCallLimit = 8

// kimiCall counts a search, and returns its message or the call that brings it.
func kimiCall(p *Platform, id, name, arguments string, r *reply) any {
	var searched struct {
		Query scalar
		kimiSources
	}
	_ = json.Unmarshal([]byte(arguments), &searched) // what cannot be read tells nothing
	r.usage.Searches++
	r.readKimiList(searched.List, OriginSearchList)
	r.addQuery(string(searched.Query))
	message := map[string]any{"role": "tool", "tool_call_id": id, "name": name, "content": arguments}
	if strings.HasPrefix(name, "$") || p.Options.Formula == "" {
		r.searched = true
		return message
	}
	return toolCall{
		path: "/formulas/" + p.Options.Formula + "/fibers", body: map[string]any{"name": name, "arguments": arguments},
		message: func(raw []byte, r *reply) (any, error) {
			var f kimiFiber
			if err := decodeJSON(raw, &f); err != nil {
				return nil, err
			}
			content, err := f.read(r)
			message["content"] = content
			return message, err
		},
	}
}

// kimiFiber is a formula tool's reply. The search's output is encrypted for the model; its references are not (others).
type kimiFiber struct {
	Object, Status string
	Context        struct {
		Output     string
		Encrypted  string `json:"encrypted_output"`
		Error      scalar
		References []json.RawMessage
	}
}

// read returns what goes back to the model. Only a search that came back is one.
func (f *kimiFiber) read(r *reply) (string, error) {
	content := first(f.Context.Encrypted, f.Context.Output)
	if content == "" || f.Status != "" && f.Status != "succeeded" {
		return "", &Fault{
			Class: SearchFailed, Code: f.Status, Message: first(string(f.Context.Error), "the platform's web search failed"),
		}
	}
	r.searched = true
	for _, reference := range f.Context.References {
		var address string
		if json.Unmarshal(reference, &address) == nil {
			r.addSource(source{url: address, origin: OriginToolResult})
			continue
		}
		r.readKimiList([]byte("["+string(reference)+"]"), OriginToolResult)
	}
	r.readKimiList([]byte(f.Context.Output), OriginToolResult)
	var output kimiSources
	if json.Unmarshal([]byte(f.Context.Output), &output) == nil {
		r.readKimiList(output.List, OriginToolResult)
	}
	return content, nil
}

func (r *reply) readKimiList(raw json.RawMessage, origin Origin) {
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
			origin: origin,
		})
	}
}
