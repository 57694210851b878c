package sentiment

import (
	"testing"

	"renown/internal/tool/text/char"
)

// A is judged, B stands for something else. Both names are given to the reader.
func TestRules(t *testing.T) {
	t.Parallel()
	const pos, neu, neg, none = Positive, Neutral, Negative, Label("") // none: no opinion
	for _, test := range []struct {
		rule string
		text string
		want Label
	}{
		{"praise", "A很可靠。", pos},
		{"praise", "A is reliable.", pos},
		{"blame", "A经常卡顿。", neg},
		{"blame", "A keeps crashing.", neg},
		{"nothing said", "A成立于 2011 年。", none},
		{"nothing said", "A was founded in 2011.", none},
		{"as much good as bad", "A is reliable, noisy.", neu},
		{"nothing said", "A支持防作弊和短视频。", none},
		{"nothing said", "A stores patient data in Leeds.", none},
		{"denial", "A并不可靠。", neg},
		{"denial", "A isn't particularly reliable.", neg},
		{"denied blame", "A没有明显缺陷。", pos},
		{"denied blame", "A has no obvious flaws.", pos},
		{"denied wish", "A不支持离线。", neg},
		{"wish granted", "A支持离线。", none},
		{"only a few", "只有 12% 的用户对A表示满意。", neg},
		{"only a few", "Only 12% of users are satisfied with A.", neg},
		{"too much", "A的机身太厚。", neg},
		{"too much", "A is too heavy.", neg},
		{"bad attribute high", "A的故障率较高。", neg},
		{"bad attribute low", "A的故障率很低。", pos},
		{"bad attribute high", "A suffers from high latency.", neg},
		{"good attribute falls", "A的销量下滑。", neg},
		{"good attribute rises", "Sales of A rose.", pos},
		{"share of a bad attribute", "A的投诉率不足 0.2%。", pos},
		{"few faults", "A的差评很少。", pos},
		{"few merits", "A的优点太少。", neg},
		{"few faults", "There are few complaints about A.", pos},
		{"rate", "A had the highest crash rate.", neg},
		{"than", "A比B更稳定。", pos},
		{"than, on the other side", "B比A更稳定。", neg},
		{"than", "A is more reliable than B.", pos},
		{"than, on the other side", "B is more reliable than A.", neg},
		{"versus", "与A相比，B更省电。", neg},
		{"versus", "Compared with A, B is quieter.", neg},
		{"versus", "Unlike B, A is quiet.", pos},
		{"not so", "A没有B那么稳定。", neg},
		{"not so", "B没有A那么稳定。", pos},
		{"not so, by a word that is not known", "A做出来就是没有B香。", neg},
		{"not so, by a word that is not known", "B做出来就是没有A香。", pos},
		{"no more than a thing that is not there", "B暂时没有A货。", none},
		{"behind by so much", "B还是差A一口气。", pos},
		{"turned to", "不少人弃用B，转投A。", pos},
		{"put in the place of", "用A替下B之后清静多了。", pos},
		{"not as", "B isn't as reliable as A.", pos},
		{"beats", "A优于B。", pos},
		{"beats", "B优于A。", neg},
		{"beats", "B outperforms A.", neg},
		{"loses", "A不如B。", neg},
		{"loses", "B trails A.", pos},
		{"passive", "A被B超越。", neg},
		{"nobody rivals", "没有哪家能媲美A。", pos},
		{"nobody is perfect", "没有绝对的第一名，下面几款常被提到：\n\n- A：总部在杭州。", none},
		{"nobody is perfect", "没有完美的产品，可以看看这几个：\n\n1. A：很省心。\n2. B", pos},
		{"nobody is perfect", "没有最好的，只有最适合的，常见的有：\n\n1. A：经常卡顿。", neg},
		{"nobody is perfect", "There is no single best option, but these come up often:\n\n1. A: Founded in 2015.", none},
		{"nobody is perfect", "There isn't one perfect choice. Common ones:\n\n1. A: Reliable and quiet.", pos},
		{"before a list", "买之前先了解缺点和风险。主流品牌有：\n\n- A：总部在杭州。", none},
		{"before a list", "市面上的产品良莠不齐，下面列几家主流的：\n\n1. A：很省心。", pos},
		{"before a list", "Picking the wrong one can be costly. Common options:\n\n- A: Founded in 2015.", none},
		{"a list to avoid", "以下几款投诉很多，价格也贵：\n\n- A：总部在杭州。", neg},
		{"a list to avoid", "These have many complaints, so think twice:\n\n- A: Founded in 2015.", neg},
		{"only then", "If A fixed its app, it would be perfect.", none},
		{"only then", "如果A能把售后做好，倒是值得一买。", none},
		{"only then", "If you travel a lot, A would be perfect.", pos},
		{"mostly praise", "A用户反馈以正面为主，偶有物流慢的抱怨。", neu},
		{"mostly praise", "目前没有发现关于A的大规模负面舆情，用户评价偏正面。", pos},
		{"few faults", "关于A的负面信息较少。", pos},
		{"double denial", "It's hard not to recommend A.", pos},
		{"a list to avoid", "口碑不好的几款：\n\n- A：总部在杭州。", neg},
		{"a list to avoid", "Brands that are not reliable:\n\n- A: Founded in 2015.", neg},
		{"gap", "A与B还有差距。", neg},
		{"instead", "与其买A，不如买B。", neg},
		{"instead", "I'd take B instead of A.", neg},
		{"over", "Most experts recommend B over A.", neg},
		{"moving on", "很多人从A转投B。", neg},
		{"moving on", "Many moved from B to A.", pos},
		{"fed up", "Tired of A? Try B.", neg},
		{"if it is bad, take another", "如果觉得A太贵，可以考虑B。", neg},
		{"if it is bad, take another", "If A is too expensive, consider B.", neg},
		{"if", "如果A出现故障，请联系客服。", none},
		{"if", "If A crashes, restart it.", none},
		{"whether", "A是否可靠，取决于用法。", none},
		{"question", "A好用吗？", none},
		{"question", "Is A any good?", none},
		{"question that is none", "谁还会买A？", neg},
		{"but", "A很漂亮，但是经常死机。", neg},
		{"but", "A looks great, but it crashes constantly.", neg},
		{"although", "虽然A不便宜，但做工扎实。", pos},
		{"although", "Although A is expensive, it is extremely reliable.", pos},
		{"past", "A早年口碑很好，近两年品控下滑。", neg},
		{"worry refuted", "有人担心A漏水，这种说法没有依据。", pos},
		{"worry refuted", "Rumours that A leaks data are unfounded.", pos},
		{"report denied", "Calling A reliable is generous.", neg},
		{"report denied", "把A称为标杆，很难让人信服。", neg},
		{"report denied", "It is unfair to call A slow.", pos},
		{"report denied", "说A好用的，我不同意。", neg},
		{"report", "Calling A reliable is no exaggeration.", pos},
		{"denied by the next sentence", "People say A is bland. It isn't.", pos},
		{"worry of which nothing came", "People worry A will overheat; mine never did.", pos},
		{"share", "Only 31% of the people who own A say they would buy again.", neg},
		{"share", "More than 90% of A owners say they would buy again.", pos},
		{"reason to leave", "Many moved from B to A after repeated outages.", pos},
		{"moving on, in two clauses", "After years with A, we switched to B.", neg},
		{"is no", "A is no B.", neg},
		{"past, mended", "A used to be slow, but the update fixed that.", pos},
		{"each for its own", "A更适合新手，B更适合老手。", none},
		{"mockery", "A可真有耐心，让我等了一个小时才接。", neg},
		{"nothing known", "我没有找到A的可靠评价。", none},
		{"nothing known", "I couldn't find reliable reviews of A.", none},
		{"as much good as bad", "A口碑两极分化。", neu},
		{"mended", "新版修复了A的卡顿。", neu},
		{"not mended", "A一直没有解决卡顿。", neg},
		{"list of the good", "值得考虑的品牌：\n- A\n- B", pos},
		{"list of the bad", "建议避开的品牌：\n- B\n- A", neg},
		{"list of the bad", "Brands to avoid:\n1. B\n2. A", neg},
		{"list", "常见的品牌：\n- A\n- B", none},
		{"heading of the bad", "## 避雷名单\n### A\n### B", neg},
		{"pros and cons", "### A\n- 优点：轻便、好看\n- 缺点：贵", neu},
		{"pros and cons", "### A\n- Pros: light\n- Cons: slow, noisy, expensive", neu},
		{"cons alone", "### B\n- Pros: light\n### A\n- Cons: slow", neg},
		{"nested list", "### A\n- Cons\n  - slow\n  - noisy\n- Pros\n  - light", neu},
		{"item speaks of its own name", "1. B：故障多\n2. A：稳定", pos},
		{"row speaks of its own name", "| B | 故障多 |\n| A | 稳定 |", pos},
		{"column belongs to its name", "| 项目 | B | A |\n|---|---|---|\n| 稳定性 | 优秀 | 较差 |", neg},
		{"column of faults", "| 品牌 | 缺点 |\n|---|---|\n| A | 四节电池 |", neg},
		{"stars", "| A | ★★★★★ |", pos},
		{"rating", "A gets 2/5 from us.", neg},
		{"names together", "A、B都很可靠。", pos},
		{"names together", "Neither A nor B is reliable.", neg},
		{"the latter", "比起B，我们试了A，后者很可靠。", pos},
		{"it goes on", "A是一家厂商。它的售后很差。", neg},
		{"another begins", "A是一家厂商。B的售后很差。", none},
		{"asks whether", "A好用不好用，得看场景。", none},
		{"asks whether", "A适不适合老人要看户型。", none},
		{"asks nothing", "A动不动就死机。", neg},
		{"not even", "A连说明书都没有。", neg},
		{"not even a fault", "A连一点噪音都没有。", pos},
		{"even", "A连老人都能用。", none},
		{"but, and words that are not known", "A的设计还不错，但下了三场雨。", neu},
		{"but, and words that are not known", "A looks nice, but it rained on three days.", neu},
		{"but another", "A很可靠，但B在上海。", pos},
		{"a claim refuted", "A自称最快，这种说法站不住脚。", neg},
		{"a claim that stands", "A自称最快，实测也最快。", pos},
		{"preferred to", "Most people prefer B to A.", neg},
		{"preferred to", "Most people prefer A to B.", pos},
		{"advice against", "没必要点A。", neg},
		{"advice against worry", "没必要怀疑A。", none},
		{"highest of an attribute before", "A scored 96% for satisfaction, the highest of all.", pos},
		{"highest of an attribute before", "A reported 40 complaints, the highest of all.", neg},
		{"highest of nothing", "A is in Nepal, home of the highest of all mountains.", none},
		{"faults not found", "很难给A挑出毛病。", pos},
		{"faults not found", "We struggled to name a single flaw of A.", pos},
		{"merits not found", "We struggled to name a single benefit of A.", neg},
		{"when all else fails", "Only go with A if every other hotel is full.", neg},
		{"quoted, meant the other way", "A的质量“真好”，头一天就掉了一个角。", neg},
		{"so-called", "A所谓的“终身质保”，要自己出运费。", neg},
		{"quoted, and an honour", "A被评为“年度最佳”。", pos},
		{"who says so never tried", "说A轻便的人，大概没有自己提过。", neg},
		{"who says so never tried", "说A质量差的人，大概没有自己用过。", pos},
		{"less than they say", "A没有宣传的那么安静。", neg},
		{"less than they say", "A没有想象中那么贵。", pos},
		{"as they say", "A is not nearly as waterproof as the label suggests.", neg},
		{"as they say", "A is every bit as waterproof as advertised.", pos},
		{"it was, and now something not known", "前两年A口碑很好，如今换了三任老板。", neu},
		{"rhetoric", "何必委屈自己用A。", neg},
		{"a trail is no defeat", "A is comfortable on a wet trail.", pos},
		{"mixed languages", "A 的 SDK bug 很多。", neg},
		{"addresses say nothing", "A的网址：https://best-excellent.example/great", none},
	} {
		target, others := places(test.text, 'A'), places(test.text, 'B')
		got, ok := Score(test.text, target, others)
		if ok != (test.want != none) || got.Label != test.want {
			t.Errorf("%s: %q is %s (%.2f, judged %v), want %s", test.rule, test.text, got.Label, got.Score, ok, test.want)
		}
	}
}

// places gives where a letter stands as a name of its own.
func places(text string, name byte) []Extent {
	var extents []Extent
	for at := range len(text) {
		alone := (at == 0 || !char.IsLetter(text[at-1])) && (at+1 == len(text) || !char.IsLetter(text[at+1]))
		if text[at] == name && alone {
			extents = append(extents, Extent{at, at + 1})
		}
	}
	return extents
}

// A name may go on behind the end of its line.
func TestNameBeyondItsLine(t *testing.T) {
	t.Parallel()
	const text = "乙没有甲\n丙"
	var r Reader
	r.Read(text, []Mention{{0, 3, 0}, {9, len(text), 1}})
	if _, ok := r.Score(1); ok {
		t.Error("a name is judged of which nothing is said")
	}
}
