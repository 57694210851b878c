package reading

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/stat"
)

// People check the reader on a sample of a brand's answers. What they say is kept as what is true of an answer, so it can be held against
// whatever is read in it later with other names; another version of the reader is checked on another sample.

const (
	CheckSize   = 40                  // answers of a sample, and how many must be decided before they count
	checkWindow = 90 * 24 * time.Hour // of which it is drawn
	checkFrame  = 20_000              // newest answers of that time at most
)

// Checked is how far checking a reader has come, and what it found.
type Checked struct {
	Version  int64 // of the reader; 0: nothing was read yet
	Drawn    bool
	Size     int64 // answers of the sample that are still kept
	Decided  int64 // of them: members agree
	Disputed int64 // of them: as many members say one thing as the other; they do not count
	Mine     int64 // of them: the caller has judged
	Members  int64 // who have judged

	Named          stat.Accuracy
	Position, Tone Right
}

// Right is how many readings that people judged are right.
type Right struct{ Right, Judged int64 }

// Whole tells whether enough is decided for figures to rest on it.
func (c Checked) Whole() bool { return c.Decided >= CheckSize && c.Named.Known() }

// CheckedOf tells how far checking the reader in use has come.
func CheckedOf(ctx context.Context, q store.Querier, brandID, userID string) (c Checked, err error) {
	defer fault.Wrap(&err, "reading.CheckedOf")

	var generation, frame, named int64
	err = q.QueryRow(ctx, `SELECT r.version, r.generation, COALESCE(max(c.frame), 0), COALESCE(max(c.named), 0) FROM readings r
		LEFT JOIN checks c ON c.brand_id = r.brand_id AND c.version = r.version
		WHERE r.brand_id = $1 AND r.status = 'current' GROUP BY r.version, r.generation`, brandID).
		Scan(&c.Version, &generation, &frame, &named)
	if errors.Is(err, store.ErrNoRows) {
		return Checked{}, nil
	}
	if err != nil || frame == 0 {
		return c, err
	}
	c.Drawn, c.Named.Share = true, float64(named)/float64(frame)
	err = store.Each(ctx, q, func(row store.Row) error {
		var read bool
		var yes, no, mine, places, placesRight, tones, tonesRight int64
		if err := row.Scan(&read, &yes, &no, &mine, &places, &placesRight, &tones, &tonesRight); err != nil {
			return err
		}
		c.take(read, yes, no)
		c.Mine += mine
		c.Position.add(placesRight, places)
		c.Tone.add(tonesRight, tones)
		return nil
	}, `SELECT f.position IS NOT NULL, COALESCE(sum(CASE WHEN v.named THEN 1 ELSE 0 END), 0), COALESCE(sum(CASE WHEN v.named = FALSE THEN 1 ELSE 0 END), 0),
			COALESCE(sum(CASE WHEN v.user_id = $4 THEN 1 ELSE 0 END), 0),
			count(v.position_right), COALESCE(sum(CASE WHEN v.position_right THEN 1 ELSE 0 END), 0), count(v.tone_right), COALESCE(sum(CASE WHEN v.tone_right THEN 1 ELSE 0 END), 0)
		FROM checks c JOIN findings f ON f.answer_id = c.answer_id AND f.generation = $3
		LEFT JOIN check_verdicts v ON v.brand_id = c.brand_id AND v.version = c.version AND v.answer_id = c.answer_id
		WHERE c.brand_id = $1 AND c.version = $2 GROUP BY c.answer_id, f.position`, brandID, c.Version, generation, userID)
	if err != nil {
		return c, err
	}
	c.Members, err = store.One[int64](q.QueryRow(ctx,
		`SELECT count(DISTINCT user_id) FROM check_verdicts WHERE brand_id = $1 AND version = $2`, brandID, c.Version))
	return c, err
}

// take counts one answer by what most members say is true of it.
func (c *Checked) take(read bool, yes, no int64) {
	c.Size++
	switch {
	case yes == no && yes > 0:
		c.Disputed++
		return
	case yes == no:
		return
	}
	c.Decided++
	switch {
	case read && yes > no:
		c.Named.Yes, c.Named.YesRight = c.Named.Yes+1, c.Named.YesRight+1
	case read:
		c.Named.Yes++
	case yes > no:
		c.Named.No, c.Named.NoWrong = c.Named.No+1, c.Named.NoWrong+1
	default:
		c.Named.No++
	}
}

// add counts an answer by what most say of it; a tie counts as wrong, so that doubt never favours the reader.
func (r *Right) add(right, judged int64) {
	if judged == 0 {
		return
	}
	r.Judged++
	if 2*right > judged {
		r.Right++
	}
}

// NextCheck is the answer that a member is asked about next; empty when there is none.
func NextCheck(ctx context.Context, q store.Querier, brandID, userID string) (_ string, err error) {
	defer fault.Wrap(&err, "reading.NextCheck")

	id, err := store.One[string](q.QueryRow(ctx, `SELECT c.answer_id FROM checks c JOIN readings r ON r.brand_id = c.brand_id AND r.version = c.version AND r.status = 'current'
		WHERE c.brand_id = $1 AND NOT EXISTS (SELECT 1 FROM check_verdicts v WHERE v.brand_id = c.brand_id AND v.version = c.version AND v.answer_id = c.answer_id AND v.user_id = $2)
		ORDER BY c.place LIMIT 1`, brandID, userID))
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	return id, err
}

