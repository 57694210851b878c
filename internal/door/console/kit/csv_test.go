package kit

import "testing"

func TestInert(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"": "", "星澜": "星澜", "-12": "-12", "+3.5": "+3.5", "=1+1": "'=1+1", "+cmd": "'+cmd", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1",
		" =1": "' =1", "＝1": "'＝1", "a=b": "a=b",
	} {
		if got := inert(cell); got != want {
			t.Errorf("%q becomes %q, want %q", cell, got, want)
		}
	}
}
