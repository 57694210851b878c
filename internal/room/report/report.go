// Package report keeps what makes a report a client's own: its title, logo and colour, what the author says to each
// section, and to whom it is mailed every month.
//
// It owns the tables reports, report_notes and report_readers. What a report says of answers, others work out.
package report

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
)

// Reports is the room's door for everybody else.
type Reports struct {
	db      *store.DB
	brands  *brand.Brands
	options Options
}

// New returns the room over db.
func New(db *store.DB, brands *brand.Brands, o Options) *Reports { return &Reports{db, brands, o} }

// Bounds.
const (
	titleMost = 80   // code points
	noteMost  = 2000 // code points of one section
	notedMost = 60   // periods of a brand that something is said about
)

// Sections are the parts of a report that an author can say something to, in their order.
var Sections = []string{"summary", "places", "effect", "prompts"}

// Appearance is how the report of a brand looks; what is empty is as usual.
type Appearance struct {
	Title  string
	Accent string // #rrggbb
	Logo   string // the digest by which Logo finds it
}

// AppearanceChange is an appearance to be kept. Without a picture the logo stays, unless it is to go.
type AppearanceChange struct {
	Title, Accent string
	Picture       []byte
	DropLogo      bool
	All           bool // colour and logo are those of all brands of the space
}

var colour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// Appearance reads how the report of a brand of the caller's space looks.
func (r *Reports) Appearance(ctx context.Context, who account.Caller, brandID string) (l Appearance, err error) {
	defer fault.Wrap(&err, "report.Appearance")

	err = r.db.Read().QueryRow(ctx, `SELECT title, accent, logo_digest FROM reports
		WHERE brand_id = $1 AND brand_id IN (SELECT id FROM brands WHERE space_id = $2)`, brandID, who.SpaceID).Scan(&l.Title, &l.Accent, &l.Logo)
	if errors.Is(err, store.ErrNoRows) {
		return Appearance{}, nil
	}
	return l, err
}

