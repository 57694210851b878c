package sample_test

import (
	"net/url"
	"reflect"
	"strings"
	"testing"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator/sample"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

func TestSample(t *testing.T) {
	t.Parallel()
	const many = 2000
	list := sample.Outlets(many)
	if !reflect.DeepEqual(list, sample.Outlets(many)) {
		t.Fatal("two samples differ")
	}
	types, tiers, regions, levels, platforms := map[catalogue.Type]int{}, map[int]int{}, map[string]int{},
		map[string]int{}, map[string]int{}
	keys, names := map[string]bool{}, map[string]bool{}
	for _, o := range list {
		types[o.MediaType]++
		tier := 0
		for _, from := range []int64{50, 200, 500, 1000, 2000, 5000} {
			if o.Price.Points >= from {
				tier++
			}
		}
		tiers[tier]++
		for counts, value := range map[*map[string]int]*string{&regions: o.Region, &levels: o.Level, &platforms: o.Platform} {
			if value != nil {
				(*counts)[*value]++
			}
		}
		keys[o.Key], names[o.Name] = true, true
		for _, address := range []*string{o.URL, o.LogoURL, o.SampleURL} {
			if at, err := url.Parse(*address); err != nil || !strings.HasSuffix(at.Host, ".example") {
				t.Errorf("%s is not invented: %v", *address, err)
			}
		}
		if !strings.HasSuffix(*o.Domain, ".example") || !strings.Contains(*o.Policy.Notes, "虚构") {
			t.Errorf("%s does not say that it is invented", o.Name)
		}
		if video := o.Takes(catalogue.Video); o.MediaType == catalogue.ShortVideo && !video || o.MediaType == catalogue.News && video {
			t.Errorf("%s takes %v", o.Name, o.ContentTypes)
		}
	}
	if len(keys) != many || len(names) != many {
		t.Errorf("%d keys and %d names", len(keys), len(names))
	}
	for _, kind := range []catalogue.Type{catalogue.News, catalogue.WeMedia, catalogue.ShortVideo, catalogue.Overseas} {
		if share := float64(types[kind]) / many; share < 0.05 || share > 0.7 {
			t.Errorf("%s: %.2f", kind, share)
		}
	}
	if len(tiers) < 6 || len(regions) < 25 || len(levels) != 5 || len(platforms) < 6 {
		t.Errorf("tiers %v, %d regions, levels %v, platforms %v", tiers, len(regions), levels, platforms)
	}
}

// What stands on an outlet of the sample is read as what the outlet is.
func TestSampleClasses(t *testing.T) {
	t.Parallel()
	want := map[catalogue.Type]address.Class{
		catalogue.News: address.News, catalogue.Overseas: address.News,
		catalogue.WeMedia: address.SelfMedia, catalogue.ShortVideo: address.Social,
	}
	reader := answer.NewReader(nil)
	for _, o := range sample.Outlets(2000) {
		cited := reader.Read("", "", []answer.Source{{URL: *o.URL + "/1.html"}}).Citations
		if len(cited) != 1 || cited[0].Class != want[o.MediaType] {
			t.Fatalf("%s is read as %+v", *o.URL, cited)
		}
	}
}
