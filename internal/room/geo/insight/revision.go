package insight

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Revision names the state of all that an analysis of this room rests on: two of the same query and the same
// revision are equal, but for the platforms that are available, which an overview tells beside. It is read from the
// database each time, by one short statement, so it is as exact on many nodes as on one. It is empty as long as nothing
// was read: then whatever is shown rests on more. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Revision(ctx context.Context, who account.Caller, brandID string, query Query) (_ string, err error) {
	defer fault.Wrap(&err, "insight.Revision")

	span, err := query.dateRange(i.db.Now().Time)
	if err != nil {
		return "", err
	}
	r := revision{brandID: brandID}
	if err := i.db.Together(ctx, r.lookup(who)); err != nil {
		return "", err
	}
	return r.of(span)
}

// revision is what was read of a brand. Each answer and each failure moves the count of the reading in use; another reading has
// another generation; alerts are only added and, once, acknowledged; changes of names, topics and texts of prompts are counted, and so are those
// of facts and of what is kept of them. Everything else is there by its value.
type revision struct {
	brandID string
	found   bool
	current *string // the reading in use; nil: there is none
	rest    string
}

// revisionSQL finds each part by an index of its own: joined they would be planned by guesses about how many there are.
const revisionSQL = `
	SELECT (SELECT generation || '.' || done FROM readings WHERE brand_id = b.id AND status = 'current'),
	       COALESCE((SELECT id || ' ' || status || ' ' || COALESCE(finished_at, 0) FROM runs WHERE brand_id = b.id ORDER BY created_at DESC, id DESC LIMIT 1), '')
	       || ' ' || COALESCE((SELECT generation || '.' || done FROM readings WHERE brand_id = b.id AND status = 'building'), '')
	       || ' ' || (SELECT count(*) || '.' || count(acknowledged_at) FROM alerts WHERE brand_id = b.id)
	       || ' ' || (SELECT COALESCE(max(at), 0) + 1000 * count(*) + COALESCE(sum(CASE WHEN named THEN 1 ELSE 0 END), 0) FROM check_verdicts WHERE brand_id = b.id)
	       || ' ' || COALESCE((SELECT changes FROM fact_sheets WHERE brand_id = b.id), 0) || ' ' || b.changes || ' ' || b.name
	FROM brands b WHERE b.id = $1 AND b.space_id = $2`

func (r *revision) lookup(who account.Caller) store.Lookup {
	return store.Lookup{SQL: revisionSQL, Args: []any{r.brandID, who.SpaceID}, Each: func(row store.Row) error {
		r.found = true
		return row.Scan(&r.current, &r.rest)
	}}
}

// of names what was read for a period.
func (r *revision) of(span dateRange) (string, error) {
	switch p := span.period(); {
	case !r.found:
		return "", fault.NotFound("brand", r.brandID)
	case r.current == nil:
		return "", nil
	default:
		return p.From + " " + p.To + " " + *r.current + " " + r.rest, nil
	}
}

func revisionOf(ctx context.Context, q store.Querier, who account.Caller, brandID string, span dateRange) (string, error) {
	r := revision{brandID: brandID}
	l := r.lookup(who)
	if err := store.Each(ctx, q, l.Each, l.SQL, l.Args...); err != nil {
		return "", err
	}
	return r.of(span)
}
