// Package config turns flags, environment and an optional YAML file into typed settings. Every fault is reported, all
// together, by the name of its setting; a value that may hold a secret is never repeated.
package config

import (
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"renown/internal/simulator"
	"renown/internal/tool/assistant"
	"renown/internal/tool/secretbox"
)

// Database says where the data is. Exactly one of the two is used.
type Database struct {
	Data     string `help:"Folder of the embedded database; created when absent. Default: renown-data." placeholder:"DIR" env:"RENOWN_DATA"`
	Database string `help:"URL of a PostgreSQL database, instead of a folder." placeholder:"URL" env:"RENOWN_DATABASE"`
}

// DefaultData is the folder used when neither a folder nor a URL is given.
const DefaultData = "renown-data"

// URL is the database as the store names it.
func (d Database) URL() (string, error) {
	switch {
	case d.Data != "" && d.Database != "":
		return "", errors.New("data, database: give a folder or a URL, not both")
	case d.Database == "":
		return "sqlite:" + firstOf(d.Data, DefaultData), nil
	}
	u, err := url.Parse(d.Database)
	if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
		return "", errors.New("database: not a postgres:// URL")
	}
	return d.Database, nil
}

// Logging is how the program speaks about itself.
type Logging struct {
	LogLevel  string `help:"Least important messages to log: debug, info, warn or error." default:"info" placeholder:"LEVEL" env:"RENOWN_LOG_LEVEL"`
	LogFormat string `help:"text, json, or auto: text on a terminal, JSON elsewhere." default:"auto" placeholder:"FORMAT" env:"RENOWN_LOG_FORMAT"`
}

// Server are the settings of serve, as text: from flags, environment or file.
type Server struct {
	Listen        string `help:"Address to serve on; port 0 picks a free one." default:"127.0.0.1:8080" placeholder:"ADDR" env:"RENOWN_LISTEN"`
	Role          string `help:"all, api (requests only) or worker (background work only)." default:"all" placeholder:"ROLE" env:"RENOWN_ROLE"`
	MetricsListen string `help:"Address for Prometheus metrics; off when empty." placeholder:"ADDR" env:"RENOWN_METRICS_LISTEN"`

	RateLimitPerMinute string `help:"Requests a minute per key." default:"300" placeholder:"N" env:"RENOWN_RATE_LIMIT_PER_MINUTE"`
	TrustedProxies     string `help:"Networks whose X-Forwarded-For and X-Forwarded-Proto are believed, separated by commas." placeholder:"CIDR,…" env:"RENOWN_TRUSTED_PROXIES"`
	MaxRequests        string `help:"Requests let in at the same time; further ones wait half a second at most. auto is 32 for each processor." default:"auto" placeholder:"N" env:"RENOWN_MAX_REQUESTS"`
	StopDelay          string `help:"How long requests are served before a stop, so that a proxy sends new ones elsewhere. auto is 6s with PostgreSQL, else none." default:"auto" placeholder:"DURATION" env:"RENOWN_STOP_DELAY"`
	StopTimeout        string `help:"How long a stop may take after that." default:"20s" placeholder:"DURATION" env:"RENOWN_STOP_TIMEOUT"`

	PublicURL    string `help:"Address under which users reach the console: for links, cookies over TLS alone, and reports of outlets." placeholder:"URL" env:"RENOWN_PUBLIC_URL"`
	Registration string `help:"open, or closed: only an operator creates accounts." default:"open" placeholder:"STATE" env:"RENOWN_REGISTRATION"`
	SMTPURL      string `name:"smtp-url" help:"Mail server: smtp://user:password@host:587 (STARTTLS required; ?starttls=optional or ?starttls=off behind it to do without) or smtps://…:465. Without one no mail is sent." placeholder:"URL" env:"RENOWN_SMTP_URL"`
	MailFrom     string `help:"Sender of mails." placeholder:"ADDRESS" env:"RENOWN_MAIL_FROM"`

	Capacity        string `help:"Monitoring runs in progress at the same time, over all nodes." default:"8" placeholder:"N" env:"RENOWN_CAPACITY"`
	AnswerRetention string `help:"How long the texts of answers are kept: forever, or a number of days such as 400d. Figures stay." default:"forever" placeholder:"TIME" env:"RENOWN_ANSWER_RETENTION"`

	OperatorSecondFactor string `help:"required: operators reach their pages only with a second factor; or optional." default:"optional" placeholder:"STATE" env:"RENOWN_OPERATOR_SECOND_FACTOR"`

	Outlets
	OTLPEndpoint string `name:"otlp-endpoint" help:"Collector that takes traces by OTLP over HTTP, such as http://127.0.0.1:4318; off when empty." placeholder:"URL" env:"RENOWN_OTLP_ENDPOINT"`
	Assistants
}

