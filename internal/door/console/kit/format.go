package kit

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/door/locale"
	"renown/internal/floor/timestamp"
)

// Number is a count as it is read: 1,126.
func Number[N int | int64](n N) string { return locale.Number(int64(n)) }

// Rounded is a figure with so many decimals; what rounds to nothing has no sign.
func Rounded(x float64, decimals int) string {
	if scale := math.Pow10(decimals); math.Round(x*scale) == 0 {
		x = 0
	}
	if decimals == 0 {
		return Number(int64(math.RoundToEven(x)))
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', decimals, 64), "-", "−", 1)
}

// Percent is a rate of 0 to 1: 44.7%.
func Percent(rate float64) string { return Rounded(rate*100, 1) + "%" }

// Many is a large count as readers of the language shorten it: 12.3 万, 123K.
func Many(ctx context.Context, n int64) string {
	if part, text, ok := ViewOf(ctx).Lang.Large(n); ok {
		return fmt.Sprintf(text, TrimZero(Rounded(part, 1)))
	}
	return Number(n)
}

// TrimZero leaves out a decimal that is 0.
func TrimZero(s string) string { return strings.TrimSuffix(s, ".0") }

// When is a moment as people say it: 今天 10:33, 昨天 08:30, 11-12 16:18, 2025-11-12 16:18.
func When(ctx context.Context, at timestamp.Time) string {
	v := ViewOf(ctx)
	local, now := at.In(v.Zone), v.Now.In(v.Zone)
	clock := local.Format("15:04")
	if v.Years {
		return local.Format(v.T("layout|2006-01-02 15:04"))
	}
	switch day := local.Format(time.DateOnly); {
	case day == now.Format(time.DateOnly):
		return v.T("今天 %s", clock)
	case day == now.AddDate(0, 0, -1).Format(time.DateOnly):
		return v.T("昨天 %s", clock)
	case day == now.AddDate(0, 0, 1).Format(time.DateOnly):
		return v.T("明天 %s", clock)
	case local.Year() == now.Year():
		return local.Format(v.T("layout|01-02 15:04"))
	}
	return local.Format(v.T("layout|2006-01-02 15:04"))
}

// Day is a date alone: 12-31, and with its year when that is another.
func Day(ctx context.Context, at timestamp.Time) string {
	v := ViewOf(ctx)
	return dayText(ctx, at.In(v.Zone), v.Now.In(v.Zone).Year())
}

// dayText is a day as the language writes it, with its year when that is another.
func dayText(ctx context.Context, day time.Time, year int) string {
	if day.Year() == year && !ViewOf(ctx).Years {
		return day.Format(T(ctx, "layout|01-02"))
	}
	return day.Format(T(ctx, "layout|2006-01-02"))
}

// Days is a period, both ends included: 10-16 至 11-14, with years where it is not all this one.
func Days(ctx context.Context, from, to time.Time) string {
	year := ViewOf(ctx).Now.In(timestamp.Beijing).Year()
	if from.Year() != to.Year() {
		year = 0
	}
	return T(ctx, "%s 至 %s", dayText(ctx, from, year), dayText(ctx, to, year))
}

// ShortDay is a day, 2006-01-02, as the language writes it, without its year but on paper.
func ShortDay(ctx context.Context, day string) string {
	if ViewOf(ctx).Years {
		return LongDay(ctx, day)
	}
	return dayAs(ctx, day, "layout|01-02")
}

// LongDay is a day, 2006-01-02, as the language writes it, with its year.
func LongDay(ctx context.Context, day string) string { return dayAs(ctx, day, "layout|2006-01-02") }

func dayAs(ctx context.Context, day, layout string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.Format(T(ctx, layout))
}

// LastDay is the last day on which something works that ends at end: midnight belongs to the day before.
func LastDay(ctx context.Context, end timestamp.Time) string {
	return Day(ctx, end.Add(-time.Microsecond))
}

// lastMoment is the last day of what ends at midnight, and the moment of what ends within a day.
func lastMoment(ctx context.Context, end timestamp.Time) string {
	if hour, minute, second := end.In(ViewOf(ctx).Zone).Clock(); hour+minute+second == 0 {
		return LastDay(ctx, end)
	}
	return When(ctx, end)
}

// ExactTime is a moment for a tooltip.
func ExactTime(ctx context.Context, at timestamp.Time) string {
	return at.In(ViewOf(ctx).Zone).Format("2006-01-02 15:04:05 -07:00")
}

// Lasting is a duration in its two largest units.
func Lasting(ctx context.Context, d time.Duration) string {
	v, s := ViewOf(ctx), int(math.Round(d.Seconds()))
	switch {
	case s < 60:
		return v.T("%d 秒", s)
	case s < 3600:
		return v.T("%d 分 %02d 秒", s/60, s%60)
	}
	if s%3600 < 60 {
		return v.T("%d 小时", s/3600)
	}
	return v.T("%d 小时 %d 分", s/3600, s/60%60)
}

// Initial is the first character of a name, for its seal.
func Initial(name string) string {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(name))
	if r == utf8.RuneError {
		return "·"
	}
	return strings.ToUpper(string(r))
}

// Share is a part of a whole in percent, as an SVG attribute is written.
func Share(part, whole int64) string {
	if whole <= 0 {
		return "0%"
	}
	return fmt.Sprintf("%.2f%%", float64(min(max(part, 0), whole))/float64(whole)*100)
}

// Lines splits what was typed into a list: one entry a line, or separated by commas or 、; blanks and repetitions go.
func Lines(text string) []string {
	list, seen := []string{}, map[string]bool{}
	for _, entry := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\r\n,，、;；", r) }) {
		if entry = strings.TrimSpace(entry); entry != "" && !seen[entry] {
			seen[entry] = true
			list = append(list, entry)
		}
	}
	return list
}

// PlainFloat is a figure for a spreadsheet: no unit, nothing where there is none.
func PlainFloat(x *float64, decimals int) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', decimals, 64)
}

// Signed is a movement: +1,000, −120, 0.
func Signed(n int64) string {
	if n > 0 {
		return "+" + Number(n)
	}
	return Number(n)
}
