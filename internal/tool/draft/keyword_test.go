package draft

import (
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// Trades in two languages: the longest word decides the kind, and what the user calls the thing is asked for, two questions of the
// ten name the brand, and no word of the trade that it was once mistaken for comes.
func TestTrades(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, never string
		p           Profile
	}{
		{"drink", "奶茶", Profile{Name: "茗泉", Introduction: "茗泉是无糖茶饮料品牌，主打冷萃原叶茶，零糖零卡。", Keywords: []string{"无糖茶饮料", "冷萃茶"}}},
		{"beauty", "", Profile{Name: "汀兰", Introduction: "汀兰是护肤品牌，主打敏感肌修护。", Keywords: []string{"敏感肌面霜", "修护精华"}}},
		{"accounting", "", Profile{Name: "云账", Introduction: "云账是面向小企业的记账软件。", Keywords: []string{"代账系统"}}},
		{"", "", Profile{Name: "木桌记", Introduction: "木桌记做实木家具，可定制。", Keywords: []string{"实木餐桌"}}},
		{"", "", Profile{Name: "启航", Introduction: "启航提供少儿编程课程。", Keywords: []string{"少儿编程"}}},
		{"", "", Profile{Name: "山行", Introduction: "山行是户外旅行定制平台。", Keywords: []string{"徒步路线定制"}}},
		{"drink", "果汁", Profile{Name: "沐泉", Introduction: "沐泉做无糖茶饮料，零糖零脂，冷泡茶底，瓶装茶，主打乌龙与茉莉花茶。", Keywords: []string{"无糖茶饮料"}}},
		{"oral", "", Profile{Name: "净白", Introduction: "净白是电动牙刷品牌，声波清洁，低噪音，长续航，适合牙龈敏感人群。", Keywords: []string{"电动牙刷"}}},
		{"pet", "宠物粮对", Profile{Name: "爪满粮", Introduction: "爪满粮做猫粮和狗粮，鲜肉无谷配方，国内工厂直供。", Keywords: []string{"宠物粮"}}},
		{"crm", "", Profile{Name: "云客通", Introduction: "云客通为中小企业提供 CRM 系统，管理线索、商机和售后，支持企业微信。", Keywords: []string{"企业CRM"}}},
		{"hotel", "", Profile{Name: "栖山居", Introduction: "栖山居是精品度假酒店，在莫干山和大理有门店，主打亲子和山景。", Keywords: []string{"酒店"}}},
		{"shoes", "", Profile{Name: "风踏", Introduction: "风踏做跑鞋，碳板竞速和日常缓震两个系列，面向马拉松跑者。", Keywords: []string{"跑鞋"}}},
		{"oral", "industrial", Profile{
			Name:         "Brightsonic",
			Introduction: "Brightsonic makes an electric toothbrush with a pressure sensor and three weeks of battery.", Keywords: []string{"electric toothbrush"},
		}},
		{"pet", "eating", Profile{
			Name:         "Pawmeadow",
			Introduction: "Pawmeadow sells grain-free pet food for dogs and cats, made from fresh meat.", Keywords: []string{"pet food"},
		}},
		{"crm", "", Profile{
			Name:         "Leadharbor",
			Introduction: "Leadharbor is CRM software for small sales teams: pipeline, e-mail sync, reports.",
			Keywords:     []string{"CRM software"},
		}},
		{"hotel", "", Profile{
			Name:         "The Alder Rooms",
			Introduction: "The Alder Rooms is a boutique hotel by the river with twelve rooms and its own restaurant.", Keywords: []string{"boutique hotel"},
		}},
		{"shoes", "", Profile{
			Name:         "Strideon",
			Introduction: "Strideon makes running shoes with carbon plates for racing and soft foam for daily training.", Keywords: []string{"running shoes"},
		}},
		{"drink", "", Profile{
			Name:         "Leafspring",
			Introduction: "Leafspring makes bottled tea without sugar, cold brewed from whole leaves.", Keywords: []string{"bottled tea"},
		}},
		{"drink", "bubble tea", Profile{
			Name: "Brewline", Introduction: "Brewline sells unsweetened bottled tea.",
			Keywords: []string{"unsweetened iced tea"},
		}},
		{"", "", Profile{
			Name: "Northpeak", Introduction: "Northpeak makes lightweight hiking boots for long trails.",
			Keywords: []string{"hiking boots"},
		}},
		{"accounting", "", Profile{
			Name: "Ledgerly", Introduction: "Ledgerly is accounting software for freelancers.",
			Keywords: []string{"invoice tracking"},
		}},
		{"", "", Profile{
			Name: "Calmskin", Introduction: "Calmskin is a skincare brand for sensitive skin.",
			Keywords: []string{"barrier repair cream"},
		}},
		{"", "", Profile{
			Name: "Oakline", Introduction: "Oakline builds solid wood furniture to order.",
			Keywords: []string{"solid wood dining table"},
		}},
		{"", "", Profile{
			Name: "Codeling", Introduction: "Codeling offers online coding courses for kids.",
			Keywords: []string{"coding classes for kids"},
		}},
	} {
		d := must.Get(Offline(c.p, 10, Existing{}))(t)
		if got := read(c.p).kind.id; c.kind != "" && got != c.kind {
			t.Errorf("%s is read as %s", c.p.Name, got)
		}
		var texts []string
		branded := 0
		for _, topic := range d.Topics {
			for _, p := range topic.Prompts {
				texts = append(texts, p.Text)
				if p.Branded {
					branded++
				}
			}
		}
		if len(texts) != 10 || branded != 2 {
			t.Errorf("%s: %d questions, %d with the brand", c.p.Name, len(texts), branded)
		}
		for _, k := range c.p.Keywords {
			if !slices.ContainsFunc(texts, func(s string) bool { return holdsAny(s, []string{k}) }) {
				t.Errorf("%s: nobody asks for %s: %q", c.p.Name, k, texts)
			}
		}
		many := must.Get(Offline(c.p, 50, Existing{}))(t)
		for _, topic := range many.Topics {
			for _, p := range topic.Prompts {
				if c.never != "" && strings.Contains(p.Text, c.never) {
					t.Errorf("%s: %s is another trade: %s", c.p.Name, c.never, p.Text)
				}
			}
		}
	}
}
