package draft

import (
	"fmt"
	"testing"
)

func TestYY(t *testing.T) {
	for _, k := range []string{"coffee", "saas", "ev", "milk", "law", "robot", "notes", "shoes", "hotel", "minzh", "minen", "minzh2", "minen2", "hand", "industry", "dental", "crmen", "pos", "candle"} {
		r := read(brands[k])
		r.nameRivals(nil, competitors(r, nil))
		d := newDrawing(r, nil)
		d.pool = newPool(r, true)
		rings := d.pool.rings(0)
		tot := 0
		s := k
		for _, tp := range r.voice.topics {
			n := d.take(rings[tp.id], 1<<20)
			s += fmt.Sprintf(" %s=%d", tp.id, n)
			if tp.id != "brand" {
				tot += n
			}
		}
		fmt.Println(s, "unbranded", tot)
	}
}
