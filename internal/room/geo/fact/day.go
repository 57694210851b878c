package fact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/pack"
)

// A day whose answers are all checked is kept as sums, and so is a month that is over: an analysis of a year reads one row for each. Whoever
// changes what is kept of an answer deletes its day and its month, in the same transaction, and the job that ends the checking adds them up again.

// heldKey is a prompt on a platform.
type heldKey struct{ Prompt, Platform, Mode, Topic string }

// heldSums are what its checked answers of a day add up to.
type heldSums struct {
	answers, contradicted, judged int64
	byModel, modelContradicted    int64               // answers that a model has looked at, and those in which it found a contradiction
	models, last                  string              // of the answers
	facts                         map[string]*factSum // by id
	sheets                        map[string]int64    // answers by the sheet that they were held against
}

// factSum are answers that speak of a fact, as rules read them, and sentences that contradict it, as rules and as a model judged.
type factSum struct{ answers, contradicted, claims, modelClaims int64 }

type day map[heldKey]*heldSums

func (d day) at(k heldKey) *heldSums {
	s := d[k]
	if s == nil {
		s = &heldSums{facts: map[string]*factSum{}, sheets: map[string]int64{}}
		d[k] = s
	}
	return s
}

func (h *heldSums) fact(id string) *factSum {
	f := h.facts[id]
	if f == nil {
		f = &factSum{}
		h.facts[id] = f
	}
	return f
}

// dayFormat is the first number of a packed day; another program may write another one.
const dayFormat = 1

func (d day) pack() []byte {
	p := pack.NewWriter()
	p.Count(dayFormat)
	for k, s := range d {
		for _, text := range []string{k.Prompt, k.Platform, k.Mode, k.Topic, s.models, s.last} {
			p.Text(text)
		}
		for _, n := range []int64{s.answers, s.contradicted, s.judged, s.byModel, s.modelContradicted, int64(len(s.sheets)), int64(len(s.facts))} {
			p.Number(n)
		}
		for id, n := range s.sheets {
			p.Text(id)
			p.Number(n)
		}
		for id, f := range s.facts {
			p.Text(id)
			for _, n := range []int64{f.answers, f.contradicted, f.claims, f.modelClaims} {
				p.Number(n)
			}
		}
	}
	return p.Bytes()
}

// heldReader takes a day in, cell by cell; what it is given is its own only until it returns. It numbers facts: they come again in every cell.
type heldReader interface {
	cell(day int64, k *heldKey, s *heldSums) (wanted bool)
	sheet(id string, answers int64)
	number(factID string) int
	fact(k *heldKey, number int, f factSum)
}

func (d day) tell(number int64, to heldReader) {
	for k, s := range d {
		if !to.cell(number, &k, s) {
			continue
		}
		for id, n := range s.sheets {
			to.sheet(id, n)
		}
		for id, f := range s.facts {
			to.fact(&k, to.number(id), *f)
		}
	}
}

// tellPacked does the same from what pack wrote.
func tellPacked(number int64, part []byte, to heldReader) error {
	u := pack.NewReader(part)
	if format := u.Count(); format != dayFormat {
		return fmt.Errorf("checked answers are summed in format %d and this program reads %d", format, dayFormat)
	}
	var k heldKey
	var s heldSums
	numbers := make([]int, len(u.Texts)) // of the facts that texts name, and one more; 0: not asked for yet
	for u.More() {
		var n [13]uint64
		u.Counts(n[:])
		k = heldKey{u.TextAt(n[0]), u.TextAt(n[1]), u.TextAt(n[2]), u.TextAt(n[3])}
		s.models, s.last = u.TextAt(n[4]), u.TextAt(n[5])
		s.answers, s.contradicted, s.judged, s.byModel, s.modelContradicted = pack.Signed(n[6]), pack.Signed(n[7]), pack.Signed(n[8]), pack.Signed(n[9]), pack.Signed(n[10])
		sheets, facts := pack.Signed(n[11]), pack.Signed(n[12])
		wanted := !u.Bad && to.cell(number, &k, &s)
		for range sheets {
			id, n := u.Text(), u.Number()
			if u.Bad {
				break
			}
			if wanted {
				to.sheet(id, n)
			}
		}
		for range facts {
			var n [5]uint64 // there are many
			if u.Counts(n[:]); u.Bad || n[0] >= uint64(len(numbers)) {
				u.Fail()
				break
			}
			if wanted {
				number := &numbers[n[0]]
				if *number == 0 {
					*number = 1 + to.number(u.Texts[n[0]])
				}
				to.fact(&k, *number-1, factSum{pack.Signed(n[1]), pack.Signed(n[2]), pack.Signed(n[3]), pack.Signed(n[4])})
			}
		}
	}
	if u.Bad {
		return errors.New("a day of checked answers cannot be read")
	}
	return nil
}

