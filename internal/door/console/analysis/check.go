package analysis

import (
	"context"
	"math"
	"net/http"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
)

// check is the page on which people say whether answers were read rightly.
type check struct {
	insight.Check
	brandID, name string
	answer        *answerView // nil: nothing is asked
	form          kit.Form
	few           int // answers there are, when they are too few; else 0
}

func (pages *Pages) showCheck(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.checkPage(ctx, v, kit.Form{Faults: map[string]string{}}, 0)
}

func (pages *Pages) checkPage(ctx context.Context, v *kit.Visit, form kit.Form, few int) (kit.Reply, error) {
	c, err := pages.Insights.Check(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	p := check{Check: c, brandID: v.Brand.ID, name: v.Brand.Name, form: form, few: few}
	if c.Next != "" {
		a, err := pages.Runs.Answer(ctx, v.Caller, c.Next)
		if err != nil {
			return kit.Reply{}, err
		}
		l, err := pages.lensOf(ctx, v)
		if err != nil {
			return kit.Reply{}, err
		}
		shown := newAnswerView(l, a)
		p.answer = &shown
	}
	page := kit.Page{Title: kit.Key("抽检"), Entry: "check", Body: checkBody(p)}
	if !form.Sound() || few > 0 {
		page.Status = http.StatusUnprocessableEntity
	}
	return kit.Show(page)
}

// beginCheck draws the sample.
func (pages *Pages) beginCheck(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	have, err := pages.Insights.BeginCheck(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	if have < reading.CheckSize {
		return pages.checkPage(ctx, v, kit.Form{Faults: map[string]string{}}, max(have, 1))
	}
	return kit.LeadTo("/brands/" + v.Brand.ID + "/check")
}

// judgeReading keeps what the visitor says of one reading. The form says what was read when it was shown: the answer may have been read
// again meanwhile.
func (pages *Pages) judgeReading(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	say := func(field string, must bool) *bool {
		switch f.Value(field) {
		case "yes":
			return new(true)
		case "no":
			return new(false)
		}
		if must {
			f.Blame(field, v.T("请选择是或否"))
		}
		return nil
	}
	read := f.Value("read") == "yes"
	right := say("named", true)
	j := reading.Judged{AnswerID: v.PathValue("answer_id")}
	if f.Value("asked") == "yes" {
		j.Others = append([]string{}, f.Values["other"]...)
	}
	if read && right != nil && *right { // of what is wrongly read as a mention neither place nor tone can be right
		j.Position, j.Tone = say("position", true), say("tone", f.Value("toned") == "yes")
	}
	if !f.Sound() {
		return pages.checkPage(ctx, v, f, 0)
	}
	j.Named = read == *right
	err := pages.Insights.AnswerCheck(ctx, v.Caller, v.Brand.ID, j)
	if fault.Is(err, fault.NoSuchThing) {
		v.Say("这条回答已不在样本中")
		return kit.LeadTo("/brands/" + v.Brand.ID + "/check")
	}
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.LeadTo("/brands/" + v.Brand.ID + "/check")
}

// checkText says where checking stands.
func checkText(ctx context.Context, p check) string {
	if p.Size == 0 {
		return kit.T(ctx, "系统自动判断每条回答；这里由人抽检对不对")
	}
	return kit.T(ctx, "已有定论 %d / %d 条，你判了 %d 条", p.Decided, p.Size, p.Mine)
}

// audit is what judging found of how the brand is read.
func (p check) audit() (precision, recall float64, ok bool) {
	precision, recall = p.Audit("").Found()
	return precision, recall, p.Whole() && !math.IsNaN(precision) && !math.IsNaN(recall)
}

// checkOutcome says what checking found, and whether figures rest on it.
func checkOutcome(ctx context.Context, p check) string {
	if !p.Whole() {
		return kit.T(ctx, "满 %d 条有定论后，可见度与声量份额按它们校正。位次与情感只记录读对多少，不校正数字：是或否说不出正确的位次与情感是什么。", reading.CheckLeast)
	}
	return kit.T(ctx, "可见度与声量份额已按这些核对校正，误差范围计入核对本身的误差；再抽一些会更窄。位次与情感的核对不校正数字：是或否说不出正确的位次与情感是什么。")
}
