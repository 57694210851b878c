package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"renown/internal/tool/assistant"
)

// advice is what a person can do about a class of faults, and the exit status of try.
type advice struct {
	status int
	say    func(p *assistant.Platform, f *assistant.Fault) string
}

const (
	exitWords   = 2
	exitKey     = 3
	exitMoney   = 4
	exitAccess  = 5
	exitPassing = 6
	exitNetwork = 7
)

// says is an advice that does not depend on the platform.
func says(text string) func(*assistant.Platform, *assistant.Fault) string {
	return func(*assistant.Platform, *assistant.Fault) string { return text }
}

var advices = map[assistant.Class]advice{
	assistant.Unavailable: {exitKey, unavailable},
	assistant.Auth:        {exitKey, wrongKey},
	assistant.Balance:     {exitMoney, noMoney},
	assistant.Quota: {
		exitMoney,
		says("the account's limit for the day or its plan is used up; wait until it is renewed, or ask the platform for more"),
	},
	assistant.Config:      {exitAccess, notOpen},
	assistant.Retired:     {exitAccess, modelGone},
	assistant.Unsupported: {exitAccess, otherMode},
	assistant.BadRequest:  {exitAccess, badRequest},
	assistant.SearchFailed: {
		exitAccess,
		says("the platform's own web search failed; try again, and if it stays so open web search for the account in the platform's console"),
	},
	assistant.RateLimit:     {exitPassing, tooFast},
	assistant.Overload:      {exitPassing, says("the platform is busy; try again in a few minutes")},
	assistant.Server:        {exitPassing, says("the platform itself failed; try again later, and see its status page if it stays so")},
	assistant.Timeout:       {exitPassing, tooSlow},
	assistant.Malformed:     {exitPassing, notThePlatform},
	assistant.Empty:         {exitPassing, says("the answer was empty; try again")},
	assistant.ContentFilter: {1, says("the platform will not answer this question; ask another one, the key works")},
	assistant.Network:       {exitNetwork, notReached},
	assistant.Refused:       {exitNetwork, notGoing},
	assistant.Canceled:      {1, says("stopped before there was an answer")},
}

// adviseOn is an error of Ask as a sentence that says what to do, with the platform's own words behind it.
func adviseOn(p *assistant.Platform, err error) error {
	f := assistant.AsFault(err)
	if f == nil {
		return err
	}
	a, ok := advices[f.Class]
	if !ok {
		return err
	}
	text := p.ID + ": " + a.say(p, f)
	if detail := detailOf(f); detail != "" {
		text += "\n  it said: " + detail
	}
	return &exitError{a.status, errors.New(text)}
}

// detailOf is what the platform or the network said, without what the advice says already.
func detailOf(f *assistant.Fault) string {
	var parts []string
	if f.Status != 0 {
		parts = append(parts, fmt.Sprintf("HTTP %d", f.Status))
	}
	if f.Class != assistant.Unavailable && f.Class != assistant.Unsupported {
		parts = append(parts, f.Code, f.Message)
	}
	if f.Cause != nil && f.Message == "" {
		parts = append(parts, f.Cause.Error())
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// source names where the key comes from.
func source(p *assistant.Platform) string { return cmp.Or(p.KeyEnv, "the configuration file") }

func keyPage(p *assistant.Platform) string {
	return cmp.Or(p.KeyPage, "the platform's console")
}

// console names the platform's console, with its address where the entry has one.
func console(p *assistant.Platform) string {
	if p.KeyPage == "" {
		return "the platform's console"
	}
	return "the platform's console (" + p.KeyPage + ")"
}

func unavailable(p *assistant.Platform, f *assistant.Fault) string {
	if f.State == assistant.Suspended {
		return "suspended in the configuration file; remove suspended: true there. Nothing was sent"
	}
	return fmt.Sprintf("there is no key; get one at %s and set %s to it. Nothing was sent", keyPage(p), source(p))
}

func wrongKey(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("the key in %s is not accepted; copy it again, whole and without quotes, from %s (a key of another region or product of the same company does not work)",
		source(p), keyPage(p))
}

func noMoney(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("the account of the key in %s has no money left; pay into it in %s and try again",
		source(p), console(p))
}

func notOpen(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("the account may not use the model %s or its web search, or the model is gone; open both in %s, or name another model for this platform in the file of --config",
		p.Model, console(p))
}

func modelGone(p *assistant.Platform, f *assistant.Fault) string {
	return fmt.Sprintf("the model %s is gone; name another for this platform in the file of --config%s", f.Model, instead(p))
}

func instead(p *assistant.Platform) string {
	if p.Successor == "" {
		return ""
	}
	return ": " + p.Successor + " follows it"
}

func otherMode(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("this platform cannot be asked in this way; it has the modes %v. Nothing was sent", p.Capabilities().Modes)
}

func badRequest(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("the platform does not take the request; if its message names a setting, the model %s may not know it: name another model for this platform in the file of --config",
		p.Model)
}

func tooFast(_ *assistant.Platform, f *assistant.Fault) string {
	wait := cmp.Or(f.RetryAfter, time.Minute)
	return fmt.Sprintf("too many questions in too short a time for this account; try again in %v, and set requests_per_minute of the platform to what the account allows", wait)
}

func tooSlow(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("no answer within %v; try again, or set a longer timeout for the platform", p.Timeout)
}

func notThePlatform(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("what answers at %s does not speak the platform's protocol; check base_url, and whether a proxy answers in its place", p.BaseURL)
}

func notReached(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("%s cannot be reached; check this machine's network, name service and firewall (try: curl -I %s)", host(p), p.BaseURL)
}

func notGoing(p *assistant.Platform, _ *assistant.Fault) string {
	return fmt.Sprintf("the key is not sent there: %s leads to another host, to a private network without allow_private, or shows a certificate that nobody vouches for", host(p))
}

func host(p *assistant.Platform) string {
	if u, err := url.Parse(p.BaseURL); err == nil && u.Host != "" {
		return u.Host
	}
	return p.BaseURL
}

// unsearched says that an answer came without the search that was asked for: an account that may not search is often told
// nothing, and its answers look like those of an unknown brand.
func unsearched(p *assistant.Platform, mode assistant.Mode, a assistant.Answer) string {
	if !mode.Searches() || a.Retrieval != assistant.RetrievalNone {
		return ""
	}
	return fmt.Sprintf("%s: answered without searching the web; if it does so for every question, web search is not open to this account or this model: open it in %s",
		p.ID, console(p))
}
