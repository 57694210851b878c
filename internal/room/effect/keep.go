package effect

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// keptMost is how many measurements stay in memory, some fifty kilobytes each.
const keptMost = 64

// measurements are those made before, by campaign. They are shared with all who ask: nobody changes them.
type measurements struct {
	mu  sync.Mutex
	all map[string]keptMeasure
}

type keptMeasure struct {
	state string
	Measured
}

func (k *measurements) find(campaignID, state string) (Measured, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	one, ok := k.all[campaignID]
	return one.Measured, ok && one.state == state
}

func (k *measurements) keep(campaignID, state string, m Measured) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil {
		k.all = map[string]keptMeasure{}
	}
	for id := range k.all {
		if len(k.all) < keptMost {
			break
		}
		delete(k.all, id)
	}
	k.all[campaignID] = keptMeasure{state, m}
}

// state is all that a measurement rests on, once it is known what is published and what is compared: that itself, the figures of the reading,
// which stay as they are while its count does, and what was read of the articles. "" is a campaign of which nothing was read: it is
// read for every measurement until the job has come.
func (m *measuring) state(ctx context.Context) (string, error) {
	var origin string
	var at timestamp.Time
	err := m.q.QueryRow(ctx, `SELECT mark, read_at FROM campaign_traces WHERE campaign_id = $1`, m.ID).Scan(&origin, &at)
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var orders []any // what is not told of them
	for _, p := range m.Publications {
		orders = append(orders, p.key, p.content.id, p.content.revision, p.seed)
	}
	text, err := json.Marshal([]any{m.Measured, orders, m.targets, m.controls, m.generation, m.done, m.competitors, m.last, origin, at})
	return string(text), err
}
