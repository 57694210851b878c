package report_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/room/account"
	"renown/internal/room/report"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/tool/mail"
)

// world is a brand with the room of reports, and the mails that were enqueued.
type world struct {
	*geotest.World
	*geotest.Watched
	reports *report.Reports

	mu    sync.Mutex
	jobs  []queue.Job
	mails []mail.Message
}

func each(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, g *geotest.World) {
		w := &world{World: g, Watched: g.Brand(t, "山岚")}
		w.reports = report.New(g.DB, g.Brands, report.Options{
			Queue: queue.Gather(g.DB, func(jobs []queue.Job) {
				w.mu.Lock()
				defer w.mu.Unlock()
				w.jobs = append(w.jobs, jobs...)
			}), Limits: limit.New(g.DB), Insights: g.Insights, PublicURL: "https://r.example",
			Letter: func(_ context.Context, e report.Edition) (mail.Message, error) {
				return mail.Message{Subject: e.Language + " " + e.Period.From + " " + e.Period.To, Unsubscribe: e.Unsubscribe}, nil
			},
			Send: func(_ context.Context, m mail.Message) error {
				w.mails = append(w.mails, m)
				return nil
			},
		})
		body(t, w)
	})
}

// kept takes the jobs that were enqueued.
func (w *world) kept() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.jobs)
	w.jobs = nil
	return n
}

// post does the jobs that were enqueued and takes the mails that they send.
func (w *world) post(t *testing.T) []mail.Message {
	t.Helper()
	for _, j := range w.jobs {
		args := must.Get(json.Marshal(j.Args))(t)
		for _, kind := range w.reports.Jobs() {
			if kind.Name == j.Kind {
				must.Do(t, kind.Handle(t.Context(), queue.Delivery{Args: args, Attempt: 1}))
			}
		}
	}
	sent := w.mails
	w.jobs, w.mails = nil, nil
	return sent
}

func why(t *testing.T, err error, want string) {
	t.Helper()
	if f := fault.As(err); f == nil || f.Reason != want {
		t.Errorf("%v, want the reason %s", err, want)
	}
}

func drawn(wide, high int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, wide, high))
	for y := range high {
		for x := range wide {
			m.Set(x, y, color.NRGBA{uint8(x), uint8(y), 90, 255})
		}
	}
	return m
}

func pngOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, png.Encode(&out, m))
	return out.Bytes()
}

// sized is a PNG that says it is so large and holds nothing.
func sized(wide, high uint32) []byte {
	head := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(head[4:], wide)
	binary.BigEndian.PutUint32(head[8:], high)
	head[12], head[13] = 8, 6
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\r"), head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

// Whatever is hostile about a picture is refused before it is decoded, or does not survive.
func TestLogo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		whole := pngOf(t, drawn(900, 450))
		var photo bytes.Buffer
		must.Do(t, jpeg.Encode(&photo, drawn(500, 500), nil))
		script := []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)
		for name, tc := range map[string]struct {
			file []byte
			want string
		}{
			"svg":                   {script, "logo_kind"},
			"gif":                   {[]byte("GIF89a\x01\x00\x01\x00"), "logo_kind"},
			"40 MB":                 {make([]byte, 40<<20), "logo_bytes"},
			"bomb":                  {sized(100_000, 100_000), "logo_pixels"},
			"one side":              {sized(1, 5000), "logo_pixels"},
			"area":                  {sized(4096, 4096), "logo_pixels"},
			"nothing in it":         {sized(10, 10), "logo_broken"},
			"truncated":             {whole[:len(whole)/2], "logo_broken"},
			"truncated JPEG":        {photo.Bytes()[:40], "logo_broken"},
			"only a beginning":      {[]byte("\x89PNG\r\n\x1a\n" + string(script)), "logo_broken"},
			"JPEG of many scans":    {append(slices.Clone(photo.Bytes()), bytes.Repeat([]byte("\xff\xda\x00\x08"), 100)...), "logo_broken"},
			"JPEG that is a script": {append([]byte("\xff\xd8\xff"), script...), "logo_broken"},
		} {
			err := w.reports.SaveAppearance(ctx, w.Who, w.ID, report.AppearanceChange{Picture: tc.file})
			if f := fault.As(err); f == nil || f.Reason != tc.want {
				t.Errorf("%s: %v, want %s", name, err, tc.want)
			}
		}
		if l, err := w.reports.Appearance(ctx, w.Who, w.ID); err != nil || l != (report.Appearance{}) {
			t.Errorf("what was refused left %+v, %v", l, err)
		}
		for _, file := range [][]byte{
			append(slices.Clone(whole), script...),
			append(slices.Clone(photo.Bytes()), script...), pngOf(t, drawn(3, 1)),
		} {
			must.Do(t, w.reports.SaveAppearance(ctx, w.Who, w.ID, report.AppearanceChange{Title: "月报", Accent: " #FFcc00 ", Picture: file}))
			l, err := w.reports.Appearance(ctx, w.Who, w.ID)
			if err != nil || l.Title != "月报" || l.Accent != "#ffcc00" || l.Logo == "" {
				t.Fatalf("%+v, %v", l, err)
			}
			kept, err := w.reports.Logo(ctx, l.Logo)
			if err != nil || bytes.Contains(kept, []byte("script")) {
				t.Fatalf("what hid behind the picture survives: %v", err)
			}
			c, _, err := image.DecodeConfig(bytes.NewReader(kept))
			if err != nil || c.Width > 400 || c.Height > 400 {
				t.Errorf("%d × %d, %v", c.Width, c.Height, err)
			}
		}
		must.Do(t, w.reports.SaveAppearance(ctx, w.Who, w.ID, report.AppearanceChange{Title: "季报"}))
		l, _ := w.reports.Appearance(ctx, w.Who, w.ID)
		if l.Logo == "" || l.Accent != "" {
			t.Errorf("a save without a picture took the logo, or left the colour: %+v", l)
		}
		must.Do(t, w.reports.SaveAppearance(ctx, w.Who, w.ID, report.AppearanceChange{DropLogo: true}))
		expect.Refuse(t, expect.Error(w.reports.Logo(ctx, l.Logo)), fault.NoSuchThing, "a logo that was taken away")
		expect.Refuse(t, expect.Error(w.reports.Logo(ctx, "")), fault.NoSuchThing, "no digest finds")
	})
}

