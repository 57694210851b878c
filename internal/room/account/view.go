package account

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
)

const (
	viewsPerSpace = 50
	viewNameMax   = 40   // code points
	viewQueryMax  = 2000 // bytes
)

// View is a list of the console with its filters, under a name that all of a space see.
type View struct {
	ID      string  `json:"id"`
	BrandID *string `json:"brand_id"` // that the list is of; nil: none
	Path    string  `json:"path"`
	Query   string  `json:"query"`
	Name    string  `json:"name"`
}

// Views lists the views of a list, sorted by name.
func (a *Accounts) Views(ctx context.Context, who Caller, path string) (_ []View, err error) {
	defer fault.Wrap(&err, "account.Views")

	return store.List(ctx, a.db.Read(), scanView, selectView+` WHERE space_id = $1 AND path = $2 ORDER BY name, id`, who.SpaceID, path)
}

const selectView = `SELECT id, brand_id, path, query, name FROM saved_views`

func scanView(row store.Row) (v View, err error) {
	err = row.Scan(&v.ID, &v.BrandID, &v.Path, &v.Query, &v.Name)
	return v, err
}

// SaveView keeps a view; the caller has made sure that its path is a list of the console and its brand one of the space. A name that the
// list has already is Duplicate, past fifty views of the space it is CapReached.
func (a *Accounts) SaveView(ctx context.Context, who Caller, v View) (err error) {
	defer fault.Wrap(&err, "account.SaveView")

	if v.Name, err = viewName(v.Name); err != nil {
		return err
	}
	if len(v.Query) > viewQueryMax {
		return fault.New(fault.Malformed).Why("view_query")
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		v.ID = id.New("viw", tx.Now.Time)
		return addViewTx(ctx, tx, who.SpaceID, v)
	})
}

// addViewTx adds a view while the space is locked: of two at once the second counts the first.
func addViewTx(ctx context.Context, tx *store.Tx, spaceID string, v View) error {
	if err := LockSpaceTx(ctx, tx, spaceID); err != nil {
		return err
	}
	n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM saved_views WHERE space_id = $1`, spaceID))
	if err != nil {
		return err
	}
	if n >= viewsPerSpace {
		return fault.New(fault.CapReached).Why("view_cap", viewsPerSpace).With("limit", viewsPerSpace)
	}
	kept, err := tx.Exec(ctx, `INSERT INTO saved_views (id, space_id, brand_id, path, query, name, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (space_id, path, name) DO NOTHING`, v.ID, spaceID, v.BrandID, v.Path, v.Query, v.Name, tx.Now)
	switch {
	case errors.Is(err, store.ErrForeignKey): // the brand went meanwhile
		return fault.NotFound("brand", "")
	case err == nil && kept == 0:
		return fault.New(fault.Duplicate).Why("view_name_taken", v.Name)
	}
	return err
}

// viewName is a name without the blanks around it, or the fault that it is none.
func viewName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > viewNameMax || strings.ContainsAny(name, "\r\n") {
		return "", fault.New(fault.Malformed).Why("view_name", viewNameMax)
	}
	return name, nil
}

// RenameView gives a view of the caller's space another name. Faults as with SaveView.
func (a *Accounts) RenameView(ctx context.Context, who Caller, viewID, name string) (v View, err error) {
	defer fault.Wrap(&err, "account.RenameView")

	if name, err = viewName(name); err != nil {
		return v, err
	}
	return v, a.db.InTx(ctx, func(tx *store.Tx) error {
		if v, err = viewTx(ctx, tx, who.SpaceID, viewID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE saved_views SET name = $2 WHERE id = $1 AND NOT EXISTS (
			SELECT 1 FROM saved_views o WHERE o.space_id = saved_views.space_id AND o.path = saved_views.path AND o.name = $2
			AND o.id <> $1)`, viewID, name)
		if err == nil && n == 0 {
			err = fault.New(fault.Duplicate).Why("view_name_taken", name)
		}
		return err
	})
}

// DeleteView removes a view of the caller's space.
func (a *Accounts) DeleteView(ctx context.Context, who Caller, viewID string) (v View, err error) {
	defer fault.Wrap(&err, "account.DeleteView")

	return v, a.db.InTx(ctx, func(tx *store.Tx) error {
		if v, err = viewTx(ctx, tx, who.SpaceID, viewID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM saved_views WHERE id = $1`, viewID); err != nil {
			return err
		}
		return undo.KeepTx(ctx, tx, undo.Change{
			SpaceID: who.SpaceID, UserID: who.UserID, Kind: ViewDeleted, Name: v.Name, Count: 1, Was: v,
		})
	})
}

// viewTx finds a view of a space, with the space locked, as all do who change views.
func viewTx(ctx context.Context, tx *store.Tx, spaceID, viewID string) (View, error) {
	if err := LockSpaceTx(ctx, tx, spaceID); err != nil {
		return View{}, err
	}
	v, err := scanView(tx.QueryRow(ctx, selectView+` WHERE id = $1 AND space_id = $2`, viewID, spaceID))
	return v, store.NotFound(err, "view", viewID)
}

// ViewDeleted is the change of this room that can be undone.
const ViewDeleted undo.Kind = "view_deleted"

// Restores says how changes of this room are undone.
func (a *Accounts) Restores() map[undo.Kind]undo.Restore {
	return map[undo.Kind]undo.Restore{ViewDeleted: undo.Unpacked(restoreViewTx)}
}

func restoreViewTx(ctx context.Context, tx *store.Tx, of undo.Undoing, v View) error {
	return undo.Orphaned(addViewTx(ctx, tx, of.SpaceID, v))
}

// MoveViewsTx takes the views of a brand's lists along into another space.
func (a *Accounts) MoveViewsTx(ctx context.Context, tx *store.Tx, brandID, to string) (err error) {
	defer fault.Wrap(&err, "account.MoveViewsTx")

	_, err = tx.Exec(ctx, `UPDATE saved_views SET space_id = $2 WHERE brand_id = $1`, brandID, to)
	return err
}
