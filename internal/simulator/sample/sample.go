// Package sample invents the outlets of a sample catalogue.
package sample

import (
	"fmt"
	"math"
	"math/rand/v2"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
)

// seed makes every installation's sample the same.
const seed = 20261115

// Outlets invents n outlets, always the same: names, addresses and figures are made up, all hosts are under .example.
func Outlets(n int) []catalogue.Entry {
	s := sampler{Rand: rand.New(rand.NewPCG(seed, 1)), vocabulary: words(), taken: map[string]bool{}}
	list := make([]catalogue.Entry, n)
	for i := range list {
		var f catalogue.Fields
		switch at := s.IntN(100); {
		case at < 61:
			f = s.news()
		case at < 84:
			f = s.account(catalogue.WeMedia)
		case at < 92:
			f = s.account(catalogue.ShortVideo)
		default:
			f = s.overseas()
		}
		list[i] = s.entry(fmt.Sprintf("sample/%05d", i+1), f)
	}
	return list
}

// sampler draws outlets.
type sampler struct {
	*rand.Rand
	vocabulary
	taken map[string]bool // names
}

func (s *sampler) entry(key string, f catalogue.Fields) catalogue.Entry {
	f.Recommended = s.chance(0.06)
	f.Delivery.SuccessRate = new(math.Round(1000*(1-0.15*s.Float64()*s.Float64())) / 1000)
	f.Policy.Links, f.Policy.Images = new(s.chance(0.15)), new(s.chance(0.9))
	f.Policy.Contacts = store.Texts{}
	if s.chance(0.1) {
		f.Policy.Contacts = store.Texts{pick(s, []string{"phone", "wechat", "email"})}
	}
	f.Policy.Notes = new(pick(s, s.Notes))
	o := catalogue.Entry{Key: key, Fields: f}
	if s.chance(0.02) {
		o.Status = new(catalogue.Paused)
	}
	return o
}

func (s *sampler) news() catalogue.Fields {
	level := pick(s, levels)
	word, subject := pick(s, s.Words), pick(s, s.Subjects)
	portal := word.Han + level.kinds[s.IntN(len(level.kinds))]
	host := word.Latin + level.host + ".example"
	channel := subject.Label + "频道"
	region := pick(s, s.Regions)
	weight := int64(max(0, min(10, math.Round(s.around(float64(level.weight), 1.2)))))
	return catalogue.Fields{
		Name: s.unused(portal + " · " + channel), LogoURL: new("https://" + host + "/logo.png"), URL: new("https://" +
			host + "/" + subject.Code),
		Domain: &host, MediaType: catalogue.News, ContentTypes: store.Texts{string(catalogue.Article)}, Portal: &portal, Channel: &channel,
		Level: &level.code, Industries: s.industries(subject.Code), Region: &region, Country: new("CN"), Language: new("zh"),
		Price:    catalogue.Price{Points: s.price(level.price, 0.5)},
		Indexing: catalogue.Indexing{Type: new(pick(s, []string{"news", "web", "web"})), Rate: new(s.rate(0.7, 0.99))},
		Authority: catalogue.Authority{
			PCWeight: &weight, MobileWeight: new(max(0, weight-int64(s.IntN(2)))),
			DomainAuthority: new(10 + 6*weight + int64(s.IntN(8))),
		},
		Policy:    catalogue.Policy{TitleMaxLength: new(int64(24 + 2*s.IntN(8)))},
		Delivery:  catalogue.Delivery{AverageHours: new(s.hours(level.hours)), Weekend: new(s.chance(0.35))},
		Audience:  catalogue.Audience{AverageReads: new(s.large(300 * float64(weight+1)))},
		SampleURL: new(fmt.Sprintf("https://%s/%s/2026%04d.html", host, subject.Code, 1000+s.IntN(9000))),
	}
}

