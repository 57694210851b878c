package console_test

import (
	"archive/zip"
	"bytes"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"renown/internal/door/console/analysis"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/geo/report"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// dressed gives a report its own look and comments; what is hostile or another's is refused.
func dressed(t *testing.T, b *browser, brand, today string) {
	t.Helper()
	look, notes := brand+"/report/look", brand+"/report/notes?from="+today+"&to="+today
	b.get(brand+"/report/settings?from="+today+"&to="+today).expect(200, "报告设置", "没有配置邮件服务")
	b.upload(look, "x.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`).expect(422, "请导出为 PNG")
	b.upload(look, "x.png", strings.Repeat("x", 3<<20)).expect(http.StatusRequestEntityTooLarge, "过大")
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
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 30, 10))); err != nil {
		t.Fatal(err)
	}
	b.upload(look, "x.png", picture.String(), "title", "<b>Nimbus</b> monthly", "accent", "#FFCC00").leads(brand + "/report/settings")
	b.post(notes, "summary", "first\r\n<script>alert(1)</script>", "next", "write more").leads(brand + "/report/settings?from=" + today + "&to=" + today)
}

// worn is the report as who holds its link sees it: with its look, and with nothing that leads further.
func worn(t *testing.T, client *browser, link string) {
	t.Helper()
	got := client.get(link).expect(200, "<b>Nimbus</b> monthly", "first\n<script>alert(1)</script>", "write more", "各意图词", "2026")
	if strings.Contains(got.body, "<script>alert") || strings.Contains(got.text(), "报告设置") || strings.Contains(got.text(), "xlsx") {
		t.Error("a script, or a tool of who made it")
	}
	logo := client.get(attr(got.find("img.cover-logo")[0], "src"))
	if _, err := png.Decode(strings.NewReader(logo.body)); err != nil || logo.header.Get("Content-Type") != "image/png" {
		t.Errorf("the logo: %v, %v", err, logo.header)
	}
	client.get("/report-logo/guessed.img").expect(404)
	style := client.get("/report-colour/ffcc00.css")
	if !strings.HasPrefix(style.header.Get("Content-Type"), "text/css") || strings.Contains(style.body, "light-dark(#ffcc00") || !strings.Contains(style.body, "#ffcc00)") {
		t.Errorf("a colour too light for paper: %s", style.body)
	}
	for _, bad := range []string{"red", "ffcc0", "ffcc00ff", "%7Dbody%7B"} {
		client.get("/report-colour/" + bad + ".css").expect(404)
	}
}

// worked is the workbook, and the letter that words the same.
func worked(t *testing.T, s *apitest.Server, b *browser, path string) {
	t.Helper()
	file := b.get(path + "/tables.xlsx?days=7")
	book, err := zip.NewReader(strings.NewReader(file.body), int64(len(file.body)))
	if err != nil || len(book.File) != 16+5 || !strings.Contains(file.header.Get("Content-Type"), "spreadsheetml") {
		t.Fatalf("the workbook: %v", err)
	}
	brandID := strings.TrimPrefix(path, "/brands/")
	spaceID, err := store.One[string](s.App.DB.Read().QueryRow(t.Context(), `SELECT space_id FROM brands WHERE id = $1`, brandID))
	if err != nil {
		t.Fatal(err)
	}
	pages := &analysis.Pages{Brands: s.App.Brands, Runs: s.App.Runs, Insights: s.App.Insights, Orders: s.App.Orders, Opportunities: s.App.Opportunities, PublicURL: "https://r.example", Now: s.App.DB.Now}
	today := s.App.DB.Now().Format("2006-01-02")
	for language, want := range map[string][]string{"zh": {"的报告", "的回答提到", "可见度：", "95% 区间", "不想再收到"}, "en": {"report for", "of answers mention", "Visibility: ", "95% interval"}} {
		letter, err := pages.ReportLetter(t.Context(), report.Edition{
			Reader: account.Caller{SpaceID: spaceID}, BrandID: brandID, Period: report.Period{From: today, To: today}, Language: language, Unsubscribe: "https://r.example/unsubscribe/x",
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range append(want, "Nimbus", "https://r.example"+path+"/report?from="+today, "https://r.example/unsubscribe/x") {
			if !strings.Contains(letter.Subject+letter.Text, text) {
				t.Errorf("%s: %q is not in %s\n%s", language, text, letter.Subject, letter.Text)
			}
		}
	}
}
