package api_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/export"
	"renown/internal/room/plan"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// exporting is the program with two days of answers that are over.
type exporting struct {
	*apitest.Server
	w         *geotest.World
	b         *geotest.Watched
	key, path string
}

const exportDays = "from=2026-01-05&to=2026-01-06"

func eachExport(t *testing.T, body func(t *testing.T, e *exporting)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newExporting(t, d))
	})
}

func newExporting(t *testing.T, d store.Dialect) *exporting {
	t.Helper()
	w := geotest.New(t, d, geotest.Options{})
	w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"云笔记"}},
		simulator.Brand{Name: "石墨文档", Weight: 0.5, Terms: []string{"云笔记"}})
	b := w.Brand(t, "云栖笔记")
	topic := b.Topic(t, "选型")
	b.Prompt(t, topic, "哪款云笔记好用？", "awareness")
	b.Competitor(t, "石墨文档")
	for range 2 {
		b.Run(t)
		w.Clock.Advance(24 * time.Hour)
	}
	s := apitest.Start(t, d, apitest.Options{Database: w.URL, Settings: geoSettings})
	_, key, err := s.App.Accounts.CreateKey(t.Context(), b.Who.UserID, "export", account.Scopes{"geo:read"})
	must.Do(t, err)
	return &exporting{s, w, b, key, "/geo/brands/" + b.ID + "/export/"}
}

// get asks for a table; header is names and values in turn.
func (e *exporting) get(t testing.TB, method, path string, status int, header ...string) *apitest.Answer {
	t.Helper()
	c := apitest.Call{Key: e.key, Method: method, Path: e.path + path, Status: status, Header: http.Header{}}
	for i := 0; i < len(header); i += 2 {
		c.Header.Set(header[i], header[i+1])
	}
	if status == http.StatusRequestedRangeNotSatisfiable {
		c.Code = 4160
	}
	return e.Expect(t, c)
}

func TestExportTable(t *testing.T) {
	t.Parallel()
	eachExport(t, func(t *testing.T, e *exporting) {
		e.refusals(t)
		e.filling(t)
		e.ranges(t)
		e.overHTTP(t)
		e.zipped(t)
		e.goesAway(t)
	})
}

func (e *exporting) refusals(t *testing.T) {
	t.Helper()
	stranger := e.Account(t, plan.Upper)
	at := func(path string) apitest.Call { return apitest.Call{Key: e.key, Method: "GET", Path: e.path + path} }
	call := at("answers")
	call.Key, call.Status, call.Code = "", 401, 1001
	e.Expect(t, call)
	call.Key, call.Status, call.Code = stranger.Key(t, "geo:write", "media:read", "events:manage"), 403, 1002
	e.Expect(t, call)
	call.Key, call.Status, call.Code, call.Want = stranger.Key(t), 404, 3001,
		apitest.Values{"detail": object{"resource": "brand", "id": e.b.ID}}
	e.Expect(t, call)
	for path, loc := range map[string][]string{
		"secrets": {"path", "table"}, "Answers": {"path", "table"}, "answers?format=xlsx": {"query", "format"},
		"answers?format=":                       {"query", "format"},
		"answers?from=2026-01-06&to=2026-01-05": {"query", "from"},
		"daily?from=2022-01-01&to=2026-01-05":   {"query", "from"}, "daily?to=tomorrow": {"query", "to"},
	} {
		call := at(path)
		call.Status, call.Code, call.Want = 422, 4220, apitest.Values{"detail.0.loc": loc}
		e.Expect(t, call)
	}
	call = at("answers")
	call.Method, call.Status, call.Code = "POST", 405, 4050
	e.Expect(t, call)
}

