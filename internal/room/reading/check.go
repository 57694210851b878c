package reading

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/stat"
)

// People check the reader on a sample of a brand's answers, drawn at random within strata: on each platform those that were read as
// naming the brand, and others. What they say is kept as what is true of an answer, so it can be held against whatever is read in it
// later with other names; another version of the reader is checked on another sample.

const (
	CheckSize   = 40                  // answers that are drawn first
	CheckMore   = 20                  // and again, once somebody has judged each of them
	CheckLeast  = 30                  // that must be decided before they count
	checkMost   = 400                 // answers of a sample
	checkWindow = 90 * 24 * time.Hour // of which it is drawn
	checkFrame  = 20_000              // newest answers of that time at most
)

// HardWrong is of how many in 100 decisions who is visible was read wrongly in cases that nothing was tuned for: the eight sets of
// docs/reading.md.
const HardWrong = 12

// Checked is how far checking a reader has come, and what it found.
type Checked struct {
	Version  int64 // of the reader; 0: nothing was read yet
	Size     int64 // answers of the sample that are still kept
	Decided  int64 // of them: members agree
	Disputed int64 // of them: as many members say one thing as the other; they do not count
	Mine     int64 // of them: the caller has judged
	Members  int64 // who have judged

	Position, Tone Right
	sample         []*sampledAnswer
}

// Right is how many readings that people judged are right.
type Right struct{ Right, Judged int64 }

// Whole tells whether enough is decided for figures to rest on it.
func (c Checked) Whole() bool { return c.Decided >= CheckLeast }

// CheckedOf tells how far checking the reader in use has come.
func CheckedOf(ctx context.Context, q store.Querier, brandID, userID string) (c Checked, err error) {
	defer fault.Wrap(&err, "reading.CheckedOf")

	var generation int64
	err = q.QueryRow(ctx, `SELECT version, generation FROM readings WHERE brand_id = $1 AND status = 'current'`, brandID).
		Scan(&c.Version, &generation)
	if errors.Is(err, store.ErrNoRows) {
		return Checked{}, nil
	}
	if err != nil {
		return c, err
	}
	members, last := map[string]bool{}, ""
	err = store.Each(ctx, q, func(row store.Row) error {
		var v verdict
		var others string
		a := sampledAnswer{}
		var id string
		err := row.Scan(&id, &a.platform, &a.drawn, &a.readings, &a.read, &others, &v.user, &v.named, &v.others, &v.position, &v.tone)
		if err != nil {
			return err
		}
		if id != last {
			if a.others, err = OthersIn(others); err != nil {
				return err
			}
			c.sample, last = append(c.sample, &a), id
		}
		if v.user != nil {
			of := c.sample[len(c.sample)-1]
			of.verdicts, members[*v.user] = append(of.verdicts, v), true
			c.Mine += number(*v.user == userID)
		}
		return nil
	}, `SELECT c.answer_id, c.platform, c.named, c.readings, f.position IS NOT NULL, f.others, v.user_id, v.named, v.others, v.position_right, v.tone_right
		FROM checks c JOIN findings f ON f.answer_id = c.answer_id AND f.generation = $3
		LEFT JOIN check_verdicts v ON v.brand_id = c.brand_id AND v.version = c.version AND v.answer_id = c.answer_id
		WHERE c.brand_id = $1 AND c.version = $2 ORDER BY c.place, c.answer_id`, brandID, c.Version, generation)
	c.Size, c.Members = int64(len(c.sample)), int64(len(members))
	for _, a := range c.sample {
		named, _ := a.said("")
		c.Decided += number(named != 0)
		c.Disputed += number(named == 0 && len(a.verdicts) > 0)
		c.Position.add(a.most(func(v verdict) *bool { return v.position }))
		c.Tone.add(a.most(func(v verdict) *bool { return v.tone }))
	}
	return c, err
}

