package sample

import (
	_ "embed"
	"sync"

	"go.yaml.in/yaml/v3"

	"renown/internal/room/publishing/catalogue"
)

//go:embed words.yaml
var wordFile []byte

// vocabulary is what outlets are made of. What is listed several times occurs as often.
type vocabulary struct {
	Words, Foreign         []struct{ Han, Latin string }  // an invented name and how it is written in an address
	Subjects               []struct{ Code, Label string } // what an outlet writes about: an industry
	Places                 []struct{ Name, Region, Host, Country, Language string }
	Voices, Regions, Notes []string
}

var words = sync.OnceValue(func() (all vocabulary) {
	if err := yaml.Unmarshal(wordFile, &all); err != nil {
		panic(err) // the file is compiled in
	}
	return all
})

// level is a rank with what goes with it: kinds of names, median price in points and hours, weight.
type level struct {
	code, host   string
	kinds        []string
	price, hours float64
	weight       int
}

// levels are repeated as often as they occur.
var levels = []level{
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

var platforms = map[catalogue.Type][]string{
	catalogue.WeMedia:    {"tuwenhao", "tuwenhao", "zixunhao", "zixunhao", "zhishihao", "shenghuohao", "wendahao"},
	catalogue.ShortVideo: {"duanshipin", "duanshipin", "duanshipin", "zhibohao"},
}
