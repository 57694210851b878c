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
	headers := map[string]string{"Authorization": "Bearer " + key}
	return []agentClient{
		{"claude-code", "Claude Code", "", "claude mcp add --transport http renown " + address +
			` --header "Authorization: Bearer ` + key + `"`},
		{"cursor", "Cursor", "~/.cursor/mcp.json", settings("mcpServers", agentServer{URL: address, Headers: headers})},
		{"vs-code", "VS Code", ".vscode/mcp.json", settings("servers", agentServer{Type: "http", URL: address, Headers: headers})},
		{"claude-desktop", "Claude Desktop", "claude_desktop_config.json", settings("mcpServers", agentServer{
			Command: "renown", Args: []string{"mcp", "--url", address, "--key-env", "RENOWN_KEY"},
			Env: map[string]string{"RENOWN_KEY": key},
		})},
		{"cherry-studio", "Cherry Studio", "", settings("mcpServers",
			agentServer{Type: "streamableHttp", BaseURL: address, Headers: headers})},
	}
}

// agentServer is this service as a program's settings name it.
type agentServer struct {
	Type    string            `json:"type,omitempty"`
	URL     string            `json:"url,omitempty"`
	BaseURL string            `json:"baseUrl,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Command string            `json:"command,omitempty"`
	Args    []string          `json:"args,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
}

func settings(servers string, one agentServer) string {
	text, err := json.MarshalIndent(map[string]map[string]agentServer{servers: {"renown": one}}, "", "  ")
	if err != nil {
		panic(err) // texts and lists of texts are always written
	}
	return string(text)
}
