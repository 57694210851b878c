package insight

import (
	"context"
	"errors"
	"fmt"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
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

// revisionSQL reads what changes. Each answer and each failure moves the count of the reading in use; another reading has
// another generation; alerts are only added and, once, acknowledged; changes of names, topics and prompts are counted, and so are those of facts
// and of what is kept of them. Everything else is there by its value.
const revisionSQL = `
	SELECT b.name, b.changes, COALESCE(r.id, ''), COALESCE(r.status, ''), r.finished_at, COALESCE(c.generation, 0), COALESCE(c.done, 0),
	       COALESCE(n.generation, 0), COALESCE(n.done, 0), a.made, a.acknowledged, (SELECT COALESCE(max(at), 0) + 1000 * count(*) + COALESCE(sum(CASE WHEN named THEN 1 ELSE 0 END), 0) FROM check_verdicts WHERE brand_id = $1),
	       COALESCE((SELECT changes FROM fact_sheets WHERE brand_id = $1), 0)
	FROM brands b
	LEFT JOIN runs r ON r.id = (SELECT id FROM runs WHERE brand_id = b.id ORDER BY created_at DESC, id DESC LIMIT 1)
	LEFT JOIN readings c ON c.brand_id = b.id AND c.status = 'current'
	LEFT JOIN readings n ON n.brand_id = b.id AND n.status = 'building'
	CROSS JOIN (SELECT count(*) AS made, count(acknowledged_at) AS acknowledged FROM alerts WHERE brand_id = $1) a
	WHERE b.id = $1 AND b.space_id = $2`

func revisionOf(ctx context.Context, q store.Querier, who account.Caller, brandID string, span span) (string, error) {
	var name, run, status string
	var finished *timestamp.Time
	var changes, current, count, building, done, alerts, acknowledged, checked, facts int64
	err := q.QueryRow(ctx, revisionSQL, brandID, who.SpaceID).
		Scan(&name, &changes, &run, &status, &finished, &current, &count, &building, &done, &alerts, &acknowledged, &checked, &facts)
	if errors.Is(err, store.ErrNoRows) {
		return "", fault.NotFound("brand", brandID)
	}
	if err != nil || current == 0 {
		return "", err
	}
	var ended int64
	if finished != nil {
		ended = finished.UnixMicro()
	}
	p := span.period()
	return fmt.Sprintf("%s %s %s %s %d %d.%d %d.%d %d.%d.%d.%d %d %s", p.From, p.To, run, status, ended, current, count, building, done, alerts, acknowledged, checked, facts, changes, name), nil
}
