package insight_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/insight"
	"renown/internal/room/insight/proof"
	"renown/internal/room/reading"
	"renown/internal/simulator"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// checker judges a brand's readings.
type checker struct {
	t *testing.T
	w *geotest.World
	b *geotest.Watched
}

func (c checker) state(who account.Caller) insight.Check {
	c.t.Helper()
	out := must.Get(c.w.Insights.Check(c.t.Context(), who, c.b.ID))(c.t)
	return out
}

// read tells whether an answer was read as naming the brand.
func (c checker) read(answerID string) bool {
	c.t.Helper()
	return c.w.Number(c.t, `SELECT count(*) FROM findings f JOIN readings r ON r.brand_id = f.brand_id AND r.generation = f.generation AND r.status = 'current'
		WHERE f.answer_id = $1 AND f.position IS NOT NULL`, answerID) == 1
}

// judge says of the next answers whether they were read rightly, until there are no more or so many are judged. It counts those that
// were read as naming the brand and the others apart: in which order they come is chance.
func (c checker) judge(who account.Caller, most int, right func(n int, read bool) bool) {
	c.t.Helper()
	seen := map[bool]int{}
	for range most {
		next := c.state(who).Next
		if next == "" {
			return
		}
		read := c.read(next)
		n := seen[read]
		seen[read]++
		j := reading.Judged{AnswerID: next, Named: read == right(n, read)}
		j.Others = []string{} // nobody else, whatever was read
		if read {
			j.Position, j.Tone = new(n%4 != 0), new(true)
		}
		must.Do(c.t, c.w.Insights.AnswerCheck(c.t.Context(), who, c.b.ID, j))
		c.w.Clock.Advance(time.Second)
	}
}

