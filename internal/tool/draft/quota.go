package draft

import "slices"

// quotas shares n prompts out to the topics by weight, the largest remainders first.
func (d *drawing) quotas(rings map[string]*ring, n int) map[string]int {
	type rest struct {
		id        string
		remainder int
	}
	weights, total := d.weights(rings), 0
	for _, w := range weights {
		total += w
	}
	quota, left := map[string]int{}, n
	var rests []rest
	for _, t := range d.r.voice.topics {
		if w := weights[t.id]; w > 0 {
			quota[t.id] = n * w / total
			left -= quota[t.id]
			rests = append(rests, rest{t.id, n * w % total})
		}
	}
	slices.SortStableFunc(rests, func(a, b rest) int { return b.remainder - a.remainder })
	for i := range min(left, len(rests)) {
		quota[rests[i].id]++
	}
	return quota
}

// leanings are words of a marketing goal that give a topic more weight.
var leanings = map[string][]string{
	"budget": {"转化", "销", "获客", "成交", "sales", "conversion", "lead", "revenue"},
	"scene":  {"知名", "认知", "曝光", "awareness", "reach", "visibility"},
	"usage":  {"留存", "复购", "retention", "loyalty"},
}

// weights are those of the topics that have anything to ask, leaning to the part of the journey the brand cares about.
func (d *drawing) weights(rings map[string]*ring) map[string]int {
	goal := lower(d.r.profile.MarketingGoal)
	weights := map[string]int{}
	for _, t := range d.r.voice.topics {
		if t.id == brandTopic || rings[t.id] == nil {
			continue
		}
		weights[t.id] = t.weight
		if containsAny(goal, leanings[t.id]) {
			weights[t.id] += 2
		}
	}
	return weights
}
