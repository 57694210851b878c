package draft

import (
	"slices"
	"testing"

	"renown/internal/testkit/must"
)

func TestTopicsAreReused(t *testing.T) {
	t.Parallel()
	have := Existing{Topics: []string{"宠物家庭", "选购预算", " 品牌口碑！", "预算与购买", "推荐"}}
	d := must.Get(Offline(brands["robot"], 40, have))(t)
	var got []string
	for _, topic := range d.Topics {
		got = append(got, topic.Name)
	}
	for _, want := range []string{"预算与购买", " 品牌口碑！", "推荐", "对比与替代"} {
		if !slices.Contains(got, want) {
			t.Errorf("topics %q, want %q among them", got, want)
		}
	}
	if slices.Contains(got, "选购预算") || slices.Contains(got, "宠物家庭") {
		t.Errorf("topics %q hold one that is another", got)
	}
}

func TestTopicsFollowTheJourney(t *testing.T) {
	t.Parallel()
	order := []string{Awareness, Consideration, Comparison, Decision, Usage}
	for name, p := range brands {
		d, _ := Offline(p, MaxCount, Existing{})
		at := 0
		for _, topic := range d.Topics {
			i := slices.Index(order, topic.Stage)
			if i < 0 || i < at && topic.Prompts[0].Types[0] != Sentiment {
				t.Errorf("%s: %s at stage %s", name, topic.Name, topic.Stage)
			}
			at = max(at, i)
			for _, q := range topic.Prompts {
				if !slices.Contains(order, q.Stage) || !q.Branded && q.Stage != topic.Stage {
					t.Errorf("%s: %s at stage %s", topic.Name, q.Text, q.Stage)
				}
			}
		}
	}
}

// The goal moves the weight along the journey.
func TestTopicsLeanToTheGoal(t *testing.T) {
	t.Parallel()
	count := func(goal string) int {
		p := brands["robot"]
		p.MarketingGoal = goal
		d, _ := Offline(p, MaxCount, Existing{})
		for _, topic := range d.Topics {
			if topic.Stage == Decision && !topic.Prompts[0].Branded {
				return len(topic.Prompts)
			}
		}
		return 0
	}
	if plain, sales := count(""), count("提升销量转化"); sales <= plain {
		t.Errorf("%d questions before buying for a brand that wants sales, %d without", sales, plain)
	}
}
