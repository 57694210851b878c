package insight

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/geo/alert"
	"renown/internal/room/geo/run"
)

// Jobs is the background work of this room.
func (i *Insights) Jobs() []queue.Kind {
	return []queue.Kind{run.ReviewJob.By(func(ctx context.Context, args run.ReviewArgs) error { return i.Review(ctx, args.RunID) })}
}

// Review looks at a brand after one of its runs has ended, and raises what there is to say. Called twice it says nothing new.
func (i *Insights) Review(ctx context.Context, runID string) error {
	ended, before, err := i.runs.Latest(ctx, runID)
	if err != nil {
		return gone(err)
	}
	brandID := ended.BrandID
	who, err := i.brands.Owner(ctx, brandID)
	if err != nil {
		return gone(err)
	}
	overview, err := i.Overview(ctx, who, brandID, Query{})
	if err != nil {
		return gone(err)
	}
	return gone(i.db.InTx(ctx, func(tx *store.Tx) error {
		if err := i.brands.CheckNamesTx(ctx, tx, brandID); err != nil { // what the day's alert left no room for
			return err
		}
		alarms := runAlarms(ended)
		more, err := skipAlarms(ctx, tx, ended, before)
		if err != nil {
			return err
		}
		alarms = append(alarms, more...)
		if more, err = changeAlarms(ctx, tx, brandID, overview); err != nil {
			return err
		}
		alarms = append(alarms, more...)
		if more, err = passAlarms(ctx, tx, brandID, overview); err != nil {
			return err
		}
		for _, alarm := range append(alarms, more...) {
			if err := alert.RaiseTx(ctx, tx, brandID, alarm); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Acknowledge marks an alert as seen; doing it again changes nothing. One of another space is NotFound.
func (i *Insights) Acknowledge(ctx context.Context, who account.Caller, alertID string) error {
	return i.db.InTx(ctx, func(tx *store.Tx) error {
		brandID, err := alert.BrandOf(ctx, tx, alertID)
		if err != nil {
			return err
		}
		if _, err := i.brands.FindIn(ctx, tx, who, brandID); fault.Is(err, fault.NoSuchThing) {
			return fault.NotFound("alert", alertID)
		} else if err != nil {
			return err
		}
		return alert.AcknowledgeTx(ctx, tx, alertID)
	})
}

// gone turns what was deleted meanwhile into nothing to do.
func gone(err error) error {
	if fault.Is(err, fault.NoSuchThing) {
		return nil
	}
	return err
}

func runAlarms(r run.Run) []alert.Alarm {
	if r.Status != run.Failed {
		return nil
	}
	return []alert.Alarm{{alert.RunFailed, alert.Critical, "检测失败：本次检测没有得到任何回答", map[string]any{"run_id": r.ID, "sub_tasks": r.Progress.Total}}}
}

// skipping is platforms that were skipped twice running.
type skipping struct {
	Platforms []string `json:"platforms"`
	RunIDs    []string `json:"run_ids"`
}

// skipAlarms names platforms that were skipped in this run and in the one before. One that was named already is not named
// again before a run has asked it.
func skipAlarms(ctx context.Context, tx *store.Tx, now run.Run, before *run.Run) ([]alert.Alarm, error) {
	if before == nil {
		return nil, nil
	}
	known, err := alert.Said[skipping](ctx, tx, now.BrandID, alert.PlatformSkipped, tx.Now)
	if err != nil {
		return nil, err
	}
	var names, ids []string
	for _, p := range now.Platforms {
		if p.Status != run.Skipped || !slices.ContainsFunc(before.Platforms, func(q run.Platform) bool { return q.Platform == p.Platform && q.Status == run.Skipped }) {
			continue
		}
		if at := slices.IndexFunc(known, func(k skipping) bool { return slices.Contains(k.Platforms, p.Platform) }); at >= 0 {
			asked, err := askedSince(ctx, tx, p.Platform, known[at].RunIDs[0])
			if err != nil {
				return nil, err
			}
			if !asked {
				continue
			}
		}
		names, ids = append(names, p.Name), append(ids, p.Platform)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return []alert.Alarm{{alert.PlatformSkipped, alert.Warning, strings.Join(names, "、") + "连续两次检测被跳过", skipping{ids, []string{now.ID, before.ID}}}}, nil
}

// askedSince tells whether a run of the same brand has asked a platform since another run.
func askedSince(ctx context.Context, q store.Querier, platform, runID string) (bool, error) {
	n, err := store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM runs s JOIN runs r ON r.brand_id = s.brand_id AND r.created_at > s.created_at
			JOIN run_platforms p ON p.run_id = r.id AND p.platform = $2 AND p.status IN ('completed', 'failed')
		WHERE s.id = $1`, runID, platform))
	return n > 0, err
}

// shift is one significant change.
type shift struct {
	Indicator   string  `json:"indicator"`
	Platform    *string `json:"platform"` // nil: all platforms
	Previous    float64 `json:"previous"`
	Value       float64 `json:"value"`
	Denominator int64   `json:"denominator"`
	label       string
	form        func(float64) string
	good        bool
}

func (s shift) same(t shift) bool {
	sameSide := (s.Value > s.Previous) == (t.Value > t.Previous)
	return s.Indicator == t.Indicator && sameSide && (s.Platform == nil) == (t.Platform == nil) && (s.Platform == nil || *s.Platform == *t.Platform)
}

func (s shift) text() string {
	word := "上升"
	switch rises := s.Value > s.Previous; {
	case s.Indicator == "average_position" && rises:
		word = "靠后"
	case s.Indicator == "average_position":
		word = "靠前"
	case !rises:
		word = "下降"
	}
	return fmt.Sprintf("%s显著%s：%s → %s", s.label, word, s.form(s.Previous), s.form(s.Value))
}

func percent(v float64) string { return fmt.Sprintf("%.1f%%", v*100) }
func plain(v float64) string   { return fmt.Sprintf("%.2f", v) }

type shifts struct {
	Changes []shift `json:"changes"`
}

// changeAlarms says which figures changed significantly against the thirty days before and were not reported yet.
func changeAlarms(ctx context.Context, tx *store.Tx, brandID string, o Overview) ([]alert.Alarm, error) {
	known, err := alert.Said[shifts](ctx, tx, brandID, alert.SignificantChange, tx.Now)
	if err != nil {
		return nil, err
	}
	fresh := slices.DeleteFunc(significant(o), func(s shift) bool {
		return slices.ContainsFunc(known, func(k shifts) bool { return slices.ContainsFunc(k.Changes, s.same) })
	})
	if len(fresh) == 0 {
		return nil, nil
	}
	severity := alert.Info
	texts := make([]string, len(fresh))
	for i, s := range fresh {
		texts[i] = s.text()
		if !s.good {
			severity = alert.Warning
		}
	}
	return []alert.Alarm{{alert.SignificantChange, severity, strings.Join(texts, "；"), shifts{fresh}}}, nil
}

// significant lists changes of the whole and of single platforms.
func significant(o Overview) []shift {
	var list []shift
	add := func(key, label string, i Indicator, form func(float64) string) {
		if i.Significant {
			list = append(list, shift{
				Indicator: key, Previous: *i.Previous, Value: *i.Value, Denominator: i.Denominator, label: label, form: form,
				good: (*i.Value > *i.Previous) != (key == "average_position"),
			})
		}
	}
	in := o.Indicators
	add("visibility", "可见度", in.Visibility, percent)
	add("share_of_voice", "声量份额", in.ShareOfVoice, percent)
	add("average_position", "平均位次", in.AveragePosition, plain)
	add("sentiment", "情感得分", in.Sentiment, plain)
	add("citation_rate", "引用率", in.CitationRate, percent)
	for _, p := range o.Platforms {
		if p.Significant {
			list = append(list, shift{
				Indicator: "visibility", Platform: &p.Platform, Previous: *p.Previous, Value: *p.Visibility, Denominator: p.Answers,
				label: p.Name + "的可见度", form: percent, good: *p.Visibility > *p.Previous,
			})
		}
	}
	return list
}

// passing is a competitor that came to stand before the brand.
type passing struct {
	CompetitorID string  `json:"competitor_id"`
	Name         string  `json:"name"`
	Theirs       float64 `json:"competitor_visibility"`
	Ours         float64 `json:"brand_visibility"`
	Answers      int64   `json:"denominator"`
}

type passings struct {
	Passed []passing `json:"passed"`
}

// passAlarms names competitors that are more visible than the brand now and were not in the period before.
func passAlarms(ctx context.Context, tx *store.Tx, brandID string, o Overview) ([]alert.Alarm, error) {
	known, err := alert.Said[passings](ctx, tx, brandID, alert.CompetitorPassed, tx.Now)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(o.Competitors, func(s Standing) bool { return s.IsBrand })
	if at < 0 || o.Competitors[at].Previous == nil || o.Competitors[at].Visibility == nil {
		return nil, nil
	}
	us := o.Competitors[at]
	var fresh []passing
	var texts []string
	for _, c := range o.Competitors {
		passed := !c.IsBrand && c.Visibility != nil && c.Previous != nil && *c.Visibility > *us.Visibility && *c.Previous <= *us.Previous
		if !passed || slices.ContainsFunc(known, func(k passings) bool {
			return slices.ContainsFunc(k.Passed, func(p passing) bool { return p.CompetitorID == *c.CompetitorID })
		}) {
			continue
		}
		fresh = append(fresh, passing{*c.CompetitorID, c.Name, *c.Visibility, *us.Visibility, us.Answers})
		texts = append(texts, fmt.Sprintf("%s（%s）", c.Name, percent(*c.Visibility)))
	}
	if len(fresh) == 0 {
		return nil, nil
	}
	return []alert.Alarm{{alert.CompetitorPassed, alert.Warning, fmt.Sprintf("%s的可见度超过了本品牌（%s）", strings.Join(texts, "、"), percent(*us.Visibility)), passings{fresh}}}, nil
}
