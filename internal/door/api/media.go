package api

import (
	"context"
	"net/http"

	"renown/internal/door/porch"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/requestschema"
)

// tagged is a result that callers may keep and ask after: it is sent with an ETag.
type tagged struct{ data any }

// succeedTagged answers with a result, or tells the caller that it has not changed.
func succeedTagged(w http.ResponseWriter, r *http.Request, result tagged) {
	body, err := render(result.data)
	if err != nil {
		fail(w, r, err)
		return
	}
	h, etag := w.Header(), etagOf(body)
	h.Set("ETag", etag)
	h["Vary"] = varyEncoding
	if len(body) > zipFrom && porch.AcceptsGzip(r) { // other bytes than without it: the tag is of what they say
		h.Set("ETag", "W/"+etag)
	}
	h.Set("Cache-Control", "private, no-cache") // may be kept, but is asked after each time
	if matches(r.Header.Get("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	write(w, r, http.StatusOK, body)
}

func tag[T any](data T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return tagged{data}, nil
}

func (d *Door) getChannels(ctx context.Context, _ *call) (any, error) {
	return tag(d.rooms.Catalogue.Channels(ctx))
}

func (d *Door) listMedia(ctx context.Context, c *call) (any, error) {
	q := c.In.Query
	return tag(d.rooms.Catalogue.List(ctx, catalogue.Filter{
		MediaTypes:       q.Strs("media_type"),
		ContentType:      q.Str("content_type"),
		Q:                q.Str("q"),
		Industries:       q.Strs("industry"),
		Regions:          q.Strs("region"),
		Platforms:        q.Strs("platform"),
		Portals:          q.Strs("portal"),
		Levels:           q.Strs("level"),
		Languages:        q.Strs("language"),
		Countries:        q.Strs("country"),
		PriceTiers:       q.Strs("price_tier"),
		MinPrice:         q.OptInt("min_price"),
		MaxPrice:         q.OptInt("max_price"),
		MinWeight:        q.OptInt("min_weight"),
		MinFollowers:     q.OptInt("min_followers"),
		MaxDeliveryHours: q.OptFloat("max_delivery_hours"),
		MinSuccessRate:   q.OptFloat("min_success_rate"),
		Weekend:          flag(q, "weekend"),
		Links:            flag(q, "links"),
		Recommended:      flag(q, "recommended"),
	}, q.Str("sort"), catalogue.Paging(pageOf(c))))
}

// flag reads one of the two values of a flag; any other is as good as none.
func flag(q requestschema.Object, name string) *bool {
	value := q.Str(name)
	if value != "true" && value != "false" {
		return nil
	}
	yes := value == "true"
	return &yes
}

func (d *Door) getMedia(ctx context.Context, c *call) (any, error) {
	return d.rooms.Catalogue.Find(ctx, c.Path("media_id"))
}
