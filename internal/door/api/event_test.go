package api_test

import (
	"crypto/rand"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/secretbox"
)

func eventSettings(t *testing.T) func(*config.Settings) {
	var key [32]byte
	rand.Read(key[:])
	ring := must.Get(secretbox.ParseRing(base64.StdEncoding.EncodeToString(key[:])))(t)
	return func(s *config.Settings) {
		unlimited(s)
		s.SealKeys, s.EventNetworks = ring, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}
}

// An endpoint from its creation to its end; what happens in the rooms reaches it by the program's own workers.
func TestEvents(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: eventSettings(t)}, func(t *testing.T, s *apitest.Server) {
		me, other := s.Account(t, plan.Standard), s.Account(t, plan.Standard)
		key, otherKey, wrong := me.Key(t, "events:manage"), other.Key(t), me.Key(t, "geo:*", "media:*")
		heard := make(chan http.Header, 10)
		receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			heard <- r.Header
		}))
		t.Cleanup(receiver.Close)
		body := `{"kind":"webhook","name":"数据中台","address":"` + receiver.URL + `","types":["run.finished"]}`
		s.Run(t,
			apitest.Call{Name: "no key", Method: "GET", Path: "/events/endpoints", Status: 401, Code: 1001},
			apitest.Call{
				Name: "private", Key: key, Method: "POST", Path: "/events/endpoints",
				Body: strings.ReplaceAll(body, receiver.URL, "https://192.168.0.8/"), Status: 422, Code: 4220,
			},
			apitest.Call{
				Name: "no type", Key: key, Method: "POST", Path: "/events/endpoints",
				Body: strings.ReplaceAll(body, "run.finished", "x"), Status: 422, Code: 4220,
			},
			apitest.Call{
				Name: "no mail server", Key: key, Method: "POST", Path: "/events/endpoints",
				Body: `{"kind":"mail","name":"n","address":"a@b.example","types":["digest.weekly"]}`, Status: 422,
				Code: 4220,
			},
			apitest.Call{Name: "none yet", Key: key, Method: "GET", Path: "/events/endpoints", Want: apitest.Values{"data.total": 0}},
		)
		made := s.Expect(t, apitest.Call{Key: key, Method: "POST", Path: "/events/endpoints", Body: body})
		id, secret := made.At("data.id").(string), made.At("data.secret").(string)
		if !strings.HasPrefix(secret, "whsec_") {
			t.Errorf("%s", made.Body)
		}
		s.Expect(t, apitest.Call{Key: key, Method: "POST", Path: "/events/endpoints", Body: body, Status: 409, Code: 3002})
		tried := s.Expect(t, apitest.Call{
			Key: key, Method: "POST", Path: "/events/endpoints/" + id + "/test",
			Want: apitest.Values{"data.status": "delivered", "data.type": "endpoint.test"},
		})
		if at := (<-heard).Get("webhook-id"); at != tried.At("data.event_id") {
			t.Errorf("%s: %s", at, tried.Body)
		}
		delivery := tried.At("data.id").(string)
		period := `{"from":"2026-01-01T00:00:00Z","to":"2027-01-01T00:00:00+08:00"}`
		for _, e := range []endpoint{
			{"GET", "/events/endpoints/" + id, ""},
			{"PATCH", "/events/endpoints/" + id, `{"name":"taken over"}`},
			{"POST", "/events/endpoints/" + id + "/secret", ""},
			{"POST", "/events/endpoints/" + id + "/test", ""},
			{"POST", "/events/endpoints/" + id + "/replay", period},
			{"GET", "/events/deliveries/" + delivery, ""},
			{"POST", "/events/deliveries/" + delivery + "/replay", ""},
			{"DELETE", "/events/endpoints/" + id, ""},
		} {
			call := apitest.Call{Key: wrong, Method: e.method, Path: e.path, Body: e.body, Status: 403, Code: 1002}
			s.Expect(t, call)
			call.Key, call.Status, call.Code = otherKey, 404, 3001
			s.Expect(t, call)
		}

		// What is recorded in a room's transaction arrives.
		var spaceID string
		must.Do(t, s.App.DB.Read().QueryRow(t.Context(), `SELECT space_id FROM event_endpoints WHERE id = $1`, id).Scan(&spaceID))
		must.Do(t, s.App.DB.InTx(t.Context(), func(tx *store.Tx) error {
			return s.App.Events.RecordTx(t.Context(), tx, event.Record{
				SpaceID: spaceID, Type: event.RunFinished,
				Once: "a", Subject: "a", Data: map[string]string{"run_id": "run_1"},
			})
		}))
		sent := (<-heard).Get("webhook-id")
		list := apitest.Call{Key: key, Method: "GET", Path: "/events/deliveries?type=run.finished&status=delivered&endpoint_id=" + id}
		await.True(t, 3*time.Minute, "it is written down", func() bool { return s.Expect(t, list).At("data.total") == float64(1) })
		got := s.Expect(t, list)
		if got.At("data.items.0.event_id") != sent || got.At("data.items.0.tries.0.http_status") != float64(200) {
			t.Errorf("%s: %s", sent, got.Body)
		}
		delivery = got.At("data.items.0.id").(string)
		s.Run(t,
			apitest.Call{
				Name: "what was sent", Key: key, Method: "GET", Path: "/events/deliveries/" + delivery,
				Want: apitest.Values{"data.request.data.run_id": "run_1"},
			},
			apitest.Call{Name: "nothing to replay", Key: key, Method: "POST", Path: "/events/endpoints/" + id +
				"/replay", Body: period, Want: apitest.Values{"data.replayed": 0}},
			apitest.Call{
				Name: "no moment", Key: key, Method: "POST", Path: "/events/endpoints/" + id + "/replay",
				Body: `{"from":"x","to":"y"}`, Status: 422, Code: 4220,
			},
			apitest.Call{
				Name: "again", Key: key, Method: "POST", Path: "/events/deliveries/" + delivery + "/replay",
				Want: apitest.Values{"data.event_id": sent},
			},
		)
		expect.Equal(t, (<-heard).Get("webhook-id"), sent, "is")
		rotated := s.Expect(t, apitest.Call{Key: key, Method: "POST", Path: "/events/endpoints/" + id + "/secret"})
		if rotated.At("data.secret") == secret || rotated.At("data.former_secret_until") == nil {
			t.Errorf("%s", rotated.Body)
		}
		s.Run(t,
			apitest.Call{
				Name: "off", Key: key, Method: "PATCH", Path: "/events/endpoints/" + id,
				Body: `{"enabled":false,"types":["digest.weekly","alert.raised"]}`,
				Want: apitest.Values{
					"data.enabled": false, "data.disabled_reason": "by_user",
					"data.types": []string{"digest.weekly", "alert.raised"},
				},
			},
			apitest.Call{Name: "no test of one that is off", Key: key, Method: "POST", Path: "/events/endpoints/" +
				id + "/test", Status: 422, Code: 4220},
			apitest.Call{
				Name: "deleted", Key: key, Method: "DELETE", Path: "/events/endpoints/" + id,
				Want: apitest.Values{"data.deleted": true},
			},
			apitest.Call{Name: "gone", Key: key, Method: "GET", Path: "/events/endpoints/" + id, Status: 404, Code: 3001},
		)
	})
}

