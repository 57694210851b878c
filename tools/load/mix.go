package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

const (
	prefix   = "/openapi/v1"
	noAnswer = -1   // code of a request that was not answered by an envelope
	most     = 4000 // requests that wait for their answers, a connection each
)

// refusals are the codes that say nothing about the request: asked too often, too busy.
var refusals = map[int]bool{2001: true, 5030: true}

// driver draws requests of the mix and learns from their answers.
type driver struct {
	server *server
	client *http.Client
	header http.Header

	mu     sync.Mutex
	random *rand.Rand
	brands []*brand
}

func newDriver(s *server) *driver {
	return &driver{
		server: s, random: rand.New(rand.NewPCG(1, 1)),
		client: &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: most, DisableCompression: true}},
		header: http.Header{"X-Api-Key": {s.key}, "Content-Type": {"application/json"}},
	}
}

// next draws a request. The fragment of its URL, which is not sent, says its group and for a step of a chain its brand's place.
func (d *driver) next(t *vegeta.Target) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := d.random.IntN(len(d.brands))
	b := d.brands[i]
	method, path, body, group := http.MethodGet, "", "", ""
	switch n := d.random.IntN(100); {
	case n < 70:
		group, path = "analyses", "/geo/brands/"+b.id+d.analysis()
	case n < 85:
		group, path = "polling", "/geo/runs/"+d.one(b.runs...)
	case n < 95:
		group, path = "lists", d.list(b)
	default:
		group = "writes"
		if !b.pending {
			group += "/" + strconv.Itoa(i)
		}
		method, path, body = b.write()
	}
	*t = vegeta.Target{Method: method, URL: d.server.url + prefix + path + "#" + group, Body: []byte(body), Header: d.header}
	return nil
}

// answered says what became of a request.
func (d *driver) answered(r *vegeta.Result) (group string, code int) {
	code = codeOf(r.Body)
	_, group, _ = strings.Cut(r.URL, "#")
	group, place, chained := strings.Cut(group, "/")
	if i, err := strconv.Atoi(place); chained && err == nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.brands[i].wrote(code, r.Body)
	}
	return group, code
}

// codeOf reads the code with which every envelope begins.
func codeOf(body []byte) (code int) {
	if n, _ := fmt.Fscanf(bytes.NewReader(body), `{"code":%d,`, &code); n == 0 {
		return noAnswer
	}
	return code
}

func (d *driver) one(of ...string) string { return of[d.random.IntN(len(of))] }

// analysis is one of the four, most often the overview, of one of some periods.
func (d *driver) analysis() string {
	day := func(ago int) string { return time.Now().UTC().AddDate(0, 0, -ago).Format(time.DateOnly) }
	return d.one("/overview", "/overview", "/visibility", "/sentiment", "/citations") +
		d.one("", "?from="+day(7)+"&to="+day(1), "?from="+day(89)+"&to="+day(0), "?platform="+d.one("doubao", "deepseek", "qwen"))
}

func (d *driver) list(b *brand) string {
	page := d.one("page=1", "page=2")
	return d.one("/geo/brands/"+b.id+"/prompts", "/geo/brands/"+b.id+"/runs?"+page, "/geo/runs/"+d.one(b.runs...)+
		"/answers?page_size=10&"+page,
		"/media?media_type=news&sort=price_asc&"+page, "/media/orders?"+page)
}