// Audit is what members say of how the brand, or a competitor by its id, is read: of each platform, of answers that were read as naming
// the brand when they were drawn and of others. What is disputed or not kept any more is missing; the newest draw knows best how many
// readings a stratum has.
func (c Checked) Audit(competitor string) stat.Audit {
	audit := stat.Audit{}
	for _, a := range c.sample {
		if audit[a.platform] == nil {
			audit[a.platform] = make([]stat.Sampled, 2)
		}
		of := &audit[a.platform][number(!a.drawn)]
		of.Readings = a.readings
		switch there, read := a.said(competitor); {
		case there == 0:
			continue
		case there > 0 && !read:
			of.Missed++
		case there < 0 && read:
			of.Wrong++
		}
		of.Judged++
	}
	return audit
}

// sampledAnswer is one of the sample with what was read in it and what members say.
type sampledAnswer struct {
	platform string
	drawn    bool  // as one that names the brand
	readings int64 // of its stratum then
	read     bool
	others   []Other
	verdicts []verdict
}

type verdict struct {
	user                  *string
	named, position, tone *bool
	others                *store.Texts // nil: no competitors were asked about
}

// most is how many more members say yes than no.
func (a *sampledAnswer) most(of func(verdict) *bool) (more int, said bool) {
	for _, v := range a.verdicts {
		switch yes := of(v); {
		case yes == nil:
			continue
		case *yes:
			more++
		default:
			more--
		}
		said = true
	}
	return more, said
}

// said is how many more members say that somebody is named than not, and whether it was read so.
func (a *sampledAnswer) said(competitor string) (more int, read bool) {
	if competitor == "" {
		more, _ = a.most(func(v verdict) *bool { return v.named })
		return more, a.read
	}
	more, _ = a.most(func(v verdict) *bool {
		if v.others == nil {
			return nil
		}
		return new(slices.Contains(*v.others, competitor))
	})
	return more, slices.ContainsFunc(a.others, func(o Other) bool { return o.ID == competitor })
}

// add counts an answer by what most say of it; a tie counts as wrong, so that doubt never favours the reader.
func (r *Right) add(more int, said bool) {
	r.Judged += number(said)
	r.Right += number(more > 0)
}

// NextCheck is the answer that a member is asked about next, as long as its text is kept; empty when there is none.
func NextCheck(ctx context.Context, q store.Querier, brandID, userID string) (_ string, err error) {
	defer fault.Wrap(&err, "reading.NextCheck")

	id, err := store.One[string](q.QueryRow(ctx, `SELECT c.answer_id FROM checks c JOIN readings r ON r.brand_id = c.brand_id AND r.version = c.version AND r.status = 'current'
		JOIN answers a ON a.id = c.answer_id`+KeptTexts+`
		WHERE c.brand_id = $1 AND NOT EXISTS (SELECT 1 FROM check_verdicts v WHERE v.brand_id = c.brand_id AND v.version = c.version AND v.answer_id = c.answer_id AND v.user_id = $2)
		ORDER BY c.place LIMIT 1`, brandID, userID))
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	return id, err
}

// stratum is where answers are drawn from.
type stratum struct {
	platform string
	named    bool
}

