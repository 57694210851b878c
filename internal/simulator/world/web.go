package world

import (
	"bytes"
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"
)

// channel is an invented site.
type channel struct {
	Name string `yaml:"name"`
	Path string `yaml:"path"`
}

//go:embed sites.yaml
var siteFile []byte

var channels = sync.OnceValue(func() (c map[string]map[string]channel) {
	decoder := yaml.NewDecoder(bytes.NewReader(siteFile))
	decoder.KnownFields(true)
	if err := decoder.Decode(&c); err != nil {
		panic(err) // a test reads it
	}
	return c
})

// Found is a page that a search brought.
type Found struct {
	URL, Site string
	Title     string // "": follows from the page's address
	Published time.Time
	Brands    []int // that it is about, at most two
	Article   *Page // what was ordered; nil for any other page
	Own       bool  // a brand's own site

	seed uint64
}

// Draw is a stream that belongs to the page, the same for every reader.
func (f *Found) Draw() *Draw { return NewDraw(f.seed) }

// Wording is how a page is called and how it begins.
type Wording struct{ Title, Snippet string }

// wordings are kept, because the same pages are found again and again.
type wordings struct {
	mu sync.RWMutex
	of map[uint64]Wording
}

// wordingsMost bounds the memory of a world that lasts.
const wordingsMost = 10_000

// Worded is the wording of a page, which write makes the first time. It follows from the page and from what it is written for.
func (w *World) Worded(f *Found, write func() Wording, of ...string) Wording {
	key := uint64(17)
	for _, i := range f.Brands {
		key = key*1_000_003 + uint64(i) + 1
	}
	key = Hash(Hash(key, of...), f.URL, f.Title)
	w.words.mu.RLock()
	kept, ok := w.words.of[key]
	w.words.mu.RUnlock()
	if ok {
		return kept
	}
	made := write()
	w.words.mu.Lock()
	defer w.words.mu.Unlock()
	if w.words.of == nil || len(w.words.of) >= wordingsMost {
		w.words.of = map[uint64]Wording{}
	}
	w.words.of[key] = made
	return made
}

// States is what the page says of one of its brands: right or wrong. "" is nothing.
func (w *World) States(f *Found, brand int) string {
	claims := w.Market.Brands[brand].Claims
	if len(claims) == 0 {
		return ""
	}
	for i := range claims {
		if p := claims[i].Page; p != nil && p.URL == f.URL {
			return claims[i].Wrong
		}
	}
	d := NewDraw(f.seed + 1)
	c := Pick(d, claims)
	if c.Wrong != "" && c.Page == nil && !f.Own && d.Chance(c.Share) {
		return c.Wrong
	}
	return c.Text
}

// mistaken adds the pages that alone have something wrong about a brand, as often as a platform comes upon them.
func (w *World) mistaken(s Search, d *Draw, list []Found) []Found {
	for _, i := range s.Brands {
		for k := range w.Market.Brands[i].Claims {
			p := w.Market.Brands[i].Claims[k].Page
			if p == nil {
				continue
			}
			if met := d.Float64(); met < w.MistakeRate*w.fade(w.found(p, s.Question)) {
				list = append(list, Found{
					URL: p.URL, Site: p.Site, Title: p.Title, Published: p.Published,
					Brands: []int{i}, seed: Hash(13, p.URL),
				})
			}
		}
	}
	return list
}

// Search says what to look for on the web.
type Search struct {
	Question
	About    string // the thing in a word: pages belong to it
	Language string // zh or en
	Pages    int
	Brands   []int // that pages may be about
}

// StillTime is the time of a world in which it stands still.
var StillTime = time.Date(2026, 9, 28, 9, 0, 0, 0, time.UTC)

var stillDay = DayOf(StillTime)

// YearOf is the year of a day.
func YearOf(day int) string {
	if day == 0 {
		day = stillDay
	}
	return strconv.Itoa(time.Unix(int64(day)*86400, 0).UTC().Year())
}

// Web finds pages that were not ordered: on the platform's favourite channels, and on outlets of the catalogue. A
// market has few pages on each, new ones every month, so that the same page is cited again and again, and less as it
// grows old.
func (w *World) Web(s Search, d *Draw) []Found {
	habit := w.Habit(s.Platform)
	list := w.mistaken(s, d, make([]Found, 0, s.Pages+1))
	for range s.Pages {
		u := d.Float64() // squaring favours the first of the list
		f, ok := Found{}, false
		if len(w.Market.Sites) > 0 && d.Chance(w.OutletShare) {
			f, ok = w.outletPage(s, habit, d)
		}
		if !ok {
			key := habit.Channels[int(u*u*float64(len(habit.Channels)))]
			f = w.channelPage(s, habit, channels()[s.Language][key], d)
		}
		if !contains(list, f.URL) {
			list = append(list, f)
		}
	}
	return list
}

func contains(list []Found, address string) bool {
	for i := range list {
		if list[i].URL == address {
			return true
		}
	}
	return false
}

// pageDays is how often a site has a new page about a thing.
const pageDays = 30

// published chooses a page by its age, and gives its number and day.
func (w *World) published(s Search, habit Habit, site string, d *Draw) (number, day int) {
	today := w.Drawn(s.Day)
	if today == 0 {
		today = stillDay
	}
	age := int(-math.Log2(1-d.Float64()) * habit.Fresh / pageDays)
	number = today/pageDays - min(age, 12)
	within := int(Hash(5, site, s.About) % pageDays)
	if number*pageDays+within > today {
		number--
	}
	return number, number*pageDays + within + s.Day - w.Drawn(s.Day)
}

func (w *World) channelPage(s Search, habit Habit, c channel, d *Draw) Found {
	number, day := w.published(s, habit, c.Path, d)
	return w.page(s, fill(c.Path, Hash(uint64(number), c.Path, s.About)), c.Name, day)
}

// outletsOf is how many outlets a platform reads about one thing.
const outletsOf = 10

func (w *World) outletPage(s Search, habit Habit, d *Draw) (Found, bool) {
	u := d.Float64()
	k := int(u * u * outletsOf)
	site := &w.Market.Sites[int(Hash(uint64(k), "outlet", s.Platform, s.About)%uint64(len(w.Market.Sites)))]
	if site.Language != s.Language || Unit("indexed", s.Platform, host(site.URL)) >= site.Indexed {
		return Found{}, false
	}
	number, day := w.published(s, habit, site.URL, d)
	return w.page(s, site.URL+"/"+fill("##########.html", Hash(uint64(number), site.URL, s.About)), site.Name, day), true
}

// page gives a page its brands. They follow from its address, and from who is known.
func (w *World) page(s Search, address, site string, day int) Found {
	f := Found{URL: address, Site: site, seed: Hash(13, address)}
	f.Published = time.Unix(int64(day)*86400-8*3600, 0).UTC().Add(time.Duration(f.seed%16+7) * time.Hour)
	d := NewDraw(f.seed + 2)
	for _, i := range s.Brands {
		if d.Chance(w.Market.Brands[i].rate()) && len(f.Brands) < 2 {
			f.Brands = append(f.Brands, i)
		}
	}
	return f
}

// fill writes digits and letters into a path.
func fill(path string, seed uint64) string {
	d := NewDraw(seed)
	var b strings.Builder
	b.Grow(len(path))
	for i := range len(path) {
		switch c := path[i]; c {
		case '#':
			b.WriteByte("0123456789"[d.IntN(10)])
		case '@':
			b.WriteByte("abcdefghjkmnpqrstuvwxyz0123456789"[d.IntN(33)])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
