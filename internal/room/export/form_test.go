package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// The bytes of rows under form. When they change, by other columns or another library, tags must: raise form with them.
var formSums = map[int]map[string]string{
	1: {"ndjson": "623f99ecbf95efe6", "csv": "8f5281067117f733", "parquet": "7cb095b19d95c7cd"},
	2: {"ndjson": "81d58db6bdf1e143", "csv": "b9de6b846561d297", "parquet": "7e47d4a33021ecaf"},
	3: {"ndjson": "81d58db6bdf1e143", "csv": "b9de6b846561d297", "parquet": "6b0dbd1071cd0f27"}, // own_cited of answers counts placed pages; rows are called otherwise in Parquet
	4: {"ndjson": "81d58db6bdf1e143", "csv": "b9de6b846561d297", "parquet": "91457c2cfd798788"}, // answered_at_ms is a number in Parquet, too
	5: {"ndjson": "fc021ff4d9e17815", "csv": "07f14ef625bb171b", "parquet": "0ba122819e70baf6"}, // stance
}

func writeOnce[T any](t *testing.T, sum interface{ Write([]byte) (int, error) }, format string, row T) {
	t.Helper()
	var out bytes.Buffer
	w := must.Get(newRows[T](&out, format))(t)
	for range 3 {
		must.Do(t, w.write(row, row))
	}
	must.Do(t, w.end())
	_, _ = sum.Write(out.Bytes())
}

func TestBulkForm(t *testing.T) {
	t.Parallel()
	from := origin{
		"ans_1", "brd_1", 1767578400000, "2026-01-05", "kimi", "api", "search", "k2", "pmt_1", "top_1",
		"awareness", 1, 1, 0, 1, 1,
	}
	for _, format := range Formats {
		sum := sha256.New()
		writeOnce(t, sum, format, answerRow{
			origin: from, RunID: "run_1", Question: "=问？", Text: new("答"),
			Position: new(int64(2)), Tone: new("positive"), ToneScore: new(0.25), ToneJudge: new("offline"),
		})
		writeOnce(t, sum, format, mentionRow{origin: from, EntityID: "brd_1", Name: "云栖", IsBrand: 1, Position: 2})
		writeOnce(t, sum, format, citationRow{from, "https://a.example/", new("题"), "a.example", "a.example", "news", 1, 1})
		writeOnce(t, sum, format, searchRow{from, 1, "云笔记", 1})
		writeOnce(t, sum, format, claimRow{
			origin: from, Place: 1, FactID: new("fct_1"), Kind: "number",
			Verdict: "contradicts", Judge: "offline", Contradicts: 1, Sentence: new("云栖有 5 家店。"), Said: new("5 家"),
		})
		writeOnce(t, sum, format, dayRow{BrandID: "brd_1", Day: "2026-01-05", Platform: "kimi", Answers: 3, ToneSumOffline: 0.5})
		expect.Equal(t, hex.EncodeToString(sum.Sum(nil)[:8]), formSums[form][format], format, "is written otherwise than in form", form)
	}
}
