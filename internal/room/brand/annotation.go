package brand

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
)

const (
	annotationsPerBrand = 500
	annotationMax       = 200 // code points
)

// Annotation is what a user noted on a day of a brand: what happened that may explain a change.
type Annotation struct {
	ID        string         `json:"id"`
	BrandID   string         `json:"brand_id"`
	Day       string         `json:"day"` // YYYY-MM-DD, in Beijing as the days of a trend are
	Text      string         `json:"text"`
	CreatedAt timestamp.Time `json:"created_at"`
	UpdatedAt timestamp.Time `json:"updated_at"`
}

func (a Annotation) name() string         { return a.Text }
func (a Annotation) made() timestamp.Time { return a.CreatedAt }

const selectAnnotation = `SELECT a.id, a.brand_id, a.day, a.text, a.created_at, a.updated_at FROM annotations a`

func scanAnnotation(row store.Row) (a Annotation, err error) {
	err = row.Scan(&a.ID, &a.BrandID, &a.Day, &a.Text, &a.CreatedAt, &a.UpdatedAt)
	return a, err
}

// Annotations lists what was noted for a brand on the days from and to and between, by day; empty is open.
func (b *Brands) Annotations(ctx context.Context, who account.Caller, brandID, from, to string) (list []Annotation, err error) {
	defer fault.Wrap(&err, "brand.Annotations")

	if to == "" {
		to = "9999-12-31"
	}
	err = b.viewBrand(ctx, who, brandID, func(q store.Querier) error {
		list, err = store.List(ctx, q, scanAnnotation, selectAnnotation+` WHERE a.brand_id = $1 AND a.day >= $2 AND a.day <= $3
			ORDER BY a.day, a.id`, brandID, from, to)
		return err
	})
	return list, err
}

// checkAnnotation tidies a note; a day that is none and a text that is empty, long or of several lines are Malformed.
func checkAnnotation(a *Annotation) error {
	a.Text = strings.TrimSpace(a.Text)
	if _, err := time.Parse(time.DateOnly, a.Day); err != nil {
		return fault.Value("not a day", a.Day, "body", "day").Why("annotation_day")
	}
	if a.Text == "" || utf8.RuneCountInString(a.Text) > annotationMax || strings.ContainsAny(a.Text, "\r\n") {
		return fault.Value("not a line", a.Text, "body", "text").Why("annotation_text", annotationMax)
	}
	return nil
}

// Annotate notes something on a day of a brand. Past five hundred notes it is CapReached.
func (b *Brands) Annotate(ctx context.Context, who account.Caller, brandID, day, text string) (a Annotation, err error) {
	defer fault.Wrap(&err, "brand.Annotate")

	a = Annotation{BrandID: brandID, Day: day, Text: text}
	if err := checkAnnotation(&a); err != nil {
		return a, err
	}
	return a, b.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockTx(ctx, tx, who.SpaceID, brandID); err != nil { // of two at once the second counts the first
			return err
		}
		a.ID, a.CreatedAt, a.UpdatedAt = id.New("ann", tx.Now.Time), tx.Now, tx.Now
		return addAnnotationTx(ctx, tx, a)
	})
}

// addAnnotationTx adds a note; the caller holds the lock on the brand.
func addAnnotationTx(ctx context.Context, tx *store.Tx, a Annotation) error {
	if ok, err := roomTx(ctx, tx, "annotations", a.BrandID, annotationsPerBrand, 1); err != nil {
		return err
	} else if !ok {
		return fault.New(fault.CapReached).Why("annotation_cap", annotationsPerBrand).With("limit", annotationsPerBrand)
	}
	_, err := tx.Exec(ctx, `INSERT INTO annotations (id, brand_id, day, text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		a.ID, a.BrandID, a.Day, a.Text, a.CreatedAt, a.UpdatedAt)
	return err
}

// UpdateAnnotation gives a note another day or text. Faults as with Annotate.
func (b *Brands) UpdateAnnotation(ctx context.Context, who account.Caller, annotationID, day, text string) (err error) {
	defer fault.Wrap(&err, "brand.UpdateAnnotation")

	return b.db.InTx(ctx, func(tx *store.Tx) error {
		a, err := lockAnnotationTx(ctx, tx, who, annotationID)
		if err != nil {
			return err
		}
		a.Day, a.Text = day, text
		if err := checkAnnotation(&a); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE annotations SET day = $2, text = $3, updated_at = $4 WHERE id = $1`, a.ID, a.Day, a.Text, tx.Now)
		return err
	})
}

// DeleteAnnotation removes a note.
func (b *Brands) DeleteAnnotation(ctx context.Context, who account.Caller, annotationID string) (err error) {
	defer fault.Wrap(&err, "brand.DeleteAnnotation")

	return b.db.InTx(ctx, func(tx *store.Tx) error {
		a, err := lockAnnotationTx(ctx, tx, who, annotationID)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM annotations WHERE id = $1`, a.ID); err != nil {
			return err
		}
		return keepTx(ctx, tx, who, AnnotationDeleted, []Annotation{a})
	})
}

// lockAnnotationTx finds a note of a brand in the caller's space and locks it.
func lockAnnotationTx(ctx context.Context, tx *store.Tx, who account.Caller, annotationID string) (Annotation, error) {
	a, err := scanAnnotation(tx.QueryRow(ctx, selectAnnotation+`
		WHERE a.id = $1 AND EXISTS (SELECT 1 FROM brands b WHERE b.id = a.brand_id
		AND b.space_id = $2)`+tx.ForUpdateOf("a"), annotationID, who.SpaceID))
	return a, store.NotFound(err, "annotation", annotationID)
}

func (b *Brands) restoreAnnotationsTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was []undo.Row[Annotation]) error {
	if _, err := b.beginTx(ctx, tx, of.SpaceID, was[0].Record.BrandID); err != nil {
		return err
	}
	for _, row := range was {
		a := row.Record
		a.CreatedAt, a.UpdatedAt = row.MadeAt(), tx.Now
		if err := addAnnotationTx(ctx, tx, a); err != nil {
			return err
		}
	}
	return nil
}
