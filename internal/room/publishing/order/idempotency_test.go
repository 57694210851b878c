package order_test

import (
	"encoding/json"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/idempotency"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// once is a request with an Idempotency-Key, made by a key of the buyer's.
func (s *shop) once(key, fingerprint string) *idempotency.Once {
	return &idempotency.Once{KeyID: "key_1", Path: "/media/orders", Key: key, Fingerprint: fingerprint, Render: json.Marshal}
}

// A submission that was broken off anywhere, also between commit and answer, is repeated with its key: there is one order, and
// the answer is the one that was kept with it.
func TestReplayOfABrokenSubmission(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Upper)
		storetest.Exec(t, s.db,
			`INSERT INTO api_keys (id, user_id, space_id, name, hash, scopes, created_at) VALUES ('key_1', $1, $2, '', '', '*', 0)`, who.UserID, who.SpaceID)
		article := s.article(t, who)
		for n, outlet := range s.outlets(t, 60, 1) {
			in := order.Submission{ContentID: article, OutletIDs: []string{outlet}, Once: s.once(outlet, "a")}
			_, _ = s.Submit(breakAt(n+1), who, in)

			in.Once = s.once(outlet, "a")
			first, err := s.Submit(ctx, who, in)
			must.Do(t, err)
			answer := in.Once.Replayed()
			if answer == nil { // the broken one left nothing behind
				if answer, err = json.Marshal(first); err != nil {
					t.Fatal(err)
				}
			}
			in.Once = s.once(outlet, "a")
			must.Get(s.Submit(ctx, who, in))(t)
			if again := in.Once.Replayed(); string(again) != string(answer) {
				t.Errorf("broken at %d: answered %s, then %s", n+1, answer, again)
			}
			in.Once = s.once(outlet, "b")
			expect.Refuse(t, expect.Error(s.Submit(ctx, who, in)), fault.KeyReused, "another body")
		}
		_, total, err := s.List(ctx, who, order.Filter{Paging: order.Paging{Number: 1, Size: 1}})
		if err != nil || total != 60 {
			t.Errorf("there are %d orders, %v", total, err)
		}
		s.have(t, who, 1000, 0, 60, 0, 940)
	})
}
