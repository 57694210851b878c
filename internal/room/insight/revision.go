package insight

import (
	"context"
	"errors"

	"renown/internal/floor/day"
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

	span, err := query.span(i.db.Now().Time)
	if err != nil {
		return "", err
	}
	return revisionOf(ctx, i.db.Read(), who, brandID, span)
}

// revisionSQL finds each part by an index of its own: joined they would be planned by guesses about how many there are.
const revisionSQL = `
	SELECT (SELECT generation || '.' || done FROM readings WHERE brand_id = b.id AND status = 'current'),
	       COALESCE((SELECT id || ' ' || status || ' ' || COALESCE(finished_at, 0) FROM runs WHERE brand_id = b.id ORDER BY created_at DESC, id DESC LIMIT 1), '')
	       || ' ' || COALESCE((SELECT generation || '.' || done FROM readings WHERE brand_id = b.id AND status = 'building'), '')
	       || ' ' || (SELECT count(*) || '.' || count(acknowledged_at) FROM alerts WHERE brand_id = b.id)
	       || ' ' || (SELECT count(*) FROM checks WHERE brand_id = b.id)
	       || ' ' || (SELECT COALESCE(max(at), 0) + 1000 * count(*) + COALESCE(sum(CASE WHEN named THEN 1 ELSE 0 END), 0) FROM check_verdicts WHERE brand_id = b.id)
	       || ' ' || COALESCE((SELECT changes FROM fact_sheets WHERE brand_id = b.id), 0) || ' ' || b.changes || ' ' || b.name
	FROM brands b WHERE b.id = $1 AND b.space_id = $2`

// revisionOf reads what an analysis of a period rests on. Each answer and each failure moves the count of the reading
// in use; another reading has another generation; alerts are only added and, once, acknowledged; changes of names,
// topics and texts of prompts are counted, and so are those of facts and of what is kept of them. Everything else is
// there by its value.
func revisionOf(ctx context.Context, q store.Querier, who account.Caller, brandID string, span day.Span) (string, error) {
	var current *string // the reading in use; nil: there is none
	var rest string
	err := q.QueryRow(ctx, revisionSQL, brandID, who.SpaceID).Scan(&current, &rest)
	switch p := periodOf(span); {
	case errors.Is(err, store.ErrNoRows):
		return "", fault.NotFound("brand", brandID)
	case err != nil || current == nil:
		return "", err
	default:
		return p.From + " " + p.To + " " + *current + " " + rest, nil
	}
}
