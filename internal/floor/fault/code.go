package fault

import (
	"maps"
	"slices"
)

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
	MediaUnavailable  Code = 3008
	KeyReused         Code = 3009
	TopicNotEmpty     Code = 3010
	RunEnded          Code = 3011
	Unreadable        Code = 4000
	NoRoute           Code = 4040
	NoMethod          Code = 4050
	TooLarge          Code = 4130
	Malformed         Code = 4220
	Internal          Code = 5000
	NotBuilt          Code = 5010
	Unavailable       Code = 5030
)

// sentence is what a person is told when nothing more particular is known.
type sentence struct{ zh, en string }

var sentences = map[Code]sentence{
	Unauthenticated:   {"缺少有效的 API Key，或该 Key 已失效", "no valid API key, or the key is no longer in force"},
	ScopeMissing:      {"API Key 缺少所需的权限范围", "the API key lacks a required scope"},
	AccountDisabled:   {"账号已停用，请联系管理员", "the account is disabled"},
	Expired:           {"订阅或试用已到期，请续费后再试", "the subscription or trial has expired"},
	TooFrequent:       {"请求过于频繁，请稍后再试", "too many requests, try again later"},
	PromptLimit:       {"已启用的意图词达到套餐上限", "the plan allows no more enabled prompts"},
	DailyLimit:        {"今日检测次数已用完", "today's detection runs are used up"},
	RunGap:            {"两次检测间隔过短，请稍后再试", "too soon after the last run"},
	PointsShort:       {"发稿积分不足", "not enough publishing points"},
	CapReached:        {"数量已达上限", "the limit is reached"},
	NoSuchThing:       {"资源不存在", "no such thing"},
	Duplicate:         {"重复提交", "submitted already"},
	RunInFlight:       {"该品牌有检测正在进行", "a run of this brand is in progress"},
	NoPrompt:          {"该品牌没有已启用的意图词", "the brand has no enabled prompt"},
	NoPlatform:        {"所选平台均不可用于当前套餐", "none of the platforms chosen is available to the plan"},
	GenerationRunning: {"该品牌正在生成意图词", "a generation of this brand is in progress"},
	OrderState:        {"订单当前状态不允许此操作", "the order's status does not allow this"},
	MediaUnavailable:  {"部分媒体不可用于该内容", "some media are not available for this content"},
	KeyReused:         {"Idempotency-Key 已用于另一请求，或首次请求尚未完成", "the Idempotency-Key was used for another request, or its first request still runs"},
	TopicNotEmpty:     {"主题下仍有意图词，不能删除", "the topic still has prompts"},
	RunEnded:          {"检测已结束，无法取消", "the run has ended"},
	Unreadable:        {"无法读取该请求", "unreadable request"},
	NoRoute:           {"接口不存在", "no such route"},
	NoMethod:          {"该接口不支持此请求方法", "method not allowed"},
	TooLarge:          {"请求体过大，上限为 1 MiB", "the body is over 1 MiB"},
	Malformed:         {"请求参数不符合要求", "the request is not of the required shape"},
	Internal:          {"服务内部错误", "internal error"},
	NotBuilt:          {"该接口尚未开放", "not built yet"},
	Unavailable:       {"服务暂时不可用，请稍后再试", "the service is not available now, try again later"},
}

func (c Code) sentences() sentence {
	if s, ok := sentences[c]; ok {
		return s
	}
	return sentences[Internal]
}

// Codes lists every code of the vocabulary, in ascending order.
func Codes() []Code { return slices.Sorted(maps.Keys(sentences)) }
