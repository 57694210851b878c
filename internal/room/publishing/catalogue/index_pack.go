package catalogue

import (
	"context"
	"math"
	"math/bits"
	"strings"
	"sync"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/pack"
)

// packFormat changes with whatever is packed of an outlet, the order of mediaTypes and contentTypes too. Packs of another one are not read.
const packFormat = 1

// Pack keeps a large catalogue as processes read it that start: its chunks, a row each. It does nothing as long as at most
// an eighth of the outlets has changed since it was last packed; these are read as they are.
func (c *Catalogue) Pack(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "catalogue.Pack")

	size, err := store.One[int](c.db.Read().QueryRow(ctx, `SELECT count(*) FROM media`))
	if err != nil || size < c.index.several {
		return err
	}
	if _, fresh, err := packedAt(ctx, c.db.Read()); err != nil || fresh {
		return err
	}
	reader := c
	if c.index.known.Load() == nil { // whoever shows no lists keeps no index
		reader = New(c.db, c.options)
	}
	s, err := reader.current(ctx)
	if err != nil {
		return err
	}
	packs := make([][]byte, len(s.chunks))
	for i, ch := range s.chunks {
		if packs[i], err = s.pack(ch); err != nil {
			return err
		}
	}
	return c.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := store.One[int64](tx.QueryRow(ctx, `SELECT revision FROM media_catalogue WHERE id = 1`+tx.ForUpdate())); err != nil { // two that pack do it in turn
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM media_packs`); err != nil {
			return err
		}
		for i, packed := range packs {
			if _, err := tx.Exec(ctx, `INSERT INTO media_packs (number, revision, format, outlets) VALUES ($1, $2, $3, $4)`,
				i, s.revision, packFormat, packed); err != nil {
				return err
			}
		}
		return nil
	})
}

// packedAt is the revision that the catalogue was packed at. It is not fresh where reading what has changed since, or everything,
// costs more than it saves.
func packedAt(ctx context.Context, q store.Querier) (revision int64, fresh bool, err error) {
	var packs int64
	err = q.QueryRow(ctx, `SELECT count(*), coalesce(max(revision), 0) FROM media_packs WHERE format = $1`, packFormat).Scan(&packs, &revision)
	if err != nil || packs == 0 {
		return 0, false, err
	}
	most := packs * chunkSize / 8
	changed, err := store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM (SELECT 1 FROM media WHERE revision > $1 LIMIT $2) AS changed`, revision, most+1))
	return revision, changed <= most, err
}

// readPacked is the catalogue as it was packed; nil where it is not, or cannot be read.
func (c *Catalogue) readPacked(ctx context.Context) (*snapshot, error) {
	var parts [][]byte
	var revision int64
	err := c.db.View(ctx, func(q store.Querier) (err error) {
		fresh := false
		if revision, fresh, err = packedAt(ctx, q); err != nil || !fresh {
			return err
		}
		parts, err = store.List(ctx, q, store.One[[]byte], `SELECT outlets FROM media_packs WHERE format = $1 ORDER BY number`, packFormat)
		return err
	})
	if err != nil || parts == nil {
		return nil, err
	}
	chunks := make([]*chunk, len(parts))
	var group sync.WaitGroup
	for i, part := range parts {
		group.Go(func() { chunks[i] = c.index.words.unpack(part) })
	}
	group.Wait()
	s := c.index.snapshot(revision)
	s.chunks = chunks
	for i, ch := range chunks {
		if ch == nil || i < len(chunks)-1 && len(ch.ids) != chunkSize {
			return nil, nil
		}
		s.size += len(ch.ids)
	}
	return s, nil
}

