package config

import (
	"errors"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"renown/internal/tool/mail"
)

// reader types values and gathers what is wrong with them.
type reader struct{ faults []string }

func (r *reader) fault(name, what string) {
	if name != "" {
		what = name + ": " + what
	}
	r.faults = append(r.faults, what)
}

func (r *reader) failed(name string, err error) {
	if err != nil {
		r.fault(name, err.Error())
	}
}

func (r *reader) err() error {
	if len(r.faults) == 0 {
		return nil
	}
	return errors.New("the configuration has " + count(len(r.faults)) + ":\n  " + strings.Join(r.faults, "\n  "))
}

func count(n int) string {
	if n == 1 {
		return "a fault"
	}
	return strconv.Itoa(n) + " faults"
}

// number reads a positive whole number; all our numbers are.
func (r *reader) number(name, text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > 1_000_000_000 {
		r.fault(name, fmt.Sprintf("%q is not a whole number from 1 to 1000000000", text))
	}
	return n
}

// slots reads a number of requests, or auto: enough that none of the processors ever waits for another request, few enough
// that a request which has its slot is done within a second.
func (r *reader) slots(name, text string) int {
	if text == "auto" {
		return 32 * runtime.GOMAXPROCS(0)
	}
	return r.number(name, text)
}

func (r *reader) duration(name, text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		r.fault(name, fmt.Sprintf("%q is not a duration such as 20s or 1m30s", text))
	}
	return d
}

// stopDelay reads a duration, none, or auto: longer than the shipped proxies take to see that a node of several stops.
func (r *reader) stopDelay(text string, s Settings) time.Duration {
	switch d, err := time.ParseDuration(text); {
	case text == "auto" && s.Role != Worker && strings.HasPrefix(s.DatabaseURL, "postgres"):
		return 6 * time.Second
	case text != "auto" && (err != nil || d < 0):
		r.fault("stop_delay", fmt.Sprintf("%q is neither auto nor a duration such as 6s", text))
	default:
		return d
	}
	return 0
}

// retention reads forever, or a number of days with a d behind.
func (r *reader) retention(name, text string) time.Duration {
	if text == "forever" {
		return 0
	}
	days, ok := strings.CutSuffix(text, "d")
	n, err := strconv.Atoi(days)
	if !ok || err != nil || n < 1 || n > 100_000 {
		r.fault(name, fmt.Sprintf("%q is neither forever nor a number of days such as 400d", text))
		return 0
	}
	return time.Duration(n) * 24 * time.Hour
}

// days reads a number of days with a d behind.
func (r *reader) days(name, text string) time.Duration {
	if text == "forever" {
		r.fault(name, "must end some day: give a number of days such as 90d")
		return 0
	}
	return r.retention(name, text)
}

func (r *reader) oneOf(name, text string, allowed ...string) string {
	if !slices.Contains(allowed, text) {
		r.fault(name, fmt.Sprintf("%q is none of %s", text, strings.Join(allowed, ", ")))
	}
	return text
}

func (r *reader) address(name, text string) string {
	if !validAddress(text) {
		r.fault(name, fmt.Sprintf("%q is not an address such as 127.0.0.1:8080", text))
	}
	return text
}

func (r *reader) networks(name, text string) []netip.Prefix {
	var list []netip.Prefix
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if addr, addrErr := netip.ParseAddr(part); addrErr == nil {
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			r.fault(name, fmt.Sprintf("%q is not a network such as 10.0.0.0/8", part))
			continue
		}
		list = append(list, prefix.Masked())
	}
	return list
}

func (r *reader) webURL(name, text string) string {
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		r.fault(name, fmt.Sprintf("%q is not an http:// or https:// address", text))
	case u.User != nil || strings.ContainsAny(text, "?#"):
		r.fault(name, "links begin with it, so it ends before ? and # and names no user")
	}
	return strings.TrimRight(text, "/")
}

// smtp never repeats its value: it holds a password.
func (r *reader) smtp(name, text string) *url.URL {
	if text == "" {
		return nil
	}
	u, err := mail.ParseURL(text)
	if err != nil {
		r.fault(name, err.Error())
	}
	return u
}

func (r *reader) sender(name, text string, needed bool) string {
	if text == "" {
		if needed {
			r.fault(name, "needed when smtp_url is set")
		}
		return ""
	}
	if _, err := netmail.ParseAddress(text); err != nil {
		r.fault(name, fmt.Sprintf("%q is not a mail address", text))
	}
	return text
}

func (r *reader) log(l Logging) Log {
	out := Log{Format: r.oneOf("log_format", l.LogFormat, "auto", "text", "json")}
	if err := out.Level.UnmarshalText([]byte(l.LogLevel)); err != nil {
		r.fault("log_level", fmt.Sprintf("%q is none of debug, info, warn, error", l.LogLevel))
		out.Level = slog.LevelInfo
	}
	return out
}

// FillDefaults sets every text field to the default in its tag.
func FillDefaults(settings any) {
	fill(settings, func(tag reflect.StructTag) string { return tag.Get("default") })
}

// Fill sets every text field from its environment variable, else from the file, else to its default.
func Fill(settings any, file *File) {
	fill(settings, func(tag reflect.StructTag) string {
		if value, ok := os.LookupEnv(tag.Get("env")); ok {
			return value
		}
		if value, ok := file.Value(strings.TrimPrefix(tag.Get("env"), "RENOWN_")); ok {
			return value
		}
		return tag.Get("default")
	})
}

func fill(settings any, text func(tag reflect.StructTag) string) {
	v := reflect.ValueOf(settings).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous {
			fill(v.Field(i).Addr().Interface(), text)
			continue
		}
		if v.Field(i).Kind() == reflect.String {
			v.Field(i).SetString(text(field.Tag))
		}
	}
}
