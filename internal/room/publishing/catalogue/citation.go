package catalogue

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/setting"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
)

// MeasureCitations brings the figures of the last thirty days up to date. A cited page counts for the outlet that published
// it for an order, else for the one whose own address it lies under; an address that several outlets share is none's.
// published are the outlets by the addresses of what they published, canonical and without a scheme; placed is what became of it.
func (c *Catalogue) MeasureCitations(ctx context.Context, now timestamp.Time, published map[string]string, placed Placements) (err error) {
	defer fault.Wrap(&err, "catalogue.MeasureCitations")

	since := day.Of(now.Time) - (geoWindow - 1)
	sites, err := c.sites(ctx)
	if err != nil {
		return err
	}
	found := citings{map[string]*citing{}, map[string]int64{}, reading.NewSpread()}
	err = c.options.Findings.CitedDays(ctx, since, func(day *reading.CitedDay) {
		found.add(day, func(page string) string {
			if outletID, ok := published[page]; ok {
				return outletID
			}
			return sites.owner(page)
		})
	})
	if err != nil {
		return err
	}
	list := found.measurements(since)
	for i := range list {
		if p, ok := placed.Outlets[list[i].OutletID]; ok {
			list[i].Placed = &p
			delete(placed.Outlets, list[i].OutletID)
		}
	}
	for _, outletID := range slices.Sorted(maps.Keys(placed.Outlets)) { // not cited in the window
		p := placed.Outlets[outletID]
		list = append(list, Measurement{OutletID: outletID, Placed: &p})
	}
	if err := c.Measure(ctx, now, list); err != nil {
		return err
	}
	return c.db.InTx(ctx, func(tx *store.Tx) error { return setting.PutTx(ctx, tx, placedSetting, placed.All) })
}

// citings are citations of the window: of outlets, and in all.
type citings struct {
	outlets   map[string]*citing
	platforms map[string]int64
	all       *reading.Spread
}

// citing is how an outlet is cited.
type citing struct {
	platforms map[string]int64
	spread    *reading.Spread
}

func (c *citings) add(day *reading.CitedDay, owner func(page string) string) {
	if day.Answers > 0 {
		c.all.Add(day, day.Prompts, day.Answers)
	}
	c.platforms[day.Platform] += day.Citations
	for _, page := range day.Pages {
		outletID := owner(strings.TrimPrefix(page.URL, "https://"))
		if outletID == "" {
			continue
		}
		of := c.outlets[outletID]
		if of == nil {
			of = &citing{map[string]int64{}, reading.NewSpread()}
			c.outlets[outletID] = of
		}
		of.platforms[day.Platform] += page.Citations
		of.spread.Add(day, page.Prompts, page.Answers)
	}
}

func (c *citings) measurements(since day.Day) []Measurement {
	total := int64(0)
	for _, n := range c.platforms {
		total += n
	}
	citing := c.all.CellsOn()
	var list []Measurement
	for outletID, of := range c.outlets {
		reach := of.spread.Within(c.all, since)
		m := Measurement{OutletID: outletID, Reach: &reach}
		cells := of.spread.CellsOn()
		for platform, n := range of.platforms {
			m.Citations += n
			m.ByPlatform = append(m.ByPlatform, PlatformGeo{
				platform, n, portion(n, c.platforms[platform]),
				cells[platform], citing[platform],
			})
		}
		slices.SortFunc(m.ByPlatform, func(a, b PlatformGeo) int { return strings.Compare(a.Platform, b.Platform) })
		m.CitationRate = portion(m.Citations, total)
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Measurement) int { return strings.Compare(a.OutletID, b.OutletID) })
	return list
}

func portion(n, of int64) *float64 {
	if of == 0 {
		return nil
	}
	v := float64(n) / float64(of)
	return &v
}

// sites are outlets by their own addresses, canonical; an empty id marks one that several share.
type sites map[string]string

// sites reads them, all or only those whose address may be on one of some hosts.
func (c *Catalogue) sites(ctx context.Context, hosts ...string) (sites, error) {
	s, on, args := sites{}, "", []any(nil)
	if len(hosts) > 0 {
		marks, list := store.Among(hosts, 0)
		on, args = ` AND (domain`+marks, list
		for _, host := range hosts {
			args = append(args, "%"+host+"%")
			on += ` OR domain IS NULL AND url LIKE $` + strconv.Itoa(len(args))
		}
		on += `)`
	}
	err := store.Each(ctx, c.db.Read(), func(row store.Row) error {
		var id string
		var url, domain *string
		err := row.Scan(&id, &url, &domain)
		if url == nil {
			url = domain
		}
		if err != nil || url == nil {
			return err
		}
		if key, ok := address.Canonical(*url); ok {
			if _, taken := s[key]; taken {
				id = ""
			}
			s[key] = id
		}
		return nil
	}, `SELECT id, url, domain FROM outlets WHERE status <> 'retired' AND (url IS NOT NULL OR domain IS NOT NULL)`+on, args...)
	return s, err
}

// owner finds the outlet with the longest address that a page lies under: first along its path, then up its host.
func (s sites) owner(page string) string {
	path, _, _ := strings.Cut(page, "?")
	for strings.Contains(path, "/") {
		if id, ok := s[path]; ok {
			return id
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
	for host := path; strings.Contains(host, "."); _, host, _ = strings.Cut(host, ".") {
		if id, ok := s[host]; ok {
			return id
		}
	}
	return ""
}

// Publisher is an outlet that runs a page.
type Publisher struct {
	ID, Name string
	URL      *string
}

// Publishers finds, of some pages, the outlets they stand on. A page that is on none is left out.
func (c *Catalogue) Publishers(ctx context.Context, pages []string) (_ map[string]Publisher, err error) {
	defer fault.Wrap(&err, "catalogue.Publishers")

	out := map[string]Publisher{}
	var hosts []string
	for _, page := range pages {
		key, _ := address.Canonical(page)
		host, _, _ := strings.Cut(key, "/")
		for ; strings.Contains(host, "."); _, host, _ = strings.Cut(host, ".") {
			if !slices.Contains(hosts, host) {
				hosts = append(hosts, host)
			}
		}
	}
	if len(hosts) == 0 {
		return out, nil
	}
	s, err := c.sites(ctx, hosts...)
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		key, ok := address.Canonical(page)
		id := s.owner(key)
		if !ok || id == "" || out[page].ID != "" {
			continue
		}
		o := Publisher{ID: id}
		if err := c.db.Read().QueryRow(ctx, `SELECT name, url FROM outlets WHERE id = $1`, id).Scan(&o.Name, &o.URL); err != nil {
			return nil, err
		}
		out[page] = o
	}
	return out, nil
}