// drawn is an answer that may be in a sample.
type drawn struct {
	id, platform string
	named        bool
}

// DrawTx draws the sample for the reader in use, unless there is one: half of answers that were read as naming the
// brand, half of others, and
// of either as many on each platform as there are. From fewer than CheckSize answers nothing is drawn; it tells how many there are.
func DrawTx(ctx context.Context, tx *store.Tx, brandID string) (have int, err error) {
	defer fault.Wrap(&err, "reading.DrawTx")

	var version, generation int64
	err = tx.QueryRow(ctx, `SELECT version, generation FROM readings WHERE brand_id = $1 AND status = 'current'`+
		tx.ForUpdate(), brandID).Scan(&version, &generation)
	if errors.Is(err, store.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	there, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM checks WHERE brand_id = $1 AND version = $2`, brandID, version))
	if err != nil || there > 0 {
		return CheckSize, err
	}
	frame, err := store.List(ctx, tx, func(row store.Row) (d drawn, err error) {
		err = row.Scan(&d.id, &d.platform, &d.named)
		return d, err
	}, `SELECT f.answer_id, f.platform, f.position IS NOT NULL FROM findings f JOIN answers a ON a.id = f.answer_id`+KeptTexts+`
		WHERE f.brand_id = $1 AND f.generation = $2 AND f.at >= $3 AND f.kinds IN ('v', 'vs') AND f.mode = 'search' AND f.state NOT IN ('empty', 'refused', 'broken')
			AND a.finish <> 'length' ORDER BY f.at DESC, f.answer_id LIMIT $4`, brandID, generation, timestamp.Of(tx.Now.Add(-checkWindow).Time), checkFrame)
	if err != nil || len(frame) < CheckSize {
		return len(frame), err
	}
	return len(frame), insertChecksTx(ctx, tx, brandID, version, frame)
}

func insertChecksTx(ctx context.Context, tx *store.Tx, brandID string, version int64, frame []drawn) error {
	named := int64(0)
	for _, d := range frame {
		named += number(d.named)
	}
	rows := make([][]any, 0, CheckSize)
	for i, d := range sampled(frame) {
		rows = append(rows, []any{brandID, version, d.id, i + 1, len(frame), named})
	}
	return store.InsertRows(ctx, tx, `INSERT INTO checks (brand_id, version, answer_id, place, frame, named)`, rows)
}

// sampled draws from a frame that is large enough, in an order that tells nothing.
func sampled(frame []drawn) []drawn {
	frame = slices.Clone(frame)
	shuffle := func(list []drawn) { rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }) }
	shuffle(frame)
	sides := map[bool][]drawn{}
	for _, named := range []bool{true, false} {
		sides[named] = inTurn(frame, named)
	}
	half := min(CheckSize/2, len(sides[true]))
	half = max(half, CheckSize-len(sides[false]))
	list := append(slices.Clone(sides[true][:half]), sides[false][:CheckSize-half]...)
	shuffle(list)
	return list
}

// inTurn takes one of each platform, again and again.
func inTurn(frame []drawn, named bool) (list []drawn) {
	byPlatform, order := map[string][]drawn{}, []string{}
	for _, d := range frame {
		if d.named != named {
			continue
		}
		if byPlatform[d.platform] == nil {
			order = append(order, d.platform)
		}
		byPlatform[d.platform] = append(byPlatform[d.platform], d)
	}
	for more := true; more; {
		more = false
		for _, p := range order {
			if left := byPlatform[p]; len(left) > 0 {
				list, byPlatform[p], more = append(list, left[0]), left[1:], true
			}
		}
	}
	return list
}

// Judged is what a member says of a reading.
type Judged struct {
	AnswerID       string
	Named          bool  // what is true: the answer names the brand
	Position, Tone *bool // whether what was read is right; nil where nothing was
}

// JudgeTx keeps what a member says; said again it replaces what was said before. Faults: NotFound for an answer that is not in the sample.
func JudgeTx(ctx context.Context, tx *store.Tx, brandID, userID string, j Judged) (err error) {
	defer fault.Wrap(&err, "reading.JudgeTx")

	n, err := tx.Exec(ctx, `INSERT INTO check_verdicts (brand_id, version, answer_id, user_id, named, position_right, tone_right, at)
		SELECT c.brand_id, c.version, c.answer_id, CAST($3 AS TEXT), CAST($4 AS BOOLEAN), CAST($5 AS BOOLEAN), CAST($6 AS BOOLEAN), CAST($7 AS BIGINT)
		FROM checks c JOIN readings r ON r.brand_id = c.brand_id AND r.version = c.version AND r.status = 'current' WHERE c.brand_id = $1 AND c.answer_id = $2
		ON CONFLICT (brand_id, version, answer_id, user_id) DO UPDATE SET named = excluded.named, position_right = excluded.position_right, tone_right = excluded.tone_right, at = excluded.at`,
		brandID, j.AnswerID, userID, j.Named, j.Position, j.Tone, tx.Now)
	if err == nil && n == 0 {
		return fault.NotFound("answer", j.AnswerID)
	}
	return err
}
