// Package market reads from the rooms what the simulated assistants know for a space.
package market

import (
	"context"
	"strings"
	"sync"
	"time"
	"unicode"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
	"renown/internal/simulator/world"
)

// Reader reads the markets of spaces.
type Reader struct {
	DB        *store.DB
	Brands    *brand.Brands
	Orders    *order.Orders
	Catalogue *catalogue.Catalogue

	sites outletSites
}

// Read tells the simulator what there is to know for a space: the brands that it watches and their competitors, what was
// published for it, and the outlets. Nothing of another space is in it. What cannot be read is missing from the answers.
func (r *Reader) Read(ctx context.Context, spaceID string) (m world.Market) {
	known, err := r.Brands.Known(ctx, r.DB.Read(), spaceID)
	if err == nil {
		for _, k := range known {
			m.Brands = append(m.Brands, world.Brand{Name: k.Name, Site: k.Site, Terms: Terms(k.Terms)})
		}
	}
	if articles, err := r.Orders.Articles(ctx, spaceID); err == nil {
		for _, article := range articles {
			m.Pages = append(m.Pages, pageOf(article))
		}
	}
	m.Sites = r.sites.read(ctx, r.Catalogue)
	return m
}

func pageOf(article order.Article) world.Page {
	return world.Page{
		URL: article.URL, Title: article.Title, Text: article.Body, Site: article.Outlet, Published: article.At.Time,
		Authority: article.Authority, Indexed: article.Indexed,
	}
}

// outletSites are the outlets on which the simulator finds pages that were not ordered. They are read now and then.
type outletSites struct {
	mu   sync.Mutex
	at   time.Time
	list []world.Site
}

const (
	outletSitesMost  = 200
	outletSitesFresh = time.Minute
)

// read returns invented outlets only: a page that does not exist is not said to stand on a site that does.
func (o *outletSites) read(ctx context.Context, c *catalogue.Catalogue) []world.Site {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.list) > 0 && time.Since(o.at) < outletSitesFresh {
		return o.list
	}
	outlets, err := c.Carriers(ctx, outletSitesMost)
	if err != nil {
		return o.list
	}
	o.at, o.list = time.Now(), nil
	for _, outlet := range outlets {
		host, _, _ := strings.Cut(strings.TrimPrefix(outlet.URL, "https://"), "/")
		if strings.HasSuffix(host, ".example") {
			o.list = append(o.list, world.Site(outlet))
		}
	}
	return o.list
}

// Terms are the words by which a question is recognised as being about a brand: its keywords, and of each the part that
// says what kind of thing it is, which ends a Chinese compound and is any longer word of an English one.
func Terms(keywords []string) (out []string) {
	for _, k := range keywords {
		out = append(out, k)
		runes := []rune(k)
		if n := len(runes); n > 2 && unicode.Is(unicode.Han, runes[n-1]) {
			out = append(out, string(runes[n-2:]))
		}
		for word := range strings.FieldsSeq(k) {
			if len(word) > 3 && word != k {
				out = append(out, word)
			}
		}
	}
	return out
}
