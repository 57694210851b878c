package detail_test

import (
	"testing"

	"renown/internal/room/insight/detail"
	"renown/internal/simulator"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// A run is told in counts that its answers give: who is named, and who is named instead; of another space nothing.
func TestRunFound(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
		topic, rival := b.Topic(t, "选购"), b.Competitor(t, "石墨本")
		b.Prompt(t, topic, "推荐几款办公软件", "awareness")
		b.Prompt(t, topic, "有哪些好用的笔记软件", "awareness")
		b.Prompt(t, topic, "云栖笔记怎么样", "decision") // names the brand: for tone alone
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.02}, simulator.Brand{Name: "石墨本", Weight: 0.98})
		runID := b.Run(t, "doubao", "deepseek", "qwen")
		if theirs, err := w.Details.RunFound(t.Context(), other, runID); err != nil || theirs.Answers != 0 || theirs.Platforms != nil {
			t.Errorf("of another: %+v (%v)", theirs, err)
		}
		out := must.Get(w.Details.RunFound(t.Context(), b.Who, runID))(t)
		number := func(sql string) int64 { return w.Number(t, sql+` FROM findings WHERE kinds IN ('v', 'vs')`) }
		if out.Answers != number(`SELECT count(*)`) || out.Named != number(`SELECT count(position)`) ||
			out.Answers != 6 || len(out.Platforms) != 3 {
			t.Errorf("%+v", out)
		}
		if len(out.Rivals) != 1 || out.Rivals[0].ID != rival || out.Rivals[0].Name != "石墨本" ||
			out.Rivals[0].Instead == 0 ||
			out.Rivals[0].Named != number(`SELECT sum(CASE WHEN others = '[]' THEN 0 ELSE 1 END)`) {
			t.Errorf("%+v", out.Rivals)
		}
		var sum detail.RunPlatform
		for _, p := range out.Platforms {
			sum.Answers, sum.Named = sum.Answers+p.Answers, sum.Named+p.Named
		}
		if sum.Answers != out.Answers || sum.Named != out.Named {
			t.Errorf("platforms add up to %+v of %+v", sum, out)
		}
	})
}
