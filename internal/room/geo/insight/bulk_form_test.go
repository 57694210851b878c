package insight

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// The bytes of rows under bulkForm. When they change, by other columns or another library, tags must: raise bulkForm with them.
var bulkSums = map[int]map[string]string{
	1: {"ndjson": "623f99ecbf95efe6", "csv": "8f5281067117f733", "parquet": "7cb095b19d95c7cd"},
	2: {"ndjson": "81d58db6bdf1e143", "csv": "b9de6b846561d297", "parquet": "7e47d4a33021ecaf"},
	3: {"ndjson": "81d58db6bdf1e143", "csv": "b9de6b846561d297", "parquet": "7e47d4a33021ecaf"}, // own_cited of answers counts placed pages
}

func writeOnce[T any](t *testing.T, sum interface{ Write([]byte) (int, error) }, format string, row T) {
	t.Helper()
	var out bytes.Buffer
	w, err := newRows[T](&out, format)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := w.write(row, row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	_, _ = sum.Write(out.Bytes())
}

func TestBulkForm(t *testing.T) {
	t.Parallel()
	from := origin{"ans_1", "brd_1", 1767578400000, "2026-01-05", "kimi", "api", "search", "k2", "pmt_1", "top_1", "awareness", 1, 1, 0, 1, 1}
	for _, format := range BulkFormats {
		sum := sha256.New()
		writeOnce(t, sum, format, bulkAnswer{origin: from, RunID: "run_1", Question: "=问？", Text: ptr("答"), Position: ptr(int64(2)), Tone: ptr("positive"), ToneScore: ptr(0.25), ToneJudge: ptr("offline")})
		writeOnce(t, sum, format, bulkMention{origin: from, EntityID: "brd_1", Name: "云栖", IsBrand: 1, Position: 2})
		writeOnce(t, sum, format, bulkCitation{from, "https://a.example/", ptr("题"), "a.example", "a.example", "news", 1, 1})
		writeOnce(t, sum, format, bulkSearch{from, 1, "云笔记", 1})
		writeOnce(t, sum, format, bulkClaim{origin: from, Place: 1, FactID: ptr("fct_1"), Kind: "number", Verdict: "contradicts", Judge: "offline", Contradicts: 1, Sentence: ptr("云栖有 5 家店。"), Said: ptr("5 家")})
		writeOnce(t, sum, format, bulkDay{BrandID: "brd_1", Day: "2026-01-05", Platform: "kimi", Answers: 3, ToneSumOffline: 0.5})
		if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != bulkSums[bulkForm][format] {
			t.Errorf("%s is written otherwise than in form %d: %s", format, bulkForm, got)
		}
	}
}
