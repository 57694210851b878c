package claim_test

import (
	"os"
	"strings"
	"testing"

	"renown/internal/tool/claim"
)

const caseDay = "2026-11-16"

type row struct {
	key  string
	fact claim.Fact
}

type sheet struct {
	subjects []claim.Subject
	others   []string
	rows     []row
}

var sheets = map[string]sheet{
	"zh": {
		subjects: []claim.Subject{{Spellings: []string{"青禾咖啡", "Qinghe Coffee"}}, {Spellings: []string{"云岭拼配"}}},
		others:   []string{"星澜咖啡", "鹿角咖啡"},
		rows: []row{
			{"founded", claim.Fact{Subject: "青禾咖啡", Attribute: "创立年份", Kind: claim.Date, Value: "2016"}},
			{"stores", claim.Fact{Subject: "青禾咖啡", Attribute: "门店数", Kind: claim.Number, Value: "350", Unit: "家", From: "2025-09-30", To: "2026-09-29"}},
			{"stores", claim.Fact{Subject: "青禾咖啡", Attribute: "门店数", Kind: claim.Number, Value: "412", Unit: "家", From: "2026-09-30", Wrong: []string{"500 家"}}},
			{"hq", claim.Fact{Subject: "青禾咖啡", Attribute: "总部", Kind: claim.Place, Value: "成都"}},
			{"fee", claim.Fact{Subject: "青禾会员", Attribute: "年费", Kind: claim.Price, Value: "0", Unit: "元"}},
			{"ship", claim.Fact{Subject: "云岭拼配", Attribute: "发货时限", Kind: claim.Number, Value: "48", Unit: "小时"}},
			{"price", claim.Fact{Subject: "云岭拼配", Attribute: "售价", Kind: claim.Price, Value: "58", Unit: "元/袋"}},
			{"volume", claim.Fact{Subject: "瓶装冷萃", Attribute: "净含量", Kind: claim.Number, Value: "250", Unit: "mL"}},
			{"creamer", claim.Fact{Subject: "青禾咖啡", Attribute: "植脂末", Kind: claim.Feature, Value: "不含"}},
			{"roast", claim.Fact{Subject: "云岭拼配", Attribute: "烘焙度", Kind: claim.Choice, Value: "中度", Options: []string{"浅度", "中度", "深度"}}},
			{"iso", claim.Fact{Subject: "青禾咖啡", Attribute: "ISO 22000 认证", Kind: claim.Feature, Value: "有"}},
			{"staff", claim.Fact{Subject: "青禾咖啡", Attribute: "员工数", Kind: claim.Number, Value: "3200", Unit: "人"}},
			{"founder", claim.Fact{Subject: "青禾咖啡", Attribute: "创始人", Kind: claim.Text, Value: "林见", Wrong: []string{"周远"}}},
			{"altitude", claim.Fact{Subject: "云岭拼配", Attribute: "种植海拔", Kind: claim.Number, Value: "1600", Unit: "米"}},
			{"repeat", claim.Fact{Subject: "青禾咖啡", Attribute: "复购率", Kind: claim.Number, Value: "46", Unit: "%"}},
		},
	},
	"en": {
		subjects: []claim.Subject{{Spellings: []string{"Lumen Audio"}}},
		others:   []string{"Sonora", "Bexley"},
		rows: []row{
			{"founded", claim.Fact{Subject: "Lumen Audio", Attribute: "founded", Kind: claim.Date, Value: "2011"}},
			{"hq", claim.Fact{Subject: "Lumen Audio", Attribute: "headquarters", Terms: []string{"headquartered", "based in"}, Kind: claim.Place, Value: "Portland"}},
			{"price", claim.Fact{Subject: "Lumen One", Attribute: "price", Kind: claim.Price, Value: "249", Unit: "USD"}},
			{"battery", claim.Fact{Subject: "Lumen One", Attribute: "battery life", Kind: claim.Number, Value: "38", Unit: "hours"}},
			{"weight", claim.Fact{Subject: "Lumen One", Attribute: "weight", Kind: claim.Number, Value: "254", Unit: "g"}},
			{"anc", claim.Fact{Subject: "Lumen Go", Attribute: "active noise cancellation", Kind: claim.Feature, Value: "no"}},
			{"warranty", claim.Fact{Subject: "Lumen One", Attribute: "warranty", Kind: claim.Number, Value: "3", Unit: "years"}},
			{"staff", claim.Fact{Subject: "Lumen Audio", Attribute: "number of employees", Kind: claim.Number, Value: "640", Unit: "people"}},
			{"water", claim.Fact{Subject: "Lumen Go", Attribute: "water resistance", Kind: claim.Choice, Value: "IPX5", Options: []string{"IPX4", "IPX5", "IPX7"}}},
			{"wireless", claim.Fact{Subject: "Lumen One", Attribute: "wireless charging", Kind: claim.Feature, Value: "yes"}},
			{"founder", claim.Fact{Subject: "Lumen Audio", Attribute: "founder", Kind: claim.Text, Value: "Mara Voss", Wrong: []string{"Tom Hale"}}},
			{"goprice", claim.Fact{Subject: "Lumen Go", Attribute: "price", Kind: claim.Price, Value: "79", Unit: "USD", From: "2025-01-01", To: "2026-02-28"}},
			{"goprice", claim.Fact{Subject: "Lumen Go", Attribute: "price", Kind: claim.Price, Value: "99", Unit: "USD", From: "2026-03-01"}},
			{"plus", claim.Fact{Subject: "Lumen Plus", Attribute: "monthly price", Kind: claim.Price, Value: "4.99", Unit: "USD/month"}},
			{"countries", claim.Fact{Subject: "Lumen Audio", Attribute: "countries", Kind: claim.Number, Value: "28", Unit: "countries"}},
			{"iso", claim.Fact{Subject: "Lumen Audio", Attribute: "ISO 14001", Kind: claim.Feature, Value: "yes"}},
		},
	},
	"zh2": {
		subjects: []claim.Subject{{Spellings: []string{"澄光科技", "澄光"}}, {Spellings: []string{"澄光 S3"}}},
		others:   []string{"泉立方", "沃清"},
		rows: []row{
			{"founded", claim.Fact{Subject: "澄光科技", Attribute: "成立时间", Kind: claim.Date, Value: "2014"}},
			{"hq", claim.Fact{Subject: "澄光科技", Attribute: "总部", Kind: claim.Place, Value: "苏州"}},
			{"patents", claim.Fact{Subject: "澄光科技", Attribute: "专利数", Kind: claim.Number, Value: "128", Unit: "项"}},
			{"cities", claim.Fact{Subject: "澄光科技", Attribute: "覆盖城市", Kind: claim.Number, Value: "260", Unit: "个城市"}},
			{"price", claim.Fact{Subject: "澄光 S3", Attribute: "价格", Kind: claim.Price, Value: "2999", Unit: "元"}},
			{"filter", claim.Fact{Subject: "澄光 S3", Attribute: "滤芯寿命", Kind: claim.Number, Value: "36", Unit: "个月"}},
			{"warranty", claim.Fact{Subject: "澄光 S3", Attribute: "质保", Kind: claim.Number, Value: "5", Unit: "年"}},
			{"power", claim.Fact{Subject: "澄光 S3", Attribute: "额定功率", Kind: claim.Number, Value: "65", Unit: "W"}},
			{"tank", claim.Fact{Subject: "澄光 S3", Attribute: "水箱容量", Terms: []string{"水箱"}, Kind: claim.Number, Value: "1.5", Unit: "升"}},
			{"heat", claim.Fact{Subject: "澄光 S3", Attribute: "加热", Kind: claim.Feature, Value: "不支持"}},
			{"launch", claim.Fact{Subject: "澄光 S3", Attribute: "上市时间", Kind: claim.Date, Value: "2024-03"}},
			{"install", claim.Fact{Subject: "澄光 S3", Attribute: "安装方式", Terms: []string{"净水器"}, Kind: claim.Choice, Value: "厨下式", Options: []string{"厨下式", "台面式", "壁挂式"}}},
		},
	},
	"en2": {
		subjects: []claim.Subject{{Spellings: []string{"Harborly"}}, {Spellings: []string{"Harborly Pro"}}},
		others:   []string{"Deskwell", "Zenvy"},
		rows: []row{
			{"founded", claim.Fact{Subject: "Harborly", Attribute: "founded", Kind: claim.Date, Value: "2014"}},
			{"hq", claim.Fact{Subject: "Harborly", Attribute: "headquarters", Kind: claim.Place, Value: "Dublin"}},
			{"customers", claim.Fact{Subject: "Harborly", Attribute: "customers", Kind: claim.Number, Value: "12000", Unit: "customers"}},
			{"employees", claim.Fact{Subject: "Harborly", Attribute: "employees", Kind: claim.Number, Value: "640", Unit: "people"}},
			{"proprice", claim.Fact{Subject: "Harborly Pro", Attribute: "price", Kind: claim.Price, Value: "49", Unit: "USD/month"}},
			{"trial", claim.Fact{Subject: "Harborly", Attribute: "free trial", Kind: claim.Number, Value: "14", Unit: "days"}},
			{"uptime", claim.Fact{Subject: "Harborly", Attribute: "uptime", Kind: claim.Number, Value: "99.95", Unit: "%"}},
			{"storage", claim.Fact{Subject: "Harborly Pro", Attribute: "storage", Kind: claim.Number, Value: "100", Unit: "GB"}},
			{"soc2", claim.Fact{Subject: "Harborly", Attribute: "SOC 2", Kind: claim.Feature, Value: "yes"}},
			{"offline", claim.Fact{Subject: "Harborly", Attribute: "offline mode", Kind: claim.Feature, Value: "no"}},
			{"ceo", claim.Fact{Subject: "Harborly", Attribute: "CEO", Kind: claim.Text, Value: "Aoife Brennan", Wrong: []string{"Neil Carty"}}},
			{"residency", claim.Fact{Subject: "Harborly", Attribute: "data residency", Kind: claim.Choice, Value: "EU", Options: []string{"EU", "US", "UK"}}},
			{"languages", claim.Fact{Subject: "Harborly", Attribute: "languages", Kind: claim.Number, Value: "24", Unit: "languages"}},
		},
	},
	"zh3": {
		subjects: []claim.Subject{{Spellings: []string{"栖云酒店"}}, {Spellings: []string{"栖云卡"}}},
		others:   []string{"望舒酒店", "半山民宿"},
		rows: []row{
			{"founded", claim.Fact{Subject: "栖云酒店", Attribute: "创立时间", Kind: claim.Date, Value: "2012"}},
			{"hq", claim.Fact{Subject: "栖云酒店", Attribute: "总部", Kind: claim.Place, Value: "杭州"}},
			{"hotels", claim.Fact{Subject: "栖云酒店", Attribute: "酒店数", Terms: []string{"酒店", "分店"}, Kind: claim.Number, Value: "86", Unit: "家"}},
			{"rooms", claim.Fact{Subject: "栖云酒店", Attribute: "客房数", Kind: claim.Number, Value: "12000", Unit: "间"}},
			{"breakfast", claim.Fact{Subject: "栖云酒店", Attribute: "早餐价格", Terms: []string{"早餐"}, Kind: claim.Price, Value: "68", Unit: "元/人"}},
			{"checkout", claim.Fact{Subject: "栖云酒店", Attribute: "押金", Kind: claim.Price, Value: "200", Unit: "元"}},
			{"pets", claim.Fact{Subject: "栖云酒店", Attribute: "携带宠物", Kind: claim.Feature, Value: "不可以"}},
			{"cardfee", claim.Fact{Subject: "栖云卡", Attribute: "年费", Kind: claim.Price, Value: "299", Unit: "元"}},
			{"cardterm", claim.Fact{Subject: "栖云卡", Attribute: "有效期", Kind: claim.Number, Value: "12", Unit: "个月"}},
			{"stars", claim.Fact{Subject: "栖云酒店", Attribute: "定位", Terms: []string{"酒店"}, Kind: claim.Choice, Value: "中端", Options: []string{"经济型", "中端", "高端"}}},
			{"chair", claim.Fact{Subject: "栖云酒店", Attribute: "董事长", Kind: claim.Text, Value: "沈知微", Wrong: []string{"陆明远"}}},
		},
	},
	"en3": {
		subjects: []claim.Subject{{Spellings: []string{"Veldt Motors", "Veldt"}}, {Spellings: []string{"Veldt Scout"}}},
		others:   []string{"Corvane", "Ostra"},
		rows: []row{
			{"founded", claim.Fact{Subject: "Veldt Motors", Attribute: "founded", Kind: claim.Date, Value: "2017"}},
			{"hq", claim.Fact{Subject: "Veldt Motors", Attribute: "headquarters", Kind: claim.Place, Value: "Munich"}},
			{"price", claim.Fact{Subject: "Veldt Scout", Attribute: "price", Kind: claim.Price, Value: "38900", Unit: "EUR"}},
			{"range", claim.Fact{Subject: "Veldt Scout", Attribute: "range", Kind: claim.Number, Value: "460", Unit: "km"}},
			{"seats", claim.Fact{Subject: "Veldt Scout", Attribute: "seats", Kind: claim.Number, Value: "5", Unit: "seats"}},
			{"trunk", claim.Fact{Subject: "Veldt Scout", Attribute: "trunk capacity", Terms: []string{"trunk"}, Kind: claim.Number, Value: "520", Unit: "liters"}},
			{"warranty", claim.Fact{Subject: "Veldt Scout", Attribute: "warranty", Kind: claim.Number, Value: "8", Unit: "years"}},
			{"tow", claim.Fact{Subject: "Veldt Scout", Attribute: "heat pump", Kind: claim.Feature, Value: "yes"}},
			{"drive", claim.Fact{Subject: "Veldt Scout", Attribute: "drive", Kind: claim.Choice, Value: "rear-wheel", Options: []string{"rear-wheel", "front-wheel", "all-wheel"}}},
			{"employees", claim.Fact{Subject: "Veldt Motors", Attribute: "employees", Kind: claim.Number, Value: "4300", Unit: "people"}},
			{"plant", claim.Fact{Subject: "Veldt Motors", Attribute: "annual output", Kind: claim.Number, Value: "60000", Unit: "cars"}},
			{"ceo", claim.Fact{Subject: "Veldt Motors", Attribute: "CEO", Kind: claim.Text, Value: "Ines Falk", Wrong: []string{"Rolf Berg"}}},
		},
	},
	"zh4": {
		subjects: []claim.Subject{{Spellings: []string{"墨鱼云"}}, {Spellings: []string{"墨鱼云专业版"}}},
		others:   []string{"蓝鲸盘", "橙盘"},
		rows: []row{
			{"founded", claim.Fact{Subject: "墨鱼云", Attribute: "成立时间", Kind: claim.Date, Value: "2018-06"}},
			{"hq", claim.Fact{Subject: "墨鱼云", Attribute: "总部", Kind: claim.Place, Value: "广州"}},
			{"users", claim.Fact{Subject: "墨鱼云", Attribute: "注册用户数", Terms: []string{"用户"}, Kind: claim.Number, Value: "300万", Unit: "人"}},
			{"space", claim.Fact{Subject: "墨鱼云", Attribute: "免费空间", Terms: []string{"免费容量"}, Kind: claim.Number, Value: "20", Unit: "GB"}},
			{"fee", claim.Fact{Subject: "墨鱼云专业版", Attribute: "月费", Kind: claim.Price, Value: "18", Unit: "元/月"}},
			{"file", claim.Fact{Subject: "墨鱼云", Attribute: "单文件上限", Terms: []string{"单个文件", "单文件"}, Kind: claim.Number, Value: "10", Unit: "GB"}},
			{"devices", claim.Fact{Subject: "墨鱼云专业版", Attribute: "同时登录设备数", Terms: []string{"设备"}, Kind: claim.Number, Value: "5", Unit: "台"}},
			{"e2e", claim.Fact{Subject: "墨鱼云", Attribute: "端到端加密", Kind: claim.Feature, Value: "支持"}},
			{"linux", claim.Fact{Subject: "墨鱼云", Attribute: "Linux 客户端", Kind: claim.Feature, Value: "没有"}},
			{"refund", claim.Fact{Subject: "墨鱼云", Attribute: "退款期限", Terms: []string{"退款"}, Kind: claim.Number, Value: "7", Unit: "天"}},
		},
	},
	"en4": {
		subjects: []claim.Subject{{Spellings: []string{"Fern & Oak"}}, {Spellings: []string{"Alder desk"}}},
		others:   []string{"Kestrel Home", "Boxwood"},
		rows: []row{
			{"founded", claim.Fact{Subject: "Fern & Oak", Attribute: "founded", Kind: claim.Date, Value: "1998"}},
			{"hq", claim.Fact{Subject: "Fern & Oak", Attribute: "headquarters", Kind: claim.Place, Value: "Toronto"}},
			{"stores", claim.Fact{Subject: "Fern & Oak", Attribute: "stores", Kind: claim.Number, Value: "34", Unit: "stores"}},
			{"price", claim.Fact{Subject: "Alder desk", Attribute: "price", Kind: claim.Price, Value: "640", Unit: "USD"}},
			{"width", claim.Fact{Subject: "Alder desk", Attribute: "width", Terms: []string{"wide"}, Kind: claim.Number, Value: "140", Unit: "cm"}},
			{"weight", claim.Fact{Subject: "Alder desk", Attribute: "weight", Kind: claim.Number, Value: "31", Unit: "kg"}},
			{"load", claim.Fact{Subject: "Alder desk", Attribute: "maximum load", Terms: []string{"supports up to", "load"}, Kind: claim.Number, Value: "90", Unit: "kg"}},
			{"returns", claim.Fact{Subject: "Fern & Oak", Attribute: "return window", Terms: []string{"returns", "return"}, Kind: claim.Number, Value: "60", Unit: "days"}},
			{"ship", claim.Fact{Subject: "Fern & Oak", Attribute: "shipping fee", Terms: []string{"shipping"}, Kind: claim.Price, Value: "49", Unit: "USD"}},
			{"wood", claim.Fact{Subject: "Alder desk", Attribute: "material", Terms: []string{"made of", "made from"}, Kind: claim.Choice, Value: "solid oak", Options: []string{"solid oak", "walnut", "bamboo"}}},
			{"fsc", claim.Fact{Subject: "Fern & Oak", Attribute: "FSC certification", Kind: claim.Feature, Value: "yes"}},
		},
	},
}

