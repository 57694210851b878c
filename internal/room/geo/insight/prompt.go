package insight

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// Prompts is how often the brand is named in the answers to each of its prompts, over all platforms asked for. A prompt
// that nobody answered is not in it. Faults: as Visibility.
func (i *Insights) Prompts(ctx context.Context, who account.Caller, brandID string, query Query) (out map[string]Naming, err error) {
	defer fault.Wrap(&err, "insight.Prompts")

	err = i.Ask(ctx, who, brandID, query, Want("prompts", &out, (*Scope).prompts))
	return out, err
}

func (s *Scope) prompts(ctx context.Context) (map[string]Naming, error) {
	t, alike, err := s.seen(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]Naming{}
	for _, g := range grouped(t.visible(), func(c stratum) string { return c.prompt }) {
		out[g.key] = alike.shown(g.strata...)
	}
	return out, nil
}
