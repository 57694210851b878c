package simulator

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"renown/internal/tool/assistant"
)

// inquiry is one request, understood as the platform would: what it asks for follows from the platform's own
// switches, not from our idea of modes.
type inquiry struct {
	platform  *assistant.Platform
	protocol  assistant.Protocol
	origin    string // of the simulator itself
	model     string
	asked     string // the question as sent
	question  string // without its marker
	script    []Step
	searching bool
	sources   bool // the platform was asked to return its sources
	marking   bool // and to mark them in the text
	thinking  bool
	stream    bool
	app       bool // Ark's doubao_app
	round     int
	loop      bool    // Kimi's search tool was declared
	inherited Outcome // from Kimi's first round
}

func (in *inquiry) loops() bool { return in.loop }

// requestBody is the union of what the protocols send.
type requestBody struct {
	Model      string
	Input      json.RawMessage
	Messages   []message
	Contents   []struct{ Parts []struct{ Text string } }
	Tools      []tool
	MaxTokens  int                     `json:"max_tokens"`
	Thinking   struct{ Type string }   `json:"thinking"`
	Reasoning  struct{ Effort string } `json:"reasoning"`
	Parameters dashScopeParameters     `json:"parameters"`
	Generation struct {
		ThinkingConfig struct {
			IncludeThoughts bool `json:"includeThoughts"`
		} `json:"thinkingConfig"`
	} `json:"generationConfig"`
	chatSwitches
}

type message struct {
	Role    string
	Content json.RawMessage
	Calls   []struct {
		ID       string
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
}

type tool struct {
	Type         string
	Name         string
	Function     struct{ Name string }
	Feature      map[string]struct{ Type string }
	GoogleSearch *struct{} `json:"google_search"`
	WebSearch    struct {
		SearchResult any `json:"search_result"`
	} `json:"web_search"`
}

type dashScopeParameters struct {
	EnableThinking    bool `json:"enable_thinking"`
	EnableSearch      bool `json:"enable_search"`
	IncrementalOutput bool `json:"incremental_output"`
	SearchOptions     struct {
		EnableSource   bool   `json:"enable_source"`
		EnableCitation bool   `json:"enable_citation"`
		CitationFormat string `json:"citation_format"`
	} `json:"search_options"`
}

// chatSwitches are the search switches of the platforms that share chat completions.
type chatSwitches struct {
	EnableEnhancement bool `json:"enable_enhancement"` // Hunyuan
	SearchInfo        bool `json:"search_info"`
	Citation          bool `json:"citation"`
	WebSearch         *struct {
		Enable         bool
		EnableCitation bool `json:"enable_citation"`
		EnableTrace    bool `json:"enable_trace"`
	} `json:"web_search"` // Qianfan
	SearchMode       string          `json:"search_mode"` // Baidu AI Search
	CornerMarkers    *bool           `json:"enable_corner_markers"`
	EnableReasoning  bool            `json:"enable_reasoning"`
	DisableSearch    bool            `json:"disable_search"`     // Perplexity
	WebSearchOptions json.RawMessage `json:"web_search_options"` // OpenAI chat
}

// requestLimit is more than any question needs.
const requestLimit = 8 << 20 // bytes

// read understands a request or says why the platform would not.
func (s *Simulator) read(r *http.Request) (*inquiry, *refusal) {
	id, below, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	in := &inquiry{origin: "http://" + r.Host, round: 1}
	in.protocol = protocolOf(below)
	in.platform = s.platforms[id]
	if in.platform == nil {
		in.platform = strange(id, in.protocol)
	}
	if in.protocol == "" || in.platform.Protocol == "" || r.Method != http.MethodPost {
		return nil, refuse(in, Config)
	}
	if in.platform.Protocol == assistant.ProtocolKimi {
		in.protocol = assistant.ProtocolKimi
	}
	if !authorised(in, r.Header) {
		return nil, refuse(in, Auth)
	}
	var body requestBody
	raw, err := io.ReadAll(io.LimitReader(r.Body, requestLimit))
	if err == nil {
		err = json.Unmarshal(raw, &body)
	}
	if err != nil {
		return nil, refuse(in, BadRequest)
	}
	in.stream = strings.EqualFold(r.Header.Get("X-DashScope-SSE"), "enable")
	in.model = body.Model
	in.understand(&body, below)
	if in.asked == "" || in.model == "" || !in.allowed(&body) {
		return nil, refuse(in, BadRequest)
	}
	in.question, in.script = cutMarker(in.asked)
	return in, nil
}

// protocolOf reads the protocol from the end of a path; base addresses differ, these do not.
func protocolOf(path string) assistant.Protocol {
	switch {
	case strings.HasSuffix(path, "/responses"), path == "responses":
		return assistant.ProtocolResponses
	case strings.HasSuffix(path, "v1/messages"):
		return assistant.ProtocolAnthropic
	case strings.HasSuffix(path, "services/aigc/text-generation/generation"):
		return assistant.ProtocolDashScope
	case strings.HasSuffix(path, "chat/completions"):
		return assistant.ProtocolChat
	case strings.HasSuffix(path, ":generateContent"):
		return assistant.ProtocolGemini
	}
	return ""
}

// strange makes up an entry for a platform nobody described.
func strange(id string, protocol assistant.Protocol) *assistant.Platform {
	p := &assistant.Platform{ID: id, Protocol: protocol}
	p.Options.Cites = true
	p.Options.Sources = []string{"search_results"}
	p.Options.Fields = assistant.Fields{URL: "url", Title: "title", Index: "index"}
	p.Options.Markers = []string{"plain"}
	return p
}

func authorised(in *inquiry, h http.Header) bool {
	if in.platform.Keyless() {
		return true
	}
	bearer := strings.HasPrefix(h.Get("Authorization"), "Bearer ")
	switch in.protocol {
	case assistant.ProtocolAnthropic:
		return h.Get("X-Api-Key") != "" && h.Get("Anthropic-Version") != ""
	case assistant.ProtocolGemini:
		return h.Get("X-Goog-Api-Key") != ""
	}
	return bearer
}
