package detail

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/answer"
)

// RunFound is what one run found, in counts: a single run is too small for a rate.
type RunFound struct {
	Answers   int64 // to questions that do not name the brand
	Named     int64 // of these, that name it
	Platforms []RunPlatform
	Rivals    []RunRival // that are named, those first that are named instead of the brand
}

// RunPlatform is what one platform answered in a run.
type RunPlatform struct {
	Platform       string
	Answers, Named int64
	Unknown        int64 // answers, to any question, that say that they know nothing of the name
}

// RunRival is a competitor in the answers of a run.
type RunRival struct {
	ID, Name       string
	Named, Instead int64 // answers that name it; and not the brand
}

// RunFound tells what a run of the caller's found, as its answers are read now. Of another space's it is nothing.
func (d *Details) RunFound(ctx context.Context, who account.Caller, runID string) (out RunFound, err error) {
	defer fault.Wrap(&err, "detail.RunFound")

	tally := runTally{map[string]*RunPlatform{}, map[string]*RunRival{}}
	err = store.Each(ctx, d.db.Read(), tally.add, `SELECT f.state, f.platform, f.kinds, f.position IS NOT NULL, f.unknown, f.others
		FROM runs r JOIN answers a ON a.run_id = r.id JOIN findings f ON f.answer_id = a.id
		JOIN readings g ON g.brand_id = r.brand_id AND g.generation = f.generation AND g.status = 'current'
		WHERE r.id = $1 AND r.space_id = $2`, runID, who.SpaceID)
	for _, p := range tally.platforms {
		out.Answers, out.Named = out.Answers+p.Answers, out.Named+p.Named
		out.Platforms = append(out.Platforms, *p)
	}
	for _, r := range tally.rivals {
		out.Rivals = append(out.Rivals, *r)
	}
	slices.SortFunc(out.Platforms, func(a, b RunPlatform) int {
		return cmp.Or(cmp.Compare(b.Named, a.Named), cmp.Compare(a.Platform, b.Platform))
	})
	slices.SortFunc(out.Rivals, func(a, b RunRival) int {
		return cmp.Or(cmp.Compare(b.Instead, a.Instead), cmp.Compare(b.Named, a.Named), cmp.Compare(a.ID, b.ID))
	})
	return out, err
}

// runTally counts the answers of a run.
type runTally struct {
	platforms map[string]*RunPlatform
	rivals    map[string]*RunRival
}

func (t runTally) add(row store.Row) error {
	var state, platform, kinds, others string
	var named bool
	var unknown int64
	if err := row.Scan(&state, &platform, &kinds, &named, &unknown, &others); err != nil {
		return err
	}
	if !answer.State(state).Answered() {
		return nil
	}
	p := t.platforms[platform]
	if p == nil {
		p = &RunPlatform{Platform: platform}
		t.platforms[platform] = p
	}
	if unknown > 0 {
		p.Unknown++
	}
	if visibility, _ := insight.CountsFor(kinds); !visibility {
		return nil
	}
	p.Answers++
	if named {
		p.Named++
	}
	list, err := reading.OthersIn(others)
	if err != nil {
		return err
	}
	for _, o := range list {
		r := t.rivals[o.ID]
		if r == nil {
			r = &RunRival{ID: o.ID, Name: o.Name}
			t.rivals[o.ID] = r
		}
		if r.Named++; !named {
			r.Instead++
		}
	}
	return nil
}
