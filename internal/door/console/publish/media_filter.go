package publish

import (
	"math"
	"net/url"
	"strconv"
	"strings"

	"renown/internal/room/publishing/catalogue"
)

// readFilter takes the values of one filter as they stand in a URL. What cannot be read filters nothing.
func readFilter(f *catalogue.Filter, d catalogue.Dimension, values []string) {
	if len(values) == 0 || strings.TrimSpace(values[0]) == "" {
		return
	}
	first := strings.TrimSpace(values[0])
	if list := multiOf(f, d.Key); list != nil {
		*list = values
		return
	}
	switch d.Kind {
	case catalogue.Text:
		f.Q = first
	case catalogue.Single:
		f.ContentType = first
	case catalogue.Flag:
		if yes, err := strconv.ParseBool(first); err == nil {
			*flagOf(f, d.Key) = &yes
		}
	case catalogue.Number:
		readBound(f, d.Key, first)
	}
}

func multiOf(f *catalogue.Filter, name string) *[]string {
	return map[string]*[]string{
		"media_type": &f.MediaTypes, "industry": &f.Industries, "region": &f.Regions, "platform": &f.Platforms, "portal": &f.Portals,
		"level": &f.Levels, "language": &f.Languages, "country": &f.Countries, "price_tier": &f.PriceTiers,
	}[name]
}

func flagOf(f *catalogue.Filter, name string) **bool {
	return map[string]**bool{"weekend": &f.Weekend, "links": &f.Links, "recommended": &f.Recommended}[name]
}

func readBound(f *catalogue.Filter, name, text string) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x < 0 || math.IsInf(x, 0) || math.IsNaN(x) || x > 1e12 {
		return
	}
	n := int64(x)
	switch name {
	case "min_price":
		f.MinPrice = &n
	case "max_price":
		f.MaxPrice = &n
	case "min_weight":
		f.MinWeight = &n
	case "min_followers":
		f.MinFollowers = &n
	case "max_delivery_hours":
		f.MaxDeliveryHours = &x
	case "min_success_rate":
		x /= 100 // people write percent
		f.MinSuccessRate = &x
	}
}

// appliedTo is what the room made of one filter, as it is written in a URL.
func appliedTo(f catalogue.Filter, name string, asked url.Values) []string {
	if list := multiOf(&f, name); list != nil {
		return *list
	}
	if at := flagOf(&f, name); at != nil {
		if *at == nil {
			return nil
		}
		return []string{strconv.FormatBool(**at)}
	}
	switch {
	case name == "q" && f.Q != "":
		return []string{f.Q}
	case name == "content_type" && f.ContentType != "":
		return []string{f.ContentType}
	case name == "min_price" && f.MinPrice != nil, name == "max_price" && f.MaxPrice != nil, name == "min_weight" && f.MinWeight != nil,
		name == "min_followers" && f.MinFollowers != nil, name == "max_delivery_hours" && f.MaxDeliveryHours != nil,
		name == "min_success_rate" && f.MinSuccessRate != nil:
		return []string{strings.TrimSpace(asked.Get(name))}
	}
	return nil
}
