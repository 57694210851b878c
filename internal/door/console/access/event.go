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

// eventPage is which events a space is told of, and where: a row of channels over a table of events by channels.
type eventPage struct {
	channels []channel
	open     *channel // whose dialog is shown
	form     kit.Form // of the dialog
	matrix   kit.Form // as it was refused
	fresh    *event.Made
	owner    bool // of the space: others manage mailboxes alone
	seals    bool // the installation keeps addresses sealed: without keys there are mailboxes alone
}

// channel is one kind of endpoints, those of a kind being told together.
type channel struct {
	kind      event.Kind
	endpoints []event.Endpoint
	may       bool // the visitor manages them
}

// channelKinds are the columns, in their order.
var channelKinds = []event.Kind{event.Feishu, event.DingTalk, event.WeCom, event.Mail, event.Webhook}

func (pages *Pages) showEvents(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.eventPage(ctx, v, eventPage{form: kit.Filled()})
}

// eventPage shows the page with its forms as they are in p. A kind in the form of the dialog opens it.
func (pages *Pages) eventPage(ctx context.Context, v *kit.Visit, p eventPage) (kit.Reply, error) {
	p.owner, p.seals = v.Space.Role == "owner", pages.Events.Seals()
	list, err := pages.Events.List(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	wanted := p.form.Value("kind")
	if wanted == "" {
		wanted = v.URL.Query().Get("channel")
	}
	for _, kind := range channelKinds {
		c := channel{kind: kind, may: p.may(kind)}
		for _, e := range list {
			if e.Kind == kind {
				c.endpoints = append(c.endpoints, e)
			}
		}
		p.channels = append(p.channels, c)
		if p.fresh == nil && string(kind) == wanted {
			p.open = &c
		}
	}
	return kit.Show(kit.Page{Title: kit.Key("通知"), Entry: "events", Body: eventsBody(p)}, p.form, p.matrix)
}

// may tells whether the visitor manages endpoints of a kind.
func (p eventPage) may(kind event.Kind) bool { return p.owner || kind == event.Mail }

// deliveryList is what became of what was told.
type deliveryList struct {
	deliveries []event.Delivery
	endpoints  []event.Endpoint
	paging     kit.Paging
	failed     bool // only what was given up
	owner      bool
}

// to finds where something was sent; what is gone has its id alone.
func (l deliveryList) to(d event.Delivery) event.Endpoint {
	for _, e := range l.endpoints {
		if e.ID == d.EndpointID {
			return e
		}
	}
	return event.Endpoint{Name: d.EndpointID}
}

const deliveriesShown = 20

func (pages *Pages) showDeliveries(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l := deliveryList{
		owner: v.Space.Role == "owner", paging: kit.PagingOf(v, deliveriesShown),
		failed: v.URL.Query().Get("status") == string(event.Failed),
	}
	filter := event.Filter{Paging: event.Paging{Number: l.paging.Number, Size: deliveriesShown}}
	if l.failed {
		filter.Status = string(event.Failed)
		l.paging.Query = url.Values{"status": {filter.Status}}
	}
	var err error
	if l.endpoints, err = pages.Events.List(ctx, v.Caller); err != nil {
		return kit.Reply{}, err
	}
	if l.deliveries, l.paging.Total, err = pages.Events.Deliveries(ctx, v.Caller, filter); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("通知"), Entry: "events", Body: deliveriesBody(l)})
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

// createEndpoint answers with the secret itself, which cannot be shown again. The dialog asks for no types: those that are recommended.
func (pages *Pages) createEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if !slices.Contains(event.Kinds, event.Kind(f.Value("kind"))) {
		f.Blame("", v.T("请选择一种"))
		return pages.eventPage(ctx, v, eventPage{form: f})
	}
	if !f.Values.Has("types") {
		f.Values["types"] = presets["recommended"]
	}
	made, err := pages.Events.Create(ctx, v.Caller, endpointOf(f, v.Lang.Code))
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.eventPage(ctx, v, eventPage{form: f}) })
	}
	return pages.eventPage(ctx, v, eventPage{form: kit.Filled(), fresh: &made})
}

// saveTypes changes what the channels are told: the cells that were changed since the table was shown, or all by a preset.
func (pages *Pages) saveTypes(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	list, err := pages.Events.List(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	p := eventPage{form: kit.Filled(), matrix: f, owner: v.Space.Role == "owner"}
	list = slices.DeleteFunc(list, func(e event.Endpoint) bool { return !p.may(e.Kind) })
	for _, e := range list {
		if len(chosenTypes(f, e.Kind, e.Types)) == 0 {
			f.Blame("", v.T("「%s」至少要留一件事。要停发，请点开渠道停用它。", e.Name))
			return pages.eventPage(ctx, v, p)
		}
	}
	for _, e := range list {
		if slices.Equal(chosenTypes(f, e.Kind, e.Types), e.Types) {
			continue
		}
		_, err := pages.Events.Update(ctx, v.Caller, e.ID, func(to *event.Fields) { to.Types = chosenTypes(f, e.Kind, to.Types) })
		if err != nil {
			return f.Refused(v, err, func() (kit.Reply, error) { return pages.eventPage(ctx, v, p) })
		}
	}
	v.Say("已保存")
	return kit.LeadTo("/events")
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
	if v.Join(f, storedEndpoint(to)); !f.Sound() {
		return endpointPage(v, to, f)
	}
	_, err = pages.Events.Update(ctx, v.Caller, id, func(to *event.Fields) {
		typed := endpointOf(f, to.Language)
		to.Name, to.Address, to.Secret, to.Quiet = typed.Name, typed.Address, typed.Secret, typed.Quiet
	})
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return endpointPage(v, to, f) })
	}
	v.Say("渠道已保存")
	return kit.LeadTo("/events")
}

func (pages *Pages) switchEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	on := v.Submitted().Value("on") == "1"
	if _, err := pages.Events.Update(ctx, v.Caller, v.PathValue("endpoint_id"), func(f *event.Fields) { f.Enabled = on }); err != nil {
		return kit.Reply{}, err
	}
	if on {
		v.Say("渠道已启用")
	} else {
		v.Say("渠道已停用")
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
		v.Say("试发未送达：对方说已不存在（410）。再有通知时仍这样答复，这个渠道会停用。")
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
	return pages.eventPage(ctx, v, eventPage{form: kit.Filled(), fresh: &made})
}

func (pages *Pages) deleteEndpoint(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Events.Delete(ctx, v.Caller, v.PathValue("endpoint_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("渠道已删除")
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
	back, id := "/deliveries", v.PathValue("delivery_id")
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
