package insight

import "renown/internal/room/geo/finding"

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
	j.Model = c.byModel.Judged()
	j.Offline = c.judged() + c.otherwise - j.Model
	switch {
	case j.Model > j.Offline:
		j.Used = ptr(finding.ModelJudge)
	case j.Offline > 0:
		j.Used = ptr(OfflineJudge)
	}
	return j
}

// Otherwise is how many answers somebody else judged than the one whose judgements are used.
func (j Judges) Otherwise() int64 {
	if j.Used != nil && *j.Used == finding.ModelJudge {
		return j.Offline
	}
	return j.Model
}

// heard leaves in counts what the judge that is used judged, and counts the rest apart.
func (c *counts) heard(j Judges) {
	all, m := c.judged(), c.byModel
	if j.Used != nil && *j.Used == finding.ModelJudge {
		c.positive, c.neutral, c.negative, c.score = m.Positive, m.Neutral, m.Negative, m.Sum
	} else {
		c.positive, c.neutral, c.negative, c.score = c.positive-m.Positive, c.neutral-m.Neutral, c.negative-m.Negative, c.score-m.Sum
	}
	c.otherwise = all - c.judged()
}

// hear leaves in a table the judgements of one judge. It is called before any cells are made.
func (t *table) hear(j Judges) {
	t.judges = j
	for i := range t.strata {
		st := &t.strata[i]
		st.heard(j)
		if st.days != nil {
			st.days.heard(j)
		}
	}
}

// judgedIn counts who judged in some days of a table that was read day by day, or in all of it.
func (t *table) judgedIn(from, to int64) Judges {
	var sum counts
	for i := range t.strata {
		st := &t.strata[i]
		if !forSentiment.takes(st.kinds) {
			continue
		}
		if from == 0 {
			sum.add(&st.counts)
			continue
		}
		if st.days == nil {
			continue
		}
		for d, day := range st.days.days {
			if day >= from && day <= to {
				on := st.days.counts(d)
				sum.add(&on)
			}
		}
	}
	return judgesOf(sum)
}

// hear leaves in competitors' sums the judgements of the judge that the brand's figures rest on.
func (r rivals) hear(j Judges) {
	for _, of := range r {
		of.tone.heard(j)
		for _, c := range of.judged {
			c.heard(j)
		}
	}
}
