package crashtest

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
)

// assault is what the process of the hostile accounts is told.
type assault struct {
	URL     string
	Length  time.Duration
	Enemies []soldier
}

type soldier struct{ Email, Key, BrandID string }

// toll is what it tells at its end.
type toll struct{ Attacks, Refused, Slowed, Busy int64 }

const (
	assaultFile = "RENOWN_TEST_ATTACK" // in the environment of that process: where it is told, and where it leaves the toll
	tollName    = ".toll"
)

// attack lets the hostile accounts act from a process of their own, which leaves the processors to others: elsewhere their work would
// be done on their machines. What they have to complain of fails the test.
func (b *besieged) attack(ctx context.Context, t *testing.T, length time.Duration) {
	t.Helper()
	told := assault{URL: b.URL, Length: length}
	for _, e := range b.enemies {
		told.Enemies = append(told.Enemies, soldier{e.email, e.member.key, e.member.brandID})
	}
	path := filepath.Join(t.TempDir(), "assault.json")
	if err := os.WriteFile(path, []byte(encoded(told)), 0o600); err != nil {
		b.reports.add("the attack: %v", err)
		return
	}
	c := exec.CommandContext(ctx, "nice", "-n", "19", os.Args[0], "-test.run=^TestAttack$", "-test.timeout=15m")
	c.Env = append(os.Environ(), assaultFile+"="+path)
	if out, err := c.CombinedOutput(); err != nil {
		b.reports.add("the attack: %v\n%s", err, out)
		return
	}
	text, err := os.ReadFile(path + tollName)
	if err == nil {
		err = json.Unmarshal(text, &b.toll)
	}
	if err != nil {
		b.reports.add("the attack: %v", err)
	}
}

// TestAttack is the process of the hostile accounts, see attack.
func TestAttack(t *testing.T) {
	path := os.Getenv(assaultFile)
	if path == "" {
		t.Skip("it is started by TestHostile")
	}
	text := must.Get(os.ReadFile(path))(t)
	var told assault
	must.Do(t, json.NewDecoder(strings.NewReader(string(text))).Decode(&told))
	b := newBesieged(t)
	b.Process = &program.Process{URL: told.URL}
	for _, s := range told.Enemies {
		b.enemies = append(b.enemies, &enemy{besieged: b, email: s.Email, member: member{key: s.Key, brandID: s.BrandID}})
	}
	ctx, cancel := context.WithTimeout(t.Context(), told.Length)
	defer cancel()
	var group sync.WaitGroup
	for _, e := range b.enemies {
		group.Go(func() { e.act(ctx) })
	}
	group.Wait()
	sum := toll{b.attacks.Load(), b.refused.Load(), b.slowed.Load(), b.busy.Load()}
	must.Do(t, os.WriteFile(path+tollName, []byte(encoded(sum)), 0o600))
}