// SaveAppearance keeps how the report of a brand looks. A title or colour that is none and a picture that is refused
// are Malformed, a brand of another space is NotFound.
func (r *Reports) SaveAppearance(ctx context.Context, who account.Caller, brandID string, c AppearanceChange) (err error) {
	defer fault.Wrap(&err, "report.SaveAppearance")

	c.Title, c.Accent = strings.TrimSpace(c.Title), strings.ToLower(strings.TrimSpace(c.Accent))
	if utf8.RuneCountInString(c.Title) > titleMost || strings.ContainsFunc(c.Title, unicode.IsControl) {
		return fault.Value("at most 80 characters in one line", nil, "body", "title").Why("report_title", titleMost)
	}
	if c.Accent != "" && !colour.MatchString(c.Accent) {
		return fault.Value("a colour as #rrggbb", nil, "body", "accent").Why("report_accent")
	}
	var logo []byte
	digest := ""
	if len(c.Picture) > 0 {
		if logo, err = fitLogo(ctx, c.Picture); err != nil {
			return err
		}
		sum := sha256.Sum256(logo)
		digest = hex.EncodeToString(sum[:])
	}
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := r.brands.FindTx(ctx, tx, who, brandID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO reports (brand_id, title, accent) VALUES ($1, $2, $3)
			ON CONFLICT (brand_id) DO UPDATE SET title = excluded.title, accent = excluded.accent`, brandID, c.Title, c.Accent)
		if err == nil && (logo != nil || c.DropLogo) {
			_, err = tx.Exec(ctx, `UPDATE reports SET logo = $2, logo_digest = $3 WHERE brand_id = $1`, brandID, logo, digest)
		}
		if err == nil && c.All {
			_, err = tx.Exec(ctx, `INSERT INTO reports (brand_id, title, accent, logo, logo_digest)
				SELECT b.id, '', r.accent, r.logo, r.logo_digest FROM brands b, reports r
				WHERE r.brand_id = $1 AND b.space_id = $2 AND b.id <> $1
				ON CONFLICT (brand_id) DO UPDATE SET accent = excluded.accent, logo = excluded.logo, logo_digest = excluded.logo_digest`,
				brandID, who.SpaceID)
		}
		return err
	})
}

// Logo finds a logo by its digest, which is told by the reports that show it and by nothing else.
func (r *Reports) Logo(ctx context.Context, digest string) (picture []byte, err error) {
	defer fault.Wrap(&err, "report.Logo")

	err = r.db.Read().QueryRow(ctx, `SELECT logo FROM reports WHERE logo_digest = $1 AND logo_digest <> '' LIMIT 1`, digest).Scan(&picture)
	if errors.Is(err, store.ErrNoRows) {
		err = fault.NotFound("logo", digest)
	}
	return picture, err
}

// Period is the days that a report is about, both included, as 2026-10-01.
type Period struct{ From, To string }

func (p Period) check() error {
	_, err := time.Parse(time.DateOnly, p.From)
	_, bad := time.Parse(time.DateOnly, p.To)
	if err != nil || bad != nil || p.From > p.To {
		return fault.Value("not a period", nil, "query", "from").Why("report_period")
	}
	return nil
}

// Notes are what the author says to each section; those without a word are not there.
func (r *Reports) Notes(ctx context.Context, who account.Caller, brandID string, p Period) (notes map[string]string, err error) {
	defer fault.Wrap(&err, "report.Notes")

	text, err := store.One[string](r.db.Read().QueryRow(ctx, `SELECT notes FROM report_notes
		WHERE brand_id = $1 AND from_day = $3 AND to_day = $4 AND brand_id IN (SELECT id FROM brands WHERE space_id = $2)`, brandID, who.SpaceID, p.From, p.To))
	if errors.Is(err, store.ErrNoRows) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, err
	}
	return notes, json.Unmarshal([]byte(text), &notes)
}

// SaveNotes keeps what is said to the sections of a period, in place of what was. Texts are plain, with line breaks;
// one that is too long is Malformed, too many periods are CapReached.
func (r *Reports) SaveNotes(ctx context.Context, who account.Caller, brandID string, p Period, notes map[string]string) (err error) {
	defer fault.Wrap(&err, "report.SaveNotes")

	if err := p.check(); err != nil {
		return err
	}
	kept := map[string]string{}
	for section, text := range notes {
		if !slices.Contains(Sections, section) {
			return fault.Value("not a section", section, "body", section).Why("report_period")
		}
		if utf8.RuneCountInString(text) > noteMost {
			return fault.Value("at most 2,000 characters", nil, "body", section).Why("report_note", noteMost)
		}
		if text = strings.TrimSpace(text); text != "" {
			kept[section] = text
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := r.brands.FindTx(ctx, tx, who, brandID); err != nil { // of two at once the second counts the first
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM report_notes WHERE brand_id = $1 AND from_day = $2 AND to_day = $3`,
			brandID, p.From, p.To); err != nil || len(kept) == 0 {
			return err
		}
		n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM report_notes WHERE brand_id = $1`, brandID))
		if err == nil && n >= notedMost {
			err = fault.New(fault.CapReached).Why("report_noted", notedMost).With("limit", notedMost)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx,
			`INSERT INTO report_notes (brand_id, from_day, to_day, notes, updated_at) VALUES ($1, $2, $3, $4, $5)`,
			brandID, p.From, p.To, string(text), tx.Now)
		return err
	})
}

// Exported is what is kept for the reports of a brand. Logo is the picture, base64 in JSON.
type Exported struct {
	Title  string         `json:"title"`
	Accent string         `json:"accent"`
	Logo   []byte         `json:"logo"`
	Notes  []ExportedNote `json:"notes"`
}

// ExportedNote is what an author said to the sections of one period.
type ExportedNote struct {
	From  string          `json:"from"`
	To    string          `json:"to"`
	Notes json.RawMessage `json:"notes"` // section → text
}

// Export is what is kept for the reports of a brand of the caller's space, periods by their first day.
func (r *Reports) Export(ctx context.Context, who account.Caller, brandID string) (e Exported, err error) {
	defer fault.Wrap(&err, "report.Export")

	const ours = ` WHERE brand_id = $1 AND brand_id IN (SELECT id FROM brands WHERE space_id = $2)`
	return e, r.db.View(ctx, func(q store.Querier) error {
		err := q.QueryRow(ctx, `SELECT title, accent, logo FROM reports`+ours, brandID, who.SpaceID).Scan(&e.Title, &e.Accent, &e.Logo)
		if err != nil && !errors.Is(err, store.ErrNoRows) {
			return err
		}
		e.Notes, err = store.List(ctx, q, func(row store.Row) (n ExportedNote, err error) {
			var notes string
			err = row.Scan(&n.From, &n.To, &notes)
			n.Notes = json.RawMessage(notes)
			return n, err
		}, `SELECT from_day, to_day, notes FROM report_notes`+ours+` ORDER BY from_day, to_day`, brandID, who.SpaceID)
		return err
	})
}
