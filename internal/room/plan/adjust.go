package plan

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/points"
)

const (
	adjustMax = 1_000_000_000 // points at once, either way: more is a slip of the finger
	reasonMax = 500           // characters
)

// AdjustPoints is an operator's correction of a user's points, with the reason that its owner will read. One that takes
// more than there is answers PointsShort.
func (p *Plans) AdjustPoints(ctx context.Context, userID string, by int64, reason string) (quota Quota, err error) {
	defer fault.Wrap(&err, "plan.AdjustPoints")

	reason = strings.TrimSpace(reason)
	switch n := utf8.RuneCountInString(reason); {
	case by == 0 || by > adjustMax || by < -adjustMax:
		return quota, fault.New(fault.Malformed).Why("adjust_points")
	case n == 0 || n > reasonMax || !utf8.ValidString(reason) || strings.ContainsRune(reason, 0):
		return quota, fault.New(fault.Malformed).Why("adjust_reason")
	}
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		s, book, err := p.PointsTx(ctx, tx, userID)
		if err != nil {
			return err
		}
		if err := book.Adjust(ctx, by, points.Adjusted(reason)); err != nil {
			return err
		}
		quota = quotaOf(s, book.Account)
		return audit.WriteTx(ctx, tx, audit.PointsAdjusted, audit.About{
			UserID: userID,
			Detail: []string{strconv.FormatInt(by, 10), reason},
		})
	})
	return quota, err
}