// collect adds up the checked answers of a brand from one moment until before another, by their days. The database adds up those that have all of a
// cell in common. Without topics, all of a prompt's are one cell: an answer need not be looked up for its own.
func (e Extent) collect(ctx context.Context, q store.Querier, from, to timestamp.Time) (map[int64]day, error) {
	days := map[int64]day{}
	topic, join := `''`, ``
	if e.byTopic || len(e.TopicIDs) > 0 {
		topic, join = `a.topic_id`, ` JOIN answers a ON a.id = c.answer_id`
	}
	err := store.Each(ctx, q, func(row store.Row) error {
		var sheet, model, last string
		var k heldKey
		var number, answers, contradicted, judged, byModel, modelContradicted int64
		if err := row.Scan(&number, &k.Platform, &k.Prompt, &k.Mode, &k.Topic, &sheet, &model, &answers, &contradicted, &judged, &byModel, &modelContradicted, &last); err != nil {
			return err
		}
		s := held(days, number).at(k)
		s.answers += answers
		s.contradicted += contradicted
		s.judged += judged
		s.byModel += byModel
		s.modelContradicted += modelContradicted
		s.models, s.last = finding.JoinModels(s.models, model), max(s.last, last)
		s.sheets[sheet] += answers
		return nil
	}, `SELECT `+dayNumber+`, c.platform, c.prompt_id, c.mode, `+topic+`, c.sheet, c.model, count(*), sum(CASE WHEN c.contradicted > 0 THEN 1 ELSE 0 END),
			sum(CASE WHEN c.agreed + c.contradicted > 0 THEN 1 ELSE 0 END), sum(CASE WHEN c.judged_by <> '' THEN 1 ELSE 0 END),
			sum(CASE WHEN c.judged_by <> '' AND c.model_contradicted > 0 THEN 1 ELSE 0 END), max(c.answer_id)
		FROM checked_answers c`+join+` WHERE c.brand_id = $1 AND c.answered_at >= $2 AND c.answered_at < $3 GROUP BY 1, 2, 3, 4, 5, 6, 7`, e.BrandID, from, to)
	if err != nil || e.CellsOnly {
		return days, err
	}
	return days, store.Each(ctx, q, func(row store.Row) error {
		var k heldKey
		var factID string
		var number int64
		var f factSum
		if err := row.Scan(&number, &k.Platform, &k.Prompt, &k.Mode, &k.Topic, &factID, &f.answers, &f.contradicted, &f.claims, &f.modelClaims); err != nil {
			return err
		}
		*held(days, number).at(k).fact(factID) = f
		return nil
	}, `SELECT `+dayNumber+`, c.platform, c.prompt_id, c.mode, `+topic+`, l.fact_id, sum(l.spoken), sum(CASE WHEN l.claims > 0 THEN 1 ELSE 0 END), sum(l.claims), sum(l.by_model)
		FROM (`+claimsOfAnswers+`) l JOIN checked_answers c ON c.answer_id = l.answer_id`+join+` GROUP BY 1, 2, 3, 4, 5, 6`, e.BrandID, from, to, OfflineJudge)
}

// claimsOfAnswers are the facts that answers speak of: an answer counts where rules read it.
const claimsOfAnswers = `SELECT answer_id, fact_id, max(CASE WHEN judge = $4 THEN 1 ELSE 0 END) AS spoken,
		sum(CASE WHEN judge = $4 AND verdict = 'contradicts' THEN 1 ELSE 0 END) AS claims, sum(CASE WHEN judge <> $4 AND verdict = 'contradicts' THEN 1 ELSE 0 END) AS by_model
	FROM claims WHERE brand_id = $1 AND verdict IN ('agrees', 'contradicts') AND answered_at >= $2 AND answered_at < $3 AND fact_id IS NOT NULL GROUP BY answer_id, fact_id`

// dayNumber is the day of Beijing on which an answer came, in days since 1970.
const dayNumber = `(c.answered_at + 28800000000) / 86400000000`

func held(days map[int64]day, number int64) day {
	number = finding.Day(time.UnixMicro(number*86400000000 - 28800000000))
	if days[number] == nil {
		days[number] = day{}
	}
	return days[number]
}

