package simulator

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

var geminiProtocol = &protocol{
	name: "gemini", suffix: ":generateContent", understand: understandGemini, encode: encodeGemini,
	authorised: func(h http.Header) bool { return h.Get("X-Goog-Api-Key") != "" },
	refusals:   "gemini",
	filtered: func(in *inquiry) any {
		return object{"promptFeedback": object{"blockReason": "PROHIBITED_CONTENT"}, "modelVersion": in.served()}
	},
}

func understandGemini(in *inquiry, raw []byte) bool {
	type tool struct {
		GoogleSearch *struct{} `json:"google_search"`
	}
	var b struct {
		Contents   []struct{ Parts []struct{ Text string } }
		Tools      []tool
		Generation struct {
			ThinkingConfig struct {
				IncludeThoughts bool `json:"includeThoughts"`
			} `json:"thinkingConfig"`
		} `json:"generationConfig"`
	}
	if json.Unmarshal(raw, &b) != nil {
		return false
	}
	if len(b.Contents) > 0 && len(b.Contents[0].Parts) > 0 {
		in.asked = b.Contents[0].Parts[0].Text
	}
	_, name, _ := strings.Cut(in.path, "models/")
	in.model = strings.TrimSuffix(name, ":generateContent")
	in.searching = slices.ContainsFunc(b.Tools, func(t tool) bool { return t.GoogleSearch != nil })
	in.thinking = b.Generation.ThinkingConfig.IncludeThoughts
	return true
}

// googleError is the shape of its refusals; the details say how long to wait, or which quota is used up.
func googleError(c code, do Outcome) object {
	e := object{"code": c.status, "status": c.code, "message": c.text}
	switch do {
	case RateLimit:
		e["details"] = []any{object{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}}
	case Quota:
		e["details"] = []any{object{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": []any{
			object{"quotaId": "GenerateRequestsPerDayPerProjectPerModel"},
		}}}
	}
	return object{"error": e}
}

// redirectPath marks the addresses that stand for Google's expiring redirects.
const redirectPath = "/redirect/"

// encodeGemini writes generateContent. Segments are bytes of the text, not characters.
func encodeGemini(in *inquiry, d *Draft, _ Outcome) []byte {
	parts := []any{}
	if in.thinking {
		parts = append(parts, object{"text": d.Reasoning, "thought": true})
	}
	var b strings.Builder
	supports := []any{}
	for _, part := range d.Passages {
		start := b.Len()
		b.WriteString(part.Text)
		b.WriteString(part.Tail)
		if len(part.Cites) > 0 {
			segment := object{"startIndex": start, "endIndex": b.Len(), "text": part.Text + part.Tail}
			if in.thinking {
				segment["partIndex"] = 1
			}
			supports = append(supports, object{"segment": segment, "groundingChunkIndices": part.Cites})
		}
	}
	parts = append(parts, object{"text": b.String()})
	candidate := object{"finishReason": "STOP", "content": object{"role": "model", "parts": parts}}
	if len(d.Queries) > 0 && len(supports) > 0 { // an answer that rests on nothing found comes without grounding
		chunks := []any{}
		for _, s := range d.Sources {
			token := base64.RawURLEncoding.EncodeToString([]byte(s.URL))
			chunks = append(chunks, object{"web": object{"uri": in.origin + "/" + in.platform.ID + redirectPath +
				token, "title": host(s.URL)}})
		}
		candidate["groundingMetadata"] = object{
			"webSearchQueries": d.Queries, "groundingChunks": chunks, "groundingSupports": supports,
			"searchEntryPoint": object{"renderedContent": "<style></style>"},
		}
	}
	input, output := in.usage(b.String())
	usage := object{"promptTokenCount": input, "candidatesTokenCount": output, "totalTokenCount": input + output}
	if len(d.Queries) > 0 {
		usage["toolUsePromptTokenCount"] = 120
	}
	return marshal(object{
		"responseId": in.id(), "modelVersion": in.served(), "candidates": []any{candidate}, "usageMetadata": usage,
	})
}

// serveRedirect leads from a redirect to the page it stands for.
func (s *Simulator) serveRedirect(w http.ResponseWriter, r *http.Request) {
	_, token, _ := strings.Cut(r.URL.Path, redirectPath)
	target, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || !strings.HasPrefix(string(target), "http") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Location", string(target))
	w.WriteHeader(http.StatusFound)
}
