package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"renown/internal/floor/store"
)

// poolCollector reads the state of the connection pools when Prometheus asks.
type poolCollector struct {
	db                               *store.DB
	most, open, inUse, waits, waited *prometheus.Desc
}

func newPoolCollector(db *store.DB) *poolCollector {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("renown_db_"+name, help, []string{"pool"}, nil)
	}
	return &poolCollector{
		db:     db,
		most:   desc("connections_max", "Connections that may be open."),
		open:   desc("connections_open", "Connections open now."),
		inUse:  desc("connections_in_use", "Connections in use now."),
		waits:  desc("waits_total", "How often a caller waited for a connection."),
		waited: desc("wait_seconds_total", "How long callers waited for connections."),
	}
}

func (c *poolCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.most, c.open, c.inUse, c.waits, c.waited} {
		ch <- d
	}
}

func (c *poolCollector) Collect(ch chan<- prometheus.Metric) {
	stats := c.db.Stats()
	for name, pool := range map[string]store.PoolStats{"read": stats.Read, "write": stats.Write} {
		if pool.Max == 0 { // PostgreSQL has no pool of its own for writing
			continue
		}
		ch <- prometheus.MustNewConstMetric(c.most, prometheus.GaugeValue, float64(pool.Max), name)
		ch <- prometheus.MustNewConstMetric(c.open, prometheus.GaugeValue, float64(pool.Open), name)
		ch <- prometheus.MustNewConstMetric(c.inUse, prometheus.GaugeValue, float64(pool.InUse), name)
		ch <- prometheus.MustNewConstMetric(c.waits, prometheus.CounterValue, float64(pool.Waits), name)
		ch <- prometheus.MustNewConstMetric(c.waited, prometheus.CounterValue, pool.Waited.Seconds(), name)
	}
}