func (s sheet) reader() *claim.Reader {
	facts := make([]claim.Fact, len(s.rows))
	for i, r := range s.rows {
		facts[i] = r.fact
	}
	return claim.NewReader(s.subjects, s.others, facts)
}

type tested struct {
	line, sheet, text string
	want              map[string]string
}

func testedCases(t *testing.T, file string) (list []tested) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(strings.TrimSpace(line), "|", 3)
		c := tested{line: line, sheet: strings.TrimSpace(parts[0]), text: strings.ReplaceAll(strings.TrimSpace(parts[1]), `\n`, "\n"), want: map[string]string{}}
		for w := range strings.FieldsSeq(parts[2]) {
			key, verdict, _ := strings.Cut(w, ":")
			c.want[key] = verdict
		}
		list = append(list, c)
	}
	return list
}

type score struct{ right, wrong, missed, agreed, agreements int }

func (s score) precision() float64 { return float64(s.right) / float64(max(s.right+s.wrong, 1)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(s.right+s.missed, 1)) }

// TestCases holds the reader to what is promised of contradictions: on the cases that it was made with, and on those that
// were written before it was finished and read once, when it was.
func TestCases(t *testing.T) {
	readers := map[string]*claim.Reader{}
	for name, s := range sheets {
		readers[name] = s.reader()
	}
	for _, file := range []string{"cases.txt", "held.txt", "fresh.txt", "unseen.txt", "last.txt", "trades.txt", "lot.txt", "journey.txt", "house.txt", "again.txt", "final.txt"} {
		var s score
		for _, c := range testedCases(t, file) {
			s.count(t, c, lettersOf(readers[c.sheet], c))
		}
		t.Logf("%s: %+v precision %.3f recall %.3f", file, s, s.precision(), s.recall())
		if s.precision() < 0.95 || s.recall() < 0.75 {
			t.Errorf("%s: precision %.3f (0.95), recall %.3f (0.75)", file, s.precision(), s.recall())
		}
	}
}

