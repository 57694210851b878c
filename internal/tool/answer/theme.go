package answer

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Toned is a sentence about a brand with its tone, and how many answers say it.
type Toned struct {
	Sentence string
	Tone     Label
	Answers  int64
}

// Theme is something that sentences praise or blame, under the word that most of them have for it.
type Theme struct {
	Word                        string
	Words                       []string // all that stand for it
	Positive, Neutral, Negative int64    // answers
	Sentences                   []int    // places in what was given
}

// Answers are those that speak of it.
func (t *Theme) Answers() int64 { return t.Positive + t.Neutral + t.Negative }

// plain are words that say that something is judged, or of whom, and not what.
var plain = func() map[string]bool {
	list := strings.Fields(`品牌 产品 选择 推荐 用户 消费者 适合 比较 喜欢 不错 较好 一般 整体 表现 认为 来说 建议 如果 因为 所以 但是 不过 而且 同时 相对 非常 十分 可能 需要
		进行 提供 使用 拥有 具有 其中 方面 问题 情况 优势 优点 缺点 不足 特点 值得 考虑 关注 知名 知名度 主打 著名 出名 市场 行业 国内 中国 人群 日常 场景 追求 以及 作为 属于 目前 近年
		近年来 成为 深受 欢迎 好评 评价 口碑 反馈 差评 投诉 吐槽 部分 不少 很多 较多 许多 大家 一些 有人 有的 网友 之一 主要 尤其 特别 比如 例如 稳定 优秀 出色 良好 突出 明显 可靠
		满意 失望 糟糕 优先 首选 入门 综合 排名 第一 第二 第三 常见 多数 少数 个人 建议 谨慎 注意 避免 尝试 感觉 觉得 觉得 据说 资料 信息 显示 根据 来看 看来 总体 总的来说 不同 以下 一家 这家
		提到 放心 稳妥 容易 讨论 体验 描述 清楚 类似 提示 说明 介绍 透明 在意 准确 偶尔 常见 介意 方便 实在 靠谱 不稳 做得 写得 常被 人少 总的 名字 回答 上述 部分 几个 一起 每次 反映
		good great best better bad worse worst well very more most less also than but not its it's has have had one some many users people customers brand brands product products choice option options known popular
		recommend recommended offers offer offering provides provide worth consider if so just only like such even still much make makes made get gets use uses used using overall however while especially because
		strong weak solid reliable excellent poor praised praise criticised complaints complain reviewers reviews review often usually sometimes generally widely among both other others all`)
	all := make(map[string]bool, len(list))
	for _, w := range list {
		all[w] = true
	}
	return all
}()

// Bounds of themes.
const (
	themesRead  = 1000 // sentences
	themesMost  = 8
	themeLeast  = 3   // sentences with a word of it
	themeCommon = 0.5 // a word in more of the sentences than this says what is sold, and not what is judged
	themeSame   = 0.6 // words of which so many sentences are shared are one theme
)

// Themes finds what sentences are about, learned from the sentences themselves: the words that come again and are neither names nor
// judgements, those that stand together joined. A sentence may be in several. The most frequent come first.
func Themes(list []Toned, names []string) (themes []Theme) {
	list = list[:min(len(list), themesRead)]
	named := map[string]bool{}
	for _, name := range names {
		for _, w := range Words(name) {
			named[w] = true
		}
	}
	in := map[string][]int{} // sentences, by word
	for i, s := range list {
		for _, w := range Words(s.Sentence) {
			if n := utf8.RuneCountInString(w); !named[w] && !plain[w] && !isNumber(w) && (n > 2 || n == 2 && w[0] >= utf8.RuneSelf) {
				in[w] = append(in[w], i)
			}
		}
	}
	maps.DeleteFunc(in, func(_ string, at []int) bool {
		return len(at) < themeLeast || float64(len(at)) > max(themeLeast, themeCommon*float64(len(list)))
	})
	words := slices.SortedFunc(maps.Keys(in), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(in[b]), len(in[a])), cmp.Compare(a, b))
	})
	for _, w := range words {
		at := slices.IndexFunc(themes, func(t Theme) bool { return shared(in[t.Word], in[w]) >= themeSame*float64(len(in[w])) })
		switch {
		case at >= 0:
			themes[at].Words = append(themes[at].Words, w)
		case len(themes) < themesMost:
			themes = append(themes, Theme{Word: w, Words: []string{w}})
		}
	}
	for i := range themes {
		themes[i].count(list, in)
	}
	slices.SortStableFunc(themes, func(a, b Theme) int { return cmp.Compare(b.Answers(), a.Answers()) })
	return themes
}

func (t *Theme) count(list []Toned, in map[string][]int) {
	for _, w := range t.Words {
		t.Sentences = append(t.Sentences, in[w]...)
	}
	slices.Sort(t.Sentences)
	t.Sentences = slices.Compact(t.Sentences)
	for _, i := range t.Sentences {
		switch list[i].Tone {
		case Positive:
			t.Positive += list[i].Answers
		case Negative:
			t.Negative += list[i].Answers
		default:
			t.Neutral += list[i].Answers
		}
	}
}

// shared is how many places two sorted lists have in common.
func shared(a, b []int) (n float64) {
	for _, i := range b {
		if _, found := slices.BinarySearch(a, i); found {
			n++
		}
	}
	return n
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }
