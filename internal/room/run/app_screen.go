package run

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/assistant"
)

// screenSide bounds a screenshot, in pixels each way.
const screenSide = 4096

// screenOf is the screenshot that is kept of what a page showed; nil where there is none, or what came is no picture
// of the kind. Its sender is a program on another computer.
func screenOf(s assistant.Shown) []byte {
	if len(s.Screen) == 0 || len(s.Screen) > assistant.ScreenMax {
		return nil
	}
	size, err := jpeg.DecodeConfig(bytes.NewReader(s.Screen))
	if err != nil || size.Width > screenSide || size.Height > screenSide {
		return nil
	}
	return s.Screen
}

// Screen is the screenshot of an answer, JPEG. An answer of another space, and one without, is NotFound.
func (r *Runs) Screen(ctx context.Context, who account.Caller, answerID string) (picture []byte, err error) {
	defer fault.Wrap(&err, "run.Screen")

	picture, err = store.One[[]byte](r.db.Read().QueryRow(ctx, `SELECT x.screen FROM answers a JOIN runs r ON r.id = a.run_id`+reading.KeptTexts+`
		WHERE a.id = $1 AND r.space_id = $2 AND x.screen IS NOT NULL AND a.answered_at IS NOT NULL`, answerID, who.SpaceID))
	if errors.Is(err, store.ErrNoRows) {
		return nil, fault.NotFound("screenshot", answerID)
	}
	return picture, err
}

// InApps tells whether anything was ever asked in apps for a brand.
func (r *Runs) InApps(ctx context.Context, brandID string) (_ bool, err error) {
	defer fault.Wrap(&err, "run.InApps")

	n, err := store.One[int](r.db.Read().QueryRow(ctx,
		`SELECT count(*) FROM (SELECT 1 FROM runs WHERE brand_id = $1 AND surface = 'app' LIMIT 1) found`, brandID))
	return n > 0, err
}
