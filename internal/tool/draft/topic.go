package draft

import (
	"slices"
	"strings"
)

// topicName is a topic of the grammar. others are names under which an existing topic is the same one.
type topicName struct {
	id, name, description, stage string
	weight                       int // share of the prompts
	others                       []string
}

// brandTopic holds the prompts that name the brand. Their stages differ; the topic's own is where most are asked.
const brandTopic = "brand"

var topicsZH = []topicName{
	{"need", "需求与疑问", "还没想好要不要买的人会问什么：入门知识、顾虑、常见误区。", Awareness, 3, []string{"需求疑问", "认知", "入门知识"}},
	{"scene", "人群与场景", "什么人、在什么时候、为了什么事来问：按人群和使用场景提出的问题。", Awareness, 4, []string{"使用场景", "人群场景", "场景"}},
	{"pick", "推荐与选购", "想要一份名单的人会问什么：推荐、排行、怎么选。", Consideration, 5, []string{"推荐", "选购推荐", "选购"}},
	{"point", "功能与卖点", "看重某个特点的人会问什么：围绕功能、品质和卖点的问题。", Consideration, 3, []string{"卖点与功能", "功能卖点", "性能口碑"}},
	{"versus", "对比与替代", "在几个选项之间犹豫的人会问什么：对比、区别、替代品。", Comparison, 3, []string{"竞品对比", "对比"}},
	{"budget", "预算与购买", "准备下单的人会问什么：价格、预算、值不值、在哪买。", Decision, 3, []string{"选购预算", "预算", "价格与购买"}},
	{"usage", "使用与售后", "已经在用的人会问什么：教程、保养、常见问题、售后。", Usage, 1, []string{"售后", "使用"}},
	{brandTopic, "品牌口碑", "直接问到品牌的问题：口碑、优缺点、和同类相比如何。只计情感，不计可见度。", Decision, 0, []string{"口碑", "品牌评价"}},
}

var topicsEN = []topicName{
	{
		"need", "Needs and questions",
		"What people ask before they know whether to buy at all: basics, worries, common mistakes.", Awareness, 3,
		[]string{"Awareness"},
	},
	{"scene", "People and situations", "Questions by kind of person and by situation.", Awareness, 4, []string{"Use cases", "Situations"}},
	{
		"pick", "Recommendations", "What people ask who want a list: recommendations, rankings, how to choose.",
		Consideration, 5,
		[]string{"Recommendation"},
	},
	{
		"point", "Features that matter", "Questions about a feature or a quality that someone cares about.",
		Consideration, 3,
		[]string{"Features"},
	},
	{
		"versus", "Comparisons and alternatives", "What people ask who hesitate between options.", Comparison, 3,
		[]string{"Comparisons", "Alternatives"},
	},
	{
		"budget", "Budget and buying", "What people ask who are about to buy: price, value, timing.", Decision, 3,
		[]string{"Budget", "Pricing"},
	},
	{"usage", "Using it well", "What people ask afterwards: how-to, care, problems, support.", Usage, 1, []string{"Usage"}},
	{
		brandTopic, "Brand reputation",
		"Questions that name the brand: reputation, pros and cons, comparisons. Counted for sentiment only.", Decision, 0,
		[]string{"Brand", "Reputation"},
	},
}

// group puts what was drawn under its topics, in the order of the journey, under the names that exist already.
func group(l *lexicon, out []drawn, existing []string) []Topic {
	names := map[string]string{}
	for _, n := range existing {
		if f := Fold(n); names[f] == "" {
			names[f] = n
		}
	}
	var topics []Topic
	for _, t := range l.topics {
		topic := Topic{Name: t.existing(names), Description: t.description, Region: l.region, Language: l.language, Stage: t.stage}
		for _, d := range out {
			if d.topic == t.id {
				topic.Prompts = append(topic.Prompts, d.Prompt)
			}
		}
		if len(topic.Prompts) > 0 {
			topics = append(topics, topic)
		}
	}
	return topics
}

// existing is the name the topic already has, by folded name: its own before the similar ones.
func (t topicName) existing(names map[string]string) string {
	for _, own := range append([]string{t.name}, t.others...) {
		if n := names[Fold(own)]; n != "" {
			return n
		}
	}
	return t.name
}

// leanings are words of a marketing goal that give a topic more weight.
var leanings = map[string][]string{
	"budget": {"转化", "销", "获客", "成交", "sales", "conversion", "lead", "revenue"},
	"scene":  {"知名", "认知", "曝光", "awareness", "reach", "visibility"},
	"usage":  {"留存", "复购", "retention", "loyalty"},
}

// quotas shares n prompts out to the topics that have anything to ask, by weight: each in turn to the topic that has
// least for its weight, leaning to the part of the journey the brand cares about.
func (d *drawing) quotas(n int) map[string]int {
	weights, quota := map[string]int{}, map[string]int{}
	for _, t := range d.r.lexicon.topics {
		if t.id == brandTopic || len(d.topics[t.id]) == 0 {
			continue
		}
		weights[t.id] = t.weight
		if slices.ContainsFunc(leanings[t.id], func(w string) bool { return strings.Contains(lower(d.r.profile.MarketingGoal), w) }) {
			weights[t.id] += 2
		}
	}
	for range n {
		best := ""
		for _, t := range d.r.lexicon.topics {
			if w := weights[t.id]; w > 0 && (best == "" || w*(2*quota[best]+1) > weights[best]*(2*quota[t.id]+1)) {
				best = t.id
			}
		}
		quota[best]++
	}
	return quota
}
