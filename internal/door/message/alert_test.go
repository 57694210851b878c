package message

import (
	"encoding/json"
	"testing"

	"renown/internal/door/locale"
	"renown/internal/room/alert"
	"renown/internal/testkit/must"
)

// An alert is said by its figures, in both languages.
func TestAlertText(t *testing.T) {
	t.Parallel()
	chinese, _ := locale.Of("zh")
	english, _ := locale.Of("en")
	names := map[string]string{"kimi": "Kimi", "qwen": "通义千问"}
	for _, tc := range []struct{ kind, figures, zh, en string }{
		{
			alert.SignificantChange,
			`{"changes":[{"indicator":"visibility","platform":null,"previous":1,"value":0,"denominator":48},{"indicator":"share_of_voice","platform":null,"previous":0.1,"value":0.256,"denominator":48},{"indicator":"average_position","platform":null,"previous":1.5,"value":3,"denominator":9},{"indicator":"visibility","platform":"qwen","previous":0.5,"value":0.25,"denominator":8}]}`,
			"可见度显著下降：100.0% → 0.0%；声量份额显著上升：10.0% → 25.6%；平均位次显著靠后：1.50 → 3.00；通义千问的可见度显著下降：50.0% → 25.0%",
			"visibility fell significantly: 100.0% → 0.0%; share of voice rose significantly: 10.0% → 25.6%; average position is significantly later: 1.50 → 3.00; visibility on 通义千问 fell significantly: 50.0% → 25.0%",
		},
		{
			alert.SignificantChange,
			`{"changes":[{"indicator":"average_position","platform":null,"previous":3,"value":1.25,"denominator":9},{"indicator":"sentiment","platform":null,"previous":-0.5,"value":0.5,"denominator":9},{"indicator":"own_citation_rate","platform":null,"previous":0.5,"value":0.75,"denominator":9}]}`,
			"平均位次显著靠前：3.00 → 1.25；情感得分显著上升：-0.50 → 0.50；自有引用率显著上升：50.0% → 75.0%",
			"average position is significantly earlier: 3.00 → 1.25; sentiment rose significantly: -0.50 → 0.50; own-citation rate rose significantly: 50.0% → 75.0%",
		},
		{
			alert.CompetitorPassed,
			`{"passed":[{"competitor_id":"cmp_1","name":"石墨本","competitor_visibility":1,"brand_visibility":0,"denominator":48},{"competitor_id":"cmp_2","name":"协云","competitor_visibility":0.5,"brand_visibility":0,"denominator":48}]}`,
			"石墨本（100.0%）、协云（50.0%）的可见度超过了本品牌（0.0%）", "石墨本 (100.0%), 协云 (50.0%) became more visible than the brand (0.0%)",
		},
		{alert.RunFailed, `{"run_id":"run_1","sub_tasks":8}`, "监测失败：本次监测没有得到任何回答", "the run failed: it brought no answer"},
		{
			alert.PlatformSkipped, `{"platforms":["kimi","qwen"],"run_ids":["run_2","run_1"]}`, "Kimi、通义千问连续两次监测被跳过",
			"Kimi, 通义千问: skipped in two runs in a row",
		},
		{
			alert.NameConflict, `{"conflicts":[{"spelling":"yunqi","names":["云栖笔记","YUNQI"]},{"spelling":"石墨本","names":["石墨本","石墨"]}]}`,
			"「yunqi」同时是云栖笔记、YUNQI的名称或别名；「石墨本」同时是石墨本、石墨的名称或别名，出现时双方都会计数",
			`“yunqi” is a name or an alias of 云栖笔记, YUNQI; “石墨本” is a name or an alias of 石墨本, 石墨; a mention counts for both`,
		},
		{"later", `{}`, "", ""},
		{alert.SignificantChange, `{}`, "", ""},
	} {
		a := alert.Alert{Kind: tc.kind}
		must.Do(t, a.Figures.Scan(tc.figures))
		if zh, en := AlertText(chinese, names, a), AlertText(english, names, a); zh != tc.zh || en != tc.en {
			t.Errorf("%s says\n%q\n%q", tc.kind, zh, en)
		}
		if again, err := json.Marshal(a.Figures); err != nil || string(again) != tc.figures {
			t.Errorf("%s became %s: %v", tc.figures, again, err)
		}
	}
}
