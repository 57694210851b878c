package apitest

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// Log keeps what the program logs: one JSON object a line.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Lines returns the lines that hold the text.
func (l *Log) Lines(holding string) []string {
	var found []string
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, holding) {
			found = append(found, line)
		}
	}
	return found
}

// searchLog fails the test when a key or a password was logged, whatever the test was about.
func (s *Server) searchLog(t testing.TB) {
	t.Helper()
	text := s.Log.String()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, secret := range s.secrets {
		if strings.Contains(text, secret) || strings.Contains(text, strings.TrimPrefix(secret, "sk-")) {
			t.Errorf("a secret was logged: %.7s…", secret)
		}
	}
	if t.Failed() {
		var shown []string
		for line := range strings.Lines(text) {
			if !strings.Contains(line, `"level":"DEBUG"`) {
				shown = append(shown, line)
			}
		}
		t.Logf("the log ends:\n%s", strings.Join(shown[max(0, len(shown)-10):], ""))
	}
}