// DrawTx draws the sample for the reader in use, or more of it once each answer that can still be read was judged by somebody. From
// fewer than CheckSize answers nothing is drawn; it tells how many there are.
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
	var size, open, last int
	err = tx.QueryRow(ctx, `SELECT count(*), COALESCE(sum(CASE WHEN x.text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM check_verdicts v
			WHERE v.brand_id = c.brand_id AND v.version = c.version AND v.answer_id = c.answer_id) THEN 1 ELSE 0 END), 0), COALESCE(max(c.place), 0)
		FROM checks c JOIN answers a ON a.id = c.answer_id`+Texts+` WHERE c.brand_id = $1 AND c.version = $2`, brandID, version).
		Scan(&size, &open, &last)
	if err != nil || open > 0 || size >= checkMost {
		return CheckSize, err
	}
	frame, drawn := map[stratum][]string{}, map[stratum]int{}
	err = store.Each(ctx, tx, func(row store.Row) error {
		var id string
		var of stratum
		var there bool
		err := row.Scan(&id, &of.platform, &of.named, &there)
		frame[of], have = append(frame[of], id), have+1
		if there {
			drawn[of]++
			frame[of] = frame[of][:len(frame[of])-1]
		}
		return err
	}, `SELECT f.answer_id, f.platform, f.position IS NOT NULL, c.place IS NOT NULL FROM findings f JOIN answers a ON a.id = f.answer_id`+KeptTexts+`
		LEFT JOIN checks c ON c.brand_id = f.brand_id AND c.version = $5 AND c.answer_id = f.answer_id
		WHERE f.brand_id = $1 AND f.generation = $2 AND f.at >= $3 AND f.kinds IN ('v', 'vs') AND f.mode = 'search' AND f.state NOT IN ('empty', 'refused', 'broken')
			AND a.finish <> 'length' ORDER BY f.at DESC, f.answer_id LIMIT $4`,
		brandID, generation, timestamp.Of(tx.Now.Add(-checkWindow).Time), checkFrame, version)
	if err != nil || have < CheckSize {
		return have, err
	}
	rows := [][]any{}
	for i, d := range sampled(frame, drawn, max(CheckMore, CheckSize-size)) {
		rows = append(rows, []any{brandID, version, d.id, last + i + 1, d.platform, d.named, len(frame[d.stratum]) + drawn[d.stratum]})
	}
	return have, store.InsertRows(ctx, tx, `INSERT INTO checks (brand_id, version, answer_id, place, platform, named, readings)`, rows)
}

// sampledID is an answer that was drawn.
type sampledID struct {
	stratum
	id string
}

// sampled draws so many, each from the stratum of which the fewest are drawn, in an order that tells nothing. Within a stratum each
// answer is as likely, so that the chance of each is known.
func sampled(frame map[stratum][]string, drawn map[stratum]int, n int) (list []sampledID) {
	left, taken := map[stratum][]string{}, maps.Clone(drawn)
	var order []stratum
	for of, ids := range frame {
		left[of], order = slices.Clone(ids), append(order, of)
		rand.Shuffle(len(ids), func(i, j int) { left[of][i], left[of][j] = left[of][j], left[of][i] })
	}
	rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for len(list) < n {
		order = slices.DeleteFunc(order, func(of stratum) bool { return len(left[of]) == 0 })
		if len(order) == 0 {
			break
		}
		of := slices.MinFunc(order, func(x, y stratum) int { return cmp.Compare(taken[x], taken[y]) })
		list, left[of] = append(list, sampledID{of, left[of][0]}), left[of][1:]
		taken[of]++
	}
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// Judged is what a member says of a reading.
type Judged struct {
	AnswerID       string
	Named          bool     // what is true: the answer names the brand
	Position, Tone *bool    // whether what was read is right; nil where nothing was
	Others         []string // ids of the competitors that it names in truth; nil where none was asked about
}

// JudgeTx keeps what a member says; said again it replaces what was said before. Faults: NotFound for an answer that is not in the sample.
func JudgeTx(ctx context.Context, tx *store.Tx, brandID, userID string, j Judged) (err error) {
	defer fault.Wrap(&err, "reading.JudgeTx")

	var others *store.Texts
	if j.Others != nil {
		others = new(store.Texts(j.Others))
	}
	n, err := tx.Exec(ctx, `INSERT INTO check_verdicts (brand_id, version, answer_id, user_id, named, position_right, tone_right, at, others)
		SELECT c.brand_id, c.version, c.answer_id, CAST($3 AS TEXT), CAST($4 AS BOOLEAN), CAST($5 AS BOOLEAN), CAST($6 AS BOOLEAN), CAST($7 AS BIGINT), CAST($8 AS TEXT)
		FROM checks c JOIN readings r ON r.brand_id = c.brand_id AND r.version = c.version AND r.status = 'current' WHERE c.brand_id = $1 AND c.answer_id = $2
		ON CONFLICT (brand_id, version, answer_id, user_id) DO UPDATE SET named = excluded.named, position_right = excluded.position_right, tone_right = excluded.tone_right, at = excluded.at, others = excluded.others`,
		brandID, j.AnswerID, userID, j.Named, j.Position, j.Tone, tx.Now, others)
	if err == nil && n == 0 {
		return fault.NotFound("answer", j.AnswerID)
	}
	return err
}
