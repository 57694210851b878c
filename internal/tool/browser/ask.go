package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"renown/internal/tool/assistant"
)

// Why a question was not answered. The first four want a person.
var (
	ErrLogin     = errors.New("the site wants somebody to log in")
	ErrChallenge = errors.New("the site wants to see a person")
	ErrRefused   = errors.New("the site wants no more questions")
	ErrUnknown   = errors.New("the page is not what the recipe knows")
	ErrTimeout   = errors.New("the answer did not end in time")
	ErrEmpty     = errors.New("the page shows no answer")
	ErrAway      = errors.New("the site cannot be opened")
)

// Patience says how long things may take; the zero value is for sites elsewhere.
type Patience struct {
	Page   time.Duration // until a page is known; 30 s
	Answer time.Duration // until an answer has ended, or is taken as it is; 4 min
	Still  time.Duration // in looks, that an answer whose requests have ended does not grow; 3 s
	Look   time.Duration // between two looks; 500 ms
}

// Nearby is the patience with a site on this very computer.
var Nearby = Patience{Still: 400 * time.Millisecond, Look: 100 * time.Millisecond}

func (p Patience) whole() Patience {
	for _, d := range []struct {
		of    *time.Duration
		usual time.Duration
	}{{&p.Page, 30 * time.Second}, {&p.Answer, 4 * time.Minute}, {&p.Still, 3 * time.Second}, {&p.Look, 500 * time.Millisecond}} {
		if *d.of == 0 {
			*d.of = d.usual
		}
	}
	return p
}

// Check opens a site and tells whether the browser is logged in there. It asks nothing.
func (b *Browser) Check(ctx context.Context, r *Recipe, p Patience) error {
	t, err := b.open(ctx, r)
	if err != nil {
		return err
	}
	defer t.close()
	_, err = t.enterSite(ctx, r, p.whole())
	return err
}

// Ask puts a question in a new conversation and reads its answer.
func (b *Browser) Ask(ctx context.Context, r *Recipe, question string, p Patience) (shown assistant.Shown, err error) {
	p = p.whole()
	t, err := b.open(ctx, r)
	if err != nil {
		return shown, err
	}
	defer t.close()
	s, err := t.enterSite(ctx, r, p)
	if err != nil {
		return shown, err
	}
	t.forget()
	began := time.Now()
	if err := t.put(ctx, r, s, question); err != nil {
		return shown, err
	}
	if s, shown.Cut, err = t.await(ctx, r, question, p); err != nil {
		return shown, err
	}
	shown.Took = time.Since(began)
	if len(s.Open) == 2 { // sources behind a click
		if err := t.click(ctx, s.Open); err != nil {
			return shown, err
		}
		var whole bool
		if s, whole, err = t.settled(ctx, r, question, p); err != nil {
			return shown, err
		}
		shown.Cut = shown.Cut || !whole
	}
	shown.Screen = t.picture(ctx)
	return t.read(r, s, shown)
}

// picture is what the tab looks like; nil where it cannot be had small enough. An answer does not fail for want of it.
func (t *tab) picture(ctx context.Context) []byte {
	for _, quality := range []int{60, 25} {
		var out struct{ Data []byte }
		err := t.call(ctx, "Page.captureScreenshot", map[string]any{"format": "jpeg", "quality": quality, "optimizeForSpeed": true}, &out)
		if err == nil && len(out.Data) > 0 && len(out.Data) <= assistant.ScreenMax {
			return out.Data
		}
	}
	return nil
}

// enterSite opens the site and waits until the page is one that is known.
func (t *tab) enterSite(ctx context.Context, r *Recipe, p Patience) (s sight, err error) {
	var gone struct{ ErrorText string }
	if err := t.call(ctx, "Page.navigate", map[string]any{"url": r.Start}, &gone); err != nil {
		return s, err
	}
	if gone.ErrorText != "" {
		return s, fmt.Errorf("%w: %s: %s", ErrAway, r.Start, gone.ErrorText)
	}
	end := time.Now().Add(p.Page)
	for {
		s, err = t.look(ctx, r, "")
		if errors.Is(err, errClosed) {
			return s, err
		}
		if err == nil {
			if err := r.judge(s); err != nil {
				return s, err
			}
			if s.State == "complete" && len(s.Input) == 2 && (s.LoggedIn || r.LoggedIn.empty()) {
				break
			}
		}
		if time.Now().After(end) { // a page with a place to type in and no sign of a login: not logged in
			if err == nil && len(s.Input) == 2 {
				return s, ErrLogin
			}
			return s, errors.Join(ErrUnknown, err)
		}
		if err := pause(ctx, p.Look); err != nil {
			return s, err
		}
	}
	if len(s.Fresh) != 2 {
		return s, nil
	}
	if err := t.click(ctx, s.Fresh); err != nil {
		return s, err
	}
	s, _, err = t.settled(ctx, r, "", p)
	return s, err
}

