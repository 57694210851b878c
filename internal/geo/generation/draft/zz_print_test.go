package draft

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestZZ(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	if n == 0 {
		n = 40
	}
	rounds, _ := strconv.Atoi(os.Getenv("R"))
	if rounds == 0 {
		rounds = 1
	}
	for _, k := range []string{"coffee", "saas", "ev", "milk", "law", "robot", "notes", "shoes", "hotel", "minzh", "minen", "minzh2", "minen2", "hand", "industry", "dental", "crmen", "pos", "candle"} {
		if w := os.Getenv("B"); w != "" && w != k {
			continue
		}
		p := brands[k]
		have := Existing{}
		for i := 0; i < rounds; i++ {
			d, err := Offline(p, n, have)
			if err != nil {
				t.Fatal(k, err)
			}
			if i == rounds-1 {
				r := read(p)
				fmt.Printf("\n##### %s kind=%s class=%s nouns=", k, r.kind.id, r.class)
				for _, w := range r.nouns {
					fmt.Print(w.text, ",")
				}
				fmt.Println()
				for _, l := range []string{"sp", "rel", "point", "who", "person", "org"} {
					fmt.Print("  ", l, ": ")
					for _, w := range r.own[l] {
						fmt.Print(w.text, ", ")
					}
					fmt.Println()
				}
				for _, c := range d.Competitors {
					fmt.Print(c.Name, " ", c.Aliases, "; ")
				}
				fmt.Println()
			}
			for _, tp := range d.Topics {
				if i == rounds-1 {
					fmt.Println("--", tp.Name, tp.Stage)
				}
				for _, q := range tp.Prompts {
					if i == rounds-1 {
						fmt.Println("   ", q.Text)
					}
					have.Prompts = append(have.Prompts, q.Text)
				}
			}
		}
	}
}