// each tells of all days of an extent, those that are kept as sums and the rest from their answers. Months may stand for their days.
func (e Extent) each(ctx context.Context, q store.Querier, months bool, to heldReader) error {
	kept, err := e.summed(ctx, q, months, to)
	if err != nil {
		return err
	}
	begin := e.From
	rest := func(end timestamp.Time) error { // what lies between sums that are kept
		if !begin.Before(end.Time) {
			return nil
		}
		days, err := e.collect(ctx, q, begin, end)
		for number, d := range days {
			d.tell(number, to)
		}
		return err
	}
	for _, number := range kept {
		from, to := reach(number)
		if err := rest(from); err != nil {
			return err
		}
		begin = to
	}
	return rest(e.To)
}

// summed tells of the days that are kept as sums, or of months that are, and returns them in order. There are none where an older program has
// written since.
func (e Extent) summed(ctx context.Context, q store.Querier, months bool, tell heldReader) (kept []int64, err error) {
	read := func(from, to int64, which string) error {
		return store.Each(ctx, q, func(row store.Row) error {
			var number int64
			var part store.Lent
			if err := row.Scan(&number, &part); err != nil {
				return err
			}
			kept = append(kept, number)
			return tellPacked(number, part, tell)
		}, `SELECT d.day, d.sums FROM checked_days d JOIN fact_sheets s ON s.brand_id = d.brand_id AND s.summed = s.changes`+which+`
			WHERE d.brand_id = $1 AND d.day >= $2 AND d.day < $3 ORDER BY d.day`, e.BrandID, from, to)
	}
	if first, last := e.months(); months && first <= last {
		if err := read(first, last+1, ` AND s.months = s.changes`); err != nil {
			return nil, err
		}
	}
	begin, end := finding.Day(e.From.Time), finding.Day(e.To.Add(-1).Time)+1
	for _, month := range slices.Clone(kept) { // days beside it
		if begin < month*100 {
			if err := read(begin, month*100, ""); err != nil {
				return nil, err
			}
		}
		begin = (month + 1) * 100
	}
	if err := read(begin, end, ""); err != nil {
		return nil, err
	}
	slices.SortFunc(kept, func(a, b int64) int { return cmp.Compare(firstDay(a), firstDay(b)) })
	return kept, nil
}

// months are the first and last that lie whole within the extent; the first is after the last when there is none.
func (e Extent) months() (first, last int64) {
	month := func(t time.Time) int64 { return finding.Day(t) / 100 }
	first, last = month(e.From.Time), month(e.To.Time)
	if from, next := reach(first); from.Before(e.From.Time) {
		first = month(next.Time)
	}
	from, _ := reach(last)
	return first, month(from.AddDate(0, 0, -1))
}

// monthMax parts months, as 202611, from days, as 20261115.
const monthMax = 9_999_999

// reach is when a day or month begins in Beijing, and when the next one does.
func reach(number int64) (from, to timestamp.Time) {
	first := firstDay(number)
	next := first + 1
	if number <= monthMax {
		next = first + 100
	}
	return midnightOf(first), midnightOf(next) // of which a 13th month and a 32nd day are the next ones
}

func firstDay(number int64) int64 {
	if number <= monthMax {
		return number*100 + 1
	}
	return number
}

// ids numbers facts in the order in which they come.
type ids struct {
	list  []string
	index map[string]int
}

func (i *ids) number(factID string) int {
	n, known := i.index[factID]
	if !known {
		if i.index == nil {
			i.index = map[string]int{}
		}
		n = len(i.list)
		i.index[factID], i.list = n, append(i.list, factID)
	}
	return n
}

// added is a heldReader that adds up.
type added struct {
	day
	ids
	here *heldSums // the cell that was told last
}

func (a *added) cell(_ int64, k *heldKey, s *heldSums) bool {
	a.here = a.at(*k)
	a.here.answers += s.answers
	a.here.contradicted += s.contradicted
	a.here.judged += s.judged
	a.here.byModel += s.byModel
	a.here.modelContradicted += s.modelContradicted
	a.here.models, a.here.last = finding.JoinModels(a.here.models, s.models), max(a.here.last, s.last)
	return true
}

func (a *added) sheet(id string, answers int64) { a.here.sheets[id] += answers }

func (a *added) fact(_ *heldKey, number int, f factSum) {
	sum := a.here.fact(a.list[number])
	*sum = factSum{sum.answers + f.answers, sum.contradicted + f.contradicted, sum.claims + f.claims, sum.modelClaims + f.modelClaims}
}

