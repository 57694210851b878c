package fault

// Code is the stable number of a refusal. Groups: 1xxx who you are, 2xxx what your plan allows,
// 3xxx the state things are in, 4xxx the request, 5xxx the service. Codes are never reused.
type Code int

const (
	Unauthenticated   Code = 1001
	ScopeMissing      Code = 1002
	AccountDisabled   Code = 1003
	Expired           Code = 1004
	TooFrequent       Code = 2001
	PromptLimit       Code = 2002
	DailyLimit        Code = 2003
	RunGap            Code = 2004
	PointsShort       Code = 2005
	CapReached        Code = 2006
	NoSuchThing       Code = 3001
	Duplicate         Code = 3002
	RunInFlight       Code = 3003
	NoPrompt          Code = 3004
	NoPlatform        Code = 3005
	GenerationRunning Code = 3006
	OrderState        Code = 3007
	OutletUnavailable Code = 3008
	KeyReused         Code = 3009
	TopicNotEmpty     Code = 3010
	RunEnded          Code = 3011
	PriceAbove        Code = 3012 // what the caller agreed to
	ArticleErrors     Code = 3013 // and the gate wants none
	AccountBusy       Code = 3014
	BrandArchived     Code = 3015
	BriefNotArticle   Code = 3016 // and so cannot be ordered
	Unreadable        Code = 4000
	NoRoute           Code = 4040
	NoMethod          Code = 4050
	TooLarge          Code = 4130
	RangeOutside      Code = 4160 // of a file
	Malformed         Code = 4220
	Internal          Code = 5000
	NotBuilt          Code = 5010
	Unavailable       Code = 5030
)

// Codes lists every code of the vocabulary, in ascending order.
func Codes() []Code {
	return []Code{
		Unauthenticated, ScopeMissing, AccountDisabled, Expired, TooFrequent, PromptLimit, DailyLimit, RunGap, PointsShort,
		CapReached, NoSuchThing, Duplicate, RunInFlight, NoPrompt, NoPlatform, GenerationRunning, OrderState, OutletUnavailable,
		KeyReused, TopicNotEmpty, RunEnded, PriceAbove, ArticleErrors, AccountBusy, BrandArchived, BriefNotArticle,
		Unreadable, NoRoute, NoMethod, TooLarge, RangeOutside, Malformed, Internal, NotBuilt, Unavailable,
	}
}
