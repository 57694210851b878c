package requestschema_test

import (
	"fmt"
	"strings"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

func orderBody() []byte {
	ids := make([]string, 20)
	for i := range ids {
		ids[i] = fmt.Sprintf(`"med_01kbe7m5v7r71w4gyh064n%03d"`, i)
	}
	return []byte(`{"content_id": "cnt_01kbe7m5v7r71w4gyh064n09rq", "media_ids": [` + strings.Join(ids, ", ") +
		`], "requirements": 2, "account_rule": "1", "article_type": null, "scheduled_at": "2026-01-02 08:00"}`)
}

func BenchmarkOrderBody(b *testing.B) {
	operation := publishedContract(b).Operation("POST", "/media/orders")
	request := requestschema.Request{ContentType: "application/json", Body: orderBody()}
	b.SetBytes(int64(len(request.Body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, failures := operation.Check(request); len(failures) > 0 {
			b.Fatal(string(failures.AppendJSON(nil)))
		}
	}
}

// BenchmarkDeepBody reads a body at the limit of nesting in a member that the contract does not know.
func BenchmarkDeepBody(b *testing.B) {
	operation := publishedContract(b).Operation("POST", "/media/orders")
	body := `{"content_id":"c","media_ids":["m"],"x":` + strings.Repeat("[", 999) + strings.Repeat("]", 999) + "}"
	request := requestschema.Request{ContentType: "application/json", Body: []byte(body)}
	b.SetBytes(int64(len(request.Body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, failures := operation.Check(request); len(failures) > 0 {
			b.Fatal(string(failures.AppendJSON(nil)))
		}
	}
}

// BenchmarkRefusal is the whole way of a body with seven failures, rendering included.
func BenchmarkRefusal(b *testing.B) {
	operation := publishedContract(b).Operation("POST", "/geo/brands/{brand_id}/competitors")
	request := requestschema.Request{Body: []byte(`{"brand_id": 7, "name": 7, "aliases": [7, 7], "website_url": 7, "logo_icon": 7, "description": 7}`)}
	b.ReportAllocs()
	var out []byte
	for b.Loop() {
		_, failures := operation.Check(request)
		must.Equal(b, len(failures), 7)
		out = failures.AppendJSON(out[:0])
	}
}
