package draft

import (
	"testing"

	"renown/internal/testkit/expect"
)

func TestSellingPointsZH(t *testing.T) {
	t.Parallel()
	robot := Profile{Name: "青梧", Introduction: "青梧是一款扫地机器人。"}
	for point, want := range map[string]string{ // list: text
		"支持离线":       "sp: 支持离线",
		"续航 30 小时":   "sp: 续航30小时",
		"精度0.01度":    "sp: 精度0.01度",
		"性价比高":       "sp: 性价比高",
		"价格透明":       "sp: 价格透明",
		"不伤胃":        "sp: 不伤胃",
		"一键报税":       "sp: 能一键报税",
		"自动对账":       "sp: 能自动对账",
		"好消化":        "sp: 好消化",
		"添加乳铁蛋白":     "sp: 添加乳铁蛋白",
		"7天无理由退货":    "sp: 7天无理由退货",
		"覆盖六个平台":     "sp: 覆盖六个平台",
		"断网可用":       "sp: 断网可用",
		"零重力座椅":      "sp: 带零重力座椅",
		"自清洁基站":      "sp: 带自清洁基站",
		"防缠绕滚刷":      "sp: 带防缠绕滚刷",
		"新西兰奶源":      "sp: 用新西兰奶源",
		"一对一服务":      "point: 一对一服务",
		"感动人心":       "claim: 感动人心",
		"每个数字都带置信区间": "claim: 每个数字都带置信区间",
		"销量全国第一":     "",
		"让记账更简单":     "",
		"更懂你的车":      "",
		"😀😀":         "",
		"！！！":        "",
	} {
		p := robot
		p.SellingPoints = []string{point}
		r := read(p)
		got := ""
		for _, list := range []string{"sp", "point", "claim"} {
			if own := r.own[list]; got == "" && len(own) > 0 {
				got = list + ": " + own[0].text
			}
		}
		expect.Equal(t, got, want, point, "is listed as")
	}
}

func TestKeywordsZH(t *testing.T) {
	t.Parallel()
	p := Profile{Name: "星澜", Aliases: []string{"Xinglan"}, Introduction: "星澜是一款扫地机器人。", Keywords: []string{
		"星澜扫地机器人", "扫拖机器人", "自清洁", "养宠家庭", "星澜L9", "xinglan会员", "iPhone", "AI", "怎么选扫地机器人", "一二三四五六七八九十一二三四五六", "智能硬件。", "手机",
	}}
	r := read(p)
	var points, who, nouns []string
	for _, w := range r.own["point"] {
		points = append(points, w.text)
	}
	for _, w := range r.own["who"] {
		who = append(who, w.text)
	}
	for _, w := range r.nouns {
		nouns = append(nouns, w.text)
	}
	expect.Same(t, points, []string{"自清洁", "养宠家庭", "AI"}, "points")
	expect.Equal(t, len(who), 0, "who:", who)
	expect.Same(t, nouns, []string{"扫地机器人", "扫拖机器人", "扫拖一体机"}, "nouns")
}

func TestAudienceZH(t *testing.T) {
	t.Parallel()
	for audience, want := range map[string][]string{
		"一线城市白领、大学生":   {"一线城市白领", "大学生"},
		"25-35岁":       {"25-35岁的人"},
		"95后":          {"95后的人"},
		"主要面向中小企业老板":   {"中小企业老板"},
		"年轻妈妈群体":       {"年轻妈妈"},
		"养宠家庭和小户型家庭":   {"养宠家庭", "小户型家庭"},
		"注重健康的年轻人":     {"注重健康的年轻人"},
		"所有人":          nil,
		"关注生活的品质的讲究的人": nil,
		"😀":            nil,
	} {
		r := read(Profile{Name: "青梧", Introduction: "青梧是一家咖啡店。", CoreAudience: audience})
		var got []string
		for _, w := range r.own["who"] {
			got = append(got, w.text)
		}
		expect.Same(t, got, want, audience)
	}
}

func TestSpeakersZH(t *testing.T) {
	t.Parallel()
	for who, want := range map[string]map[string]string{
		"一线城市白领":   {"who1": "一线城市白领", "person": "一线城市白领"},
		"中小企业":     {"who1": "中小企业", "org": "一家中小企业"},
		"研发团队":     {"who1": "研发团队", "org": "一个研发团队"},
		"注重健康的年轻人": {"person": "注重健康的年轻人"},
		"养猫家庭":     {"who1": "养猫家庭"},
		"25岁以上的女生": nil,
	} {
		expect.Same(t, lexica["zh"]().roles(who), want, who)
	}
}

func TestTight(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"续航 30 小时": "续航30小时", "AI 搜索 优化": "AI搜索优化", "New Balance 跑鞋": "New Balance跑鞋"} {
		expect.Equal(t, tight(in), want, in, "becomes")
	}
}
