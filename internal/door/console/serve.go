package console

import (
	"context"
	"net/http"

	"renown/internal/door/console/kit"
	"renown/internal/door/porch"
	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
)

// serve passes a request through the gates in order: session, role, form, role within the space, brand; then the handler. The form is read
// before the last two, so that who has lost a role or a brand meanwhile gets their text back.
func (c *Console) serve(rt kit.Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), c.rooms.Time)
		defer cancel()
		v := c.newVisit(w, r.WithContext(ctx), rt.Path)
		answer, err := c.answer(v, rt)
		switch {
		case err != nil:
		case answer.File != nil && answer.File.Stream != nil:
			err = stream(r.Context(), v, *answer.File)
		default:
			err = c.write(v, answer)
		}
		if err != nil {
			c.fail(v, err)
		}
	}
}

func (c *Console) answer(v *kit.Visit, rt kit.Route) (kit.Reply, error) {
	if !kit.Readable(v.URL.Path) || !kit.ReadableValues(v.URL.Query()) {
		return kit.Reply{}, fault.New(fault.Unreadable)
	}
	known, err := c.resume(v)
	if err != nil {
		return kit.Reply{}, err
	}
	if rt.Access != kit.Open && !known {
		if v.Method == http.MethodPost && v.URL.Path != "/logout" {
			v.Say("登录已失效，刚才填写的没有保存，请重新登录")
		}
		return kit.LeadTo(loginPath(v.Request))
	}
	if known && c.rooms.Pace != nil {
		if err := c.rooms.Pace.Session(v.Context(), v.Session.ID, v.User.ID); err != nil {
			return kit.Reply{}, err
		}
	}
	if rt.Access == kit.Operator && v.User.Role != account.RoleOperator {
		return kit.Reply{}, fault.New(fault.NoRoute).Why("no_page")
	}
	if rt.Access == kit.Operator && c.rooms.OperatorFactor {
		if f, err := c.rooms.Accounts.Factor(v.Context(), v.User.ID); err != nil || f.EnabledAt == nil {
			return kit.Reply{Location: "/account/second-factor"}, err
		}
	}
	c.introduce(v)
	if known {
		if err := c.enterSpace(v); err != nil {
			return kit.Reply{}, err
		}
	}
	if v.Method == http.MethodPost {
		v.Body = http.MaxBytesReader(v.Writer, v.Body, rt.BodyMax)
		if err := v.ParseForm(); err != nil {
			return kit.Reply{}, kit.Unreadable(err)
		}
		if !kit.ReadableValues(v.PostForm) {
			return kit.Reply{}, fault.New(fault.Unreadable)
		}
	}
	if v.Space.Role == account.Guest && !rt.ToGuests() {
		return kit.Reply{}, fault.New(fault.NoRoute).Why("no_page")
	}
	if rt.Changes && !v.Space.MayChange() {
		return kit.Reply{}, fault.New(fault.ScopeMissing).Why("viewer")
	}
	if rt.Access == kit.Watching {
		if v.Brand, err = c.rooms.Brands.Find(v.Context(), v.Caller, v.PathValue("brand_id")); err != nil {
			return kit.Reply{}, err
		}
		v.Remember(kit.BrandCookie, v.Brand.ID)
	}
	return rt.Handle(v.Context(), v)
}

// introduce says in the visit's context who acts, for the log of who did what, and that changes are to be kept for undoing.
func (c *Console) introduce(v *kit.Visit) {
	ctx := audit.With(v.Context(), audit.Actor{
		UserID: v.User.ID, Via: audit.ByConsole, Address: c.rooms.Address(v.Request), RequestID: v.RequestID,
	})
	v.Request = v.WithContext(undo.With(ctx, &v.Slip))
}

func (c *Console) newVisit(w http.ResponseWriter, r *http.Request, pattern string) *kit.Visit {
	record := porch.Of(r.Context())
	record.Route = pattern
	return kit.NewVisit(w, r, kit.View{
		Now: c.rooms.Now(), Secure: c.secure(r), Route: pattern, RequestID: record.RequestID, Assets: c.assets.named,
		Contract: c.rooms.Contract,
	})
}
