package porch

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"renown/internal/floor/fault"
)

// Metrics counts requests by route, method, status and envelope code, and times them by route.
type Metrics struct {
	requests    *prometheus.CounterVec
	seconds     *prometheus.HistogramVec
	unavailable *prometheus.CounterVec
}

// NewMetrics registers the request metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "renown_http_requests_total", Help: "Requests answered, by route, method, HTTP status and envelope code.",
		}, []string{"route", "method", "status", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "renown_http_request_seconds", Help: "Time from the request's header to its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route"}),
		unavailable: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "renown_db_unavailable_total", Help: "Requests refused because the database was not available, by why.",
		}, []string{"reason"}),
	}
	for _, reason := range []string{fault.DiskFull, fault.Away, fault.Stalled} { // at 0, so that the first is seen as a rise
		m.unavailable.WithLabelValues(reason)
	}
	reg.MustRegister(m.requests, m.seconds, m.unavailable)
	return m
}

func (m *Metrics) observe(method, route string, status, code int, took time.Duration) {
	m.requests.WithLabelValues(route, KnownMethod(method), strconv.Itoa(status), strconv.Itoa(code)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

// KnownMethod is a method as it is counted: whatever a client invents is one of few.
func KnownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}
