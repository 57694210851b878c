package analysis

import (
	"context"
	"net/http"
	"net/url"

	"renown/internal/door/console/kit"
	"renown/internal/door/message"
	"renown/internal/room/report"
	"renown/internal/tool/mail"
)

// ReportLetter words the report about a month for a reader's mailbox: the conclusion, the key figures with their intervals, and where the
// whole stands, which asks for the reader's login.
func (pages *Pages) ReportLetter(ctx context.Context, e report.Edition) (mail.Message, error) {
	address := url.URL{
		Path:     "/brands/" + e.BrandID + "/report",
		RawQuery: url.Values{"from": {e.Period.From}, "to": {e.Period.To}}.Encode(),
	}
	r := (&http.Request{Method: http.MethodGet, URL: &address, Header: http.Header{"Accept-Language": {e.Language}}}).WithContext(ctx)
	v := kit.NewVisit(nil, r, kit.View{Now: pages.Now(), Years: true})
	v.Caller, ctx = e.Reader, v.Context()
	var err error
	if v.Brand, err = pages.Brands.Find(ctx, v.Caller, e.BrandID); err != nil {
		return mail.Message{}, err
	}
	said, err := pages.report(ctx, v)
	if err != nil {
		return mail.Message{}, err
	}
	told := message.Report{Title: v.T("%s：%s 的报告", v.Brand.Name, said.periodText(ctx)), Path: address.String()}
	for _, line := range said.lines {
		told.Lines = append(told.Lines, line.text)
	}
	for _, f := range said.overview.figures {
		told.Lines = append(told.Lines, figureLine(ctx, f))
	}
	return message.Writer{PublicURL: pages.PublicURL}.Report(v.Lang, e.Unsubscribe, told), nil
}

// figureLine is a key figure as text.
func figureLine(ctx context.Context, f kit.Figure) string {
	if !f.Known() {
		return kit.T(ctx, "%s：回答太少", kit.T(ctx, f.Label))
	}
	return kit.T(ctx, "%s：%s（95%% 区间 %s，%s）", kit.T(ctx, f.Label), f.Text(*f.Value)+f.Suffix(), f.Plot.Bound, f.Sample())
}
