package porch

import (
	"net/http"

	"renown/internal/floor/fault"
)

// Statuses pairs each code of a fault with its HTTP status, for every door. It is total: a test compares it with the vocabulary
// and the contract.
var Statuses = map[fault.Code]int{
	fault.Unauthenticated:   http.StatusUnauthorized,
	fault.ScopeMissing:      http.StatusForbidden,
	fault.AccountDisabled:   http.StatusForbidden,
	fault.Expired:           http.StatusForbidden,
	fault.TooFrequent:       http.StatusTooManyRequests,
	fault.PromptLimit:       http.StatusConflict,
	fault.DailyLimit:        http.StatusTooManyRequests,
	fault.RunGap:            http.StatusTooManyRequests,
	fault.PointsShort:       http.StatusPaymentRequired,
	fault.CapReached:        http.StatusConflict,
	fault.NoSuchThing:       http.StatusNotFound,
	fault.Duplicate:         http.StatusConflict,
	fault.RunInFlight:       http.StatusConflict,
	fault.NoPrompt:          http.StatusConflict,
	fault.NoPlatform:        http.StatusConflict,
	fault.GenerationRunning: http.StatusConflict,
	fault.OrderState:        http.StatusConflict,
	fault.OutletUnavailable: http.StatusConflict,
	fault.KeyReused:         http.StatusConflict,
	fault.TopicNotEmpty:     http.StatusConflict,
	fault.RunEnded:          http.StatusConflict,
	fault.PriceAbove:        http.StatusConflict,
	fault.ArticleErrors:     http.StatusConflict,
	fault.AccountBusy:       http.StatusConflict,
	fault.BrandArchived:     http.StatusConflict,
	fault.BriefNotArticle:   http.StatusConflict,
	fault.Unreadable:        http.StatusBadRequest,
	fault.NoRoute:           http.StatusNotFound,
	fault.NoMethod:          http.StatusMethodNotAllowed,
	fault.TooLarge:          http.StatusRequestEntityTooLarge,
	fault.RangeOutside:      http.StatusRequestedRangeNotSatisfiable,
	fault.Malformed:         http.StatusUnprocessableEntity,
	fault.Internal:          http.StatusInternalServerError,
	fault.NotBuilt:          http.StatusNotImplemented,
	fault.Unavailable:       http.StatusServiceUnavailable,
}
