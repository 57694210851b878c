package analysis

import (
	"context"
	"fmt"
	"testing"

	"renown/internal/room/campaign"
	"renown/internal/room/insight"
	"renown/internal/testkit/expect"
)

// Where nothing can be promised, it says why: gathering answers does not help who has no controls, nor where answers never change.
func TestUnpromised(t *testing.T) {
	t.Parallel()
	days := func(n, every int) (list []campaign.Day) {
		for i := range n {
			list = append(list, campaign.Day{Day: fmt.Sprintf("2026-10-%02d", 1+i*every)})
		}
		return list
	}
	const short = "历史太短，还说不出能看出多大的效果。发布前先积累两周以上的回答。"
	const alike = "这些问题的回答至今没有起伏，推算不出能看出多大的效果。"
	later := "2026-10-10"
	for name, c := range map[string]struct {
		campaign.Measured
		want string
	}{
		"nothing asked":   {campaign.Measured{Basis: "controls"}, short},
		"thirteen days":   {campaign.Measured{Basis: "controls", Curve: days(13, 1)}, short},
		"published early": {campaign.Measured{Basis: "controls", Curve: days(20, 1), StartedOn: &later}, short},
		"never changed":   {campaign.Measured{Basis: "controls", Curve: days(14, 1)}, alike},
		"asked weekly":    {campaign.Measured{Basis: "controls", Curve: days(4, 7)}, alike},
		"no controls":     {campaign.Measured{Basis: "competitors", Curve: days(14, 1)}, "没有对照问题，推算不出能看出多大的效果。"},
	} {
		expect.Equal(t, promiseSentence(context.Background(), campaignView{Measured: c.Measured}), c.want, name)
	}
}

// The day on which another reader had read the history anew is marked in trends.
func TestReadAnewIsMarked(t *testing.T) {
	t.Parallel()
	on := "2026-11-02"
	for _, c := range []struct {
		on   *string
		want int
	}{{nil, 0}, {&on, 1}} {
		o := overview{Overview: insight.Overview{ReadAnewOn: c.on}}
		flags := o.modelFlags(context.Background())
		if len(flags) != c.want || c.want > 0 && (flags[0].Day != on || !flags[0].Model || flags[0].Label == "") {
			t.Errorf("%+v", flags)
		}
	}
}