// Forty answers are drawn at random within platforms and what was read in them; members judge apart and go on where they stopped; from
// thirty that are decided on figures are corrected everywhere, which say so and can still be computed again. What is disputed or
// forgotten is missing, and more is drawn when all is judged. Another version of the reader is checked anew.
func TestAudit(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"云笔记"}},
			simulator.Brand{Name: "石墨文档", Weight: 0.9, Terms: []string{"云笔记"}})
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选型")
		for _, text := range []string{"哪款云笔记好用？", "团队用什么云笔记？", "学生用什么云笔记？"} {
			b.Prompt(t, topic, text, "awareness", "visibility")
		}
		b.Competitor(t, "石墨文档")
		c, stranger, second := checker{t, w, b}, w.Caller(t), account.Caller{UserID: w.Caller(t).UserID, SpaceID: b.Who.SpaceID}
		if have, err := w.Insights.BeginCheck(t.Context(), b.Who, b.ID); err != nil || have != 0 {
			t.Errorf("before anything was read: %d, %v", have, err)
		}
		b.Run(t)
		if have, err := w.Insights.BeginCheck(t.Context(), b.Who, b.ID); err != nil || have >= reading.CheckSize || c.state(b.Who).Size > 0 {
			t.Errorf("of too few answers: %d, %v", have, err)
		}
		for range 5 {
			w.Clock.Advance(24 * time.Hour)
			b.Run(t)
		}
		c.refused(stranger)
		for range 2 { // the second draws nothing
			must.Get(w.Insights.BeginCheck(t.Context(), b.Who, b.ID))(t)
		}
		must.Equal(t, w.Number(t, `SELECT count(*) FROM checks WHERE brand_id = $1`, b.ID), reading.CheckSize, "answers in the sample")
		named := w.Number(t, `SELECT count(*) FROM checks WHERE brand_id = $1 AND named`, b.ID)
		strata := w.Number(t, `SELECT count(*) FROM (SELECT DISTINCT platform, named FROM checks WHERE brand_id = $1) AS s`, b.ID)
		most := w.Number(t, `SELECT max(n) - min(n) FROM (SELECT count(*) AS n FROM checks WHERE brand_id = $1 GROUP BY platform, named HAVING count(*) < max(readings)) AS s`, b.ID)
		if platforms := w.Number(t, `SELECT count(DISTINCT platform) FROM checks WHERE brand_id = $1`, b.ID); platforms != 6 || strata < 10 || most > 1 {
			t.Errorf("%d strata on %d platforms, %d name the brand; strata that have more differ by %d", strata, platforms, named, most)
		}
		before := c.visibility()

		c.judge(b.Who, 29, func(n int, read bool) bool { return n%3 != 0 && !read || n%16 != 0 && read }) // more is missed than wrong
		if s := c.state(b.Who); s.Mine != 29 || s.Decided != 29 || s.Next == "" || c.visibility().Audited != nil {
			t.Errorf("after 29: %+v", s)
		}
		c.judge(b.Who, 20, func(int, bool) bool { return true })
		after, s := c.visibility(), c.state(b.Who)
		if s.Decided != 40 || s.Next != "" || s.Members != 1 || s.Position.Judged != named ||
			s.Tone.Right != s.Tone.Judged || s.Position.Right == s.Position.Judged {
			t.Errorf("after 40: %+v", s)
		}
		if after.Audited == nil || after.Audited.Answers != 40 || *after.Audited.Precision >= 1 || *after.Audited.Recall >= 1 ||
			*after.Read != *before.Value || *after.Value == *before.Value || before.Read != nil ||
			*after.High-*after.Low <= *before.High-*before.Low || *after.Value < *after.Low || *after.Value > *after.High {
			t.Errorf("before %+v, after %+v", before, after.Audited)
		}
		c.everywhere()
		o := must.Get(w.Insights.Overview(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		if r := o.CheckedReadings; r == nil || r.Answers != 40 || r.Position.Of != named ||
			r.Position.Count != s.Position.Judged-s.Position.Right || *r.Position.Low <= 0 || r.Tone.Count != 0 ||
			*r.Tone.High >= 0.5 {
			t.Errorf("places and tones that were judged: %+v", r)
		}
		c.verified()

		c.judge(second, 1, func(int, bool) bool { return true }) // disputes what the first said
		if s := c.state(second); s.Mine != 1 || s.Disputed != 1 || s.Decided != 39 || s.Members != 2 || c.visibility().Audited.Answers != 39 {
			t.Errorf("disputed: %+v", s)
		}
		c.judge(account.Caller{UserID: w.Caller(t).UserID, SpaceID: b.Who.SpaceID}, 1, func(int, bool) bool { return true })
		if s := c.state(second); s.Disputed != 0 || s.Decided != 40 || c.visibility().Audited.Answers != 40 {
			t.Errorf("settled by a third: %+v", s)
		}
		w.Exec(t, `DELETE FROM checks WHERE brand_id = $1 AND place = 7`, b.ID) // an answer that was forgotten
		if s := c.state(b.Who); s.Size != 39 || c.visibility().Audited.Answers != 39 {
			t.Errorf("forgotten: %+v", s)
		}
		must.Get(w.Insights.BeginCheck(t.Context(), b.Who, b.ID))(t)
		if s := c.state(b.Who); s.Size != 39+reading.CheckMore || s.Next == "" {
			t.Errorf("topped up: %+v", s)
		}

		w.Exec(t, `UPDATE readings SET version = version + 100, done = done + 1 WHERE brand_id = $1`, b.ID)
		if s := c.state(b.Who); s.Size > 0 || s.Decided != 0 || c.visibility().Audited != nil {
			t.Errorf("another reader: %+v", s)
		}
		must.Get(w.Insights.BeginCheck(t.Context(), b.Who, b.ID))(t)
		if s := c.state(b.Who); s.Size != reading.CheckSize || s.Next == "" || s.Mine != 0 {
			t.Errorf("asked again: %+v", s)
		}
	})
}

