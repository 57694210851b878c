package stat

import "math"

// studentTwoSided is how often a t at least that far from 0 arises by chance.
func studentTwoSided(t, freedom float64) float64 {
	return incompleteBeta(freedom/2, 0.5, freedom/(freedom+t*t))
}

// studentQuantile is the t below which the share p, over one half, of the distribution lies.
func studentQuantile(p, freedom float64) float64 {
	t := fisherQuantile(math.Sqrt2*math.Erfinv(2*p-1), freedom)
	if freedom >= manyDegrees {
		return t
	}
	// Newton's steps on logarithms: there the tail is concave and nearly straight, so that a few steps suffice from anywhere.
	target := math.Log(2 * (1 - p))
	la, _ := math.Lgamma(freedom / 2)
	lb, _ := math.Lgamma((freedom + 1) / 2)
	front := lb - la - 0.5*math.Log(freedom*math.Pi)
	for range 60 {
		tail := studentTwoSided(t, freedom)
		density := math.Exp(front - (freedom+1)/2*math.Log1p(t*t/freedom))
		step := (math.Log(tail) - target) * tail / (2 * density * t)
		t *= math.Exp(max(-2, min(2, step)))
		if math.Abs(step) < 1e-13 {
			break
		}
	}
	return t
}

// manyDegrees is from where the expansion alone is right to ten digits.
const manyDegrees = 300

// fisherQuantile is Student's quantile by expansion around the normal one (Abramowitz and Stegun 26.7.5).
func fisherQuantile(z, n float64) float64 {
	z2 := z * z
	g1 := z * (z2 + 1) / 4
	g2 := z * (3 + z2*(16+z2*5)) / 96
	g3 := z * (-15 + z2*(17+z2*(19+z2*3))) / 384
	g4 := z * (-945 + z2*(-1920+z2*(1482+z2*(776+z2*79)))) / 92160
	return z + (g1+(g2+(g3+g4/n)/n)/n)/n
}

// incompleteBeta is the regularised incomplete beta function, by its continued fraction on the side where that converges
// fast (Abramowitz and Stegun 26.5.8).
func incompleteBeta(a, b, x float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - incompleteBeta(b, a, 1-x)
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	front := math.Exp(lab - la - lb + a*math.Log(x) + b*math.Log1p(-x))
	return front * betaFraction(a, b, x) / a
}

// betaFraction evaluates the fraction from its head (Lentz's method).
func betaFraction(a, b, x float64) float64 {
	const (
		tiny = 1e-300
		most = 10_000
	)
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/away(1-(a+b)*x/(a+1))
	value := d
	for m := 1.0; m < most; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d, c = 1/away(1+even*d), away(1+even/c)
		value *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d, c = 1/away(1+odd*d), away(1+odd/c)
		value *= d * c
		if math.Abs(d*c-1) < 1e-16 {
			break
		}
	}
	return value
}