// Titles, colours and comments are bounded; what is another account's is not there.
func TestWords(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		october := report.Period{From: "2026-10-01", To: "2026-10-31"}
		for _, bad := range []report.AppearanceChange{{Title: strings.Repeat("长", 81)}, {Title: "两\n行"}} {
			why(t, w.reports.SaveAppearance(ctx, w.Who, w.ID, bad), "report_title")
		}
		for _, bad := range []string{"red", "#fff", "#1234567", "#12345g", "url(x)"} {
			why(t, w.reports.SaveAppearance(ctx, w.Who, w.ID, report.AppearanceChange{Accent: bad}), "report_accent")
		}
		why(t, w.reports.SaveNotes(ctx, w.Who, w.ID, october, map[string]string{"summary": strings.Repeat("长", 2001)}), "report_note")
		why(t, w.reports.SaveNotes(ctx, w.Who, w.ID, october, map[string]string{"nowhere": "x"}), "report_period")
		for _, bad := range []report.Period{{From: "x", To: "y"}, {From: "2026-10-02", To: "2026-10-01"}} {
			why(t, w.reports.SaveNotes(ctx, w.Who, w.ID, bad, nil), "report_period")
		}
		stranger := w.Caller(t)
		for name, err := range map[string]error{
			"look":  w.reports.SaveAppearance(ctx, stranger, w.ID, report.AppearanceChange{Title: "x"}),
			"notes": w.reports.SaveNotes(ctx, stranger, w.ID, october, map[string]string{"summary": "x"}),
			"mail":  w.reports.SaveMailing(ctx, stranger, w.ID, report.Mailing{Day: 1, Hour: 9, Language: "zh"}),
			"try":   w.reports.Try(ctx, stranger, w.ID, "zh"),
		} {
			expect.Refuse(t, err, fault.NoSuchThing, "a stranger's", name)
		}

		said := map[string]string{"summary": "一\n二", "places": "<b>三</b>", "effect": "  "}
		must.Do(t, w.reports.SaveNotes(ctx, w.Who, w.ID, october, said))
		must.Do(t, w.reports.SaveAppearance(ctx, w.Who, w.ID, report.AppearanceChange{Title: "我的"}))
		got, err := w.reports.Notes(ctx, w.Who, w.ID, october)
		if err != nil || len(got) != 2 || got["summary"] != "一\n二" || got["places"] != "<b>三</b>" {
			t.Errorf("%v, %v", got, err)
		}
		for _, other := range []struct {
			who account.Caller
			p   report.Period
		}{{stranger, october}, {w.Who, report.Period{From: "2026-10-01", To: "2026-10-30"}}} {
			if got, err := w.reports.Notes(ctx, other.who, w.ID, other.p); err != nil || len(got) != 0 {
				t.Errorf("%v, %v", got, err)
			}
		}
		if l, err := w.reports.Appearance(ctx, stranger, w.ID); err != nil || l.Title != "" {
			t.Errorf("a stranger sees %+v, %v", l, err)
		}
		day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for i := range 60 {
			p := report.Period{From: day.Format(time.DateOnly), To: day.AddDate(0, 0, i).Format(time.DateOnly)}
			err = w.reports.SaveNotes(ctx, w.Who, w.ID, p, map[string]string{"places": "x"})
		}
		why(t, err, "report_noted")
		must.Do(t, w.reports.SaveNotes(ctx, w.Who, w.ID, october, map[string]string{}))
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM report_notes WHERE brand_id = $1`, w.ID), 59, "periods after one was cleared")
	})
}

// A month is settled once by concurrent calls; without answers or readers it is noted and nothing is sent.
func TestMonthly(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		at := func(day string, hour int) {
			d := must.Get(time.Parse(time.DateOnly, day))(t)
			w.Clock.Set(d.Add(time.Duration(hour-8) * time.Hour)) // hours of Beijing
		}
		due := func() {
			t.Helper()
			var group sync.WaitGroup
			for range 3 {
				group.Go(func() {
					expect.Do(t, w.reports.Due(context.WithoutCancel(ctx)))
				})
			}
			group.Wait()
		}
		state := func(want string, mails int) {
			t.Helper()
			m, err := w.reports.Mailing(ctx, w.Who, w.ID)
			if got := strings.TrimSpace(m.Month + " " + m.Outcome); err != nil || got != want {
				t.Errorf("%q, %v, want %q", got, err, want)
			}
			expect.Equal(t, w.kept(), mails, "mails")
		}
		set := func(day, hour int64, readers ...string) {
			t.Helper()
			must.Do(t, w.reports.SaveMailing(ctx, w.Who, w.ID,
				report.Mailing{Enabled: true, Day: day, Hour: hour, Language: "en", Readers: readers}))
		}
		for _, bad := range []report.Mailing{{Day: 0, Hour: 9}, {Day: 29, Hour: 9}, {Day: 1, Hour: 24}, {Day: 1, Hour: -1}} {
			why(t, w.reports.SaveMailing(ctx, w.Who, w.ID, bad), "report_time")
		}
		why(t, w.reports.SaveMailing(ctx, w.Who, w.ID, report.Mailing{
			Day: 1, Hour: 9,
			Readers: []string{w.Caller(t).UserID},
		}), "report_reader")
		why(t, report.New(w.DB, w.Brands, report.Options{}).SaveMailing(ctx, w.Who, w.ID,
			report.Mailing{Enabled: true, Day: 1, Hour: 9}), "report_no_mail")
		why(t, w.reports.Try(ctx, w.Who, w.ID, "zh"), "report_empty")

		at("2026-01-10", 12)
		w.Prompt(t, w.Topic(t, "茶"), "哪家无糖茶好喝？", "awareness")
		w.Run(t, "doubao")
		w.Ended()
		set(2, 9, w.Who.UserID)
		due()
		state("", 0) // January has not ended
		at("2026-02-02", 8)
		due()
		state("", 0)
		at("2026-02-02", 9)
		due()
		if sent := w.post(t); len(sent) != 1 || sent[0].Subject != "en 2026-01-01 2026-01-31" {
			t.Errorf("%+v", sent)
		}
		state("2026-01 sent", 0)
		at("2026-02-20", 9)
		set(25, 0, w.Who.UserID) // January was mailed: the next is February's, on March 25
		at("2026-02-26", 9)
		due()
		state("2026-01 sent", 0)
		at("2026-05-26", 9) // three months asleep: the newest alone
		due()
		state("2026-04 no_answers", 0)

		for range 3 {
			why(t, w.reports.Try(ctx, w.Who, w.ID, "zh"), "report_empty")
		}
		at("2026-02-20", 9)
		for range 3 {
			must.Do(t, w.reports.Try(ctx, w.Who, w.ID, "zh"))
		}
		expect.Refuse(t, w.reports.Try(ctx, w.Who, w.ID, "zh"), fault.TooFrequent, "a fourth trial in a row")
		sent := w.post(t)
		if len(sent) != 3 || sent[0].Subject != "zh 2026-01-01 2026-01-31" || sent[0].To != "user1@example.com" ||
			!strings.HasPrefix(sent[0].Unsubscribe, "https://r.example/unsubscribe/") {
			t.Errorf("%+v", sent)
		}
	})
}

// Who takes the link in a mail is off the list, as often as they take it; who is put back on it keeps the link.
func TestLeaving(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		m := report.Mailing{Enabled: true, Day: 1, Hour: 9, Language: "zh", Readers: []string{w.Who.UserID}}
		must.Do(t, w.reports.SaveMailing(ctx, w.Who, w.ID, m))
		token := func() string { return w.Rows(t, 1, `SELECT token FROM report_readers WHERE brand_id = $1`, w.ID)[0] }
		first := token()
		expect.Refuse(t, w.reports.Unsubscribe(ctx, "guessed"), fault.NoSuchThing, "a guessed link")
		for range 2 {
			must.Do(t, w.reports.Unsubscribe(ctx, first))
		}
		if got, err := w.reports.Mailing(ctx, w.Who, w.ID); err != nil || len(got.Readers) != 0 || len(got.Left) != 1 || got.Next == nil {
			t.Errorf("%+v, %v", got, err)
		}
		w.Exec(t, `UPDATE reports SET due_at = 0`)
		if err := w.reports.Due(ctx); err != nil || len(w.post(t)) != 0 { // there are no answers either
			t.Errorf("who left is written to: %v", err)
		}
		if err := w.reports.SaveMailing(ctx, w.Who, w.ID, m); err != nil || token() != first {
			t.Errorf("back on the list: %v", err)
		}
		m.Readers = nil
		must.Do(t, w.reports.SaveMailing(ctx, w.Who, w.ID, m))
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM report_readers WHERE brand_id = $1`, w.ID), 0, "readers are left")
	})
}