// While a receiver keeps a test waiting, others are answered: the test has no slot meanwhile.
func TestSlowReceiverHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	settings := eventSettings(t)
	apitest.Each(t, apitest.Options{Settings: func(s *config.Settings) { settings(s); s.MaxRequests = 1 }},
		func(t *testing.T, s *apitest.Server) {
			key, otherKey := s.Account(t, plan.Standard).Key(t), s.Account(t, plan.Standard).Key(t)
			called, answer := make(chan bool, 1), make(chan bool)
			receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				called <- true
				<-answer
			}))
			t.Cleanup(receiver.Close)
			made := s.Expect(t, apitest.Call{
				Key: key, Method: "POST", Path: "/events/endpoints", Body: `{"kind":"webhook","name":"n","address":"` +
					receiver.URL + `","types":["run.finished"]}`,
			})
			tried := make(chan *apitest.Answer, 1)
			go func() {
				tried <- s.Do(t, apitest.Call{Key: key, Method: "POST", Path: "/events/endpoints/" + made.At("data.id").(string) + "/test"})
			}()
			<-called
			s.Expect(t, apitest.Call{Key: otherKey, Method: "GET", Path: "/me"})
			close(answer)
			expect.Equal(t, (<-tried).At("data.status"), any("delivered"), "the test")
		})
}