// pack writes a chunk. Open values are texts, because each process numbers them anew.
func (s *snapshot) pack(ch *chunk) ([]byte, error) {
	p := pack.NewWriter()
	var texts []byte
	for i, id := range ch.ids {
		texts = append(append(texts, id...), ch.texts[i]...)
	}
	p.Count(uint64(len(ch.ids)))
	p.Part(texts)
	for i := range ch.ids {
		f := ch.fact(i)
		industries := make(store.Texts, len(s.lists[f.industries]))
		for n, code := range s.lists[f.industries] {
			industries[n] = s.words[code]
		}
		kept, err := industries.MarshalJSON()
		if err != nil {
			return nil, err
		}
		p.Count(uint64(len(ch.ids[i])))
		p.Count(uint64(len(ch.texts[i])))
		p.Text(string(kept))
		for _, code := range f.codes {
			p.Text(s.words[code])
		}
		for _, n := range f.numbers() {
			p.Count(n)
		}
	}
	return p.Bytes(), nil
}

// unpack reads a chunk; nil is one that cannot be read.
func (w *words) unpack(packed []byte) *chunk {
	u := pack.NewReader(packed)
	n := u.Count()
	texts := string(u.Part())
	if u.Bad || n == 0 || n > chunkSize {
		return nil
	}
	ch := &chunk{make([]trait, n), make([]figures, n), make([]string, n), make([]string, n)}
	codes := make([]int32, len(u.Texts)) // of texts that are known; 0: not yet
	lists := map[uint64]int32{}
	var record [3 + dimensionCount + numberCount]uint64
	for i := range ch.ids {
		u.Counts(record[:])
		id, text, rest := record[0], record[1], uint64(len(texts))
		if u.Bad || id > rest || text > rest-id {
			return nil
		}
		ch.ids[i], ch.texts[i], texts = texts[:id], texts[id:id+text], texts[id+text:]
		var f fact
		f.setNumbers([numberCount]uint64(record[3+dimensionCount:]))
		known := false
		if f.industries, known = lists[record[2]]; !known {
			var err error
			if f.industries, err = w.list(strings.Clone(u.TextAt(record[2]))); err != nil {
				return nil
			}
			lists[record[2]] = f.industries
		}
		for dimension, at := range record[3 : 3+dimensionCount] {
			word := u.TextAt(at)
			if word == "" {
				continue
			}
			if codes[at] == 0 {
				codes[at] = w.code(word)
			}
			f.codes[dimension] = codes[at]
		}
		ch.set(i, f)
	}
	if u.Bad || u.More() || texts != "" {
		return nil
	}
	return ch
}

const numberCount = 12

// numbers are what a fact holds but for its open values. Absence, which is -1, becomes 0; what comes first of a float stands last, because
// most have few digits.
func (f *fact) numbers() [numberCount]uint64 {
	float := func(v float64) uint64 { return bits.ReverseBytes64(math.Float64bits(v)) }
	flags := b2i(f.recommended) | b2i(f.retired)<<1 | b2i(f.available)<<2 | int(f.weekend+1)<<3 | int(f.links+1)<<5
	return [...]uint64{
		uint64(f.mediaType) | uint64(f.contents)<<8, uint64(flags), uint64(f.points), uint64(f.followers + 1), uint64(f.weight + 1),
		uint64(f.citations), uint64(f.created), float(f.hours), float(f.success), float(f.effect), f.channel, f.domain,
	}
}

func (f *fact) setNumbers(n [numberCount]uint64) {
	float := func(v uint64) float64 { return math.Float64frombits(bits.ReverseBytes64(v)) }
	f.mediaType, f.contents = uint8(n[0]), uint8(n[0]>>8)
	f.recommended, f.retired, f.available, f.weekend, f.links = n[1]&1 != 0, n[1]&2 != 0, n[1]&4 != 0, int8(n[1]>>3&3)-1, int8(n[1]>>5&3)-1
	f.points, f.followers, f.weight = int64(n[2]), int64(n[3])-1, int64(n[4])-1
	f.citations, f.created, f.hours, f.success, f.effect = int64(n[5]), int64(n[6]), float(n[7]), float(n[8]), float(n[9])
	f.channel, f.domain = n[10], n[11]
}
