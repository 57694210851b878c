package reading_test

import (
	"testing"

	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// The fingerprint names the answers that the evidence lists: all of a brand, and those that are read while some are not.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 2)
		from, to := timestamp.Of(storetest.Start.AddDate(-1, 0, 0)), timestamp.Of(w.DB.Now().AddDate(1, 0, 0))
		agree := func() int64 {
			t.Helper()
			var all reading.Fingerprints
			must.Do(t, reading.EachEvidence(t.Context(), w.DB.Read(), b.ID, from, to, func(e reading.Evidence) error {
				all.Add(e)
				return nil
			}))
			want := all.Sum()
			want.Contents = ""
			now := must.Get(reading.ReadingOf(t.Context(), w.DB.Read(), b.ID))(t)
			got := must.Get(reading.FingerprintOf(t.Context(), w.DB.Read(), b.ID, now.Generation, from, to))(t)
			differ(t, "fingerprint", want, got)
			return got.Answers
		}
		all := agree()
		storetest.Exec(t, w.DB, `DELETE FROM findings WHERE answer_id = (SELECT max(answer_id) FROM findings WHERE brand_id = $1)`, b.ID)
		if left := agree(); all < 2 || left != all-1 {
			t.Errorf("%d answers of %d once one is not read", left, all)
		}
	})
}
