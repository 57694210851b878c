package claim

import "strings"

// unit is what a number counts: amounts of one dimension can be compared after multiplying by factor.
type unit struct {
	dimension string
	factor    float64
}

// units by spelling. Factors of a dimension share a base: gram, metre, litre, second, byte, watt, one.
var units = parseUnits(`
cny 1 元 块 块钱 人民币 rmb cny yuan 元人民币
usd 1 美元 美金 usd dollar dollars us$ $
eur 1 欧元 eur euro euros €
gbp 1 英镑 gbp pounds sterling £
hkd 1 港元 港币 hkd hk$
jpy 1 日元 jpy yen
cny 10000 万元
percent 1 % percent 个百分点
tenth 10 成
length 0.001 毫米 mm millimeter millimeters
length 0.01 厘米 cm centimeter centimeters 公分
length 1 米 m meter meters metre metres
length 1000 公里 千米 km kilometer kilometers
length 0.0254 英寸 inch inches
length 0.3048 英尺 feet foot ft
length 1609.344 英里 mile miles
mass 0.001 毫克 mg milligram milligrams
mass 1 克 g gram grams
mass 500 斤
mass 1000 公斤 千克 kg kilo kilos kilogram kilograms
mass 1000000 吨 ton tons tonne tonnes
mass 28.349523 盎司 oz ounce ounces
mass 453.59237 磅 lb lbs pound
volume 0.001 毫升 ml milliliter milliliters millilitre
volume 1 升 l liter liters litre litres
time 1 秒 秒钟 s second seconds
time 60 分钟 min minute minutes
time 3600 小时 个小时 h hr hrs hour hours
time 86400 天 日 day days
time 604800 周 星期 个星期 week weeks
time 2629800 个月 月 month months
time 31557600 年 year years
data 1000000 mb megabyte megabytes
data 1000000000 gb gigabyte gigabytes
data 1000000000000 tb terabyte terabytes
power 1 瓦 w watt watts
power 1000 千瓦 kw
charge 1 毫安时 mah
energy 1 瓦时 wh
energy 1000 度电 kwh
temperature 1 度 摄氏度 ℃ °c degrees
people 1 人 名 位 people employee employees staff staffers workers persons
place 1 家 间 store stores shop shops outlet outlets location locations
ship 1 艘 ship ships vessel vessels
vehicle 1 辆 car cars vehicle vehicles
country 1 个国家 国家 country countries
city 1 个城市 座城市 城市 city cities
point 1 分 points stars
`)

func parseUnits(text string) map[string]unit {
	all := map[string]unit{}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		fields := strings.Fields(line)
		factor := 0.0
		for i, f := range fields {
			switch i {
			case 0:
			case 1:
				factor = parseFloat(f)
			default:
				all[f] = unit{fields[0], factor}
			}
		}
	}
	all["成"] = unit{"percent", 10}
	return all
}

// unitMax is the longest spelling of a unit.
const unitMax = 12

// currencies are the dimensions of money.
var currencies = map[string]bool{"cny": true, "usd": true, "eur": true, "gbp": true, "hkd": true, "jpy": true}

// unitAt reads the unit that begins at i; a measure word or a noun that is not in the table is a dimension of its own.
func unitAt(t []rune, i, end int) (unit, int) {
	for n := min(unitMax, end-i); n > 0; n-- {
		u, ok := units[string(t[i:i+n])]
		if !ok || isLatin(t[i+n-1]) && isLatin(at(t, i+n)) {
			continue
		}
		if n == 1 && t[i] == '日' && at(t, i+1) == '元' {
			continue
		}
		return u, i + n
	}
	switch {
	case i < end && isHan(t[i]) && !isFigure(t[i]) && !strings.ContainsRune("的是在于到至和与及或多余左上以起内", t[i]):
		return unit{string(t[i : i+1]), 1}, i + 1
	case i < end && isLatin(t[i]):
		word, j := wordAt(t, i, end)
		if len(word) > 2 && !joining[word] {
			return unit{strings.TrimSuffix(word, "s"), 1}, j
		}
	}
	return unit{}, i
}

var joining = map[string]bool{"and": true, "the": true, "for": true, "with": true, "per": true, "from": true, "that": true, "which": true, "while": true, "but": true, "not": true, "less": true, "more": true, "off": true, "each": true, "was": true, "are": true, "than": true, "over": true}

// periods are per-what, in both languages.
var periods = map[string]string{
	"month": "月", "mo": "月", "year": "年", "yr": "年", "annum": "年", "week": "周", "day": "天", "night": "晚", "cup": "杯", "bag": "袋", "bottle": "瓶", "box": "盒", "piece": "件", "person": "人", "user": "人",
	"个月": "月", "month's": "月",
}

func period(s string) string {
	s = strings.TrimSpace(s)
	if first, second, both := strings.Cut(s, "/"); both { // person/month
		return period(first) + "/" + period(second)
	}
	if p, ok := periods[s]; ok {
		return p
	}
	return s
}

// parseUnit reads the unit of a fact: 元/袋, $/month, mL.
func parseUnit(s string) (u unit, per string) {
	s = strings.TrimSpace(foldText(s))
	head, per, _ := strings.Cut(s, "/")
	if per == "" {
		head, per, _ = strings.Cut(s, " per ")
	}
	if per == "" {
		head, per, _ = strings.Cut(s, "每")
	}
	head = strings.TrimSpace(head)
	if known, ok := units[head]; ok {
		return known, period(per)
	}
	if head == "¥" {
		return unit{"cny", 1}, period(per)
	}
	return unit{strings.TrimSuffix(head, "s"), 1}, period(per)
}