// lettersOf is the verdict on each fact, by its key; a contradiction outweighs the rest.
func lettersOf(r *claim.Reader, c tested) map[string]string {
	got := map[string]string{}
	for _, k := range r.Read(c.text, caseDay) {
		if k.Fact < 0 {
			continue
		}
		key := sheets[c.sheet].rows[k.Fact].key
		letter := map[claim.Verdict]string{claim.Agrees: "A", claim.Contradicts: "C", claim.Unjudged: "J"}[k.Verdict]
		if got[key] != "C" {
			got[key] = letter
		}
	}
	return got
}

func (s *score) count(t *testing.T, c tested, got map[string]string) {
	t.Helper()
	for key, letter := range got {
		switch {
		case letter == "C" && c.want[key] == "C":
			s.right++
		case letter == "C":
			s.wrong++
			t.Logf("wrongly contradicted %s: %s", key, c.line)
		}
	}
	for key, letter := range c.want {
		if letter == "C" && got[key] != "C" {
			s.missed++
			t.Logf("missed %s (%q): %s", key, got[key], c.line)
		}
		if letter == "A" {
			s.agreements++
			if got[key] == "A" {
				s.agreed++
			} else {
				t.Logf("not agreed %s (%q): %s", key, got[key], c.line)
			}
		}
	}
}