// judge tells a page at which everything stops.
func (r *Recipe) judge(s sight) error {
	switch {
	case s.Challenge:
		return ErrChallenge
	case s.Login:
		return ErrLogin
	case s.Refusal:
		return ErrRefused
	case s.Href != "about:blank" && !r.leads(s.Host):
		return ErrUnknown
	}
	return nil
}

// owns tells whether a host is the site's: one that it may lead to, or of the same registered domain.
func (r *Recipe) owns(host string) bool {
	start, err := url.Parse(r.Start)
	return err == nil && (r.leads(host) || registered(host) == registered(start.Hostname()))
}

// registered is the registered domain of a host; of an address or a name that has none, the host itself.
func registered(host string) string {
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil && net.ParseIP(host) == nil {
		return domain
	}
	return host
}

// leads tells whether the site may lead to a host.
func (r *Recipe) leads(host string) bool {
	start, err := url.Parse(r.Start)
	return err == nil && (start.Hostname() == host || slices.Contains(r.Hosts, host))
}

// put types the question and sends it.
func (t *tab) put(ctx context.Context, r *Recipe, s sight, question string) error {
	if err := t.click(ctx, s.Input); err != nil {
		return err
	}
	if err := t.call(ctx, "Input.insertText", map[string]any{"text": question}, nil); err != nil {
		return err
	}
	s, err := t.look(ctx, r, "")
	if err != nil {
		return err
	}
	if strings.TrimSpace(s.Holds) != strings.TrimSpace(question) { // something else has the focus, or other words were left there
		return ErrUnknown
	}
	if len(s.Send) == 2 {
		return t.click(ctx, s.Send)
	}
	return t.enter(ctx)
}

// await waits until the answer has ended: its requests have, nothing says that it is busy, and neither page nor stream has
// grown for a while. The while is counted in looks, each of which waits for the page's scripts: on a busy computer it is as
// much longer as they are slower. cut is an answer that may not be whole: its time was up, or a request of it broke off.
func (t *tab) await(ctx context.Context, r *Recipe, question string, p Patience) (s sight, cut bool, err error) {
	end, still, grown := time.Now().Add(p.Answer), time.Duration(0), -1
	for {
		if s, err = t.look(ctx, r, question); err != nil {
			return s, false, err
		}
		if err := r.judge(s); err != nil {
			return s, false, err
		}
		raw, growing := t.stream()
		if size := s.Length + len(raw); size != grown || s.Busy || growing {
			grown, still = size, 0
		}
		late := time.Now().After(end)
		switch {
		case s.Length > 0 && still >= p.Still:
			return s, t.wasBroken(), nil
		case late && s.Length > 0:
			return s, true, nil
		case late && len(raw) == 0:
			return s, false, ErrEmpty
		case late:
			return s, false, ErrTimeout
		}
		if err := pause(ctx, p.Look); err != nil {
			return s, false, err
		}
		still += p.Look
	}
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// settled looks until the page's requests have ended and its links have been the same for a while, counted in looks as in await. One that
// takes longer than a page may is taken as it is, and not whole.
func (t *tab) settled(ctx context.Context, r *Recipe, question string, p Patience) (s sight, whole bool, err error) {
	end, still, links := time.Now().Add(p.Page), time.Duration(0), -1
	for {
		if s, err = t.look(ctx, r, question); err != nil {
			return s, false, err
		}
		if err := r.judge(s); err != nil {
			return s, false, err
		}
		if _, growing := t.stream(); len(s.Links) != links || growing {
			links, still = len(s.Links), 0
		}
		if still >= p.Still/2 || time.Now().After(end) {
			return s, still >= p.Still/2, nil
		}
		if err := pause(ctx, p.Look); err != nil {
			return s, false, err
		}
		still += p.Look
	}
}

// read puts together what stream and page tell: the stream's text is exact, the page's is what is left of it on the screen.
func (t *tab) read(r *Recipe, s sight, shown assistant.Shown) (assistant.Shown, error) {
	raw, _ := t.stream()
	shown.Raw = raw
	if r.Stream.Address != "" {
		if streamed, ok := assistant.DecodeShown(r.Stream.Format, raw); ok {
			shown.Text, shown.Sources, shown.Queries, shown.Model = streamed.Text, streamed.Sources, streamed.Queries, streamed.Model
		}
	}
	if shown.Text == "" {
		shown.Text = s.Answer
	}
	if shown.Model == "" {
		shown.Model = s.Model
	}
	for _, l := range s.Links {
		same := slices.IndexFunc(shown.Sources, func(s assistant.ShownSource) bool { return s.URL == l.URL })
		if same >= 0 { // the stream has told of it
			shown.Sources[same].Cited = shown.Sources[same].Cited || l.Cited
			continue
		}
		shown.Sources = append(shown.Sources, assistant.ShownSource{URL: l.URL, Title: l.Title, Cited: l.Cited})
	}
	if len(shown.Raw) == 0 {
		shown.Raw = []byte(s.Answer)
	}
	if strings.TrimSpace(shown.Text) == "" {
		return shown, ErrEmpty
	}
	return shown, nil
}
