package catalogue

// sampleWord is an invented name and how it is written in an address.
type sampleWord struct{ han, latin string }

var sampleWords = []sampleWord{
	{"青岚", "qinglan"},
	{"云汀", "yunting"},
	{"栖川", "qichuan"},
	{"沐野", "muye"},
	{"澄湖", "chenghu"},
	{"霁城", "jicheng"},
	{"朔原", "shuoyuan"},
	{"临汐", "linxi"},
	{"鹤屿", "heyu"},
	{"檀溪里", "tanxili"},
	{"松烟渡", "songyandu"},
	{"半夏坞", "banxiawu"},
	{"星槎", "xingcha"},
	{"雾棠", "wutang"},
	{"漱石滩", "shushitan"},
	{"南柯湾", "nankewan"},
	{"听澜阁", "tinglange"},
	{"白砚", "baiyan"},
	{"知微岭", "zhiweiling"},
	{"拾光浦", "shiguangpu"},
	{"鲸落岸", "jingluoan"},
	{"蓝堇", "lanjin"},
	{"枫桉", "fengan"},
	{"折柳亭", "zheliuting"},
	{"浮舟渚", "fuzhouzhu"},
	{"晴翠谷", "qingcuigu"},
	{"砚池边", "yanchibian"},
	{"远岫", "yuanxiu"},
	{"疏桐院", "shutongyuan"},
	{"潮生角", "chaoshengjiao"},
	{"银杏坡", "yinxingpo"},
	{"萤火川", "yinghuochuan"},
	{"逐鹿原野", "zhuluyuanye"},
	{"明河渡", "minghedu"},
	{"竹隐", "zhuyin"},
	{"风眠渡", "fengmiandu"},
	{"甘棠里", "gantangli"},
	{"石榴屿", "shiliuyu"},
	{"北辰坊", "beichenfang"},
	{"落霞洲", "luoxiazhou"},
}

var sampleForeign = []sampleWord{
	{"Harborlight", "harborlight"},
	{"Willowmere", "willowmere"},
	{"Northwick", "northwick"},
	{"Emberfield", "emberfield"},
	{"Saltmarsh", "saltmarsh"},
	{"Quillstone", "quillstone"},
	{"Larkspur", "larkspur"},
	{"Copperbrook", "copperbrook"},
	{"Dunmarrow", "dunmarrow"},
	{"Fernhollow", "fernhollow"},
	{"Greywater", "greywater"},
	{"Oldenmoor", "oldenmoor"},
}

// sampleSubject is what an outlet writes about; code is an industry.
type sampleSubject struct{ code, label string }

var sampleSubjects = []sampleSubject{
	{"technology", "科技"},
	{"software", "软件"},
	{"internet", "互联网"},
	{"electronics", "数码"},
	{"finance", "财经"},
	{"business", "商业"},
	{"automotive", "汽车"},
	{"real_estate", "房产"},
	{"home", "家居"},
	{"health", "健康"},
	{"food", "美食"},
	{"travel", "旅行"},
	{"education", "教育"},
	{"culture", "文化"},
	{"entertainment", "文娱"},
	{"sports", "体育"},
	{"fashion", "时尚"},
	{"beauty", "美妆"},
	{"parenting", "母婴"},
	{"games", "游戏"},
	{"agriculture", "三农"},
	{"energy", "能源"},
	{"manufacturing", "制造"},
	{"lifestyle", "生活"},
	{"general", "综合"},
}

// sampleLevel is a rank with what goes with it: kinds of names, median price in points and hours, weight.
type sampleLevel struct {
	code, host   string
	kinds        []string
	price, hours float64
	weight       int
}

// sampleLevels are repeated as often as they occur.
var sampleLevels = []sampleLevel{
	{"central", "-zx", []string{"总社", "通讯总汇"}, 2600, 30, 9},
	{"provincial", "-sheng", []string{"省闻", "省报网"}, 620, 16, 7},
	{"provincial", "-sheng", []string{"省闻", "省报网"}, 620, 16, 7},
	{"municipal", "-shi", []string{"城事网", "晚讯", "市声"}, 170, 9, 4},
	{"municipal", "-shi", []string{"城事网", "晚讯", "市声"}, 170, 9, 4},
	{"municipal", "-shi", []string{"城事网", "晚讯", "市声"}, 170, 9, 4},
	{"portal", "-net", []string{"门户", "在线"}, 260, 5, 8},
	{"vertical", "", []string{"观察", "周刊", "前线", "内参", "志"}, 75, 7, 3},
	{"vertical", "", []string{"观察", "周刊", "前线", "内参", "志"}, 75, 7, 3},
	{"vertical", "", []string{"观察", "周刊", "前线", "内参", "志"}, 75, 7, 3},
	{"vertical", "", []string{"观察", "周刊", "前线", "内参", "志"}, 45, 4, 2},
	{"vertical", "", []string{"观察", "周刊", "前线", "内参", "志"}, 45, 4, 2},
	{"vertical", "", []string{"观察", "周刊", "前线", "内参", "志"}, 25, 3, 1},
}

var samplePlatforms = map[Type][]string{
	WeMedia:    {"tuwenhao", "tuwenhao", "zixunhao", "zixunhao", "zhishihao", "shenghuohao", "wendahao"},
	ShortVideo: {"duanshipin", "duanshipin", "duanshipin", "zhibohao"},
}

var sampleVoices = []string{"说", "聊", "看", "记", "话", "笔谈", "小馆"}

// sampleRegions are repeated as often as they occur.
var sampleRegions = []string{
	"北京", "北京", "北京", "上海", "上海", "上海", "广东", "广东", "广东", "浙江", "浙江", "江苏", "江苏", "四川", "四川", "山东", "湖北", "湖南", "河南",
	"河北", "福建", "安徽", "陕西", "重庆", "天津", "辽宁", "江西", "云南", "广西", "山西", "黑龙江", "吉林", "贵州", "甘肃", "海南", "内蒙古", "新疆",
	"全国", "全国", "全国", "全国",
}

type samplePlace struct{ name, region, host, country, language string }

var samplePlaces = []samplePlace{
	{"North America", "北美", "na", "US", "en"},
	{"North America", "北美", "na", "US", "en"},
	{"North America", "北美", "ca", "CA", "en"},
	{"Europe", "欧洲", "uk", "GB", "en"},
	{"Europe", "欧洲", "de", "DE", "de"},
	{"Europe", "欧洲", "fr", "FR", "fr"},
	{"Europe", "欧洲", "es", "ES", "es"},
	{"Southeast Asia", "东南亚", "sg", "SG", "en"},
	{"Southeast Asia", "东南亚", "my", "MY", "en"},
	{"Southeast Asia", "东南亚", "th", "TH", "th"},
	{"Southeast Asia", "东南亚", "vn", "VN", "vi"},
	{"East Asia", "东亚", "jp", "JP", "ja"},
	{"East Asia", "东亚", "kr", "KR", "ko"},
	{"Oceania", "大洋洲", "au", "AU", "en"},
	{"Middle East", "中东", "ae", "AE", "ar"},
}

var sampleNotes = []string{
	"演示数据：虚构媒体。不接受绝对化用语。",
	"演示数据：虚构媒体。正文不少于 800 字。",
	"演示数据：虚构媒体。不接受医疗与金融产品推广。",
	"演示数据：虚构媒体。工作日 17:00 前投稿当日处理。",
	"演示数据：虚构媒体。",
}
