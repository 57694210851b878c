package simulator

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
)

var kimiProtocol = &protocol{name: "kimi", suffix: "chat/completions", understand: understandKimi, encode: encodeKimi, refusals: "kimi"}

func understandKimi(in *inquiry, raw []byte) bool {
	type tool struct {
		Type     string
		Function struct{ Name string }
	}
	var b struct {
		Model    string
		Messages []message
		Tools    []tool
		Thinking struct{ Type string }
	}
	if json.Unmarshal(raw, &b) != nil {
		return false
	}
	in.model, in.asked = b.Model, lastUser(b.Messages)
	builtin := slices.Contains(b.Tools, tool{"builtin_function", struct{ Name string }{"$web_search"}})
	in.formula = slices.Contains(b.Tools, tool{"function", struct{ Name string }{"web_search"}})
	in.searching = builtin || in.formula
	in.loop = in.searching
	in.thinking = b.Thinking.Type != "disabled"
	for _, m := range b.Messages {
		if m.Role == "tool" {
			in.round++
		}
	}
	return !(in.loop && in.thinking) && in.echoed(b.Messages)
}

// echoed checks that the tool's argument came back unchanged, or what the formula made of it.
func (in *inquiry) echoed(messages []message) bool {
	for i, m := range messages {
		if m.Role != "tool" {
			continue
		}
		var content string
		if json.Unmarshal(m.Content, &content) != nil || i == 0 || len(messages[i-1].Calls) == 0 {
			return false
		}
		argument := messages[i-1].Calls[0].Function.Arguments
		back := argument
		if in.formula {
			back = encrypted(argument)
		}
		do, ok := in.carried(argument)
		if content != back {
			return false
		}
		if !ok {
			return false
		}
		in.inherited = do
	}
	return true
}

// argument is the opaque search reference that must come back unchanged. It carries the outcome into the second round.
func (in *inquiry) argument(do Outcome) string {
	return `{"search_result":{"search_id":"` + in.id() + "." + string(do) + `"},"usage":{"total_tokens":8123}}`
}

// carried is the outcome an argument carries, and whether the argument is one of ours.
func (in *inquiry) carried(argument string) (Outcome, bool) {
	for _, do := range append(Outcomes(), "") {
		if in.argument(do) == argument {
			return do, true
		}
	}
	return "", false
}

// encodeKimi answers the first round of a search with a tool call and the second with prose, in which the sources are
// ordinary links: no structured list is documented.
func encodeKimi(in *inquiry, d *Draft, do Outcome) []byte {
	message := object{"role": "assistant"}
	finish := "stop"
	if in.loop && in.round == 1 && len(d.Queries) > 0 {
		finish = "tool_calls"
		message["content"] = ""
		call := object{"index": 0, "id": "t1", "type": "builtin_function", "function": object{"name": "$web_search", "arguments": in.argument(do)}}
		if in.formula {
			call["type"], call["function"] = "function", object{"name": "web_search", "arguments": in.argument(do)}
		}
		message["tool_calls"] = []any{call}
	} else {
		message["content"] = d.Text() + references(d, languageOf(in.question).words.References)
	}
	input, output := in.usage(d.Text())
	return marshal(object{
		"id": in.id(), "object": "chat.completion", "model": in.served(),
		"choices": []any{object{"index": 0, "finish_reason": finish, "message": message}},
		"usage":   object{"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output},
	})
}

// serveFiber runs a formula tool: the search's output is for the model alone.
func serveFiber(w http.ResponseWriter, r *http.Request) {
	var call struct{ Name, Arguments string }
	err := json.NewDecoder(io.LimitReader(r.Body, requestLimit)).Decode(&call)
	if err != nil || call.Name != "web_search" || !json.Valid([]byte(call.Arguments)) {
		writeJSON(w, http.StatusBadRequest, object{"error": object{"type": "invalid_request_error", "message": "no such tool"}})
		return
	}
	writeJSON(w, http.StatusOK, object{
		"id": "fiber-sim", "object": "fiber", "status": "succeeded", "context": object{"encrypted_output": encrypted(call.Arguments)},
	})
}

func encrypted(argument string) string {
	return "----MOONSHOT ENCRYPTED BEGIN----" + argument + "----MOONSHOT ENCRYPTED END----"
}

func references(d *Draft, heading string) string {
	var b strings.Builder
	titled := map[string]string{}
	for _, s := range d.Sources {
		titled[s.URL] = s.Title
	}
	for i, address := range d.CitedURLs() {
		if i == 0 {
			b.WriteString("\n\n" + heading + "\n")
		}
		b.WriteString("- [" + titled[address] + "](" + address + ")\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
