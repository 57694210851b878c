package fact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/tool/pack"
)

// A day whose answers are all compared is kept as sums, and so is a month that is over: an analysis of a year reads
// one row for each. A change of what is kept of an answer deletes its day and its month, in the same transaction,
// and the job that ends the comparison adds them up again.

// heldKey is a prompt on a platform.
type heldKey struct{ Prompt, Platform, Mode, Topic string }

// heldSums are what its compared answers of a day add up to.
type heldSums struct {
	answers, contradicted, judged int64
	byModel, modelContradicted    int64               // answers that a model has looked at, and those in which it found a contradiction
	models, last                  string              // of the answers
	facts                         map[string]*factSum // by id
	sheets                        map[string]int64    // answers by the sheet that they were held against
}

// factSum are answers that speak of a fact, as rules read them, and sentences that contradict it, as rules and as a model judged.
type factSum struct{ answers, contradicted, claims, modelClaims int64 }

type heldDay map[heldKey]*heldSums

func (d heldDay) at(k heldKey) *heldSums {
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

func (d heldDay) pack() []byte {
	p := pack.NewWriter()
	p.Count(dayFormat)
	for k, s := range d {
		for _, text := range []string{k.Prompt, k.Platform, k.Mode, k.Topic, s.models, s.last} {
			p.Text(text)
		}
		for _, n := range []int64{
			s.answers, s.contradicted, s.judged, s.byModel, s.modelContradicted,
			int64(len(s.sheets)), int64(len(s.facts)),
		} {
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

// heldReader takes a day in, cell by cell; what it is given is its own only until it returns. It numbers facts: they
// come again in every cell.
type heldReader interface {
	cell(on day.Day, k *heldKey, s *heldSums) (wanted bool)
	sheet(id string, answers int64)
	number(factID string) int
	fact(k *heldKey, number int, f factSum)
}

func (d heldDay) tell(on day.Day, to heldReader) {
	for k, s := range d {
		if !to.cell(on, &k, s) {
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
func tellPacked(on day.Day, part []byte, to heldReader) error {
	u := pack.NewReader(part)
	if format := u.Count(); format != dayFormat {
		return fmt.Errorf("compared answers are summed in format %d and this program reads %d", format, dayFormat)
	}
	var k heldKey
	var s heldSums
	numbers := make([]int, len(u.Texts)) // of the facts that texts name, and one more; 0: not asked for yet
	for u.More() {
		var n [13]uint64
		u.Counts(n[:])
		k = heldKey{u.TextAt(n[0]), u.TextAt(n[1]), u.TextAt(n[2]), u.TextAt(n[3])}
		s.models, s.last = u.TextAt(n[4]), u.TextAt(n[5])
		s.answers, s.contradicted, s.judged, s.byModel, s.modelContradicted = pack.Signed(n[6]), pack.Signed(n[7]),
			pack.Signed(n[8]), pack.Signed(n[9]), pack.Signed(n[10])
		sheets, facts := pack.Signed(n[11]), pack.Signed(n[12])
		wanted := !u.Bad && to.cell(on, &k, &s)
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
		return errors.New("a day of compared answers cannot be read")
	}
	return nil
}

// collect adds up the compared answers of a brand from one moment until before another, by their days. The database
// adds up those that have all of a
// cell in common. Without topics, all of a prompt's are one cell: an answer need not be looked up for its own.
func (e Extent) collect(ctx context.Context, q store.Querier, from, to timestamp.Time) (map[day.Day]heldDay, error) {
	days := map[day.Day]heldDay{}
	topic, join := `''`, ``
	if e.byTopic || len(e.TopicIDs) > 0 {
		topic, join = `a.topic_id`, ` JOIN answers a ON a.id = c.answer_id`
	}
	err := store.Each(ctx, q, func(row store.Row) error {
		var sheet, model, last string
		var k heldKey
		var on, answers, contradicted, judged, byModel, modelContradicted int64
		if err := row.Scan(&on, &k.Platform, &k.Prompt, &k.Mode, &k.Topic, &sheet, &model, &answers, &contradicted,
			&judged, &byModel, &modelContradicted, &last); err != nil {
			return err
		}
		s := held(days, on).at(k)
		s.answers += answers
		s.contradicted += contradicted
		s.judged += judged
		s.byModel += byModel
		s.modelContradicted += modelContradicted
		s.models, s.last = reading.JoinModels(s.models, model), max(s.last, last)
		s.sheets[sheet] += answers
		return nil
	}, `SELECT `+dayNumber+`, c.platform, c.prompt_id, c.mode, `+topic+`, c.sheet, c.model, count(*), sum(CASE WHEN c.contradicted > 0 THEN 1 ELSE 0 END),
			sum(CASE WHEN c.agreed + c.contradicted > 0 THEN 1 ELSE 0 END), sum(CASE WHEN c.judged_by <> '' THEN 1 ELSE 0 END),
			sum(CASE WHEN c.judged_by <> '' AND c.model_contradicted > 0 THEN 1 ELSE 0 END), max(c.answer_id)
		FROM compared_answers c`+join+` WHERE c.brand_id = $1 AND c.answered_at >= $2 AND c.answered_at < $3
		GROUP BY 1, 2, 3, 4, 5, 6, 7`, e.BrandID, from, to)
	if err != nil || e.CellsOnly {
		return days, err
	}
	return days, store.Each(ctx, q, func(row store.Row) error {
		var k heldKey
		var factID string
		var on int64
		var f factSum
		if err := row.Scan(&on, &k.Platform, &k.Prompt, &k.Mode, &k.Topic, &factID, &f.answers, &f.contradicted,
			&f.claims, &f.modelClaims); err != nil {
			return err
		}
		*held(days, on).at(k).fact(factID) = f
		return nil
	}, `SELECT `+dayNumber+`, c.platform, c.prompt_id, c.mode, `+topic+`, l.fact_id, sum(l.spoken), sum(CASE WHEN l.claims > 0
		THEN 1 ELSE 0 END), sum(l.claims), sum(l.by_model)
		FROM (`+claimsOfAnswers+`) l JOIN compared_answers c ON c.answer_id = l.answer_id`+join+`
		GROUP BY 1, 2, 3, 4, 5, 6`, e.BrandID, from, to, OfflineJudge)
}

// claimsOfAnswers are the facts that answers speak of: an answer counts where rules read it.
const claimsOfAnswers = `SELECT answer_id, fact_id, max(CASE WHEN judge = $4 THEN 1 ELSE 0 END) AS spoken,
		sum(CASE WHEN judge = $4 AND verdict = 'contradicts' THEN 1 ELSE 0 END) AS claims, sum(CASE WHEN judge <> $4
		AND verdict = 'contradicts' THEN 1 ELSE 0 END) AS by_model
	FROM claims WHERE brand_id = $1 AND verdict IN ('agrees', 'contradicts') AND answered_at >= $2 AND answered_at < $3
	AND fact_id IS NOT NULL GROUP BY answer_id, fact_id`

// dayNumber is the day on which an answer came.
var dayNumber = day.Expr("c.answered_at")

func held(days map[day.Day]heldDay, number int64) heldDay {
	on := day.Day(number)
	if days[on] == nil {
		days[on] = heldDay{}
	}
	return days[on]
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
		for on, d := range days {
			d.tell(on, to)
		}
		return err
	}
	for _, s := range kept {
		from, to := s.Bounds()
		if err := rest(from); err != nil {
			return err
		}
		begin = to
	}
	return rest(e.To)
}

// summed tells of the days that are kept as sums, or of months that are, and returns their days in order.
func (e Extent) summed(ctx context.Context, q store.Querier, months bool, tell heldReader) (kept []day.Span, err error) {
	read := func(from, to any) error {
		return store.Each(ctx, q, func(row store.Row) error {
			var number int64
			var part store.Lent
			if err := row.Scan(&number, &part); err != nil {
				return err
			}
			kept = append(kept, spanOf(number))
			return tellPacked(spanOf(number).From, part, tell)
		}, `SELECT day, sums FROM compared_days WHERE brand_id = $1 AND day >= $2 AND day < $3 ORDER BY day`, e.BrandID, from, to)
	}
	if first, last := e.months(); months && first <= last {
		if err := read(first, last+1); err != nil {
			return nil, err
		}
	}
	begin, end := day.Of(e.From.Time), day.Of(e.To.Add(-1).Time)+1
	for _, month := range slices.Clone(kept) { // days beside it
		if begin < month.From {
			if err := read(begin, month.From); err != nil {
				return nil, err
			}
		}
		begin = month.To + 1
	}
	if err := read(begin, end); err != nil {
		return nil, err
	}
	slices.SortFunc(kept, func(a, b day.Span) int { return cmp.Compare(a.From, b.From) })
	return kept, nil
}

// months are the first and last that lie whole within the extent; the first is after the last when there is none.
func (e Extent) months() (first, last day.Month) {
	if first = day.Of(e.From.Time).Month(); first.First().Begin().Before(e.From.Time) {
		first++
	}
	return first, day.Of(e.To.Time).Month() - 1
}

// monthMax parts months, as 202611, from days, as 20261115.
const monthMax = 9_999_999

// spanOf are the days that a row stands for: one, or those of a month.
func spanOf(number int64) day.Span {
	if number > monthMax {
		return day.Span{From: day.Numbered(number), To: day.Numbered(number)}
	}
	m := day.Numbered(number*100 + 1).Month()
	return day.Span{From: m.First(), To: m.Last()}
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
	heldDay
	ids
	here *heldSums // the cell that was told last
}

func (a *added) cell(_ day.Day, k *heldKey, s *heldSums) bool {
	a.here = a.at(*k)
	a.here.answers += s.answers
	a.here.contradicted += s.contradicted
	a.here.judged += s.judged
	a.here.byModel += s.byModel
	a.here.modelContradicted += s.modelContradicted
	a.here.models, a.here.last = reading.JoinModels(a.here.models, s.models), max(a.here.last, s.last)
	return true
}

func (a *added) sheet(id string, answers int64) { a.here.sheets[id] += answers }

func (a *added) fact(_ *heldKey, number int, f factSum) {
	sum := a.here.fact(a.list[number])
	*sum = factSum{sum.answers + f.answers, sum.contradicted + f.contradicted, sum.claims + f.claims, sum.modelClaims + f.modelClaims}
}

// sum adds up the days until today and the months that are over, those that are not kept yet. It can be interrupted
// at any point, and done twice at a time.
func (f *Facts) sum(ctx context.Context, brandID string) error {
	today := day.Of(f.db.Now().Time)
	end := today + 1
	kept, err := store.List(ctx, f.db.Read(), store.One[int64], `SELECT day FROM compared_days WHERE brand_id = $1 ORDER BY day`, brandID)
	if err != nil {
		return err
	}
	add := func(number int64) error {
		if _, ok := slices.BinarySearch(kept, number); ok { // a job that drops it meanwhile adds it up
			return nil
		}
		return f.db.InTx(ctx, func(tx *store.Tx) error { return sumTx(ctx, tx, brandID, number) })
	}
	for at, month := day.Day(0), day.Month(0); ; {
		d := min(at, end)
		if _, ok := slices.BinarySearch(kept, d.Number()); !ok { // one that is kept has answers: no look is needed
			next, err := store.One[*timestamp.Time](f.db.Read().QueryRow(ctx,
				`SELECT min(answered_at) FROM compared_answers WHERE brand_id = $1 AND answered_at >= $2`, brandID,
				at.Begin()))
			if err != nil {
				return err
			}
			d = end
			if next != nil {
				d = min(end, day.Of(next.Time))
			}
		}
		if 0 < month && month < min(d, today).Month() { // its days are added up
			if err := add(month.Number()); err != nil {
				return err
			}
		}
		if d == end {
			return nil
		}
		if err := add(d.Number()); err != nil {
			return err
		}
		month, at = d.Month(), d+1
	}
}

// sumTx adds up a day or a month, unless it is kept. It holds the row of what is kept for the brand, so that nothing of it changes
// meanwhile, and the brand before it, as holdTx does.
func sumTx(ctx context.Context, tx *store.Tx, brandID string, number int64) error {
	if _, err := tx.Exec(ctx, `SELECT id FROM brands WHERE id = $1`+tx.ForStay(), brandID); err != nil {
		return err
	}
	sheets, err := store.List(ctx, tx, store.One[string], `SELECT brand_id FROM fact_sheets WHERE brand_id = $1`+tx.ForUpdate(), brandID)
	if err != nil || len(sheets) == 0 { // the brand is gone
		return err
	}
	kept, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM compared_days WHERE brand_id = $1 AND day = $2`, brandID, number))
	if err != nil || kept > 0 {
		return err
	}
	all, e := added{heldDay: heldDay{}}, Extent{BrandID: brandID, byTopic: true}
	e.From, e.To = spanOf(number).Bounds()
	if err := e.each(ctx, tx, false, &all); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO compared_days (brand_id, day, sums) VALUES ($1, $2, $3)`, brandID, number, all.pack())
	return err
}

// dropTx forgets the sums of days, and of their months, in which something changes. The caller holds the brand's row.
func dropTx(ctx context.Context, tx *store.Tx, brandID string, list []uncompared) error {
	days := map[day.Day]bool{}
	for _, a := range list {
		days[day.Of(a.at.Time)] = true
	}
	for _, d := range slices.Sorted(maps.Keys(days)) {
		if _, err := tx.Exec(ctx, `DELETE FROM compared_days WHERE brand_id = $1 AND day IN ($2, $3)`, brandID, d, d.Month()); err != nil {
			return err
		}
	}
	return nil
}
