package access

import (
	"context"
	"net/url"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/event"
	"renown/internal/tool/webhook"
)

// eventPage is where a space is told of events, and what became of what was told.
type eventPage struct {
	endpoints  []event.Endpoint
	deliveries []event.Delivery
	paging     kit.Paging
	failed     bool // only what was given up
	form       kit.Form
	fresh      *event.Made // made just now: its secret is shown this once
	owner      bool        // of the space: others manage mailboxes alone
	seals      bool        // the installation keeps addresses sealed: without keys there are mailboxes alone
}

// kinds are those of which the visitor can make an endpoint.
func (p eventPage) kinds() []event.Kind {
	if p.owner && p.seals {
		return event.Kinds
	}
	return []event.Kind{event.Mail}
}

// may tells whether the visitor manages endpoints of a kind.
func (p eventPage) may(kind event.Kind) bool { return p.owner || kind == event.Mail }

// of finds the endpoint that something was sent to.
func (p eventPage) of(d event.Delivery) event.Kind {
	for _, e := range p.endpoints {
		if e.ID == d.EndpointID {
			return e.Kind
		}
	}
	return ""
}

// one is the name of an endpoint.
func (p eventPage) one(endpointID string) string {
	for _, e := range p.endpoints {
		if e.ID == endpointID {
			return e.Name
		}
	}
	return endpointID
}

const deliveriesShown = 20

func (pages *Pages) showEvents(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.eventForm(ctx, v, newEndpoint(), nil)
}

func newEndpoint() kit.Form {
	f := kit.Filled()
	f.Values["types"] = []string{
		string(event.AlertRaised), string(event.CitationFirst), string(event.OrderPublished),
		string(event.OrderFailed), string(event.OrderNeedsRevision),
	}
	return f
}

func (pages *Pages) eventForm(ctx context.Context, v *kit.Visit, f kit.Form, fresh *event.Made) (kit.Reply, error) {
	p := eventPage{
		form: f, fresh: fresh, owner: v.Space.Role == "owner", seals: pages.Events.Seals(),
		paging: kit.PagingOf(v, deliveriesShown), failed: v.URL.Query().Get("status") == string(event.Failed),
	}
	filter := event.Filter{Paging: event.Paging{Number: p.paging.Number, Size: deliveriesShown}}
	if p.failed {
		filter.Status = string(event.Failed)
	}
	if !f.Values.Has("kind") {
		f.Values.Set("kind", string(p.kinds()[0]))
	}
	var err error
	if p.endpoints, err = pages.Events.List(ctx, v.Caller); err != nil {
		return kit.Reply{}, err
	}
	if p.deliveries, p.paging.Total, err = pages.Events.Deliveries(ctx, v.Caller, filter); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("通知"), Entry: "events", Body: eventsBody(p)}, f)
}

// endpointOf reads a form.
func endpointOf(f kit.Form, language string) event.Fields {
	fields := event.Fields{
		Kind: event.Kind(f.Value("kind")), Name: f.Text("name"), Address: f.Text("address"), Secret: f.Text("secret"),
		Types:    f.Values["types"],
		Language: language, Enabled: true,
	}
	if f.Text("quiet_from") != "" || f.Text("quiet_to") != "" {
		fields.Quiet = &event.Quiet{From: f.Text("quiet_from"), To: f.Text("quiet_to")}
	}
	return fields
}

// createEndpoint answers with the secret itself, which cannot be shown again.
func (pages *Pages) createEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if !slices.Contains(event.Kinds, event.Kind(f.Value("kind"))) {
		f.Blame("kind", v.T("请选择一种"))
		return pages.eventForm(ctx, v, f, nil)
	}
	made, err := pages.Events.Create(ctx, v.Caller, endpointOf(f, v.Lang.Code))
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.eventForm(ctx, v, f, nil) })
	}
	return pages.eventForm(ctx, v, newEndpoint(), &made)
}

