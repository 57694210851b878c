package story

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/timestamp"
	"renown/internal/room/campaign"
	"renown/internal/simulator/market"
	"renown/internal/simulator/world"
	"renown/internal/tool/claim"
	"renown/internal/tool/stat"
)

// toldWorld is a story's world as it is when the demo is opened at a time, with the article as a page where it was published.
func toldWorld(s *story, now time.Time, seed uint64) *world.World {
	m := world.Market{}
	for _, b := range append([]string{s.profile.Name}, s.rivalNames()...) {
		m.Brands = append(m.Brands, world.Brand{Name: b, Terms: market.Terms(s.profile.Keywords)})
	}
	m.Overlay(demoMarket(now))
	for i, o := range s.outlets[:3] {
		m.Pages = append(m.Pages, world.Page{
			URL: "https://" + o.host + o.path, Title: s.article.title, Text: s.article.body, Site: o.name,
			Published: daysBefore(now, publishedDay-i).Add(5 * time.Hour), Authority: float64(o.authority) / 100, Indexed: o.indexed,
		})
	}
	return world.New(*demoWorld(now), m, seed)
}

func (s *story) rivalNames() (list []string) {
	for _, r := range s.rivals {
		list = append(list, r.name)
	}
	return list
}

var demoPlatforms = []string{"doubao", "deepseek", "qwen", "yuanbao", "kimi", "ernie"}

// told are shares of the answers that count for visibility, by day before the demo was opened: that name the brand and the rival
// that moved, and of the first topic's that name the brand; and how often each page was cited.
type told struct {
	ours, theirs, weak [61]float64
	cited              map[string]int
	naming             []stat.Observed // by days after the first publication; prompts are numbered from topicPrompts times their topic on
}

const topicPrompts = 100 // more than a topic has

func tell(s *story, now time.Time, seed uint64) told {
	w := toldWorld(s, now, seed)
	out := told{cited: map[string]int{}}
	for day := 1; day <= 60; day++ {
		answers, weak := 0.0, 0.0
		for i, t := range s.topics {
			for j, p := range t.prompts {
				if p.asked == 0 || p.itself {
					continue
				}
				for on, platform := range demoPlatforms {
					q := world.Question{Text: p.text, Platform: platform, Day: world.DayOf(daysBefore(now, day))}
					a := w.Answer(q, w.Cell(q))
					answers++
					named := slices.Contains(a.Named, 0)
					if after := publishedDay - day; after >= -campaign.Before {
						out.naming = append(out.naming, stat.Observed{
							Prompt: i*topicPrompts + j, Platform: on,
							Day: after, Y: number(named), X: 1,
						})
					}
					out.ours[day] += number(named)
					out.theirs[day] += number(slices.Contains(a.Named, 1))
					if i == 0 {
						weak++
						out.weak[day] += number(named)
					}
					for _, page := range w.Retrieve(q, a).Cited {
						out.cited[page.Site]++
					}
				}
			}
		}
		out.ours[day] /= answers
		out.theirs[day] /= answers
		out.weak[day] /= weak
	}
	return out
}

func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// mean is that of the days from one to another, both included, the older one second.
func mean(days [61]float64, newest, oldest int) float64 {
	sum := 0.0
	for day := newest; day <= min(oldest, 60); day++ {
		sum += days[day]
	}
	return sum / float64(min(oldest, 60)-newest+1)
}

// The story is the same on whichever weekday it is told, and with other seeds: figures are looked at by the first run of a week, and
// the last look that the past holds sees the rival come from behind; the weak topic is weak and gets better; two outlets are cited and
// one is not. Margins are several times what a look needs.
func TestStoryHolds(t *testing.T) {
	t.Parallel()
	monday := time.Date(2026, 11, 16, 12, 0, 0, 0, timestamp.Beijing)
	for _, s := range stories {
		for seed := range uint64(3) {
			for weekday := range 7 {
				now := monday.AddDate(0, 0, weekday)
				if seed > 0 && weekday != int(seed)*3 { // all weekdays for the seed that the demo has
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%d", s.language, now.Weekday(), seed), func(t *testing.T) {
					t.Parallel()
					out := tell(s, now, seed)
					look := weekday // days ago of the week's first run
					if look == 0 {
						look = 7
					}
					ahead := mean(out.theirs, look, look+29) - mean(out.ours, look, look+29)
					behind := mean(out.ours, look+30, look+59) - mean(out.theirs, look+30, look+59)
					if ahead < 0.15 || behind < 0.1 {
						t.Errorf("the rival is ahead by %.2f, and was behind by %.2f", ahead, behind)
					}
					weak, others := mean(out.weak, 23, 50), mean(out.ours, 23, 50)
					if weak > others-0.1 {
						t.Errorf("the weak topic is not weak: %.2f of %.2f", weak, others)
					}
					if after := mean(out.weak, 1, 7); after < weak+0.08 {
						t.Errorf("the article changed nothing: %.2f before it, %.2f in the last week", weak, after)
					}
					if out.cited[s.outlets[0].name] < 5 || out.cited[s.outlets[1].name] < 5 || out.cited[s.outlets[2].name] > 0 {
						t.Errorf("cited: %v", out.cited)
					}
					if seed == 0 {
						storyVerdict(t, s, out.naming)
					}
				})
			}
		}
	}
}

// storyVerdict is that of the campaign, whose targets are drawn from the first topic's prompts: the effect that is in
// the world is found.
func storyVerdict(t *testing.T, s *story, naming []stat.Observed) {
	t.Helper()
	naming = slices.DeleteFunc(slices.Clone(naming), func(o stat.Observed) bool { return o.Prompt/topicPrompts != s.campaign.topic })
	for i := range naming {
		naming[i].Prompt %= topicPrompts
	}
	drawn := map[string][]int{"zh": {7, 6, 5, 4}, "en": {6, 3, 4, 2}}[s.language]
	targeted := func(prompt int) bool { return slices.Contains(drawn, prompt) }
	d := stat.Design{Treated: targeted, First: -campaign.Before, Resume: campaign.WashOut}
	e, ok := d.Estimate(naming)
	placebo, known := d.Placebo(naming)
	if !ok || !known || !e.Significant() || e.Interval.Low < 0.02 || placebo.P < 0.2 {
		t.Errorf("the effect is %.3f (%.3f to %.3f, p %.4f), the placebo's %.3f (p %.3f)", e.Difference,
			e.Interval.Low, e.Interval.High, e.P, placebo.Difference, placebo.P)
	}
}

// What pages of the demo state agrees with its fact sheets, and the one mistake contradicts them.
func TestStoryFacts(t *testing.T) {
	t.Parallel()
	for _, s := range stories {
		var facts []claim.Fact
		for _, f := range s.facts {
			f.Kind = claim.KindOf(f.Value, f.Unit, f.Options)
			facts = append(facts, claim.Fact{
				Subject: s.profile.Name, Attribute: f.Attribute, Terms: f.Terms,
				Kind: f.Kind, Value: f.Value, Unit: f.Unit,
			})
		}
		r := claim.NewReader([]claim.Subject{{Spellings: append([]string{s.profile.Name}, s.profile.Aliases...)}}, s.rivalNames(), facts)
		said := func(text string, want claim.Verdict) {
			t.Helper()
			if list := r.Read(text+"。", "2026-11-16"); len(list) != 1 || list[0].Verdict != want {
				t.Errorf("%s: %+v", text, list)
			}
		}
		for i, c := range s.market.Claims {
			said(c.Text, claim.Agrees)
			if i == s.claim {
				said(c.Wrong, claim.Contradicts)
			}
		}
	}
}
