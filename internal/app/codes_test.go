package app_test

import (
	"os"
	"strings"
	"testing"

	"renown/internal/door/locale"
	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// oldRow is a row as a program before the codes wrote it, with what is said of it since.
type oldRow struct {
	table, kind   string // where it is; status or kind of the row
	stored, class string
	zh, en        string
}

var oldRows = []oldRow{
	{"points_entries", "hold", "提交订单，积分冻结", "", "提交订单，积分冻结", "order submitted, points held"},
	{"points_entries", "adjust", "管理员调整：补偿：一", "", "运营人员调整：补偿：一", "Adjusted by an operator: 补偿：一"},
	{"points_entries", "adjust", "手写的", "", "手写的", "手写的"},
	{"points_entries", "grant", "以后才有的一句", "", "以后才有的一句", "以后才有的一句"},
	{"run_platforms", "skipped", "该平台已不在平台目录中", "", "该平台已不在平台目录中", "this platform is no longer in the catalogue"},
	{"run_platforms", "skipped", "该平台不支持所选的检测方式", "", "该平台不支持所选的监测方式", "this platform does not support the chosen mode"},
	{"run_platforms", "skipped", "该平台尚未配置密钥", "", "该平台尚未配置密钥", "no key is configured for this platform"},
	{"run_platforms", "skipped", "该平台已被管理员暂停", "", "该平台已被运营人员暂停", "this platform was suspended by the operator"},
	{"run_platforms", "skipped", "平台账户余额不足，暂不可用", "", "平台账户余额不足，暂不可用", "the platform's account is empty; it is not available now"},
	{"run_platforms", "skipped", "平台暂时不可用：平台密钥无效", "", "平台暂时不可用：平台密钥无效", "not available now: the platform's key is not valid"},
	{"run_platforms", "completed", "平台暂时不可用：平台配置有误：模型不存在、未开通或无权限", "", "平台暂时不可用：平台配置有误：模型不存在、未开通或无权限", "not available now: the platform is set up wrongly: the model is unknown, not opened or not permitted"},
	{"run_platforms", "skipped", "以后才有的一句", "", "以后才有的一句", "以后才有的一句"},
	{"tasks", "skipped", "平台暂时不可用：平台内部错误", "unavailable", "平台暂时不可用：平台内部错误", "not available now: the platform failed internally"},
	{"tasks", "skipped", "平台账户余额不足，暂不可用", "balance", "平台账户余额不足，暂不可用", "the platform's account is empty; it is not available now"},
	{"tasks", "failed", "平台账户余额不足", "balance", "平台账户余额不足", "the platform's account is empty"},
	{"tasks", "failed", "平台因内容安全策略未作回答", "content_filter", "平台因内容安全策略未作回答", "the platform did not answer because of its content policy"},
	{"tasks", "queued", "平台限流", "rate_limit", "平台限流", "the platform limits the rate of questions"},
}

// oldTables are the tables with sentences: the column that holds them, and the kind of their codes.
var oldTables = map[string]struct{ column, kind string }{
	"points_entries": {"note", "points"}, "run_platforms": {"reason", "platform"}, "tasks": {"error", "platform"},
}

// What an earlier program stored as a sentence is said in both languages once the codes have come; what a person wrote stays.
func TestStoredSentencesBecomeCodes(t *testing.T) {
	t.Parallel()
	text := must.Get(os.ReadFile("../floor/store/migrations/00013_codes.sql"))(t)
	up, _, _ := strings.Cut(string(text), "INSERT INTO schema_served")
	chinese, _ := locale.Of("zh")
	english, _ := locale.Of("en")
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, row := range oldRows {
			got := row.migrated(t, db, up)
			kind := oldTables[row.table].kind
			if zh, en := chinese.Stored(kind, got), english.Stored(kind, got); zh != row.zh || !strings.EqualFold(en, row.en) {
				t.Errorf("%q became %q: %q, %q", row.stored, got, zh, en)
			}
		}
	})
}

// migrated is what a row's sentence becomes by those statements of a migration that concern its table.
func (row oldRow) migrated(t *testing.T, db *store.DB, up string) (got string) {
	t.Helper()
	ctx, column := t.Context(), oldTables[row.table].column
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `CREATE TABLE old_rows (kind TEXT NOT NULL, status TEXT NOT NULL, `+column+` TEXT NOT NULL, error_class TEXT)`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO old_rows (kind, status, `+column+`, error_class) VALUES ($1, $1, $2, $3)`, row.kind, row.stored, row.class); err != nil {
			return err
		}
		for statement := range strings.SplitSeq(up, ";\n") {
			if at := strings.Index(statement, "UPDATE "+row.table+" "); at >= 0 {
				if _, err := tx.Exec(ctx, strings.Replace(statement[at:], row.table, "old_rows", 1)); err != nil {
					return err
				}
			}
		}
		var err error
		if got, err = store.One[string](tx.QueryRow(ctx, `SELECT `+column+` FROM old_rows`)); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DROP TABLE old_rows`)
		return err
	}))
	return got
}
