package catalogue

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// sampleSeed makes every installation's sample the same.
const sampleSeed = 20261115

// FillSample puts n invented outlets into a catalogue that holds none, and tells how many it added.
func (c *Catalogue) FillSample(ctx context.Context, n int) (added int, err error) {
	defer fault.Wrap(&err, "catalogue.FillSample")

	err = c.change(ctx, func(tx *store.Tx, revision int64) (bool, error) {
		added = 0
		held, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM media`))
		if err != nil || held > 0 {
			return false, err
		}
		for list := Sample(n); len(list) > 0; {
			batch := list[:min(importBatch, len(list))]
			if _, err := writeTx(ctx, tx, revision, batch...); err != nil {
				return false, err
			}
			added, list = added+len(batch), list[len(batch):]
		}
		return added > 0, nil
	})
	return added, err
}

// Sample invents n outlets, always the same: names, addresses and figures belong to nobody, all hosts are under .example.
func Sample(n int) []Entry {
	s := sampler{Rand: rand.New(rand.NewPCG(sampleSeed, 1)), taken: map[string]bool{}}
	list := make([]Entry, n)
	for i := range list {
		var f Fields
		switch at := s.IntN(100); {
		case at < 61:
			f = s.news()
		case at < 84:
			f = s.account(WeMedia)
		case at < 92:
			f = s.account(ShortVideo)
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
	taken map[string]bool // names
}

func (s *sampler) entry(key string, f Fields) Entry {
	f.Recommended = s.chance(0.06)
	f.Delivery.SuccessRate = ptr(math.Round(1000*(1-0.15*s.Float64()*s.Float64())) / 1000)
	f.Policy.Links, f.Policy.Images = ptr(s.chance(0.15)), ptr(s.chance(0.9))
	f.Policy.Contacts = store.Texts{}
	if s.chance(0.1) {
		f.Policy.Contacts = store.Texts{pick(s, []string{"phone", "wechat", "email"})}
	}
	f.Policy.Notes = ptr(pick(s, sampleNotes))
	o := Entry{Key: key, Fields: f}
	if s.chance(0.02) {
		o.Status = ptr(Paused)
	}
	checked, err := o.checked()
	if err != nil {
		panic(err) // the sample is always the same
	}
	return checked
}

func (s *sampler) news() Fields {
	level := pick(s, sampleLevels)
	word, subject := pick(s, sampleWords), pick(s, sampleSubjects)
	portal := word.han + level.kinds[s.IntN(len(level.kinds))]
	host := word.latin + level.host + ".example"
	channel := subject.label + "频道"
	region := pick(s, sampleRegions)
	weight := int64(max(0, min(10, math.Round(s.around(float64(level.weight), 1.2)))))
	return Fields{
		Name: s.unused(portal + " · " + channel), LogoURL: ptr("https://" + host + "/logo.png"), URL: ptr("https://" + host + "/" + subject.code),
		Domain: &host, MediaType: News, ContentTypes: store.Texts{string(Article)}, Portal: &portal, Channel: &channel,
		Level: &level.code, Industries: s.industries(subject.code), Region: &region, Country: ptr("CN"), Language: ptr("zh"),
		Price:     Price{Points: s.price(level.price, 0.5)},
		Indexing:  Indexing{ptr(pick(s, []string{"news", "web", "web"})), ptr(s.rate(0.7, 0.99))},
		Authority: Authority{&weight, ptr(max(0, weight-int64(s.IntN(2)))), ptr(10 + 6*weight + int64(s.IntN(8)))},
		Policy:    Policy{TitleMaxLength: ptr(int64(24 + 2*s.IntN(8)))},
		Delivery:  Delivery{AverageHours: ptr(s.hours(level.hours)), Weekend: ptr(s.chance(0.35))},
		Audience:  Audience{AverageReads: ptr(s.large(300 * float64(weight+1)))},
		SampleURL: ptr(fmt.Sprintf("https://%s/%s/2026%04d.html", host, subject.code, 1000+s.IntN(9000))),
	}
}

func (s *sampler) account(kind Type) Fields {
	platforms, types := samplePlatforms[kind], store.Texts{string(Article)}
	if kind == ShortVideo {
		types = store.Texts{string(Video)}
	} else if s.chance(0.12) {
		types = store.Texts{string(Article), string(Video)}
	}
	platform := pick(s, platforms)
	word, subject := pick(s, sampleWords), pick(s, sampleSubjects)
	name := s.unused(word.han + pick(s, sampleVoices) + subject.label)
	followers := s.large(30000)
	host := platform + ".example"
	path := fmt.Sprintf("https://%s/@%s-%s%d", host, word.latin, subject.code, s.IntN(1000))
	region := pick(s, sampleRegions)
	return Fields{
		Name: name, LogoURL: ptr(path + "/avatar.png"), URL: &path, Domain: &host, MediaType: kind, ContentTypes: types,
		Platform: &platform, AccountName: &name, Industries: s.industries(subject.code), Region: &region, Country: ptr("CN"), Language: ptr("zh"),
		Price:     Price{Points: s.price(12+math.Sqrt(float64(followers))/1.5, 0.4)},
		Indexing:  Indexing{ptr("platform"), ptr(s.rate(0.4, 0.95))},
		Policy:    Policy{TitleMaxLength: ptr(int64(30))},
		Delivery:  Delivery{AverageHours: ptr(s.hours(12)), Weekend: ptr(s.chance(0.7))},
		Audience:  Audience{&followers, ptr(max(50, followers/int64(8+s.IntN(40)))), ptr(pick(s, []string{"personal", "company", "media"}))},
		SampleURL: ptr(fmt.Sprintf("%s/%d", path, 100000+s.IntN(900000))),
	}
}

func (s *sampler) overseas() Fields {
	place := pick(s, samplePlaces)
	word, subject := pick(s, sampleForeign), pick(s, sampleSubjects)
	kind := pick(s, []string{"Courier", "Ledger", "Tribune", "Review", "Dispatch", "Wire", "Weekly"})
	host := word.latin + "-" + place.host + ".example"
	authority := int64(20 + s.IntN(60))
	return Fields{
		Name: s.unused(word.han + " " + kind + " " + place.name), LogoURL: ptr("https://" + host + "/logo.png"), URL: ptr("https://" + host + "/" + subject.code),
		Domain: &host, MediaType: Overseas, ContentTypes: store.Texts{string(Article)}, Channel: ptr(subject.code),
		Industries: s.industries(subject.code), Region: &place.region, Country: &place.country, Language: &place.language,
		Price:     Price{Points: s.price(900+20*float64(authority), 0.6)},
		Indexing:  Indexing{ptr("web"), ptr(s.rate(0.6, 0.98))},
		Authority: Authority{nil, nil, &authority},
		Policy:    Policy{TitleMaxLength: ptr(int64(60 + 10*s.IntN(5)))},
		Delivery:  Delivery{AverageHours: ptr(s.hours(60)), Weekend: ptr(s.chance(0.15))},
		Audience:  Audience{AverageReads: ptr(s.large(4000))},
		SampleURL: ptr("https://" + host + "/" + subject.code + "/sample"),
	}
}

func ptr[T any](v T) *T { return &v }

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
		list = append(list, pick(s, sampleSubjects).code)
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
