package analysis

import (
	"encoding/hex"
	"fmt"
	"math"
)

// Paper in its two themes, as console.css has it, and how far text in an accent must stand out from it (WCAG 2.2, 1.4.3).
var lightPaper, darkPaper = rgb{0xfb, 0xfc, 0xfc}, rgb{0x0f, 0x15, 0x17}

const accentContrast = 4.6

type rgb [3]float64

func (c rgb) luminance() float64 {
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		x := c[i] / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		sum += weight * x
	}
	return sum
}

func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// readable moves a colour towards another, which stands out from the paper, no farther than it takes to be read.
func (c rgb) readable(paper, towards rgb) rgb {
	out := c
	for step := 0.0; contrast(out, paper) < accentContrast && step < 1; {
		step += 0.05
		for i := range out {
			out[i] = math.Round(c[i] + (towards[i]-c[i])*min(step, 1))
		}
	}
	return out
}

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", int(c[0]), int(c[1]), int(c[2])) }

// accentStyle is the style of a report whose accent is given as rrggbb, readable in both themes.
func accentStyle(text string) (string, bool) {
	digits, err := hex.DecodeString(text)
	if err != nil || len(digits) != 3 {
		return "", false
	}
	c := rgb{float64(digits[0]), float64(digits[1]), float64(digits[2])}
	accent := fmt.Sprintf("light-dark(%s, %s)", c.readable(lightPaper, rgb{}), c.readable(darkPaper, rgb{255, 255, 255}))
	return fmt.Sprintf(".report { --accent: %s; --accent-hover: %s; --accent-soft: color-mix(in srgb, var(--accent) 12%%, var(--paper)); --accent-line: color-mix(in srgb, var(--accent) 40%%, var(--paper)); }\n", accent, accent), true
}
