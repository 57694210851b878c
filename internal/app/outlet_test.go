package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

// outletServer is an outlet that answers as it is told and hands out the callbacks it was given.
type outletServer struct {
	answer    atomic.Value // string
	callbacks chan [2]string
}

func (o *outletServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var message struct {
		Data struct {
			Callback struct{ URL, Token string } `json:"callback"`
		} `json:"data"`
	}
	if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	o.callbacks <- [2]string{message.Data.Callback.URL, message.Data.Callback.Token}
	_, _ = io.WriteString(w, o.answer.Load().(string))
}

func startOutlet(t *testing.T) (o *outletServer, url string) {
	t.Helper()
	o = &outletServer{callbacks: make(chan [2]string, 10)}
	o.answer.Store(`{"status":"accepted","reference":"A-1"}`)
	server := httptest.NewServer(o)
	t.Cleanup(server.Close)
	return o, server.URL
}

func outletSettings(s *config.Settings) {
	unlimited(s)
	s.SealKeys, _ = secretbox.ParseRing("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
	s.OutletNetworks = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	s.PublicURL = "https://renown.example"
}

// ordered submits an order over the API, and approves it.
func ordered(t *testing.T, s *apitest.Server, endpoint string) (orderID string) {
	t.Helper()
	ctx, key := context.Background(), s.Key(t)
	m, err := s.App.Catalogue.Set(ctx, catalogue.Entry{Key: "morning", Fields: catalogue.Fields{
		Name: "晨光日报", MediaType: catalogue.News, ContentTypes: store.Texts{"article"}, Price: catalogue.Price{Points: 20},
	}})
	must.Do(t, err)
	_, err = s.App.Catalogue.Connect(ctx, []string{m.ID}, catalogue.ConnectionChange{
		Adapter:  catalogue.Webhook,
		Endpoint: endpoint, Secret: webhook.NewSecret(),
	})
	must.Do(t, err)
	content := s.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/media/contents",
		Body: `{"title":"笔记","body":"正文","content_type":"article"}`,
	})
	answer := s.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/media/orders",
		Body: fmt.Sprintf(`{"content_id":%q,"media_ids":[%q]}`, content.At("data.id"), m.ID),
	})
	orderID = answer.At("data.items.0.id").(string)
	must.Get(s.App.Orders.Approve(ctx, "operator", orderID, ""))(t)
	return orderID
}

// report posts to the callback as an outlet would, on the address of this server.
func report(t *testing.T, s *apitest.Server, path, token, body string) (status, code int, text string) {
	t.Helper()
	request := must.Get(http.NewRequest(http.MethodPost, s.URL+path, strings.NewReader(body)))(t)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response := must.Get(http.DefaultTransport.RoundTrip(request))(t)
	defer response.Body.Close()
	read := must.Get(io.ReadAll(response.Body))(t)
	var envelope struct{ Code int }
	must.Do(t, json.Unmarshal(read, &envelope), request.Method, path, "no envelope:", read)
	return response.StatusCode, envelope.Code, string(read)
}

func statusOf(t *testing.T, s *apitest.Server, orderID string) order.State {
	t.Helper()
	o := must.Get(s.App.Orders.FindAny(context.Background(), orderID))(t)
	return o.Status
}

func TestOutletPublishesAtOnce(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: outletSettings}, func(t *testing.T, s *apitest.Server) {
		o, url := startOutlet(t)
		o.answer.Store(`{"status":"published","url":"https://outlet.example/a/1"}`)
		orderID := ordered(t, s, url)
		eventually(t, "the job hands the order over", func() bool { return statusOf(t, s, orderID) == order.Published })
		s.Expect(t, apitest.Call{Key: s.Key(t), Method: "GET", Path: "/media/orders/" + orderID, Want: apitest.Values{
			"data.published_url": "https://outlet.example/a/1", "data.events.2.actor": "outlet",
		}})
	})
}

func TestOutletReports(t *testing.T) {
	t.Parallel()
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	apitest.Each(t, apitest.Options{Settings: outletSettings}, func(t *testing.T, s *apitest.Server) {
		o, url := startOutlet(t)
		orderID := ordered(t, s, url)
		given := <-o.callbacks
		path, token := "/outlet/callback/"+orderID, given[1]
		expect.Equal(t, given[0], "https://renown.example"+path, "the callback is at")
		published := `{"status":"published","url":"https://outlet.example/a/1","reference":"A-1"}`
		for _, c := range []struct {
			name, path, token, body string
			status, code            int
		}{
			{"no token", path, "", published, 401, 1001},
			{"wrong token", path, token + "x", published, 401, 1001},
			{"API key", path, s.Key(t), published, 401, 1001},
			{"no such order", "/outlet/callback/ord_none", token, published, 401, 1001},
			{"no such path", "/outlet/callback", token, published, 404, 4040},
			{"deeper", path + "/x", token, published, 404, 4040},
			{"too large", path, token, `{"status":"failed","reason":"` + strings.Repeat("x", 64<<10) + `"}`, 413, 4130},
			{"wrong token and too large", path, "x", strings.Repeat("x", 64<<10+1), 401, 1001},
			{"nothing", path, token, ``, 422, 4220},
			{"no JSON", path, token, `published`, 422, 4220},
			{"another status", path, token, `{"status":"done"}`, 422, 4220},
			{"no address", path, token, `{"status":"published"}`, 422, 4220},
			{"accepted", path, token, `{"status":"accepted"}`, 200, 0},
			{"published", path, token, published, 200, 0},
			{"again", path, token, published, 200, 0},
			{"too late", path, token, `{"status":"failed"}`, 401, 1001},
		} {
			status, code, text := report(t, s, c.path, c.token, c.body)
			if status != c.status || code != c.code || strings.Contains(text, token) {
				t.Errorf("%s: %d %d %s", c.name, status, code, text)
			}
		}
		if _, _, text := report(t, s, path, token, published); !strings.Contains(text, `"status":"published"`) ||
			!strings.Contains(text, orderID) {
			t.Errorf("the answer says how the order stands: %s", text)
		}
		expect.Equal(t, statusOf(t, s, orderID), order.Published, "the order is")
		if strings.Contains(s.Log.String(), token) {
			t.Error("the token was logged")
		}
		request, _ := http.NewRequest(http.MethodGet, s.URL+path, nil)
		response := must.Get(http.DefaultTransport.RoundTrip(request))(t)
		response.Body.Close()
		if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "POST" {
			t.Errorf("GET: %s, allowed %q", response.Status, response.Header.Get("Allow"))
		}
	})
}

// Guessing tokens is slowed down by address.
func TestOutletReportsAreLimited(t *testing.T) {
	t.Parallel()
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	apitest.Each(t, apitest.Options{Settings: func(s *config.Settings) {
		outletSettings(s)
		s.AnonymousLimit = config.Rate{PerMinute: 1, Burst: 3}
	}}, func(t *testing.T, s *apitest.Server) {
		for i, want := range []int{1001, 1001, 1001, 2001} {
			if _, code, text := report(t, s, "/outlet/callback/ord_none", "guess", `{}`); code != want {
				t.Errorf("request %d: %s", i+1, text)
			}
		}
	})
}
