package analysis

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/day"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
)

const (
	lensDays    = 30   // without a choice
	lensLongest = 1100 // days that can be analysed at once
)

var lensPresets = []int{7, 30, 90}

// lensSpans are the periods of the calendar, by their names in the URL.
var lensSpans = []struct{ name, label string }{{"month", kit.Key("本月")}, {"last_month", kit.Key("上月")}, {"quarter", kit.Key("本季度")}}

// lens is what an analysis is narrowed to: a period in Beijing days, platforms, topics. It lives in the URL.
type lens struct {
	days     int    // of a preset; 0 for a span or dates of one's own
	span     string // of the calendar, see lensSpans
	from, to time.Time
	chosen   []string // platforms; none is all
	topics   []string // none is all
	surface  string   // where assistants were asked
	apps     bool     // something was asked in apps, too
	typed    kit.Form // the dates as they were typed, with what is wrong about them
	against  string   // what it is compared with: "" the period before, "month" the same days a month earlier, "dates"
	was      insight.Period
	prompts  *promptLens // nil on pages that count no single prompts
	checked  bool        // people have checked enough readings

	brand     brand.Brand
	path      string
	query     url.Values // as it came
	platforms []kit.PlatformName
	offered   []brand.Topic
}

// lensOf reads the filters of a page about v.brand. Dates that make no sense are told beside them, and the last thirty days are shown.
func (pages *Pages) lensOf(ctx context.Context, v *kit.Visit) (l lens, err error) {
	l = lens{brand: v.Brand, path: v.URL.Path, query: v.URL.Query(), typed: kit.Form{Values: v.URL.Query(), Faults: map[string]string{}}}
	l.platforms = kit.PlatformNames(ctx, pages.Runs)
	if l.offered, err = pages.Brands.Topics(ctx, v.Caller, v.Brand.ID); err != nil {
		return l, err
	}
	for _, p := range l.platforms {
		if slices.Contains(l.query["platform"], p.ID) {
			l.chosen = append(l.chosen, p.ID)
		}
	}
	if len(l.chosen) == len(l.platforms) {
		l.chosen = nil
	}
	for _, t := range l.offered {
		if slices.Contains(l.query["topic"], t.ID) {
			l.topics = append(l.topics, t.ID)
		}
	}
	if len(l.topics) == len(l.offered) {
		l.topics = nil
	}
	if l.apps, err = pages.Runs.InApps(ctx, v.Brand.ID); err != nil {
		return l, err
	}
	if l.surface = reading.SurfaceAPI; l.query.Get("surface") == reading.SurfaceApp {
		l.surface, l.apps = reading.SurfaceApp, true
	}
	l.choosePeriod(v)
	l.chooseAgainst(v)
	l.checked, err = pages.Insights.Checked(ctx, v.Brand.ID)
	return l, err
}

// calendar is a span of the calendar that ends today at the latest.
func calendar(name string, today time.Time) (from, to time.Time, ok bool) {
	first := time.Date(today.Year(), today.Month(), 1, 0, 0, 0, 0, today.Location())
	switch name {
	case "month":
		return first, today, true
	case "last_month":
		return first.AddDate(0, -1, 0), first.AddDate(0, 0, -1), true
	case "quarter":
		return first.AddDate(0, -(int(today.Month())-1)%3, 0), today, true
	}
	return from, to, false
}

// chooseAgainst reads what the period is compared with. Days that make no sense are told beside them.
func (l *lens) chooseAgainst(v *kit.Visit) {
	switch l.query.Get("against") {
	case "month":
		l.against, l.was = "month", insight.Period{
			From: monthBefore(l.from).Format(time.DateOnly),
			To:   monthBefore(l.to).Format(time.DateOnly),
		}
	case "dates":
		if l.query.Get("was_from") == "" || l.query.Get("was_to") == "" {
			return
		}
		from, to := l.date(v, "was_from", time.Time{}), l.date(v, "was_to", time.Time{})
		switch {
		case l.typed.Faults["was_from"] != "" || l.typed.Faults["was_to"] != "":
		case from.After(to):
			l.typed.Blame("was_from", v.T("开始日期不能晚于结束日期"))
		case to.After(l.to), l.from.Sub(from) >= lensLongest*24*time.Hour, to.Sub(from) >= lensLongest*24*time.Hour:
			l.typed.Blame("was_from", v.T("对比的日子要在这段时间之前的 %d 天以内", lensLongest))
		default:
			l.against, l.was = "dates", insight.Period{From: from.Format(time.DateOnly), To: to.Format(time.DateOnly)}
		}
	}
}

