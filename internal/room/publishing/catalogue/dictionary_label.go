package catalogue

import (
	"cmp"
	"maps"
	"slices"
)

// Labels of values that are codes. An operator may use other values: they are shown as they are.
var (
	flagLabels     = map[string]string{"true": "是", "false": "否"}
	industryLabels = map[string]string{
		"technology": "科技", "software": "软件", "internet": "互联网", "electronics": "电子数码", "finance": "财经金融",
		"business": "商业", "automotive": "汽车", "real_estate": "房产", "home": "家居", "health": "健康医疗", "food": "食品餐饮",
		"travel": "旅游", "education": "教育", "culture": "文化", "entertainment": "娱乐", "sports": "体育", "fashion": "时尚",
		"beauty": "美妆", "parenting": "母婴", "games": "游戏", "agriculture": "农业", "energy": "能源", "manufacturing": "制造业",
		"logistics": "物流", "law": "法律", "government": "政务", "public_welfare": "公益", "general": "综合", "lifestyle": "生活",
		"pets": "宠物",
	}
	levelLabels = map[string]string{
		"central": "中央级", "national": "全国性", "provincial": "省级", "municipal": "地市级", "county": "区县级", "portal": "门户",
		"vertical": "行业垂直", "local": "地方",
	}
	platformLabels = map[string]string{
		"tuwenhao": "图文号", "duanshipin": "短视频号", "zhishihao": "知识号", "shenghuohao": "生活号", "zixunhao": "资讯号",
		"wendahao": "问答号", "zhibohao": "直播号",
	}
	languageLabels = map[string]string{
		"zh": "中文", "zh-Hans": "简体中文", "zh-Hant": "繁体中文", "en": "英语", "ja": "日语", "ko": "韩语", "fr": "法语", "de": "德语",
		"es": "西班牙语", "pt": "葡萄牙语", "ru": "俄语", "ar": "阿拉伯语", "it": "意大利语", "nl": "荷兰语", "vi": "越南语", "th": "泰语",
		"id": "印尼语", "ms": "马来语", "hi": "印地语", "tr": "土耳其语", "pl": "波兰语",
	}
	countryLabels = map[string]string{
		"CN": "中国", "HK": "中国香港", "MO": "中国澳门", "TW": "中国台湾", "US": "美国", "GB": "英国", "JP": "日本", "KR": "韩国", "SG": "新加坡",
		"MY": "马来西亚", "TH": "泰国", "VN": "越南", "ID": "印度尼西亚", "PH": "菲律宾", "IN": "印度", "AU": "澳大利亚", "NZ": "新西兰",
		"CA": "加拿大", "DE": "德国", "FR": "法国", "ES": "西班牙", "IT": "意大利", "NL": "荷兰", "PT": "葡萄牙", "RU": "俄罗斯", "BR": "巴西",
		"MX": "墨西哥", "AE": "阿联酋", "SA": "沙特阿拉伯", "TR": "土耳其", "PL": "波兰", "CH": "瑞士", "SE": "瑞典", "ZA": "南非",
	}
)

var codeLabels = map[string]map[string]string{
	"media_type":   {"news": "新闻媒体", "wemedia": "自媒体", "short_video": "短视频", "overseas": "海外媒体"},
	"content_type": {"article": "文章", "video": "视频"},
	"industry":     industryLabels, "level": levelLabels, "platform": platformLabels, "language": languageLabels, "country": countryLabels,
	"price_tier": tierLabels(), "weekend": flagLabels, "links": flagLabels, "recommended": flagLabels,
}

// Label is a value of a filter in Chinese, or the value itself where it has no other name.
func Label(dimension, value string) string { return cmp.Or(codeLabels[dimension][value], value) }

// Codes are the values of a filter that have a name.
func Codes(dimension string) []string { return slices.Sorted(maps.Keys(codeLabels[dimension])) }