func (s *sampler) account(kind catalogue.Type) catalogue.Fields {
	types := store.Texts{string(catalogue.Article)}
	if kind == catalogue.ShortVideo {
		types = store.Texts{string(catalogue.Video)}
	} else if s.chance(0.12) {
		types = store.Texts{string(catalogue.Article), string(catalogue.Video)}
	}
	platform := pick(s, platforms[kind])
	word, subject := pick(s, s.Words), pick(s, s.Subjects)
	name := s.unused(word.Han + pick(s, s.Voices) + subject.Label)
	followers := s.large(30000)
	host := platform + ".example"
	path := fmt.Sprintf("https://%s/@%s-%s%d", host, word.Latin, subject.Code, s.IntN(1000))
	region := pick(s, s.Regions)
	return catalogue.Fields{
		Name: name, LogoURL: new(path + "/avatar.png"), URL: &path, Domain: &host, MediaType: kind, ContentTypes: types,
		Platform: &platform, AccountName: &name, Industries: s.industries(subject.Code), Region: &region,
		Country: new("CN"), Language: new("zh"),
		Price:    catalogue.Price{Points: s.price(12+math.Sqrt(float64(followers))/1.5, 0.4)},
		Indexing: catalogue.Indexing{Type: new("platform"), Rate: new(s.rate(0.4, 0.95))},
		Policy:   catalogue.Policy{TitleMaxLength: new(int64(30))},
		Delivery: catalogue.Delivery{AverageHours: new(s.hours(12)), Weekend: new(s.chance(0.7))},
		Audience: catalogue.Audience{Followers: &followers, AverageReads: new(max(50,
			followers/int64(8+s.IntN(40)))), Verification: new(pick(s, []string{"personal", "company", "media"}))},
		SampleURL: new(fmt.Sprintf("%s/%d", path, 100000+s.IntN(900000))),
	}
}

func (s *sampler) overseas() catalogue.Fields {
	place := pick(s, s.Places)
	word, subject := pick(s, s.Foreign), pick(s, s.Subjects)
	kind := pick(s, []string{"Courier", "Ledger", "Tribune", "Review", "Dispatch", "Wire", "Weekly"})
	host := word.Latin + "-" + place.Host + ".example"
	authority := int64(20 + s.IntN(60))
	return catalogue.Fields{
		Name: s.unused(word.Han + " " + kind + " " + place.Name), LogoURL: new("https://" + host +
			"/logo.png"), URL: new("https://" + host + "/" + subject.Code),
		Domain: &host, MediaType: catalogue.Overseas, ContentTypes: store.Texts{string(catalogue.Article)}, Channel: new(subject.Code),
		Industries: s.industries(subject.Code), Region: &place.Region, Country: &place.Country, Language: &place.Language,
		Price:     catalogue.Price{Points: s.price(900+20*float64(authority), 0.6)},
		Indexing:  catalogue.Indexing{Type: new("web"), Rate: new(s.rate(0.6, 0.98))},
		Authority: catalogue.Authority{DomainAuthority: &authority},
		Policy:    catalogue.Policy{TitleMaxLength: new(int64(60 + 10*s.IntN(5)))},
		Delivery:  catalogue.Delivery{AverageHours: new(s.hours(60)), Weekend: new(s.chance(0.15))},
		Audience:  catalogue.Audience{AverageReads: new(s.large(4000))},
		SampleURL: new("https://" + host + "/" + subject.Code + "/sample"),
	}
}

func pick[T any](s *sampler, list []T) T { return list[s.IntN(len(list))] }

func (s *sampler) chance(p float64) bool { return s.Float64() < p }

func (s *sampler) around(mean, spread float64) float64 { return mean + spread*s.NormFloat64() }

// price is skewed as prices are, in steps of five.
func (s *sampler) price(median, spread float64) int64 {
	return max(5, 5*int64(math.Round(median*math.Exp(spread*s.NormFloat64())/5)))
}

// large is skewed as readership is.
func (s *sampler) large(median float64) int64 {
	return int64(min(20_000_000, max(100, median*math.Exp(1.3*s.NormFloat64()))))
}

func (s *sampler) hours(median float64) float64 {
	return max(0.5, math.Round(2*median*math.Exp(0.6*s.NormFloat64()))/2)
}

func (s *sampler) rate(low, high float64) float64 {
	return math.Round(1000*(low+(high-low)*math.Sqrt(s.Float64()))) / 1000
}

func (s *sampler) industries(first string) store.Texts {
	list := store.Texts{first}
	for range s.IntN(3) {
		list = append(list, pick(s, s.Subjects).Code)
	}
	return list
}

// unused tells names apart that were drawn before.
func (s *sampler) unused(name string) string {
	for n, plain := 2, name; s.taken[name]; n++ {
		name = fmt.Sprintf("%s %d", plain, n)
	}
	s.taken[name] = true
	return name
}
