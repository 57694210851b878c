package assistant

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const (
	redirectTimeout     = 5 * time.Second // for all of an answer's sources together
	redirectConcurrency = 4
)

// resolve replaces a platform's own redirects, which expire, by where they lead. Only addresses below prefix are
// visited, only the first hop is read and it is not followed.
func (x *exchange) resolve(prefix string) {
	ctx, cancel := context.WithTimeout(x.parent, redirectTimeout)
	defer cancel()
	hop := &http.Client{
		Transport:     x.target.http.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	var wait sync.WaitGroup
	places := make(chan struct{}, redirectConcurrency)
	for i := range x.reply.sources {
		s := &x.reply.sources[i]
		if !strings.HasPrefix(s.url, prefix) {
			continue
		}
		wait.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			s.resolved = firstHop(ctx, hop, s.url)
		})
	}
	wait.Wait()
}

// settleRedirects gives what could not be resolved the address of the site its title names.
func (r *reply) settleRedirects(prefix string) {
	unresolved := 0
	for i := range r.sources {
		s := &r.sources[i]
		if !strings.HasPrefix(s.url, prefix) {
			continue
		}
		s.site = first(s.site, s.title)
		if s.resolved != "" {
			continue
		}
		unresolved++
		if strings.Contains(s.title, ".") && !strings.ContainsAny(s.title, " /") {
			s.resolved = "https://" + s.title + "/"
		}
	}
	if unresolved > 0 {
		r.warn("%d redirects unresolved", unresolved)
	}
}

func firstHop(ctx context.Context, client *http.Client, address string) string {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return ""
	}
	response, err := client.Do(request)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	target, err := url.Parse(response.Header.Get("Location"))
	if err != nil || response.StatusCode < 300 || response.StatusCode > 399 || target.Host == "" {
		return ""
	}
	if _, ok := Canonical(target.String()); !ok {
		return ""
	}
	return target.String()
}
