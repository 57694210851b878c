package draft

import (
	"strconv"
	"strings"
)

// resorts are numbered questions: as many as are wanted, whatever exists already. The bare ones are for a brand whose
// names leave no noun to ask by; their words differ, so that a brand called by one of them leaves the others.
var resorts = map[string]map[string][]string{
	"zh": {
		"pick":     {"帮我推荐{n}{m}{cat}", "{cat}排行榜前{n}名有哪些", "列出{n}{m}值得考虑的{cat}", "对比{n}{m}{cat}，说说各自的优缺点", "想看看口碑靠前的{n}{m}{cat}"},
		"bare":     {"给我{n}个购物建议", "选购清单，{n}条就够", "买东西前要想清楚哪{n}件事", "好物分享{n}样"},
		brandTopic: {"说说{brand}的{n}个优点和{n}个缺点", "{brand}值得注意的{n}个地方", "{brand}：{n}条真实评价"},
	},
	"en": {
		"pick":     {"List {n} {cats} worth considering", "Compare {n} {cats} side by side", "top {n} {cats} by reputation", "Suggest {n} {cats} to try"},
		"bare":     {"Give me {n} shopping tips", "Name {n} good options", "{n} smart buying rules", "Which {n} picks hold up?"},
		brandTopic: {"List {n} pros and cons of {brand}", "{n} things to know about {brand}"},
	},
}

// lastResort adds up to n numbered questions of one sort to a topic.
func (d *drawing) lastResort(n int, topic, sort string) {
	want := len(d.out) + n
	forms := resorts[d.r.voice.language][sort]
	for number := 3; number < len(d.seen)+1000; number++ {
		for _, text := range forms {
			if len(d.out) >= want {
				return
			}
			text = d.numbered(text, number)
			if folded := Fold(text); d.fit(topic, text, folded) {
				d.add(topic, Consideration, text, folded)
			}
		}
	}
}

func (d *drawing) numbered(text string, n int) string {
	text = strings.ReplaceAll(text, "{n}", strconv.Itoa(n))
	if len(d.pool.nouns) > 0 {
		noun := d.pool.nouns[n%len(d.pool.nouns)]
		for _, slot := range []string{"cat", "cats", "m"} {
			if says := noun.slots[slot]; says != nil {
				text = strings.ReplaceAll(text, "{"+slot+"}", says[0])
			}
		}
	}
	for _, slot := range []string{"{cat}", "{cats}", "{m}"} {
		if strings.Contains(text, slot) {
			return "" // no noun is left to say it
		}
	}
	if brands := d.r.brandWords(); len(brands) > 0 {
		text = strings.ReplaceAll(text, "{brand}", brands[0].text)
	}
	return text
}
