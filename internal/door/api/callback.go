package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/webhook"
)

// CallbackPrefix is where outlets speak to us. It is no part of the interface of keys: an outlet proves with an order's own
// token that it may speak of that order. It is served here because the answers are the same.
const CallbackPrefix = "/outlet"

// CallbackPath is where outlets report on orders; the order's id follows.
const CallbackPath = CallbackPrefix + "/callback/"

const reportMax = 64 << 10 // bytes of a report

func (d *Door) serveCallback(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), d.rooms.Time)
	defer cancel()
	state, err := d.hearOutlet(ctx, w, r)
	if err != nil {
		fail(w, r, err)
		return
	}
	succeed(w, r, map[string]any{"order_id": r.PathValue("order_id"), "status": state})
}

// hearOutlet refuses in the order of the interface, as far as it applies: rate, credential, shape, then the order's rules.
func (d *Door) hearOutlet(ctx context.Context, w http.ResponseWriter, r *http.Request) (order.State, error) {
	if err := d.rooms.Admission.AdmitStranger(ctx, r); err != nil {
		return "", err
	}
	scheme, token, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	token = strings.TrimSpace(token)
	orderID := r.PathValue("order_id")
	if !strings.EqualFold(scheme, "Bearer") {
		token = ""
	}
	if err := d.rooms.Orders.AdmitOutcome(ctx, orderID, token); err != nil {
		return "", err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, reportMax))
	if _, tooLarge := err.(*http.MaxBytesError); tooLarge {
		return "", fault.New(fault.TooLarge).Why("callback_large")
	}
	if err != nil {
		w.Header().Set("Connection", "close")
		return "", fault.New(fault.Unreadable).Because(err)
	}
	said, err := webhook.ReadOutcome(body)
	var wrong *webhook.OutcomeError
	if errors.As(err, &wrong) {
		loc := []any{"body"}
		if wrong.Field != "" {
			loc = append(loc, wrong.Field)
		}
		return "", fault.Value(wrong.Rule, nil, loc...)
	}
	return d.rooms.Orders.TakeOutcome(ctx, orderID, token, said)
}
