package console

import (
	"context"
	"net/http"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// serve passes a request through the gates in order: session, role, brand; then the handler.
func (c *Console) serve(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), c.rooms.Time)
		defer cancel()
		v := c.newVisit(w, r.WithContext(ctx), rt.path)
		answer, err := c.answer(v, rt)
		if err == nil {
			err = c.write(v, answer)
		}
		if err != nil {
			c.fail(v, err)
		}
	}
}

func (c *Console) answer(v *visit, rt route) (reply, error) {
	known, err := c.resume(v)
	if err != nil {
		return reply{}, err
	}
	if rt.access != open && !known {
		return leadTo(loginPath(v.Request))
	}
	if rt.access == operator && v.user.Role != account.RoleOperator {
		return reply{}, fault.New(fault.NoRoute).Say("没有这个页面。", "There is no such page.")
	}
	if known {
		if err := c.enterSpace(v); err != nil {
			return reply{}, err
		}
	}
	if rt.access == watching {
		if v.brand, err = c.rooms.Brands.Find(v.Context(), v.caller, v.PathValue("brand_id")); err != nil {
			return reply{}, err
		}
		v.remember(brandCookie, v.brand.ID)
	}
	if v.Method == http.MethodPost {
		v.Body = http.MaxBytesReader(v.w, v.Body, rt.bodyMax)
		if err := v.ParseForm(); err != nil {
			return reply{}, unreadable(err)
		}
	}
	return rt.handle(v.Context(), v)
}

func (c *Console) newVisit(w http.ResponseWriter, r *http.Request, pattern string) *visit {
	record := porch.Of(r.Context())
	record.Route = pattern
	return newVisit(w, r, view{
		now: c.rooms.Now(), secure: c.secure(r), route: pattern, requestID: record.RequestID, assets: c.assets.named, contract: c.contract,
	})
}
