package mcp

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.yaml.in/yaml/v3"

	"renown/internal/door/locale"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/tool/requestschema"
)

//go:embed tools.yaml
var toolSource []byte

// tool is one of tools.yaml with its work.
type tool struct {
	Name       string                    `yaml:"-"`
	Scope      string                    `yaml:"scope"`
	Effect     string                    `yaml:"effect"`
	Properties map[string]map[string]any `yaml:"properties"`
	Required   []string                  `yaml:"required"`

	check *requestschema.Schema
	work  work
}

// What calling a tool does besides answering, in tools.yaml under effect.
const (
	reads   = ""
	adds    = "adds"    // each call once more
	removes = "removes" // what is there
	spends  = "spends"  // what is paid for, once agreed
)

// call is one call of a tool, its arguments checked.
type call struct {
	account.Caller
	In   requestschema.Object
	lang *locale.Language
	raw  json.RawMessage // arguments as they were sent
}

// work does what a tool is for.
type work func(ctx context.Context, c *call) (any, error)

// works is the whole door on one screen.
func (d *Door) works() map[string]work {
	return map[string]work{
		"whoami":         d.whoami,
		"list_brands":    d.listBrands,
		"get_overview":   d.getOverview,
		"get_visibility": d.getVisibility,
		"get_sentiment":  d.getSentiment,
		"get_citations":  d.getCitations,
		"get_searches":   d.getSearches,
		"list_answers":   d.listAnswers,

		"get_accuracy":      d.getAccuracy,
		"get_opportunities": d.getOpportunities,
		"list_campaigns":    d.listCampaigns,
		"get_campaign":      d.getCampaign,
		"list_annotations":  d.listAnnotations,
		"create_annotation": d.createAnnotation,
		"delete_annotation": d.deleteAnnotation,
		"get_answer":        d.getAnswer,
		"get_run":           d.getRun,
		"list_outlets":      d.listOutlets,
		"list_contents":     d.listContents,
		"inspect_article":   d.inspectArticle,
		"list_orders":       d.listOrders,
		"start_run":         d.startRun,
		"submit_order":      d.submitOrder,
	}
}

// listed reads tools.yaml and compiles the checks of arguments.
var listed = sync.OnceValues(func() (map[string]tool, error) {
	var file struct {
		Tools map[string]tool `yaml:"tools"`
	}
	if err := yaml.Unmarshal(toolSource, &file); err != nil {
		return nil, fmt.Errorf("tools.yaml: %w", err)
	}
	schemas := map[string]any{}
	for name, t := range file.Tools {
		schemas[name] = map[string]any{"type": "object", "properties": t.Properties, "required": append([]string{}, t.Required...)}
	}
	document, err := json.Marshal(map[string]any{
		"openapi": "3.1.0", "paths": map[string]any{},
		"components": map[string]any{"schemas": schemas},
	})
	if err != nil {
		return nil, fmt.Errorf("tools.yaml: %w", err)
	}
	contract, err := requestschema.Compile(document)
	if err != nil {
		return nil, fmt.Errorf("tools.yaml: %w", err)
	}
	for name, t := range file.Tools {
		t.Name, t.check = name, contract.Schema(name)
		file.Tools[name] = t
	}
	return file.Tools, nil
})

// readTools gives every tool of tools.yaml its work. It fails when a tool has none, or the reverse.
func (d *Door) readTools() (map[string]*tool, error) {
	list, err := listed()
	if err != nil {
		return nil, err
	}
	works, tools := d.works(), map[string]*tool{}
	for name, t := range list {
		t.work = works[name]
		if t.check == nil || t.work == nil {
			return nil, fmt.Errorf("tools.yaml: %s has no work, or a schema that is not understood", name)
		}
		tools[name] = &t
	}
	if len(works) != len(tools) {
		return nil, errors.New("tools.yaml: a tool is missing")
	}
	return tools, nil
}

// allowed tells whether a key sees the tool.
func (t *tool) allowed(s account.Scopes) bool { return t.Scope == "" || s.Allows(t.Scope) }

// described is the tool as clients are told of it.
func (t *tool) described(l *locale.Language) *mcp.Tool {
	properties := map[string]any{}
	for name, schema := range t.Properties {
		described := maps.Clone(schema)
		described["description"] = l.T("agent_argument." + name)
		properties[name] = described
	}
	schema := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(t.Required) > 0 {
		schema["required"] = t.Required
	}
	outside, destructive := t.Effect == spends, t.Effect == removes || t.Effect == spends // assistants and outlets are outside
	return &mcp.Tool{
		Name: t.Name, Title: l.T("agent_title." + t.Name), Description: l.T("agent_tool." + t.Name), InputSchema: schema,
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint: t.Effect == reads, IdempotentHint: t.Effect != adds, DestructiveHint: &destructive, OpenWorldHint: &outside,
		},
	}
}

