package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"renown/internal/tool/requestschema"
)

// sunsetLeast is how long a deprecated operation goes on at least.
const sunsetLeast = 12 // months

// ending are the headers of an operation that is going to end: Deprecation (RFC 9745), Sunset (RFC 8594), and where changes
// are told. The contract says so by x-deprecated and x-sunset, two days; an operation without them has none.
func ending(check *requestschema.Operation) (http.Header, error) {
	since, sunset := check.Ending()
	if since == "" && sunset == "" {
		return nil, nil
	}
	from, err := time.Parse(time.DateOnly, since)
	if err != nil {
		return nil, fmt.Errorf("x-deprecated: %w", err)
	}
	to, err := time.Parse(time.DateOnly, sunset)
	if err != nil {
		return nil, fmt.Errorf("x-sunset: %w", err)
	}
	if to.Before(from.AddDate(0, sunsetLeast, 0)) {
		return nil, fmt.Errorf("x-sunset: %s is less than %d months after %s", sunset, sunsetLeast, since)
	}
	return http.Header{
		"Deprecation": {"@" + strconv.FormatInt(from.Unix(), 10)},
		"Sunset":      {to.Format(http.TimeFormat)},
		"Link":        {"<" + Prefix + changesPath + `>; rel="deprecation"; type="text/markdown"`},
	}, nil
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
