package catalogue

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/setting"
	"renown/internal/floor/store"
)

// nextRevisionTx waits for others that change the catalogue and returns the revision that changed rows get. Revisions
// appear in their order because it holds the row until the transaction ends.
func nextRevisionTx(ctx context.Context, tx *store.Tx) (int64, error) {
	revision, err := setting.LockTx[int64](ctx, tx, revisionSetting)
	return revision + 1, err
}

// raiseRevisionTx tells all processes that rows have changed.
func raiseRevisionTx(ctx context.Context, tx *store.Tx, revision int64) error {
	return setting.PutTx(ctx, tx, revisionSetting, revision)
}

// writing is a revision under way. Nil writes nothing, in a rehearsal.
type writing struct {
	tx       *store.Tx
	revision int64
}

func (w *writing) put(ctx context.Context, list []Outlet) error {
	if w == nil {
		return nil
	}
	for i := range list {
		list[i].UpdatedAt, list[i].revision = w.tx.Now, w.revision
	}
	return upsertTx(ctx, w.tx, list)
}

func (w *writing) retire(ctx context.Context, id string) error {
	if w == nil {
		return nil
	}
	return setStatusTx(ctx, w.tx, Outlet{ID: id, Status: Retired, revision: w.revision})
}

// difference is the outlets that are new or not as they were.
type difference struct {
	outlets          []Outlet
	created, updated int64
}

// differing holds entries against the catalogue. With revive a retired outlet becomes available by being named.
func differing(ctx context.Context, q store.Querier, entries []Entry, revive bool) (d difference, err error) {
	keys := make([]string, len(entries))
	for i, o := range entries {
		keys[i] = o.Key
	}
	existing, err := outletsByKey(ctx, q, keys)
	if err != nil {
		return d, err
	}
	for _, o := range entries {
		old, known := existing[o.Key]
		next := Outlet{Key: o.Key, Fields: o.Fields, Status: Available}
		if known && !(revive && old.Status == Retired) {
			next.Status = old.Status
		}
		if o.Status != nil {
			next.Status = *o.Status
		}
		switch {
		case known && next.Status == old.Status && same(next.Fields, old.Fields):
			continue
		case known:
			d.updated++
		default:
			d.created++
		}
		d.outlets = append(d.outlets, next)
	}
	return d, nil
}

// writeTx adds the outlets that are new and changes those that differ, if any.
func writeTx(ctx context.Context, tx *store.Tx, revision int64, entries ...Entry) (changed bool, err error) {
	d, err := differing(ctx, tx, entries, false)
	if err != nil {
		return false, err
	}
	w := &writing{tx, revision}
	return len(d.outlets) > 0, w.put(ctx, d.outlets)
}

func same(a, b Fields) bool { return reflect.DeepEqual(a, b) }

func outletsByKey(ctx context.Context, q store.Querier, keys []string) (map[string]Outlet, error) {
	byKey := make(map[string]Outlet, len(keys))
	if len(keys) == 0 {
		return byKey, nil
	}
	marks, args := store.Among(keys, 0)
	list, err := store.List(ctx, q, scanOutlet, selectOutlet+` WHERE m.key`+marks, args...)
	for _, m := range list {
		byKey[m.Key] = m
	}
	return byKey, err
}

// writtenColumns are what row gives, in this order.
var writtenColumns = strings.Fields(`id key name logo_url url domain media_type content_types portal channel platform account_name level
	industries region country language points indexing_type indexing_rate pc_weight mobile_weight domain_authority links contacts
	images title_max_length notes average_hours success_rate weekend followers average_reads verification sample_url recommended
	status revision created_at updated_at`)

func (m *Outlet) row(id string) []any {
	return []any{
		id, m.Key, m.Name, m.LogoURL, m.URL, m.Domain, string(m.MediaType), m.ContentTypes, m.Portal, m.Channel,
		m.Platform, m.AccountName, m.Level,
		m.Industries, m.Region, m.Country, m.Language, m.Price.Points, m.Indexing.Type, m.Indexing.Rate,
		m.Authority.PCWeight, m.Authority.MobileWeight, m.Authority.DomainAuthority, m.Policy.Links, m.Policy.Contacts,
		m.Policy.Images, m.Policy.TitleMaxLength, m.Policy.Notes, m.Delivery.AverageHours, m.Delivery.SuccessRate, m.Delivery.Weekend,
		m.Audience.Followers, m.Audience.AverageReads, m.Audience.Verification, m.SampleURL, m.Recommended,
		string(m.Status), m.revision, m.UpdatedAt, m.UpdatedAt,
	}
}

// upsertSizes are the numbers of rows that one statement carries. SQLite looks up each numbered placeholder among all
// others, so that long statements cost more than they save.
var upsertSizes = [...]int{4, 1}

var upsertTexts = [...]string{upsertText(upsertSizes[0]), upsertText(upsertSizes[1])}

// upsertTx writes outlets by their keys, each of which occurs once. An outlet that exists keeps its id and its age.
func upsertTx(ctx context.Context, tx *store.Tx, list []Outlet) error {
	for i, size := range upsertSizes {
		for ; len(list) >= size; list = list[size:] {
			args := make([]any, 0, size*len(writtenColumns))
			for row := range list[:size] {
				args = append(args, list[row].row(id.New("med", tx.Now.Time))...)
			}
			if _, err := tx.Exec(ctx, upsertTexts[i], args...); err != nil {
				return err
			}
		}
	}
	return nil
}

func upsertText(rows int) string {
	var b strings.Builder
	b.WriteString(`INSERT INTO outlets (` + strings.Join(writtenColumns, ", ") + `) VALUES `)
	for n := range rows * len(writtenColumns) {
		switch {
		case n%len(writtenColumns) > 0:
			b.WriteString(", $")
		case n > 0:
			b.WriteString("), ($")
		default:
			b.WriteString("($")
		}
		b.WriteString(strconv.Itoa(n + 1))
	}
	b.WriteString(`) ON CONFLICT (key) DO UPDATE SET `)
	for i, name := range writtenColumns[2:] {
		if name == "created_at" {
			continue
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name + ` = excluded.` + name)
	}
	return b.String()
}

// setStatusTx stores the status of an outlet, with its revision.
func setStatusTx(ctx context.Context, tx *store.Tx, m Outlet) error {
	_, err := tx.Exec(ctx, `UPDATE outlets SET status = $2, revision = $3, updated_at = $4
		WHERE id = $1`, m.ID, string(m.Status), m.revision, tx.Now)
	return err
}

// Fill puts entries into a catalogue that holds none, and tells how many it added.
func (c *Catalogue) Fill(ctx context.Context, entries []Entry) (added int, err error) {
	defer fault.Wrap(&err, "catalogue.Fill")

	checked := make([]Entry, len(entries))
	for i, e := range entries {
		if checked[i], err = e.checked(); err != nil {
			return 0, err
		}
	}
	err = c.change(ctx, func(tx *store.Tx, revision int64) (bool, error) {
		added = 0
		held, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM outlets`))
		if err != nil || held > 0 {
			return false, err
		}
		for batch := range slices.Chunk(checked, importBatch) {
			if _, err := writeTx(ctx, tx, revision, batch...); err != nil {
				return false, err
			}
			added += len(batch)
		}
		return added > 0, nil
	})
	return added, err
}
