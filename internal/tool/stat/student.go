package stat

import "math"

// studentTwoSided is how often a t at least that far from 0 arises by chance.
func studentTwoSided(t, freedom float64) float64 {
	return incompleteBeta(freedom/2, 0.5, freedom/(freedom+t*t))
}

// studentQuantile is the t below which the share p, over one half, of the distribution lies. It halves an interval that
// holds the answer until floating point can no longer tell its ends apart.
func studentQuantile(p, freedom float64) float64 {
	target := 2 * (1 - p)
	low, high := 0.0, 2.0
	for studentTwoSided(high, freedom) > target {
		low, high = high, high*2
	}
	for {
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			return middle
		}
		if studentTwoSided(middle, freedom) > target {
			low = middle
		} else {
			high = middle
		}
	}
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