// midnightOf is when a day as 20261115 begins in Beijing.
func midnightOf(day int64) timestamp.Time {
	return timestamp.Of(time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, timestamp.Beijing))
}

// sum adds up the days until today and the months that are over, those that are not kept yet. It can be interrupted at any point, and done twice at a time.
func (f *Facts) sum(ctx context.Context, brandID string) error {
	today, tomorrow := timestamp.Day(f.db.Now().Time)
	thisMonth, end := finding.Day(today.Time)/100, finding.Day(tomorrow.Time)
	kept, err := store.List(ctx, f.db.Read(), store.One[int64], `SELECT d.day FROM checked_days d JOIN fact_sheets s ON s.brand_id = d.brand_id AND s.summed = s.changes
		WHERE d.brand_id = $1 AND (d.day > $2 OR s.months = s.changes) ORDER BY d.day`, brandID, monthMax)
	if err != nil {
		return err
	}
	add := func(number int64) error {
		if _, ok := slices.BinarySearch(kept, number); ok { // what somebody drops meanwhile is added up by them
			return nil
		}
		return f.db.InTx(ctx, func(tx *store.Tx) error { return sumTx(ctx, tx, brandID, number) })
	}
	for at, month := midnightOf(20000101), int64(0); ; {
		number := min(finding.Day(at.Time), end)
		if _, ok := slices.BinarySearch(kept, number); !ok { // one that is kept has answers: nobody need be asked
			next, err := store.One[*timestamp.Time](f.db.Read().QueryRow(ctx, `SELECT min(answered_at) FROM checked_answers WHERE brand_id = $1 AND answered_at >= $2`, brandID, at))
			if err != nil {
				return err
			}
			number = end
			if next != nil && next.Before(tomorrow.Time) {
				number = finding.Day(next.Time)
			}
		}
		if 0 < month && month < min(number/100, thisMonth) { // its days are added up
			if err := add(month); err != nil {
				return err
			}
		}
		if number == end {
			return nil
		}
		if err := add(number); err != nil {
			return err
		}
		month = number / 100
		_, at = reach(number)
	}
}

// sumTx adds up a day or a month, unless it is kept. It holds the row of what is kept for the brand, so that nothing of it changes
// meanwhile, and the brand before it, as holdTx does.
func sumTx(ctx context.Context, tx *store.Tx, brandID string, number int64) error {
	var changes, summed, months int64
	if _, err := tx.Exec(ctx, `SELECT id FROM brands WHERE id = $1`+tx.ForStay(), brandID); err != nil {
		return err
	}
	err := tx.QueryRow(ctx, `SELECT changes, summed, months FROM fact_sheets WHERE brand_id = $1`+tx.ForUpdate(), brandID).Scan(&changes, &summed, &months)
	if errors.Is(err, store.ErrNoRows) { // the brand is gone
		return nil
	}
	if err != nil {
		return err
	}
	if changes != summed || changes != months {
		old := int64(monthMax) // months alone
		if changes != summed {
			old = math.MaxInt64
		}
		if _, err := tx.Exec(ctx, `DELETE FROM checked_days WHERE brand_id = $1 AND day <= $2`, brandID, old); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE fact_sheets SET summed = changes, months = changes WHERE brand_id = $1`, brandID); err != nil {
			return err
		}
	}
	kept, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM checked_days WHERE brand_id = $1 AND day = $2`, brandID, number))
	if err != nil || kept > 0 {
		return err
	}
	all, e := added{day: day{}}, Extent{BrandID: brandID, byTopic: true}
	e.From, e.To = reach(number)
	if err := e.each(ctx, tx, false, &all); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO checked_days (brand_id, day, sums) VALUES ($1, $2, $3)`, brandID, number, all.pack())
	return err
}

// dropTx forgets the sums of days, and of their months, in which something changes. The caller holds the brand's row.
func dropTx(ctx context.Context, tx *store.Tx, brandID string, list []unchecked) error {
	days := map[int64]bool{}
	for _, a := range list {
		days[finding.Day(a.at.Time)] = true
	}
	for _, number := range slices.Sorted(maps.Keys(days)) {
		if _, err := tx.Exec(ctx, `DELETE FROM checked_days WHERE brand_id = $1 AND day IN ($2, $3)`, brandID, number, number/100); err != nil {
			return err
		}
	}
	return nil
}
