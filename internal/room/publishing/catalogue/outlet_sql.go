package catalogue

import (
	"encoding/json"

	"renown/internal/floor/store"
)

// mediaColumns are what scanMedia reads, with the alias m.
const outletColumns = `m.id, m.key, m.name, m.logo_url, m.url, m.domain, m.media_type, m.content_types, m.portal, m.channel, m.platform,
	m.account_name, m.level, m.industries, m.region, m.country, m.language, m.points, m.indexing_type, m.indexing_rate,
	m.pc_weight, m.mobile_weight, m.domain_authority, m.links, m.contacts, m.images, m.title_max_length, m.notes,
	m.average_hours, m.success_rate, m.weekend, m.followers, m.average_reads, m.verification, m.sample_url, m.recommended,
	m.status, m.adapter, m.citations, m.citation_rate, m.by_platform, m.reach, m.effect, m.revision, m.created_at, m.updated_at`

const selectOutlet = `SELECT ` + outletColumns + ` FROM outlets m`

func scanOutlet(row store.Row) (m Outlet, err error) {
	var platforms string
	var reach, effect *string
	err = row.Scan(&m.ID, &m.Key, &m.Name, &m.LogoURL, &m.URL, &m.Domain, &m.MediaType, &m.ContentTypes, &m.Portal, &m.Channel, &m.Platform,
		&m.AccountName, &m.Level, &m.Industries, &m.Region, &m.Country, &m.Language, &m.Price.Points, &m.Indexing.Type, &m.Indexing.Rate,
		&m.Authority.PCWeight, &m.Authority.MobileWeight, &m.Authority.DomainAuthority,
		&m.Policy.Links, &m.Policy.Contacts, &m.Policy.Images, &m.Policy.TitleMaxLength, &m.Policy.Notes,
		&m.Delivery.AverageHours, &m.Delivery.SuccessRate, &m.Delivery.Weekend,
		&m.Audience.Followers, &m.Audience.AverageReads, &m.Audience.Verification, &m.SampleURL, &m.Recommended,
		&m.Status, &m.Adapter, &m.Geo.Citations, &m.Geo.CitationRate, &platforms, &reach, &effect, &m.revision, &m.CreatedAt, &m.UpdatedAt)
	if err != nil {
		return m, err
	}
	m.Price.Tier = tierOf(m.Price.Points)
	m.Geo.WindowDays, m.Geo.ByPlatform = geoWindow, []PlatformGeo{}
	if platforms != "[]" {
		err = json.Unmarshal([]byte(platforms), &m.Geo.ByPlatform)
	}
	if err == nil && reach != nil {
		err = json.Unmarshal([]byte(*reach), &m.Geo.Reach)
	}
	if err == nil {
		m.Geo.Effect, err = effectOf(effect, m.Price.Points)
	}
	return m, err
}
