package app_test

import (
	"os"
	"strings"
	"testing"

	"renown/internal/door/locale"
	"renown/internal/floor/store"
	"renown/internal/testkit/storetest"
)

// What an earlier program stored as a sentence is said in both languages once the codes have come; what a person wrote stays.
func TestStoredSentencesBecomeCodes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../floor/store/migrations/00013_codes.sql")
	if err != nil {
		t.Fatal(err)
	}
	up, _, _ := strings.Cut(string(text), "INSERT INTO schema_served")
	chinese, _ := locale.Of("zh")
	english, _ := locale.Of("en")
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		for _, tc := range []struct{ kind, stored, zh, en string }{
			{"hold", "提交订单，积分冻结", "提交订单，积分冻结", "order submitted, points held"},
			{"adjust", "管理员调整：补偿：一", "管理员调整：补偿：一", "Adjusted by an operator: 补偿：一"},
			{"adjust", "手写的", "手写的", "手写的"},
			{"grant", "以后才有的一句", "以后才有的一句", "以后才有的一句"},
		} {
			var got string
			err := db.InTx(ctx, func(tx *store.Tx) error {
				if _, err := tx.Exec(ctx, `CREATE TABLE old_entries (kind TEXT NOT NULL, note TEXT NOT NULL)`); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, `INSERT INTO old_entries (kind, note) VALUES ($1, $2)`, tc.kind, tc.stored); err != nil {
					return err
				}
				for statement := range strings.SplitSeq(up, ";\n") {
					if at := strings.Index(statement, "UPDATE points_entries"); at >= 0 {
						if _, err := tx.Exec(ctx, strings.Replace(statement[at:], "points_entries", "old_entries", 1)); err != nil {
							return err
						}
					}
				}
				if got, err = store.One[string](tx.QueryRow(ctx, `SELECT note FROM old_entries`)); err != nil {
					return err
				}
				_, err = tx.Exec(ctx, `DROP TABLE old_entries`)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if zh, en := chinese.Stored("points", got), english.Stored("points", got); zh != tc.zh || !strings.EqualFold(en, tc.en) {
				t.Errorf("%q became %q: %q, %q", tc.stored, got, zh, en)
			}
		}
	})
}
