package access

import (
	"encoding/json"
	"strings"
)

// agentClient is a program with agents, and how it is told of this service.
type agentClient struct{ id, name, place, text string }

// keyInPlace stands where a key is to be put.
const keyInPlace = "sk-…"

// agentClients are the settings of five programs, to copy. key may be keyInPlace. docs/mcp.md has the same.
func agentClients(base, key string) []agentClient {
	address := strings.TrimSuffix(base, "/") + "/mcp"
	header := member{"Authorization", "Bearer " + key}
	return []agentClient{
		{"claude-code", "Claude Code", "", "claude mcp add --transport http renown " + address + ` --header "Authorization: Bearer ` + key + `"`},
		{"cursor", "Cursor", "~/.cursor/mcp.json", settings(member{"mcpServers", record{{"renown", record{{"url", address}, {"headers", record{header}}}}}})},
		{"vs-code", "VS Code", ".vscode/mcp.json", settings(member{"servers", record{{"renown", record{{"type", "http"}, {"url", address}, {"headers", record{header}}}}}})},
		{"claude-desktop", "Claude Desktop", "claude_desktop_config.json", settings(member{"mcpServers", record{{"renown", record{
			{"command", "renown"}, {"args", []string{"mcp", "--url", address, "--key-env", "RENOWN_KEY"}}, {"env", record{{"RENOWN_KEY", key}}},
		}}}})},
		{"cherry-studio", "Cherry Studio", "", settings(member{"mcpServers", record{{"renown", record{{"type", "streamableHttp"}, {"baseUrl", address}, {"headers", record{header}}}}}})},
	}
}

// record is an object whose members keep their order.
type record []member

type member struct {
	name  string
	value any
}

func (r record) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range r {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

func settings(m member) string {
	text, err := json.MarshalIndent(record{m}, "", "  ")
	if err != nil {
		panic(err) // texts and lists of texts are always written
	}
	return string(text)
}
