package run

import (
	"context"
	"math/rand/v2"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/reading"
	"renown/internal/tool/assistant"
)

// pairEach is of how many prompts one is asked on both surfaces.
const pairEach = 10

// pairTx has a random tenth of a run's prompts, at least one, asked in the apps as well where a runtime is logged in:
// what is asked on both surfaces on one day tells how far the surfaces agree. It is left out while another run in
// apps is in flight. No account's allowance is used: the runtime's own pace bounds it.
func (r *Runs) pairTx(ctx context.Context, tx *store.Tx, of newRun, runID string) error {
	if of.in.Surface != reading.SurfaceAPI || of.in.Mode != assistant.ModeSearch {
		return nil
	}
	live, err := r.rooms.Runtimes.LiveIn(ctx, tx, tx.Now, of.who.SpaceID)
	if err != nil {
		return err
	}
	twin := of
	twin.pairOf = runID
	twin.platforms = slices.DeleteFunc(slices.Clone(of.platforms), func(p *assistant.Platform) bool { return !slices.Contains(live, p.ID) })
	twin.in = Request{BrandID: of.in.BrandID, Mode: of.in.Mode, Surface: reading.SurfaceApp, Samples: 1, Origin: FromSchedule}
	if len(twin.platforms) == 0 {
		return nil
	}
	err = inFlightTx(ctx, tx, twin.in)
	switch {
	case fault.Is(err, fault.RunInFlight):
		return nil
	case err == nil:
		twin.Prompts = tenth(of.Prompts)
		_, err = r.createTx(ctx, tx, twin)
	}
	return err
}

// tenth draws one in ten at random, rounded up.
func tenth(list []brand.Prompt) []brand.Prompt {
	drawn := slices.Clone(list)
	rand.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return drawn[:(len(drawn)+pairEach-1)/pairEach]
}

// dayOver tells whether the day on which a pair could be asked has passed.
func (s appShare) dayOver(now timestamp.Time) bool {
	began := day.Of(s.started.Time).Begin()
	today := day.Of(now.Time).Begin()
	return s.pair && !began.Equal(today.Time)
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
