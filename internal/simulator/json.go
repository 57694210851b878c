package simulator

import (
	"encoding/json"
	"net/http"
	"strconv"
)

type object = map[string]any

// marshal writes keys in order, so that equal replies are equal bytes.
func marshal(value any) []byte {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // replies hold nothing that cannot be written
	}
	return raw
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	body := marshal(value)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a caller that left needs no answer
}
