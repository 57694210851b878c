package world

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// found tells since how many days a platform knows a page: negative before that, or where it never reads the outlet.
func (w *World) found(p *Page, q Question) int {
	if q.Day == 0 {
		return 0
	}
	if Unit("indexed", q.Platform, host(p.URL)) >= p.Indexed {
		return -1
	}
	lag := w.Habit(q.Platform).LagDays
	late := lag/2 + lag*Unit("lag", q.Platform, p.URL)
	return q.Day - DayOf(p.Published) - int(math.Ceil(late))
}

// fade is what is left of a page's effect so many days after it was found: it grows for some days and then halves.
func (w *World) fade(days int) float64 {
	if days < 0 {
		return 0
	}
	rise := 1.0
	if w.RiseDays > 0 {
		rise = min(1, float64(days+1)/w.RiseDays)
	}
	return rise * math.Exp2(-float64(days)/w.HalfLifeDays)
}

// weight is how much a page matters to a question on a platform on a day, 0 to 1: the outlet's authority, how well the page
// answers the question, and how long ago it was found.
func (w *World) weight(p *Page, q Question) float64 {
	known := w.fade(w.found(p, q))
	if known == 0 {
		return 0
	}
	return known * w.fit(p, q.Text) * (0.25 + 0.75*p.Authority)
}

// lift is what articles add to a brand's chance.
func (w *World) lift(b *Brand, q Question) float64 {
	sum := 0.0
	for i := range w.Market.Pages {
		p := &w.Market.Pages[i]
		if strings.Contains(p.Text, b.Name) || strings.Contains(p.Title, b.Name) {
			sum += w.Effect * w.weight(p, q)
		}
	}
	return min(sum, w.EffectMost)
}

// Retrieved are the articles that an answer rests on: those it cites, and one of which it borrows a sentence without saying so.
type Retrieved struct {
	Cited    []*Page
	Borrowed *Page // nil: none
}

// Retrieve throws which articles are used for a question. named tells whether the answer names a brand.
func (w *World) Retrieve(q Question, a Answer) (r Retrieved) {
	for i := range w.Market.Pages {
		p := &w.Market.Pages[i]
		cite, borrow := a.Draw.Float64(), a.Draw.Float64()
		weight := w.weight(p, q)
		switch {
		case cite < w.CiteRate*weight:
			r.Cited = append(r.Cited, p)
		case borrow < w.BorrowRate*weight && r.Borrowed == nil:
			r.Borrowed = p
		}
	}
	return r
}

// fit is how well a page answers a question, 0 to 1: the share of the question's words that it holds, the title's more.
func (w *World) fit(p *Page, question string) float64 {
	key := [2]string{question, p.URL}
	if known, ok := w.fits.Load(key); ok {
		return known.(float64)
	}
	words := grams(question)
	score := 0.0
	if len(words) > 0 {
		title, text := strings.ToLower(p.Title), strings.ToLower(p.Text)
		for _, word := range words {
			switch {
			case strings.Contains(title, word):
				score += 1
			case strings.Contains(text, word):
				score += 0.8
			}
		}
		score /= float64(len(words))
	}
	fit := max(0, min(1, (score-w.FitLeast)/(w.FitFull-w.FitLeast)))
	w.fits.Store(key, fit)
	return fit
}

// gramsMost bounds the work for a long question.
const gramsMost = 24

// grams are the words of a question that say what it is about: pairs of Han characters, longer words of other scripts.
func grams(question string) (list []string) {
	previous := rune(0)
	start := -1
	word := func(end int) {
		if start >= 0 && end-start > 3 {
			list = append(list, question[start:end])
		}
		start = -1
	}
	question = strings.ToLower(question)
	for at, r := range question {
		if len(list) >= gramsMost {
			return list
		}
		han := char.IsHan(r)
		if han || !unicode.IsLetter(r) {
			word(at)
		} else if start < 0 {
			start = at
		}
		if han && previous != 0 && !strings.ContainsRune(idle, r) && !strings.ContainsRune(idle, previous) {
			list = append(list, question[at-utf8.RuneLen(previous):at+utf8.RuneLen(r)])
		}
		previous = 0
		if han {
			previous = r
		}
	}
	word(len(question))
	return list
}

// idle are characters that stand in every question.
const idle = "的了吗呢哪些什么怎样有和与是在个几款家想要比较最请问"

func host(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	name, _, _ := strings.Cut(rest, "/")
	return name
}
