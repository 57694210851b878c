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
台州|taizhou
金华|jinhua
义乌|yiwu
南通|nantong
扬州|yangzhou
镇江|zhenjiang
盐城|yancheng
湖州|huzhou
汕头|shantou
江门|jiangmen
桂林|guilin
柳州|liuzhou
遵义|zunyi
襄阳|xiangyang
宜昌|yichang
株洲|zhuzhou
芜湖|wuhu
赣州|ganzhou
漳州|zhangzhou
莆田|putian
临沂|linyi
淄博|zibo
威海|weihai
保定|baoding
唐山|tangshan
包头|baotou
绵阳|mianyang
高雄|kaohsiung
里斯本|lisbon
波尔图|porto
奥斯陆|oslo
卑尔根|bergen
哥德堡|gothenburg
汉堡市|hamburg
科隆|cologne
斯图加特|stuttgart
杜塞尔多夫|dusseldorf|düsseldorf
莱比锡|leipzig
布拉格|prague
华沙|warsaw
克拉科夫|krakow|kraków
布达佩斯|budapest
布加勒斯特|bucharest
雅典|athens
伊斯坦布尔|istanbul
莫斯科|moscow
圣彼得堡|saint petersburg|st petersburg|st. petersburg
基辅|kyiv
布鲁塞尔|brussels
安特卫普|antwerp
鹿特丹|rotterdam
乌得勒支|utrecht
埃因霍温|eindhoven
里昂|lyon
马赛|marseille
图卢兹|toulouse
波尔多|bordeaux
都灵|turin
博洛尼亚|bologna
佛罗伦萨|florence
那不勒斯|naples
威尼斯|venice
瓦伦西亚|valencia
塞维利亚|seville
巴塞尔|basel
曼彻斯特|manchester
伯明翰|birmingham
爱丁堡|edinburgh
格拉斯哥|glasgow
布里斯托|bristol
利物浦|liverpool
费城|philadelphia
圣迭戈|san diego
拉斯维加斯|las vegas
底特律|detroit
明尼阿波利斯|minneapolis
纳什维尔|nashville
匹兹堡|pittsburgh
盐湖城|salt lake city
帕洛阿尔托|palo alto
库比蒂诺|cupertino
蒙特利尔|montreal
渥太华|ottawa
卡尔加里|calgary
墨西哥城|mexico city
圣保罗|sao paulo|são paulo
里约热内卢|rio de janeiro
布宜诺斯艾利斯|buenos aires
波哥大|bogota|bogotá
特拉维夫|tel aviv
开罗|cairo
开普敦|cape town
约翰内斯堡|johannesburg
内罗毕|nairobi
利雅得|riyadh
多哈|doha
阿布扎比|abu dhabi
新德里|new delhi|delhi
海得拉巴|hyderabad
金奈|chennai
河内|hanoi
胡志明市|ho chi minh city
马尼拉|manila
京都|kyoto
名古屋|nagoya
横滨|yokohama
福冈|fukuoka
釜山|busan
奥克兰|auckland
惠灵顿|wellington
布里斯班|brisbane
珀斯|perth
阿德莱德|adelaide
`

var cityTrie = func() *trie {
	t := newTrie()
	for name, i := range cities {
		t.add(name, int32(i))
	}
	return t
}()
