package draft

import "strings"

// audienceZH lists one group of people.
func (r *reading) audienceZH(s string) {
	for _, lead := range []string{"主要面向", "主要针对", "主要是", "面向", "针对", "适合", "以及", "包括", "如", "和", "及"} {
		s = strings.TrimPrefix(s, lead)
	}
	s = strings.TrimSuffix(strings.TrimSuffix(s, "为主"), "等")
	s = strings.TrimSuffix(strings.TrimSuffix(s, "群体"), "人群")
	s = strings.TrimSuffix(s, "的")
	if endsInAny(s, []string{"岁", "后"}) {
		s += "的人"
	}
	if n := size(s); n < 2 || n > 14 || !plain(s) || !hasHan(s) || strings.Count(s, "的") > 1 || boastZH(s) ||
		containsAny(s, []string{"我们", "您", "你", "所有", "任何", "一切"}) {
		return
	}
	for _, and := range []string{"和", "与"} {
		if a, b, ok := strings.Cut(s, and); ok && size(a) >= 3 && size(b) >= 3 && !strings.Contains(s, "的") {
			r.audienceZH(a)
			r.audienceZH(b)
			return
		}
	}
	r.add("who", s)
}

// rolesZH are the other places in a sentence that a group can take: who1 without 的, person and org as the speaker when
// its last word says that it is one.
func rolesZH(s string) map[string]string {
	roles := map[string]string{}
	if !strings.Contains(s, "的") {
		roles["who1"] = s
	}
	switch {
	case endsInAny(s, orgZH):
		roles["org"] = "一" + measureOrg(s) + s
	case endsInAny(s, personZH) && !strings.ContainsAny(s, "0123456789"):
		roles["person"] = s
	}
	return roles
}

var (
	orgZH    = strings.Fields("企业 公司 团队 工厂 机构 商家 门店 学校 律所 工作室 品牌方 酒店 餐厅 组织 事务所")
	personZH = strings.Fields("党 族 白领 学生 妈妈 宝妈 爸爸 家长 司机 老板 创业者 爱好者 新手 人士 人员 工程师 设计师 经理 主管 女生 男生 女性 男性 年轻人 打工人 程序员 博主 会计 从业者 卖家 店主 业主 跑者 研究生 大学生 作者 个体户 小白 采购 自由职业者 企业主 旅客 车主 油皮 干皮 敏感肌")
)

func measureOrg(s string) string {
	if endsInAny(s, []string{"团队", "组织"}) {
		return "个"
	}
	return "家"
}
