package claim

import "strings"

// cities that are told apart, each in its spellings. Provinces and countries are not here: a city lies in them.
var cities = func() map[string]int {
	all := map[string]int{}
	for i, line := range strings.Split(strings.TrimSpace(cityText), "\n") {
		for name := range strings.SplitSeq(line, "|") {
			all[name] = i
		}
	}
	return all
}()

const cityText = `
北京|beijing
上海|shanghai
广州|guangzhou
深圳|shenzhen
成都|chengdu
重庆|chongqing
杭州|hangzhou
武汉|wuhan
西安|xi'an|xian
南京|nanjing
苏州|suzhou
天津|tianjin
长沙|changsha
郑州|zhengzhou
东莞|dongguan
青岛|qingdao
昆明|kunming
宁波|ningbo
合肥|hefei
佛山|foshan
沈阳|shenyang
大连|dalian
厦门|xiamen
福州|fuzhou
济南|jinan
无锡|wuxi
哈尔滨|harbin
长春|changchun
石家庄|shijiazhuang
太原|taiyuan
南昌|nanchang
贵阳|guiyang
南宁|nanning
海口|haikou
兰州|lanzhou
银川|yinchuan
西宁|xining
乌鲁木齐|urumqi
呼和浩特|hohhot
拉萨|lhasa
珠海|zhuhai
温州|wenzhou
泉州|quanzhou
绍兴|shaoxing
嘉兴|jiaxing
常州|changzhou
徐州|xuzhou
烟台|yantai
潍坊|weifang
洛阳|luoyang
三亚|sanya
中山|zhongshan
惠州|huizhou
香港|hong kong
澳门|macau|macao
台北|taipei
东京|tokyo
大阪|osaka
首尔|seoul
新加坡|singapore
曼谷|bangkok
吉隆坡|kuala lumpur
雅加达|jakarta
伦敦|london
巴黎|paris
柏林|berlin
慕尼黑|munich
法兰克福|frankfurt
阿姆斯特丹|amsterdam
苏黎世|zurich
日内瓦|geneva
米兰|milan
罗马|rome
马德里|madrid
巴塞罗那|barcelona
维也纳|vienna
哥本哈根|copenhagen
斯德哥尔摩|stockholm
赫尔辛基|helsinki
都柏林|dublin
纽约|new york
洛杉矶|los angeles
旧金山|san francisco
西雅图|seattle
波特兰|portland
芝加哥|chicago
波士顿|boston
奥斯汀|austin
丹佛|denver
亚特兰大|atlanta
迈阿密|miami
达拉斯|dallas
休斯敦|houston
圣何塞|san jose
多伦多|toronto
温哥华|vancouver
悉尼|sydney
墨尔本|melbourne
迪拜|dubai
孟买|mumbai
班加罗尔|bangalore|bengaluru
`

var cityTrie = func() *trie {
	t := newTrie()
	for name, i := range cities {
		t.add(name, int32(i))
	}
	return t
}()
