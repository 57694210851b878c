package insight

import (
	"renown/internal/floor/day"
	"renown/internal/room/reading"
)

// Judges are who judged the tone of the brand's answers in a period. Means and shares rest on one of them: offline rules and a
// language model do not measure the same, so a period in which the judge was changed would show a change of the judge.
type Judges struct {
	Used    *string `json:"used"` // offline or model: whose judgements figures rest on; nil where nothing was judged
	Offline int64   `json:"offline"`
	Model   int64   `json:"model"`
}

// OfflineJudge is the judge's name when rules judged.
const OfflineJudge = "offline"

// judgesOf counts judgements. The judge of most answers is used, the offline one where both have as many.
func judgesOf(c counts) (j Judges) {
	j.Model = c.modelJudged()
	j.Offline = c.judged() + c[ofOtherwise] - j.Model
	switch {
	case j.Model > j.Offline:
		j.Used = new(reading.ModelJudge)
	case j.Offline > 0:
		j.Used = new(OfflineJudge)
	}
	return j
}

// Otherwise is how many answers the judge that is not used judged.
func (j Judges) Otherwise() int64 {
	if j.Used != nil && *j.Used == reading.ModelJudge {
		return j.Offline
	}
	return j.Model
}

// judgeBy leaves in counts what the judge that is used judged, and counts the rest apart.
func (c *counts) judgeBy(j Judges) {
	all := c.judged()
	for _, of := range judgedBy {
		if j.Used != nil && *j.Used == reading.ModelJudge {
			c[of[0]] = c[of[1]]
		} else {
			c[of[0]] -= c[of[1]]
		}
	}
	c[ofOtherwise] = all - c.judged()
}

// judgeBy leaves in a table the judgements of one judge. It is called before any cells are made.
func (t *table) judgeBy(j Judges) {
	t.judges = j
	for i := range t.strata {
		st := &t.strata[i]
		st.judgeBy(j)
		if st.days != nil {
			st.days.judgeBy(j)
		}
	}
}

// judgedIn counts who judged in some days of a table that was read day by day, or, where none are named, in all of it.
func (t *table) judgedIn(s day.Span) Judges {
	var sum counts
	for i := range t.strata {
		st := &t.strata[i]
		if !forSentiment.takes(st.kinds) {
			continue
		}
		if s == (day.Span{}) {
			sum.add(&st.counts)
			continue
		}
		if st.days == nil {
			continue
		}
		for d, day := range st.days.days {
			if day >= s.From && day <= s.To {
				on := st.days.counts(d)
				sum.add(&on)
			}
		}
	}
	return judgesOf(sum)
}

// judgeBy leaves in competitors' sums the judgements of the judge that the brand's figures rest on.
func (r rivals) judgeBy(j Judges) {
	for _, of := range r {
		of.tone.judgeBy(j)
		for _, c := range of.judged {
			c.judgeBy(j)
		}
	}
}
