package claim

import "strings"

// cues are the words by which attributes are spoken of, in sets: an attribute that contains one of the first words of a set
// (before the bar) is spoken of by all of it.
var cues = parseCues(`
门店 店铺 分店 store shop outlet location | 门店 分店 家店 店铺 store outlet shop
成立 创立 创办 创建 founded founding established establishment | 成立 创立 创办 创建 始创 始于 诞生于 founded established started in since
总部 headquarter head office hq | 总部 headquartered headquarter head office based in -based
年费 会费 会员费 annual fee membership fee | 年费 会费 会员费 annual fee yearly fee membership fee
售价 价格 定价 单价 零售价 price cost pricing | 售价 价格 定价 单价 零售价 标价 卖 只要 仅需 price priced cost retails for retails at sells for sells at sold for
月费 订阅 monthly fee subscription | 月费 订阅费 monthly fee subscription cost price priced
发货 送达 配送 ship delivery dispatch | 发货 发出 寄出 送达 配送 ship shipped shipping delivered delivery dispatched
净含量 容量 volume capacity | 净含量 容量 规格 每瓶 每罐 每杯 volume capacity holds
重量 净重 weight | 重量 净重 重约 重达 重 weight weigh weighing
续航 电池 battery runtime | 续航 电池可用 battery life battery last last battery runtime
保修 质保 warranty guarantee | 保修 质保 warranty guarantee guaranteed
员工 雇员 employee staff headcount workforce | 员工 雇员 employee staff employ headcount workforce team of
国家 countries markets | 国家 countries
城市 cities | 城市 cities
创始人 founder | 创始人 创办 创立 创建 founder founded by co-founded by
母公司 控股 所有权 owner parent | 母公司 隶属 旗下 收购 控股 parent company owned by subsidiary of acquired by
海拔 altitude elevation | 海拔 altitude elevation
复购率 repurchase | 复购率 复购 repurchase rate
烘焙度 roast | 烘焙度 烘焙 roast
防水 water | 防水 water resistance water resistant waterproof rated rating
尺寸 长度 size length | 尺寸 长度 长 size length long
功率 power wattage | 功率 power wattage
用户 users customers | 用户 users customers
营收 收入 revenue | 营收 收入 revenue
面积 area | 面积 占地 area
产能 产量 output | 产能 产量 output produces
`)

type cueSet struct{ keys, words []string }

func parseCues(text string) (list []cueSet) {
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		keys, words, _ := strings.Cut(line, "|")
		list = append(list, cueSet{phrases(keys), phrases(words)})
	}
	return list
}

// joined are the phrases of several words in cues: the rest of a line is cut at spaces.
var joined = []string{
	"head office", "annual fee", "yearly fee", "membership fee", "monthly fee", "retails for", "retails at", "sells for", "sells at", "sold for", "based in",
	"battery life", "battery last", "team of", "founded by", "co-founded by", "parent company", "owned by", "subsidiary of", "acquired by",
	"repurchase rate", "water resistance", "water resistant", "started in",
}

func phrases(s string) (list []string) {
	for _, p := range joined {
		if strings.Contains(" "+s+" ", " "+p+" ") {
			list = append(list, p)
			s = strings.TrimSpace(strings.Replace(" "+s+" ", " "+p+" ", " ", 1))
		}
	}
	return append(list, strings.Fields(s)...)
}

// endings are cut off an attribute to get at the word that texts use: 门店数, store count.
var (
	endings    = []string{"数量", "总数", "数", "年份", "时间", "日期", "价格", "金额", "人数", "时限", "认证", " count", " number", " year", " date", " price", " certification", " certificate"}
	beginnings = []string{"number of ", "date of ", "year of ", "price of ", "has ", "supports "}
)

// words lists how an attribute is spoken of.
func (f *Fact) words() []string {
	attribute := strings.TrimSpace(foldText(f.Attribute))
	list := []string{attribute}
	for _, e := range endings {
		if cut, ok := strings.CutSuffix(attribute, e); ok && len([]rune(cut)) >= 2 {
			list = append(list, strings.TrimSpace(cut))
			break
		}
	}
	for _, b := range beginnings {
		if cut, ok := strings.CutPrefix(attribute, b); ok && cut != "" {
			list = append(list, cut)
		}
	}
	for _, t := range f.Terms {
		if t = strings.TrimSpace(foldText(t)); t != "" {
			list = append(list, t)
		}
	}
	if f.Kind == Feature { // a feature is what it is called: 海外门店 is not 门店
		return list
	}
	for _, set := range cues {
		for _, k := range set.keys {
			if strings.Contains(attribute, k) && (isHan([]rune(k)[0]) || strings.Contains(" "+attribute+" ", " "+k+" ") || strings.Contains(" "+attribute+" ", " "+k+"s ")) {
				list = append(list, set.words...)
				break
			}
		}
	}
	return list
}