// monthBefore is the same day of the month before, or its last day.
func monthBefore(day time.Time) time.Time {
	last := time.Date(day.Year(), day.Month(), 0, 0, 0, 0, 0, day.Location())
	return last.AddDate(0, 0, min(day.Day(), last.Day())-last.Day())
}

func (l *lens) choosePeriod(v *kit.Visit) {
	midnight := day.Of(v.Now.Time).Begin()
	today := midnight.In(timestamp.Beijing)
	l.days, _ = strconv.Atoi(l.query.Get("days"))
	if !slices.Contains(lensPresets, l.days) {
		l.days = lensDays
	}
	l.from, l.to = today.AddDate(0, 0, 1-l.days), today
	if from, to, ok := calendar(l.query.Get("period"), today); ok {
		l.days, l.span, l.from, l.to = 0, l.query.Get("period"), from, to
		return
	}
	if l.query.Get("from") == "" && l.query.Get("to") == "" {
		return
	}
	from, to := l.date(v, "from", today.AddDate(0, 0, 1-lensDays)), l.date(v, "to", today)
	if l.query.Get("from") == "" {
		from = to.AddDate(0, 0, 1-lensDays)
	}
	switch {
	case !l.typed.Sound():
	case from.After(to):
		l.typed.Blame("from", v.T("开始日期不能晚于结束日期"))
	case to.Sub(from) >= lensLongest*24*time.Hour:
		l.typed.Blame("from", v.T("最多看 %d 天", lensLongest))
	default:
		l.days, l.from, l.to = 0, from, to
	}
}

// date reads a day that was typed; an empty one is otherwise.
func (l *lens) date(v *kit.Visit, name string, otherwise time.Time) time.Time {
	text := l.query.Get(name)
	if text == "" {
		return otherwise
	}
	day, err := time.ParseInLocation(time.DateOnly, text, timestamp.Beijing)
	if err != nil || day.Year() < 2000 || day.Year() > 2200 {
		l.typed.Blame(name, v.T("日期写成 2026-11-15 这样"))
	}
	return day
}

// name is what a platform is called; of one that left the catalogue only its id is known.
func (l lens) name(platform string) string {
	for _, p := range l.platforms {
		if p.ID == platform {
			return p.Name
		}
	}
	return platform
}

// asked is the lens as the analyses take it.
func (l lens) asked() insight.Query {
	return insight.Query{
		From: l.from.Format(time.DateOnly), To: l.to.Format(time.DateOnly), Platforms: l.chosen,
		TopicIDs: l.topics, Surface: l.surface,
	}
}

// among is the surface whose answers are listed: any, where all are of one.
func (l lens) among() string {
	if !l.apps {
		return ""
	}
	return l.surface
}

// on is the same page on the other surface.
func (l lens) on(surface string) string {
	query := l.without("surface", "page", "at")
	if surface != reading.SurfaceAPI {
		query.Set("surface", surface)
	}
	if len(query) == 0 {
		return l.path
	}
	return l.path + "?" + query.Encode()
}

func surfaceName(ctx context.Context, surface string) string {
	if surface == reading.SurfaceApp {
		return kit.T(ctx, "surface|应用")
	}
	return kit.T(ctx, "surface|接口")
}

// compared is asked, with what it is compared with and the prompts that were asked for: for pages that say so.
func (l lens) compared() insight.Query {
	q := l.asked()
	q.Against = l.was
	if l.prompts != nil {
		q.PromptIDs = l.prompts.ids
	}
	return q
}

// moments are the first of the period and the first after it.
func (l lens) moments() (from, to timestamp.Time) {
	return timestamp.Of(l.from), timestamp.Of(l.to.AddDate(0, 0, 1))
}

func (l lens) status() int {
	if l.typed.Sound() {
		return http.StatusOK
	}
	return http.StatusUnprocessableEntity
}

