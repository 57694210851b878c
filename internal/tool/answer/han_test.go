package answer_test

import (
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

// Names of two characters are cut out of running Chinese with nothing but the name given: no exclusions, no contexts.
func TestHanNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		named, noOne []string
	}{
		{
			"美的",
			[]string{
				"格力和美的哪个好", "格力比美的贵", "选美的空调", "中国美的集团", "美的确实很好", "推荐美的", "海尔、美的、格力", "性价比高的有美的", "美的的空调",
				"购买美的冰箱", "相比美的", "不如美的", "美的是家电巨头", "被美的收购", "我家的空调是美的。",
			},
			[]string{
				"最美的风景", "爱美的女士", "欧美的品牌", "北美的市场", "完美的产品", "国美的服务", "更美的外观", "很美的地方", "优美的旋律", "赞美的话", "审美的变化",
				"華美的禮服", "無比美的夜晚", "那是美的享受",
			},
		},
		{"海尔", []string{"买海尔冰箱", "青岛海尔", "海尔后来推出", "他选了海尔"}, []string{"上海尔湾", "在上海尔后又去"}},
		{"海信", []string{"海信电视", "选海信"}, []string{"上海信息中心"}},
		{"格力", []string{"格力空调", "国产格力"}, []string{"价格力求优惠", "規格力學"}},
		{"平安", []string{"中国人寿和平安哪个好", "中国平安", "平安保险"}, []string{"和平安全", "水平安装", "祝大家平安", "一路平安", "平安夜"}},
		{"小米", []string{"小米粉丝很多", "用小米手机", "红米和小米", "小米公司", "小米14"}, []string{"小米粥很好喝", "小米辣", "煮一斤小米"}},
		{"理想", []string{"理想的L9很好", "理想汽车", "蔚来、理想、小鹏", "理想L7", "比较理想和蔚来"}, []string{"这是理想的选择", "效果不理想", "最理想的方案", "过于理想化", "理想主义"}},
		{"大金", []string{"大金空调"}, []string{"大金融时代", "最大金额"}},
		{"方太", []string{"方太油烟机", "老板和方太"}, []string{"东方太阳城"}},
		{"华帝", []string{"华帝燃气灶"}, []string{"中华帝国"}},
		{"日立", []string{"日立电梯"}, []string{"今日立减"}},
		{"能率", []string{"林内和能率"}, []string{"功能率先"}},
		{"万和", []string{"万和热水器"}, []string{"百万和千万"}},
		{"佳能", []string{"佳能相机"}, []string{"最佳能效"}},
		{"匹克", []string{"匹克运动鞋"}, []string{"奥林匹克运动会", "奧林匹克"}},
		{"伊利", []string{"伊利牛奶"}, []string{"伊利诺伊州"}},
		{"三星", []string{"三星手机", "三星电子"}, []string{"三星堆", "三星级酒店"}},
		{"京东", []string{"京东物流", "在京东买"}, []string{"京东方", "南京东路", "北京东城"}},
		{"国美", []string{"国美电器"}, []string{"中国美食", "中国美术", "全国美容"}},
		{"苏宁", []string{"苏宁易购"}, []string{"江苏宁波"}},
		{"美团", []string{"美团外卖"}, []string{"完美团队", "精美团购"}},
		{"用友", []string{"用友软件"}, []string{"用友好的方式"}},
		{"海天", []string{"海天酱油"}, []string{"上海天气"}},
		{"中通", []string{"中通快递"}, []string{"集中通知"}},
		{"真我", []string{"真我手机"}, []string{"认真我们"}},
		{"本田", []string{"本田雅阁"}, []string{"日本田径"}},
		{"中兴", []string{"中兴通讯"}, []string{"其中兴起"}},
		{"荣耀", []string{"荣耀手机"}, []string{"王者荣耀"}},
	} {
		reader := answer.NewReader([]answer.Entity{{ID: "x", Name: c.name}})
		for _, text := range c.named {
			expect.Equal(t, reader.Mentions(text)[0], 1, c.name, "in", text, "mentions")
		}
		for _, text := range c.noOne {
			expect.Equal(t, reader.Mentions(text)[0], 0, c.name, "in", text, "mentions")
		}
	}
}
