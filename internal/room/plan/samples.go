package plan

import "renown/internal/floor/fault"

// TooManySamples refuses to ask a prompt several times in a run on a plan that does not include it. at is the field in the body.
func TooManySamples(samples int64, at ...any) error {
	return fault.Value("samples above 1 is not part of this plan", samples, append([]any{"body"}, at...)...).Why("samples_tier")
}