// Settings are checked and typed.
type Settings struct {
	DatabaseURL string
	Log         Log

	Listen, MetricsListen string
	Role                  Role

	RateLimit, AnonymousLimit  Rate
	AccountLimit, SessionLimit Rate
	TrustedProxies             []netip.Prefix
	MaxConnections             int
	MaxRequests                int
	StopDelay, StopTimeout     time.Duration

	PublicURL          string
	RegistrationClosed bool
	SMTPURL            *url.URL // nil: no mail server
	MailFrom           string

	MaxBrands, MaxKeys, MaxContents       int
	MaxTopics, MaxPrompts, MaxCompetitors int // per brand
	MaxNamesKB                            int // per brand
	MaxGenerations                        int // per account and day
	FactJudgeCalls                        int // per brand and day
	MaxStoredMB                           int // per account

	Capacity        int
	AnswerRetention time.Duration // 0: forever

	AuditRetention       time.Duration // 0: forever
	DeletedRetention     time.Duration
	SessionMax           time.Duration
	PasswordMemory       int  // KiB
	OperatorSecondFactor bool // operators must have one

	SealKeys       *secretbox.Ring // nil: none
	OutletNetworks []netip.Prefix
	EventNetworks  []netip.Prefix
	ArticleGate    string // off, warn or require
	ArticleRules   []byte // nil: those that are delivered

	Traces *Traces // nil: none are sent

	Catalogue *assistant.Catalogue
	Simulate  *simulator.Options // nil: the platforms are asked for real
	Drafter   string             // platform that drafts; empty: offline
	Judge     string             // platform that judges tone; empty: offline
	FactJudge string             // platform that judges what rules leave open of facts; empty: none
	Demo      bool               // everything is invented, and the console says so; set by the demo, no setting
}

// Log is how to log.
type Log struct {
	Level  slog.Level
	Format string // text, json or auto
}

// Rate is a number of requests a minute, and how many of them at once.
type Rate struct{ PerMinute, Burst int }

// Role is the part of the work a process does.
type Role string

// The roles.
const (
	All    Role = "all"
	API    Role = "api"
	Worker Role = "worker"
)

// Check types all settings and returns every fault found, in one error.
func Check(db Database, logging Logging, s Server, file *File) (Settings, error) {
	r := reader{faults: file.Faults()}
	out := Settings{Log: r.log(logging)}
	var err error
	if out.DatabaseURL, err = db.URL(); err != nil {
		r.fault("", err.Error())
	}
	out.Listen = r.address("listen", s.Listen)
	if s.MetricsListen != "" {
		out.MetricsListen = r.address("metrics_listen", s.MetricsListen)
	}
	out.Role = Role(r.oneOf("role", s.Role, "all", "api", "worker"))
	out.RateLimit = rateOf(r.number("rate_limit_per_minute", s.RateLimitPerMinute))
	out.AccountLimit, out.SessionLimit = rateOf(4*out.RateLimit.PerMinute), rateOf(2*out.RateLimit.PerMinute)
	out.TrustedProxies = r.networks("trusted_proxies", s.TrustedProxies)
	out.MaxRequests = r.slots("max_requests", s.MaxRequests)
	out.StopDelay = r.stopDelay(s.StopDelay, out)
	out.StopTimeout = r.duration("stop_timeout", s.StopTimeout)
	out.PublicURL = r.webURL("public_url", s.PublicURL)
	out.RegistrationClosed = r.oneOf("registration", s.Registration, "open", "closed") == "closed"
	out.SMTPURL = r.smtp("smtp_url", s.SMTPURL)
	out.MailFrom = r.sender("mail_from", s.MailFrom, out.SMTPURL != nil)
	if out.SMTPURL != nil && s.PublicURL == "" {
		r.fault("public_url", "needed for the links in mails when smtp_url is set")
	}
	out.Capacity = r.number("capacity", s.Capacity)
	out.AnswerRetention = r.retention("answer_retention", s.AnswerRetention)
	out.OperatorSecondFactor = r.oneOf("operator_second_factor", s.OperatorSecondFactor, "optional", "required") == "required"
	out.SealKeys = r.ring("seal_keys", s.SealKeys)
	if out.OperatorSecondFactor && !out.SealKeys.Ready() {
		r.fault("seal_keys", "needed to seal second factors when operator_second_factor is required")
	}
	out.OutletNetworks = r.networks("outlet_networks", s.OutletNetworks)
	out.EventNetworks = r.networks("event_networks", s.EventNetworks)
	out.ArticleGate = r.oneOf("article_gate", s.ArticleGate, "off", "warn", "require")
	traces, simulate := new(Traces), new(simulator.Options)
	for _, rare := range r.rare(&out, traces, simulate) {
		text, ok := file.Value(rare.name)
		if !ok {
			text = rare.usual
		}
		rare.take(rare.name, text)
	}
	if s.OTLPEndpoint != "" {
		out.Traces = r.traces(s.OTLPEndpoint, traces)
	}
	out.Catalogue = r.catalogue(file)
	if s.Simulate && out.Catalogue != nil {
		simulate.Platforms, simulate.Clock = out.Catalogue.All(), time.Now
		out.Simulate = simulate
	}
	out.Drafter = r.model("drafter", s.Drafter, out.Catalogue)
	out.Judge = r.model("judge", s.Judge, out.Catalogue)
	out.FactJudge = r.model("fact_judge", s.FactJudge, out.Catalogue)
	return out, r.err()
}

// CheckData types the settings of a command that only touches data. It has no flags for those of the server, which are
// taken from environment and file, so that the same limits hold for it.
func CheckData(db Database, logging Logging, file *File) (Settings, error) {
	server := Server{}
	Fill(&server, file)
	return Check(db, logging, server, file)
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// normal is how a setting is named in the file and in faults: rate-limit-burst and rate_limit_burst are the same.
func normal(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "_") }

func validAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	return err == nil && port != ""
}