func (c checker) refused(stranger account.Caller) {
	c.t.Helper()
	_, drawn := c.w.Insights.BeginCheck(c.t.Context(), stranger, c.b.ID)
	_, seen := c.w.Insights.Check(c.t.Context(), stranger, c.b.ID)
	judged := c.w.Insights.AnswerCheck(c.t.Context(), stranger, c.b.ID, reading.Judged{AnswerID: "ans_x"})
	unknown := c.w.Insights.AnswerCheck(c.t.Context(), c.b.Who, c.b.ID, reading.Judged{AnswerID: "ans_x"})
	for i, err := range []error{drawn, seen, judged, unknown} {
		if !fault.Is(err, fault.NoSuchThing) {
			c.t.Errorf("refusal %d: %v", i, err)
		}
	}
}

// everywhere holds the same correction: on platforms, in topics, in ranks and over days.
func (c checker) everywhere() {
	c.t.Helper()
	o := must.Get(c.w.Insights.Overview(c.t.Context(), c.b.Who, c.b.ID, insight.Query{}))(c.t)
	v := must.Get(c.w.Insights.Visibility(c.t.Context(), c.b.Who, c.b.ID, insight.Query{}))(c.t)
	in := o.Indicators
	if in.ShareOfVoice.Read == nil || *in.ShareOfVoice.Value == *in.ShareOfVoice.Read || in.FirstRate.Read != nil {
		c.t.Errorf("share of voice %+v", in.ShareOfVoice)
	}
	weighed, answers := 0.0, 0.0
	for _, p := range o.Platforms {
		if p.Read == nil || *p.Visibility != *v.ByPlatform[p.Platform].Rate || *p.Low > *p.Visibility || *p.High < *p.Visibility {
			c.t.Errorf("%s: %+v beside %+v", p.Platform, p.Figures, v.ByPlatform[p.Platform])
		}
		weighed, answers = weighed+*p.Visibility*float64(p.Answers), answers+float64(p.Answers)
	}
	topic := v.ByTopic[0]
	if math.Abs(weighed/answers-*in.Visibility.Value) > 0.02 || math.Abs(*topic.Rate-*in.Visibility.Value) > 1e-9 {
		c.t.Errorf("platforms add up to %v and the only topic has %v where all are %v", weighed/answers, *topic.Rate, *in.Visibility.Value)
	}
	for _, st := range o.Competitors {
		if st.IsBrand && (*st.Visibility != *in.Visibility.Value || math.Abs(*st.ShareOfVoice-*in.ShareOfVoice.Value) > 1e-9) || st.Read == nil {
			c.t.Errorf("%s: %+v", st.Name, st)
		}
	}
	if day := o.Trend[0]; day.Read == nil || math.Abs(*day.Visibility-*day.Read-(*in.Visibility.Value-*in.Visibility.Read)) > 1e-9 && *day.Visibility < 1 && *day.Visibility > 0 {
		c.t.Errorf("a day: %+v", day)
	}
	if v.ByPrompt[v.Items[0].PromptID].Read != nil {
		c.t.Error("a single question is corrected by a sample of platforms")
	}
}

func (c checker) visibility() insight.Indicator {
	c.t.Helper()
	o := must.Get(c.w.Insights.Overview(c.t.Context(), c.b.Who, c.b.ID, insight.Query{}))(c.t)
	return o.Indicators.Visibility
}

// verified computes a report again that rests on checked readings.
func (c checker) verified() {
	c.t.Helper()
	doc := must.Get(c.w.Proofs.Document(c.t.Context(), c.b.Who, c.b.ID, insight.Query{}))(c.t)
	report := must.Get(json.Marshal(doc))(c.t)
	var answers bytes.Buffer
	must.Do(c.t, c.w.Proofs.WriteAnswers(c.t.Context(), c.b.Who, c.b.ID, insight.Query{}, &answers))
	if v, err := proof.Verify(c.t.Context(), bytes.NewReader(report), &answers); err != nil || len(v.Differences) > 0 || doc.Audit == nil {
		c.t.Errorf("a report of checked readings: %+v, %v", v, err)
	}
}
