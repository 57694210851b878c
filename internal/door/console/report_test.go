package console_test

import (
	"archive/zip"
	"bytes"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"renown/internal/door/console/analysis"
	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/room/report"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// clientReport gives a report the client's look, shares it, and has it worded and put into a workbook.
func (w *watched) clientReport(t *testing.T) {
	t.Helper()
	now := w.s.App.DB.Now().In(timestamp.Beijing)
	days := report.Period{From: now.AddDate(0, 0, -20).Format(time.DateOnly), To: now.Format(time.DateOnly)}
	query := "?from=" + days.From + "&to=" + days.To
	w.dressed(t, query)
	made := w.post(w.path+"/shares", "page", "report", "from", days.From, "to", days.To, "until",
		now.AddDate(0, 0, 9).Format(time.DateOnly)).expect(200)
	worn(t, newBrowser(t, w.s), strings.TrimPrefix(made.one("#share-link"), w.s.URL))
	w.get(w.path+"/report").expect(200, "<b>Nimbus</b> monthly") // other days have no comments
	expect.Equal(t, w.get(w.path+"/report").count(".report-note"), 0, "comments on other days")
	file := w.get(w.path + "/tables.xlsx?days=7")
	book, err := zip.NewReader(strings.NewReader(file.body), int64(len(file.body)))
	if err != nil || len(book.File) != 16+5 || !strings.Contains(file.header.Get("Content-Type"), "spreadsheetml") {
		t.Errorf("the workbook: %v", err)
	}
	w.worded(t, days)
}

// dressed gives a report its own look and comments; what is hostile or another's is refused.
func (w *watched) dressed(t *testing.T, query string) {
	t.Helper()
	b, brand := w.browser, w.path
	look, notes := brand+"/report/look", brand+"/report/notes"+query
	b.get(brand+"/report/settings"+query).expect(200, "报告设置", "没有配置邮件服务")
	b.upload(look, "x.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`).expect(422, "请导出为 PNG")
	b.upload(look, "x.png", strings.Repeat("x", 3<<20)).expect(http.StatusRequestEntityTooLarge, "过大")
	b.upload(look, "x.png", "", "title", "half an emoji \xed\xa0\xbd").expect(400)
	b.upload(look, "x.png", "", "accent", "a\x00b").expect(400)
	b.post(look, "title", "x", "accent", "red").expect(422, "#17586e")
	b.post(notes, "summary", strings.Repeat("长", 2001)).expect(422, "最多 2000 个字")
	b.post(brand+"/report/mail", "day", "1", "hour", "9", "language", "xx").expect(422)
	b.post(brand+"/report/mail", "enabled", "yes", "day", "1", "hour", "9", "language", "zh").expect(422)
	b.post(brand + "/report/mail/try").expect(422)
	stranger, _ := loggedIn(t, b.s, plan.Standard)
	for _, path := range []string{look, notes, brand + "/report/mail", brand + "/report/mail/try"} {
		stranger.post(path, "title", "x").expect(404)
	}
	stranger.get(brand + "/report/settings").expect(404)

	var picture bytes.Buffer
	must.Do(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 30, 10))))
	b.upload(look, "x.png", picture.String(), "title", "<b>Nimbus</b> monthly", "accent", "#FFCC00").leads(brand + "/report/settings")
	b.post(notes, "summary", "first\r\n<script>alert(1)</script>", "prompts", "write more").leads(brand + "/report" + query)
}

// worn is the report as who holds its link sees it: with its look, and with nothing that leads further.
func worn(t *testing.T, client *browser, link string) {
	t.Helper()
	got := client.get(link).expect(200, "<b>Nimbus</b> monthly", "first <script>alert(1)</script>", "write more", "每个问题", "2026")
	if strings.Contains(got.body, "<script>alert") || strings.Contains(got.text(), "报告设置") || strings.Contains(got.text(), "xlsx") {
		t.Error("a script, or a tool of who made it")
	}
	logo := client.get(attr(got.find("img.cover-logo")[0], "src"))
	if _, err := png.Decode(strings.NewReader(logo.body)); err != nil || logo.header.Get("Content-Type") != "image/png" {
		t.Errorf("the logo: %v, %v", err, logo.header)
	}
	client.get("/report-logo/guessed.img").expect(404)
	style := client.get("/report-colour/ffcc00.css")
	if !strings.HasPrefix(style.header.Get("Content-Type"), "text/css") ||
		strings.Contains(style.body, "light-dark(#ffcc00") || !strings.Contains(style.body, "#ffcc00)") {
		t.Errorf("a colour too light for paper: %s", style.body)
	}
	for _, bad := range []string{"red", "ffcc0", "ffcc00ff", "%7Dbody%7B"} {
		client.get("/report-colour/" + bad + ".css").expect(404)
	}
}

// worded holds the letter of a report against what it must say.
func (w *watched) worded(t *testing.T, days report.Period) {
	t.Helper()
	a := w.s.App
	pages := &analysis.Pages{Rooms: kit.Rooms{Rooms: a.Rooms, PublicURL: "https://r.example", Now: a.DB.Now}}
	for language, want := range map[string][]string{
		"zh": {" 的报告", "的回答提到", "可见度：", "95% 区间", "不想再收到"},
		"en": {": report for", "of answers mention", "Visibility: ", "95% interval"},
	} {
		letter, err := pages.ReportLetter(t.Context(), report.Edition{
			Reader: w.who, BrandID: w.id, Period: days,
			Language: language, Unsubscribe: "https://r.example/unsubscribe/x",
		})
		must.Do(t, err)
		for _, text := range append(want, "云栖笔记", "https://r.example"+w.path+"/report?from="+days.From, "https://r.example/unsubscribe/x") {
			if !strings.Contains(letter.Subject+letter.Text, text) {
				t.Errorf("%s: %q is not in %s\n%s", language, text, letter.Subject, letter.Text)
			}
		}
	}
}
