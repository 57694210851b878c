package simulator

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Latency is how long a platform thinks.
type Latency struct {
	Mean   time.Duration
	Spread float64 // 0.3 means ±30 %
}

// ParseLatency reads "2s", "800ms±30%" and, for keyboards without the sign, "800ms+-30%".
func ParseLatency(text string) (Latency, error) {
	text = strings.ReplaceAll(strings.TrimSpace(text), "+-", "±")
	mean, spread, spreads := strings.Cut(text, "±")
	bad := fmt.Errorf("latency %q: write it as 2s or 800ms±30%%", text)
	var l Latency
	var err error
	if mean = strings.TrimSpace(mean); mean != "0" {
		if l.Mean, err = time.ParseDuration(mean); err != nil || l.Mean < 0 || l.Mean > time.Hour {
			return Latency{}, bad
		}
	}
	if !spreads {
		return l, nil
	}
	percent, ok := strings.CutSuffix(strings.TrimSpace(spread), "%")
	l.Spread, err = strconv.ParseFloat(strings.TrimSpace(percent), 64)
	if err != nil || !ok || !(l.Spread >= 0 && l.Spread <= 100) {
		return Latency{}, bad
	}
	l.Spread /= 100
	return l, nil
}

// String is what ParseLatency reads.
func (l Latency) String() string {
	if l.Spread == 0 {
		return l.Mean.String()
	}
	return fmt.Sprintf("%s±%s%%", l.Mean, strconv.FormatFloat(l.Spread*100, 'g', 4, 64))
}

// at is the latency for a draw from [0,1).
func (l Latency) at(draw float64) time.Duration {
	return time.Duration(float64(l.Mean) * (1 + l.Spread*(2*draw-1)))
}
