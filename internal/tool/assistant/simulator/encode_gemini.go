package simulator

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// redirectPath marks the addresses that stand for Google's expiring redirects.
const redirectPath = "/redirect/"

// encodeGemini writes generateContent. Segments are bytes of the text, not characters.
func (in *inquiry) encodeGemini(d *Draft) object {
	parts := []any{}
	if in.thinking {
		parts = append(parts, object{"text": d.Reasoning, "thought": true})
	}
	var b strings.Builder
	supports := []any{}
	for _, part := range d.Parts {
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
	if len(d.Queries) > 0 {
		chunks := []any{}
		for _, s := range d.Sources {
			token := base64.RawURLEncoding.EncodeToString([]byte(s.URL))
			chunks = append(chunks, object{"web": object{"uri": in.origin + "/" + in.platform.ID + redirectPath + token, "title": host(s.URL)}})
		}
		candidate["groundingMetadata"] = object{
			"webSearchQueries": d.Queries, "groundingChunks": chunks, "groundingSupports": supports,
			"searchEntryPoint": object{"renderedContent": "<style></style>"},
		}
	}
	input, output := in.usage(b.String())
	return object{
		"responseId": in.id(), "modelVersion": in.served(), "candidates": []any{candidate},
		"usageMetadata": object{"promptTokenCount": input, "candidatesTokenCount": output, "totalTokenCount": input + output},
	}
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
