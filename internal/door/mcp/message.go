package mcp

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/tool/requestschema"
)

// Codes of errors in the protocol. Beside each stands, in its data, the code of the API.
const (
	rpcParse          = -32700
	rpcInvalidRequest = -32600
	rpcNoMethod       = -32601
	rpcInvalidParams  = -32602
	rpcInternal       = -32603
	rpcRefused        = -32000
)

// stateless is the first version of the protocol in which a method that does not exist is 404.
const stateless = "2026-07-28"

// methods are what a client may ask for. Subscriptions, logging and completion are not offered.
var methods = []string{
	"initialize", "ping", "server/discover", "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
	"prompts/list", "prompts/get",
}

// message is a JSON-RPC message as far as the gates look at it.
type message struct {
	id     json.RawMessage
	method string
	named  struct { // its params
		Name string `json:"name"`
	}
}

// refusedMessage is why a message is no request of the protocol.
type refusedMessage struct {
	status, code int
	fault        *fault.Fault
}

func readMessage(r *http.Request, body []byte) (m message, _ *refusedMessage) {
	refuse := func(code int, f *fault.Fault) *refusedMessage { return &refusedMessage{http.StatusBadRequest, code, f} }
	if kind := r.Header.Get("Content-Type"); !strings.HasPrefix(strings.TrimSpace(strings.ToLower(kind)), "application/json") {
		return m, &refusedMessage{http.StatusUnsupportedMediaType, rpcInvalidRequest, fault.New(fault.Unreadable).Why("agent_content_type")}
	}
	trimmed := bytes.TrimLeft(body, " \t\r\n")
	if _, wrong := requestschema.Read(body); wrong != nil || !json.Valid(body) { // half a character would come back as another
		return m, refuse(rpcParse, fault.New(fault.Unreadable).Why("agent_json"))
	}
	if trimmed[0] == '[' {
		return m, refuse(rpcInvalidRequest, fault.New(fault.Unreadable).Why("agent_batch"))
	}
	var parts map[string]json.RawMessage
	if trimmed[0] != '{' || json.Unmarshal(body, &parts) != nil {
		return m, refuse(rpcInvalidRequest, fault.New(fault.Unreadable).Why("agent_message"))
	}
	m.id = idOf(parts["id"])
	badID := parts["id"] != nil && m.id == nil
	err := json.Unmarshal(parts["method"], &m.method)
	if version := string(bytes.TrimSpace(parts["jsonrpc"])); version != `"2.0"` || err != nil || m.method == "" || badID {
		return m, refuse(rpcInvalidRequest, fault.New(fault.Unreadable).Why("agent_message"))
	}
	if params := bytes.TrimSpace(parts["params"]); len(params) > 0 && params[0] != '{' && string(params) != "null" {
		return m, refuse(rpcInvalidRequest, fault.New(fault.Unreadable).Why("agent_message"))
	}
	_ = json.Unmarshal(parts["params"], &m.named) // a name that is no text is no tool
	notification := strings.HasPrefix(m.method, "notifications/")
	switch {
	case notification && m.id == nil:
	case notification, m.id == nil:
		return m, refuse(rpcInvalidRequest, fault.New(fault.Unreadable).Why("agent_message"))
	case !slices.Contains(methods, m.method):
		status := http.StatusOK
		if r.Header.Get("Mcp-Protocol-Version") >= stateless {
			status = http.StatusNotFound
		}
		return m, &refusedMessage{status, rpcNoMethod, fault.New(fault.NoRoute).Why("agent_method")}
	}
	return m, nil
}

// idMax is up to where every whole number is one of its own for those who read numbers as floats, as the library does.
const idMax = 1<<53 - 1

// idOf is an id that may be answered to: a text or a whole number; nil otherwise.
func idOf(raw json.RawMessage) json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '"' {
		return raw
	}
	if n, err := strconv.ParseFloat(string(raw), 64); err != nil || n != math.Trunc(n) || math.Abs(n) > idMax {
		return nil
	}
	return raw
}

// route names the method, and the tool where there is one: few names, whatever is sent.
func (m message) route(tools map[string]*tool) string {
	switch {
	case strings.HasPrefix(m.method, "notifications/"):
		return "notifications"
	case m.method == "tools/call" && tools[m.named.Name] != nil:
		return m.method + " " + m.named.Name
	}
	return m.method
}
