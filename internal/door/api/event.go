package api

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/event"
	"renown/internal/tool/requestschema"
)

func (d *Door) listEndpoints(ctx context.Context, c *call) (any, error) {
	return listOf(d.rooms.Events.List(ctx, c.Caller))
}

func (d *Door) createEndpoint(ctx context.Context, c *call) (any, error) {
	f := event.Fields{Kind: event.Kind(c.In.Body.Str("kind")), Language: c.In.Body.Str("language")}
	changeEndpoint(patch{c.In.Body}, &f)
	return d.rooms.Events.Create(ctx, c.Caller, f)
}

func changeEndpoint(in patch, f *event.Fields) {
	in.text("name", &f.Name)
	in.text("address", &f.Address)
	in.text("secret", &f.Secret)
	in.text("language", &f.Language)
	if in.Has("types") && !in.IsNull("types") {
		f.Types = in.Strs("types")
	}
	if in.Has("quiet_hours") {
		f.Quiet = quietHours(in.Object)
	}
	if in.Has("enabled") && !in.IsNull("enabled") {
		f.Enabled = in.Bool("enabled")
	}
}

func quietHours(in requestschema.Object) *event.Quiet {
	if in.IsNull("quiet_hours") {
		return nil
	}
	q := in.Obj("quiet_hours")
	return &event.Quiet{From: q.Str("from"), To: q.Str("to")}
}

func (d *Door) getEndpoint(ctx context.Context, c *call) (any, error) {
	return d.rooms.Events.Find(ctx, c.Caller, c.Path("endpoint_id"))
}

func (d *Door) updateEndpoint(ctx context.Context, c *call) (any, error) {
	return d.rooms.Events.Update(ctx, c.Caller, c.Path("endpoint_id"), func(f *event.Fields) { changeEndpoint(patch{c.In.Body}, f) })
}

func (d *Door) deleteEndpoint(ctx context.Context, c *call) (any, error) {
	id := c.Path("endpoint_id")
	return deletedOr(id, d.rooms.Events.Delete(ctx, c.Caller, id))
}

func (d *Door) rotateEndpointSecret(ctx context.Context, c *call) (any, error) {
	return d.rooms.Events.Rotate(ctx, c.Caller, c.Path("endpoint_id"))
}

func (d *Door) testEndpoint(ctx context.Context, c *call) (any, error) {
	return d.rooms.Events.Try(ctx, c.Caller, c.Path("endpoint_id"))
}

type replayed struct {
	Replayed int `json:"replayed"`
}

func (d *Door) replayPeriod(ctx context.Context, c *call) (any, error) {
	from, err := moment(c, "from")
	if err != nil {
		return nil, err
	}
	to, err := moment(c, "to")
	if err != nil {
		return nil, err
	}
	all := c.In.Body.Has("all") && !c.In.Body.IsNull("all") && c.In.Body.Bool("all")
	n, err := d.rooms.Events.ReplayPeriod(ctx, c.Caller, c.Path("endpoint_id"), event.Period{From: from, To: to, All: all})
	return replayed{n}, err
}

// moment reads a time of the body.
func moment(c *call, name string) (timestamp.Time, error) {
	text := c.In.Body.Str(name)
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return timestamp.Time{}, fault.Value("not a moment as RFC 3339", text, "body", name).Why("moment_malformed")
	}
	return timestamp.Of(t), nil
}

func (d *Door) listDeliveries(ctx context.Context, c *call) (any, error) {
	q, page := c.In.Query, pageOf(c)
	list, total, err := d.rooms.Events.Deliveries(ctx, c.Caller, event.Filter{
		EndpointID: q.Str("endpoint_id"), Status: q.Str("status"), Type: q.Str("type"), Paging: page,
	})
	return pageWith(list, total, page, err)
}

func (d *Door) getDelivery(ctx context.Context, c *call) (any, error) {
	return d.rooms.Events.Delivery(ctx, c.Caller, c.Path("delivery_id"))
}

func (d *Door) replayDelivery(ctx context.Context, c *call) (any, error) {
	return d.rooms.Events.Replay(ctx, c.Caller, c.Path("delivery_id"))
}
