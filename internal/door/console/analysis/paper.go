package analysis

import (
	"math"
	"strings"

	"renown/internal/door/console/kit"
)

const paperWidth = 1000.0

// niceStep divides a range into about five round parts.
func niceStep(span float64) float64 {
	if span <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(span/4)))
	for _, m := range []float64{1, 2, 5, 10} {
		if span/(power*m) <= 5 {
			return power * m
		}
	}
	return power * 10
}

func stepDigits(step float64) int { return max(0, int(math.Ceil(-math.Log10(step)-1e-9))) }

// linePath joins what is known; a gap lifts the pen.
func linePath(list []*float64, at func(int, float64) string) string {
	var d strings.Builder
	down := false
	for i, x := range list {
		switch {
		case x == nil:
			down = false
			continue
		case down:
			d.WriteString(" L")
		default:
			d.WriteString(" M")
			down = true
		}
		d.WriteString(at(i, *x))
	}
	return strings.TrimSpace(d.String())
}

// bandPath goes along the upper bounds and back along the lower ones, stretch by stretch.
func bandPath(points []kit.Point, at func(int, float64) string) string {
	var d strings.Builder
	for start := 0; start < len(points); {
		if points[start].Low == nil || points[start].High == nil {
			start++
			continue
		}
		end := start
		for end < len(points) && points[end].Low != nil && points[end].High != nil {
			end++
		}
		for i := start; i < end; i++ {
			d.WriteString(map[bool]string{true: " M", false: " L"}[i == start] + at(i, *points[i].High))
		}
		for i := end - 1; i >= start; i-- {
			d.WriteString(" L" + at(i, *points[i].Low))
		}
		d.WriteString("Z")
		start = end
	}
	return strings.TrimSpace(d.String())
}