// server is the protocol in one language.
func (d *Door) server(l *locale.Language) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "renown", Title: "Renown", Version: d.rooms.Version}, &mcp.ServerOptions{
		Instructions: l.T("agent.instructions"),
		Logger:       slog.New(slog.DiscardHandler), // what happens is in the log of requests
		Capabilities: &mcp.ServerCapabilities{
			Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{},
			Prompts: &mcp.PromptCapabilities{},
		},
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" }, // by what the key may see
	})
	for _, name := range slices.Sorted(maps.Keys(d.tools)) {
		t := d.tools[name]
		s.AddTool(t.described(l), func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return t.called(visitOf(ctx), r.Params.Arguments), nil
		})
	}
	addGlossary(s, l)
	addPrompts(s, l)
	s.AddReceivingMiddleware(d.guard)
	return s
}

// guard stands around every method: it shows a key only the tools that it may call, refuses tools that there are not, and
// turns a panic, which nothing above would catch in the library's goroutine, into an internal error.
func (d *Door) guard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (result mcp.Result, err error) {
		v := visitOf(ctx)
		defer func() {
			if p := recover(); p != nil {
				v.record.Stack = debug.Stack()
				result, err = nil, v.failure(rpcInternal, fault.New(fault.Internal).Because(fmt.Errorf("panic: %v", p)))
			}
		}()
		if params, ok := r.GetParams().(*mcp.CallToolParamsRaw); ok && d.tools[params.Name] == nil {
			return nil, v.failure(rpcInvalidParams, fault.New(fault.NoRoute).Why("agent_no_tool", clip(params.Name, nameTold)))
		}
		result, err = next(ctx, method, r)
		if wrong, ok := errors.AsType[*jsonrpc.Error](err); ok && slices.Contains(byName, method) && !coded(wrong) {
			return nil, v.failure(rpcInvalidParams, fault.New(fault.NoRoute).Why("agent_nothing"))
		}
		if list, ok := result.(*mcp.ListToolsResult); ok && err == nil {
			list.Tools = slices.DeleteFunc(list.Tools, func(t *mcp.Tool) bool { return !d.tools[t.Name].allowed(v.caller.Scopes) })
		}
		return result, err
	}
}

// nameTold is how many characters of a name that is none are told again.
const nameTold = 64

// byName are the methods that ask for something by its name, and fail in the library when there is none.
var byName = []string{"resources/read", "prompts/get"}

// coded tells whether an error is one of failure.
func coded(err *jsonrpc.Error) bool {
	var said refusal
	return json.Unmarshal(err.Data, &said) == nil && said.Code != 0
}

// failure is a fault as an error of the protocol.
func (v *visit) failure(code int64, f *fault.Fault) error {
	said := refused(v.record, v.lang, f)
	return &jsonrpc.Error{Code: code, Message: said.Msg, Data: encode(said)}
}

// called checks a call and does its work. A refusal is a result too, so that the model behind the client reads it.
func (t *tool) called(v *visit, arguments json.RawMessage) *mcp.CallToolResult {
	data, err := t.answer(v, arguments)
	if err != nil {
		var shape *shapeError
		if errors.As(err, &shape) {
			v.record.Code = int(fault.Malformed)
			return result(encode(refusal{
				fault.Malformed, v.lang.Fault(fault.New(fault.Malformed)),
				json.RawMessage(shape.failures.AppendJSON(nil)),
			}), true)
		}
		return result(encode(refused(v.record, v.lang, fault.Of(err))), true)
	}
	if kept, ok := data.(json.RawMessage); ok {
		return result(kept, false)
	}
	return result(encode(data), false)
}

func result(body []byte, isError bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(body)}},
		StructuredContent: json.RawMessage(body), IsError: isError,
	}
}

func (t *tool) answer(v *visit, arguments json.RawMessage) (any, error) {
	if t.Scope != "" {
		if err := v.caller.Scopes.Require(t.Scope); err != nil {
			return nil, err
		}
	}
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = json.RawMessage(`{}`)
	}
	value, syntax := requestschema.Read(arguments)
	if syntax != nil {
		return nil, fault.New(fault.Unreadable).Because(syntax)
	}
	in, failures := t.check.Check(value, "arguments")
	if len(failures) == 0 {
		unknown := in.Unknown()
		for _, name := range unknown[:min(len(unknown), unknownTold)] {
			failures = append(failures, requestschema.Failure{
				Type: "extra_forbidden", Loc: []any{"arguments", name}, Msg: "Extra inputs are not permitted", Input: in.Sent(name),
			})
		}
	}
	if len(failures) > 0 {
		return nil, &shapeError{failures}
	}
	return t.work(v.ctx, &call{Caller: v.caller, In: in, lang: v.lang, raw: arguments})
}

// unknownTold is how many arguments that a tool does not take are named in a refusal.
const unknownTold = 20

// shapeError is that arguments are not what the tool takes.
type shapeError struct{ failures requestschema.Failures }

func (*shapeError) Error() string { return "malformed arguments" }