func (pages *Pages) showEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	to, err := pages.Events.Find(ctx, v.Caller, v.PathValue("endpoint_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	return endpointPage(v, to, storedEndpoint(to))
}

// storedEndpoint is an endpoint as its form shows it.
func storedEndpoint(to event.Endpoint) kit.Form {
	f := kit.Filled("name", to.Name)
	f.Values["types"] = to.Types
	if to.Quiet != nil {
		f.Values.Set("quiet_from", to.Quiet.From)
		f.Values.Set("quiet_to", to.Quiet.To)
	}
	return f
}

func endpointPage(v *kit.Visit, to event.Endpoint, f kit.Form) (kit.Reply, error) {
	if !(eventPage{owner: v.Space.Role == "owner"}).may(to.Kind) {
		return kit.LeadTo("/events")
	}
	return kit.Show(kit.Page{Title: kit.Key("通知"), Entry: "events", Body: endpointBody(to, f)}, f)
}

func (pages *Pages) saveEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	id, f := v.PathValue("endpoint_id"), v.Submitted()
	to, err := pages.Events.Find(ctx, v.Caller, id)
	if err != nil {
		return kit.Reply{}, err
	}
	if v.Join(f, storedEndpoint(to), "types"); !f.Sound() {
		return endpointPage(v, to, f)
	}
	_, err = pages.Events.Update(ctx, v.Caller, id, func(to *event.Fields) {
		typed := endpointOf(f, to.Language)
		to.Name, to.Address, to.Secret, to.Types, to.Quiet = typed.Name, typed.Address, typed.Secret, typed.Types, typed.Quiet
	})
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return endpointPage(v, to, f) })
	}
	v.Say("端点已保存")
	return kit.LeadTo("/events")
}

func (pages *Pages) switchEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	on := v.Submitted().Value("on") == "1"
	if _, err := pages.Events.Update(ctx, v.Caller, v.PathValue("endpoint_id"), func(f *event.Fields) { f.Enabled = on }); err != nil {
		return kit.Reply{}, err
	}
	if on {
		v.Say("端点已启用")
	} else {
		v.Say("端点已停用")
	}
	return kit.LeadTo("/events")
}

func (pages *Pages) testEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	told, err := pages.Events.Try(ctx, v.Caller, v.PathValue("endpoint_id"))
	if err != nil {
		f := v.Submitted()
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
		for _, said := range f.Faults {
			v.Say("未能试发：%s", said)
		}
		return kit.LeadTo("/events")
	}
	switch {
	case told.Reason == nil:
		v.Say("试发已送达")
	case *told.Reason == webhook.Gone:
		v.Say("试发未送达：对方说已不存在（410）。投递事件时再这样答复，端点会停用。")
	default:
		v.Say("试发未送达：%s", reasonText(ctx, *told.Reason))
	}
	return kit.LeadTo("/events")
}

func (pages *Pages) rotateEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	made, err := pages.Events.Rotate(ctx, v.Caller, v.PathValue("endpoint_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	return pages.eventForm(ctx, v, newEndpoint(), &made)
}

func (pages *Pages) deleteEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Events.Delete(ctx, v.Caller, v.PathValue("endpoint_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("端点已删除")
	return kit.LeadTo("/events")
}

// deliveryPage is one delivery: what was sent, and what was answered each time.
type deliveryPage struct {
	event.Told
	to  event.Endpoint
	may bool // the visitor manages the endpoint
}

func (pages *Pages) showDelivery(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	told, err := pages.Events.Delivery(ctx, v.Caller, v.PathValue("delivery_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	to, err := pages.Events.Find(ctx, v.Caller, told.EndpointID)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{
		Title: kit.Key("通知"), Entry: "events",
		Body: deliveryBody(deliveryPage{told, to, eventPage{owner: v.Space.Role == "owner"}.may(to.Kind)}),
	})
}

func (pages *Pages) replayDelivery(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	back, id := "/events", v.PathValue("delivery_id")
	if v.Submitted().Value("from") == "delivery" {
		back = "/deliveries/" + url.PathEscape(id)
	}
	_, err := pages.Events.Replay(ctx, v.Caller, id)
	if err != nil {
		f := v.Submitted()
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
		for _, said := range f.Faults {
			v.Say("未能重发：%s", said)
		}
		return kit.LeadTo(back)
	}
	v.Say("已排队重发")
	return kit.LeadTo(back)
}

// showUnsubscribe asks: links in mails are opened by scanners too.
func (pages *Pages) showUnsubscribe(_ context.Context, v *kit.Visit) (kit.Reply, error) {
	return loggedOutPage(kit.Key("退订"), kit.Form{}, unsubscribePage(v.PathValue("token"), false))
}

// unsubscribe is also what a mail program posts by itself (RFC 8058): it needs no session.
func (pages *Pages) unsubscribe(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	err := pages.Events.Unsubscribe(ctx, v.PathValue("token"))
	if fault.Is(err, fault.NoSuchThing) { // the link may stand in a report
		err = pages.Reports.Unsubscribe(ctx, v.PathValue("token"))
	}
	if err != nil {
		return kit.Reply{}, err
	}
	return loggedOutPage(kit.Key("退订"), kit.Form{}, unsubscribePage(v.PathValue("token"), true))
}
