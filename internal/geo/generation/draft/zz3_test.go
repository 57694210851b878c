package draft

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestKK(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		if os.Getenv("L") != lang {
			continue
		}
		for _, k := range lexica[lang]().kinds {
			if k.generic {
				continue
			}
			var intro string
			all := append(append([]item{}, k.lists["nouns"]...), k.lists["umbrella"]...)
			ns := []string{}
			for _, n := range all {
				ns = append(ns, strings.Split(n.text, "/")[0])
			}
			name := "青梧"
			intro = "青梧是一家" + ns[0] + "品牌。"
			if lang == "en" {
				name = "Quovant"
				intro = "Quovant is a " + ns[0] + " brand."
				if len(os.Getenv("I")) > 0 {
					intro = ns[len(ns)-1]
				}
			}
			p := Profile{Name: name, Introduction: intro, Keywords: ns}
			d, err := Offline(p, 24, Existing{})
			if err != nil {
				t.Fatal(err)
			}
			r := read(p)
			fmt.Print("## ", k.id, " -> ", r.kind.id, " nouns:")
			for _, w := range r.nouns {
				fmt.Print(w.text, ",")
			}
			fmt.Println()
			for _, tp := range d.Topics {
				for _, q := range tp.Prompts {
					fmt.Print("  ", q.Text)
					fmt.Println()
				}
			}
		}
	}
}