// carried are the parameters that stay when another page about the same brand is opened.
func (l lens) carried() url.Values {
	kept := url.Values{}
	switch {
	case l.span != "":
		kept.Set("period", l.span)
	case l.days == 0:
		kept.Set("from", l.from.Format(time.DateOnly))
		kept.Set("to", l.to.Format(time.DateOnly))
	case l.days != lensDays:
		kept.Set("days", strconv.Itoa(l.days))
	}
	if l.surface == reading.SurfaceApp {
		kept.Set("surface", l.surface)
	}
	for _, p := range l.chosen {
		kept.Add("platform", p)
	}
	for _, t := range l.topics {
		kept.Add("topic", t)
	}
	if l.against != "" {
		kept.Set("against", l.against)
	}
	if l.against == "dates" {
		kept.Set("was_from", l.was.From)
		kept.Set("was_to", l.was.To)
	}
	for _, name := range promptParameters {
		for _, value := range l.query[name] {
			if value != "" {
				kept.Add(name, value)
			}
		}
	}
	return kept
}

// at is the address of another page of the brand under the same lens; names and values in turn go on top.
func (l lens) at(page string, pairs ...string) string {
	query := l.carried()
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Del(pairs[i])
		if pairs[i+1] != "" {
			query.Set(pairs[i], pairs[i+1])
		}
	}
	path := "/brands/" + l.brand.ID + "/" + page
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// preset is the same page over so many days.
func (l lens) preset(days int) string {
	query := l.without("days", "period", "from", "to", "page", "at")
	if days != lensDays {
		query.Set("days", strconv.Itoa(days))
	}
	if len(query) == 0 {
		return l.path
	}
	return l.path + "?" + query.Encode()
}

// spanned is the same page over a span of the calendar.
func (l lens) spanned(name string) string {
	query := l.without("days", "period", "from", "to", "page", "at")
	query.Set("period", name)
	return l.path + "?" + query.Encode()
}

// without is the query but for some parameters.
func (l lens) without(names ...string) url.Values {
	rest := url.Values{}
	for name, values := range l.query {
		if !slices.Contains(names, name) {
			rest[name] = values
		}
	}
	return rest
}

// periodText is the period as people write it: 10-16 至 11-14, with years where it is not all this one.
func (l lens) periodText(ctx context.Context) string { return kit.Days(ctx, l.from, l.to) }

// periodDays is a period of an analysis as people write it.
func periodDays(ctx context.Context, p insight.Period) string {
	from, err := time.Parse(time.DateOnly, p.From)
	to, bad := time.Parse(time.DateOnly, p.To)
	if err != nil || bad != nil {
		return ""
	}
	return kit.Days(ctx, from, to)
}

func (l lens) label(ctx context.Context) string {
	for _, s := range lensSpans {
		if l.span == s.name {
			return kit.T(ctx, s.label)
		}
	}
	if l.days == 0 {
		return kit.T(ctx, "自选日期")
	}
	return kit.T(ctx, "近 %d 天", l.days)
}

func (l lens) platformLabel(ctx context.Context) string {
	switch len(l.chosen) {
	case 0:
		return kit.T(ctx, "全部平台")
	case 1:
		return l.name(l.chosen[0])
	}
	return kit.T(ctx, "部分平台")
}

func (l lens) platformCount() int {
	if len(l.chosen) == 0 {
		return len(l.platforms)
	}
	return len(l.chosen)
}

// topicLabel says which topics are counted, or which prompts by what else.
func (l lens) topicLabel(ctx context.Context) string {
	switch {
	case l.prompts != nil && len(l.prompts.chosen) > 0:
		return kit.JoinWords(ctx, l.prompts.chosen)
	case len(l.topics) == 0:
		return kit.T(ctx, "全部主题")
	case len(l.topics) == 1:
		return l.topicName(l.topics[0])
	}
	return kit.T(ctx, "部分主题")
}

func (l lens) topicCount() int {
	if len(l.topics) == 0 {
		return len(l.offered)
	}
	return len(l.topics)
}

func (l lens) topicName(topicID string) string {
	for _, t := range l.offered {
		if t.ID == topicID {
			return t.Name
		}
	}
	return ""
}

func (l lens) picked(list []string, id string) bool {
	return len(list) == 0 || slices.Contains(list, id)
}
