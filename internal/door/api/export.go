package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room/export"
)

// exportMost is what the making of a table may take before ranges of it are answered.
const exportMost = 10 * time.Minute

var exportTypes = map[string]string{
	"ndjson": "application/x-ndjson; charset=utf-8", "csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet",
}

// download is a result that is sent as it is read, without an envelope.
type download struct {
	*export.File
	userID, kind string
	zips         bool // the form is not compressed by itself
}

func (d *Door) exportTable(ctx context.Context, c *call) (any, error) {
	q := export.Query{Table: c.Path("table"), Format: c.In.Query.Str("format"), From: c.In.Query.Str("from"), To: c.In.Query.Str("to")}
	if q.Format == "" {
		q.Format = "ndjson"
	}
	file, err := d.rooms.Bulk.Open(ctx, c.Caller, c.Path("brand_id"), q)
	if err != nil {
		return nil, err
	}
	file.Name = c.Path("brand_id") + "-" + file.Name
	return download{file, c.UserID, exportTypes[q.Format], q.Format != "parquet"}, nil
}

// send answers with a table. What is asked for by ranges, or only measured, is made into a file first; everything else is sent while it
// is read.
func (d *Door) send(w http.ResponseWriter, r *http.Request, f download) error {
	etag := `"` + f.Tag + `"`
	if f.Tag != "" && matches(r.Header.Get("If-None-Match"), etag) {
		h := w.Header()
		h.Set("ETag", etag)
		h.Set("Cache-Control", "private, no-cache")
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if f.Tag != "" && (r.Method == http.MethodHead || strings.HasPrefix(r.Header.Get("Range"), "bytes=")) {
		err := d.sendRange(w, r, f, etag)
		if !errors.Is(err, errNoRoom) {
			return err
		}
		f.Tag = "" // it cannot be kept: it is sent whole
	}
	s := porch.Stream{Writer: w, Request: r, Zip: f.zips && porch.AcceptsGzip(r)}
	s.Header = func(h http.Header) {
		switch {
		case f.Tag == "":
			etag = ""
		case s.Zip: // other bytes than without it
			etag = "W/" + etag
		}
		f.begin(h, etag)
	}
	return s.Send(r.Context(), func(ctx context.Context, out io.Writer) error { return d.fill(ctx, f, out) })
}

// fill writes a table in the account's place for exports.
func (d *Door) fill(ctx context.Context, f download, out io.Writer) error {
	ctx, end, err := d.rooms.Exporting.Begin(ctx, f.userID)
	if err != nil {
		return err
	}
	defer end()
	return f.Write(ctx, out)
}

func (f download) begin(h http.Header, etag string) {
	h.Set("Content-Type", f.kind)
	h.Set("Content-Disposition", `attachment; filename="`+f.Name+`"`)
	h["X-Content-Type-Options"] = noSniff
	h["Cache-Control"] = noStore
	h.Set("Accept-Ranges", "none")
	if f.zips {
		h["Vary"] = varyEncoding
	}
	if etag != "" {
		h.Set("ETag", etag)
		h.Set("Accept-Ranges", "bytes")
		h.Set("Cache-Control", "private, no-cache") // may be kept, but is asked after each time
	}
}

// sendRange answers from a file with all the bytes, which is made once for the requests that come for it.
func (d *Door) sendRange(w http.ResponseWriter, r *http.Request, f download, etag string) error {
	var file *spooled
	var err error
	paused := porch.Idle(r.Context(), w, exportMost, func() {
		file, err = d.spool.open(r.Context(), f.Tag, func(ctx context.Context, out io.Writer) error {
			if err := d.fill(ctx, f, out); err != nil {
				return err
			}
			return f.Unchanged(ctx) // its parts are put together with others of the same tag
		})
	})
	if err == nil {
		defer d.spool.release(f.Tag, file)
		err = paused
	}
	if err != nil {
		return err
	}
	f.begin(w.Header(), etag)
	asked := r.Clone(r.Context())
	for _, name := range []string{"If-Match", "If-Modified-Since", "If-Unmodified-Since"} { // of no use with tags
		asked.Header.Del(name)
	}
	answer := &ranged{ResponseWriter: w}
	http.ServeContent(answer, asked, "", time.Time{}, io.NewSectionReader(file.file, 0, file.size))
	if !answer.outside {
		return nil
	}
	for _, name := range []string{"Content-Disposition", "Accept-Ranges", "ETag", "Vary"} {
		w.Header().Del(name)
	}
	w.Header()["Cache-Control"] = noStore
	return fault.New(fault.RangeOutside)
}

// ranged lets a slow client have its time for each piece, and keeps the refusal of a range for the envelope.
type ranged struct {
	http.ResponseWriter
	outside bool
}

func (a *ranged) WriteHeader(status int) {
	if a.outside = status == http.StatusRequestedRangeNotSatisfiable; !a.outside {
		a.ResponseWriter.WriteHeader(status)
	}
}

func (a *ranged) Write(p []byte) (int, error) {
	if a.outside {
		return len(p), nil
	}
	porch.Extend(a.ResponseWriter)
	return a.ResponseWriter.Write(p)
}