// filling: a period that is not over is sent whole and has no tag.
func (e *exporting) filling(t *testing.T) {
	t.Helper()
	for _, method := range []string{"GET", "HEAD"} {
		a := e.get(t, method, "answers?from=2026-01-05&format=parquet", 200, "Range", "bytes=0-3", "If-None-Match", "*")
		if a.Header.Get("ETag") != "" || a.Header.Get("Accept-Ranges") != "none" ||
			a.Header.Get("Cache-Control") != "private, no-store" || len(a.Body) == 0 && method == "GET" {
			t.Errorf("%s: %v with %d bytes", method, a.Header, len(a.Body))
		}
	}
	for _, table := range e.App.Bulk.Names()[len(e.w.Bulk.Names()):] { // they are as they are now
		if a := e.get(t, "GET", table+"?format=csv&"+exportDays, 200, "Range",
			"bytes=0-3"); a.Header.Get("ETag") != "" || !strings.Contains(string(a.Body), "brand_id") {
			t.Errorf("%s: %v, %s", table, a.Header, a.Body)
		}
	}
	if a := e.get(t, "GET", "searches", 200); len(a.Body) != 0 || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/x-ndjson") {
		t.Errorf("nothing in the last days: %q, %v", a.Body, a.Header)
	}
}

func (e *exporting) ranges(t *testing.T) {
	t.Helper()
	for _, table := range e.w.Bulk.Names() {
		for _, format := range export.Formats {
			path := table + "?format=" + format + "&" + exportDays
			whole := e.get(t, "GET", path, 200)
			tag := whole.Header.Get("ETag")
			file, err := e.w.Bulk.Open(t.Context(), e.b.Who, e.b.ID,
				export.Query{Table: table, Format: format, From: "2026-01-05", To: "2026-01-06"})
			must.Do(t, err)
			var again bytes.Buffer
			must.Do(t, file.Write(t.Context(), &again))
			if tag != `"`+file.Tag+`"` || !bytes.Equal(again.Bytes(), whole.Body) ||
				!strings.Contains(whole.Header.Get("Content-Disposition"), e.b.ID+"-"+table+"-2026-01-05-2026-01-06."+
					format) {
				t.Fatalf("%s: another program writes %d bytes as %s, this one %d as %v", path, again.Len(), file.Tag,
					len(whole.Body), whole.Header)
			}
			head := e.get(t, "HEAD", path, 200)
			if head.Header.Get("Content-Length") != strconv.Itoa(len(whole.Body)) || head.Header.Get("ETag") != tag ||
				head.Header.Get("Accept-Ranges") != "bytes" {
				t.Errorf("%s: HEAD says %v", path, head.Header)
			}
			if a := e.get(t, "GET", path, 304, "If-None-Match", `"other", W/`+tag, "Range", "bytes=0-1"); a.Header.Get("ETag") != tag {
				t.Errorf("%s: unchanged: %v", path, a.Header)
			}
		}
	}
	path := "answers?format=parquet&" + exportDays
	whole := e.get(t, "GET", path, 200)
	tag, size := whole.Header.Get("ETag"), len(whole.Body)
	for asked, want := range map[string][]byte{
		"bytes=0-3": []byte("PAR1"), "bytes=-8": whole.Body[size-8:],
		"bytes=5-": whole.Body[5:], fmt.Sprintf("bytes=5-%d", size*2): whole.Body[5:],
	} {
		if a := e.get(t, "GET", path, 206, "Range", asked, "If-Range", tag); !bytes.Equal(a.Body, want) ||
			!strings.HasSuffix(a.Header.Get("Content-Range"), fmt.Sprintf("/%d", size)) || a.Header.Get("ETag") != tag {
			t.Errorf("%s: %d bytes, %v", asked, len(a.Body), a.Header)
		}
	}
	e.get(t, "GET", path, 206, "Range", "bytes=0-3,8-9")
	for _, header := range [][]string{{"Range", "bytes=0-3", "If-Range", `"other"`}, {"Range", "rows=0-3"}} {
		if a := e.get(t, "GET", path, 200, header...); !bytes.Equal(a.Body, whole.Body) {
			t.Errorf("%v: %d bytes", header, len(a.Body))
		}
	}
	if a := e.get(t, "GET", path, 416, "Range", fmt.Sprintf("bytes=%d-",
		size)); a.Header.Get("Content-Range") != fmt.Sprintf("bytes */%d", size) || a.Header.Get("ETag") != "" {
		t.Errorf("outside: %v", a.Header)
	}
}

// remote reads a file over HTTP as DuckDB does.
type remote struct {
	t    *testing.T
	e    *exporting
	path string
	asks int
}

func (r *remote) ReadAt(p []byte, off int64) (int, error) {
	r.asks++
	a := r.e.get(r.t, "GET", r.path, 206, "Range", fmt.Sprintf("bytes=%d-%d", off, off+int64(len(p))-1))
	if n := copy(p, a.Body); n < len(p) {
		return n, io.EOF
	}
	return len(p), nil
}

func (e *exporting) overHTTP(t *testing.T) {
	t.Helper()
	r := &remote{t: t, e: e, path: "answers?format=parquet&" + exportDays}
	size := must.Get(strconv.ParseInt(e.get(t, "HEAD", r.path, 200).Header.Get("Content-Length"), 10, 64))(t)
	file := must.Get(parquet.OpenFile(r, size))(t)
	rows := parquet.NewGenericReader[struct {
		Named int64 `parquet:"named"`
		Text  string
	}](file)
	list := make([]struct {
		Named int64 `parquet:"named"`
		Text  string
	}, file.NumRows())
	n, err := rows.Read(list)
	if err != nil && err != io.EOF {
		t.Fatal(err)
	}
	var named int64
	for _, row := range list[:n] {
		named += row.Named
	}
	if want := e.w.Number(t, `SELECT count(*) FROM findings WHERE position IS NOT NULL`); int64(n) != e.w.Number(t,
		`SELECT count(*) FROM findings`) || named != want || want == 0 || r.asks < 3 {
		t.Errorf("%d rows in %d requests, %d that name the brand, want %d", n, r.asks, named, want)
	}
}

func (e *exporting) zipped(t *testing.T) {
	t.Helper()
	path := "daily?format=csv&" + exportDays
	plain, zipped := e.get(t, "GET", path, 200), e.get(t, "GET", path, 200, "Accept-Encoding", "gzip")
	reader := must.Get(gzip.NewReader(bytes.NewReader(zipped.Body)))(t)
	text := must.Get(io.ReadAll(reader))(t)
	if !bytes.Equal(text, plain.Body) || zipped.Header.Get("Vary") != "Accept-Encoding" ||
		zipped.Header.Get("ETag") != "W/"+plain.Header.Get("ETag") {
		t.Errorf("compressed: %d bytes of %d, %v", len(text), len(plain.Body), zipped.Header)
	}
	if a := e.get(t, "GET", "daily?format=parquet&"+exportDays, 200, "Accept-Encoding", "gzip"); a.Header.Get("Content-Encoding") != "" {
		t.Error("what is compressed by itself is compressed again")
	}
}

// goesAway: while a client takes an export, slowly, the account has no other, but for what is in hand; when it goes away the place is free.
func (e *exporting) goesAway(t *testing.T) {
	t.Helper()
	e.get(t, "HEAD", "daily?format=parquet&"+exportDays, 200)
	e.w.Exec(t, `UPDATE answer_texts SET text = $1`, strings.Repeat("很长的回答。", 1<<17)) // 2 MB each: more than connections hold
	request := must.Get(http.NewRequestWithContext(t.Context(), "GET", e.URL+api.Prefix+e.path+"answers?"+exportDays, http.NoBody))(t)
	request.Header.Set("X-API-KEY", e.key)
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	response := must.Get(client.Do(request))(t)
	if response.StatusCode != http.StatusOK {
		t.Fatal(response.Status)
	}
	for _, c := range []apitest.Call{
		{Method: "GET", Path: e.path + "daily"},
		{Method: "HEAD", Path: e.path + "citations?from=2026-01-05&to=2026-01-05"},
	} {
		c.Key, c.Status = e.key, 429
		if c.Method == "GET" {
			c.Code, c.Want = 2001, apitest.Values{"detail.retry_after": 10}
		}
		e.Expect(t, c)
	}
	e.get(t, "GET", "daily?format=parquet&"+exportDays, 206, "Range", "bytes=0-3")
	must.Do(t, response.Body.Close())
	client.CloseIdleConnections()
	await.True(t, time.Minute, "the place is free", func() bool {
		return e.Do(t, apitest.Call{Key: e.key, Method: "GET", Path: e.path + "daily?" + exportDays}).Status == 200
	})
}
