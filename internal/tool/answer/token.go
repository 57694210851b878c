package answer

import (
	"strings"

	"golang.org/x/net/publicsuffix"

	"renown/internal/tool/text/char"
)

// tokenScan decides whether a Latin name stands inside an e-mail address or a bare host name. It remembers the last token
// and the last run, so that many names in one of them stay cheap.
type tokenScan struct {
	text       string
	token      Extent // of letters, digits and . _ -
	hidden     bool   // the token is part of an address
	host       Extent // the token without marks around it
	run        Extent // of everything that may stand in an address without a scheme
	pathBegins int    // in the run: where a host name followed by a path begins; -1 none
	steps      int
}

func (t *tokenScan) reset(text string) {
	*t = tokenScan{text: text, token: Extent{-1, -1}, run: Extent{-1, -1}}
}

var inToken, inRun = func() (token, run [256]bool) {
	for b := range 256 {
		token[b] = char.IsAlnum(byte(b)) || strings.IndexByte("._-", byte(b)) >= 0
		run[b] = token[b] || strings.IndexByte("/?&=#%+~@:", byte(b)) >= 0
	}
	return token, run
}()

// inAddress tells whether the stretch belongs to an address; a name that is itself the whole host name does not.
func (t *tokenScan) inAddress(start, end int, isHost bool) bool {
	if start < t.token.Start || end > t.token.End {
		t.readToken(start, end)
	}
	if t.hidden && !(isHost && t.host == Extent{start, end} && !t.inMail()) {
		return true
	}
	if t.token.Start == 0 || t.text[t.token.Start-1] != '/' && t.text[t.token.Start-1] != '=' {
		return false
	}
	if start < t.run.Start || end > t.run.End {
		t.readRun(start, end)
	}
	return t.pathBegins >= 0 && t.pathBegins < start
}

func (t *tokenScan) inMail() bool { return t.mailBefore() || t.mailAfter() }

// mailAfter: the token is the local part.
func (t *tokenScan) mailAfter() bool {
	s := t.text[t.token.End:]
	if !strings.HasPrefix(s, "@") {
		return false
	}
	n := 1
	for n < len(s) && n < hostLimit && inToken[s[n]] {
		n++
	}
	return isHostName(strings.Trim(s[1:n], "._-"))
}

// mailBefore: the token is the host.
func (t *tokenScan) mailBefore() bool {
	at := t.token.Start
	return at >= 2 && t.text[at-1] == '@' && inToken[t.text[at-2]] && strings.IndexByte(t.text[t.host.Start:t.host.End], '.') > 0
}

func (t *tokenScan) readToken(start, end int) {
	t.token = extend(t.text, Extent{start, end}, &inToken)
	t.steps += t.token.End - t.token.Start
	t.host = t.token
	for t.host.Start < t.host.End && !char.IsAlnum(t.text[t.host.Start]) {
		t.host.Start++
	}
	for t.host.End > t.host.Start && !char.IsAlnum(t.text[t.host.End-1]) {
		t.host.End--
	}
	t.hidden = isHostName(t.text[t.host.Start:t.host.End]) || t.inMail()
}

func (t *tokenScan) readRun(start, end int) {
	t.run, t.pathBegins = extend(t.text, Extent{start, end}, &inRun), -1
	t.steps += t.run.End - t.run.Start
	for i := t.run.Start; i < t.run.End; {
		n := i
		for n < t.run.End && inToken[t.text[n]] {
			n++
		}
		if n < t.run.End && t.text[n] == '/' && isHostName(t.text[i:n]) {
			t.pathBegins = i
			return
		}
		i = n + 1
	}
}

func extend(text string, s Extent, set *[256]bool) Extent {
	for s.Start > 0 && set[text[s.Start-1]] {
		s.Start--
	}
	for s.End < len(text) && set[text[s.End]] {
		s.End++
	}
	return s
}

// hostLimit is the longest host name there is.
const hostLimit = 253 // bytes

// isHostName tells a bare host name from two sentences without a blank between them: its suffix is one that is given out,
// and not written like the first word of a sentence.
func isHostName(s string) bool {
	dot := strings.LastIndexByte(s, '.')
	if len(s) > hostLimit || dot < 1 || len(s)-dot < 3 || strings.Contains(s, "..") || strings.Contains(s, "_") {
		return false
	}
	suffix := s[dot+1:]
	for i := range len(suffix) {
		if !char.IsLetter(suffix[i]) {
			return false
		}
	}
	if isUpper(suffix[0]) && strings.ToUpper(s) != s {
		return false
	}
	lower := strings.ToLower(s)
	list, official := publicsuffix.PublicSuffix(lower)
	return (official || strings.IndexByte(list, '.') >= 0) && list != lower
}