// wordList are words by their first letter.
type wordList struct {
	by     map[rune][][]rune
	firsts [16]uint64 // by the low ten bits of first letters: most letters of a text begin none, and the map need not be asked
}

func runeWords(text string) *wordList {
	list := &wordList{by: map[rune][][]rune{}}
	for w := range strings.SplitSeq(text, "|") {
		r := []rune(w)
		list.by[r[0]] = append(list.by[r[0]], r)
		list.firsts[r[0]>>6&15] |= 1 << (r[0] & 63)
	}
	return list
}

// of are the words that begin with a letter.
func (l *wordList) of(r rune) [][]rune {
	if l.firsts[r>>6&15]&(1<<(r&63)) == 0 {
		return nil
	}
	return l.by[r]
}

// at is the length of the word that stands at i, 0 for none.
func (l *wordList) at(t []rune, i int) int {
	if i < 0 || i >= len(t) {
		return 0
	}
	for _, w := range l.of(t[i]) {
		if hasAt(t, i, w) {
			return len(w)
		}
	}
	return 0
}

// before is whether one of the words ends at i.
func (l *wordList) before(t []rune, start, i int) bool {
	for k := max(start, i-16); k < i; k++ {
		for _, w := range l.of(t[k]) {
			if k+len(w) == i && hasAt(t, k, w) && (!isLatin(w[0]) || !isLatin(at(t, k-1))) {
				return true
			}
		}
	}
	return false
}

// Words that take a sentence out of what is claimed.
var (
	hearsayWords = runeWords("据说|据传|传闻|传言|听说|网传|有人说|有人称|有网友|网友称|网友说|有文章说|文章称|有消息称|有报道称|有传|担心|怀疑|质疑|误传|误以为|论坛|贴吧|forum|reddit|worry|worries|suspect|believed to|reportedly|allegedly|rumor|rumour|supposedly|purportedly|" +
		"said to|some users|some people|some sources|some say|users claim|people say|according to rumor|i heard")
	supposedWords = runeWords("如果|假如|假设|若是|倘若|计划|预计|将于|将在|拟于|目标是|有望|争取|是否|不清楚|不确定|无法确认|尚未证实|" +
		"if |whether|expected to|plans to|plan to|aims to|forecast|unclear|unknown|not sure")
	// modalWords count up to the end of a clause: what is said after it may be outright
	modalWords   = runeWords("will |would|might|could ")
	pastWords    = runeWords("曾|原来|最初|当初|以前|过去|从前|起初|used to|previously|originally|formerly|at launch|at first|once ")
	partWords    = runeWords("新开|新增|增开|关闭|关店|关停|净增|增加了|减少了|直营|加盟|其中|hired|added|opened|closed|laid off|newly|of which")
	changeWords  = runeWords("增至|增加到|增长到|升至|涨至|涨到|降至|降到|减至|迁到|迁至|搬到|改为|dropped|rose|increased|grew|raised|cut from|moved|relocated|reduced|went from")
	branchWords  = runeWords("区域|大区|分|亚太|欧洲|华东|华南|华北|西南|北美|海外|european |regional |asian |american |u.s. |us |local |former |原|前")
	relatedWords = runeWords("母公司|竞争对手|供应商|合作伙伴|投资方|经销商|代工厂|parent company|competitor|supplier|partner|investor|rival")
	denialWords  = runeWords("不是|并非|并不是|不在|没有|不再|并未|未|不|无|非|not |n't |never |no longer|no |without |nor |lack|isn't|yet to|cannot |skips |omits |free of |free from |lost its |lost the |revoked|失去|被吊销|被撤销|被取消")
	carryWords   = runeWords("我们|它|该|其|这家|这个品牌|这款|公司|品牌|目前|现在|现|全国|截至|we |our |it |its |the company|the brand|they |the firm|this |the product|currently|today|as of")
)

func hasAny(t []rune, s span, words *wordList) bool {
	for i := s.start; i < s.end; i++ {
		for _, w := range words.of(t[i]) {
			if i+len(w) <= s.end && hasAt(t, i, w) && (!isLatin(w[0]) || !isLatin(at(t, i-1)) || w[0] == 'n' && len(w) > 1 && w[1] == '\'') {
				return true
			}
		}
	}
	return false
}
