package assistant

import (
	"net/http"
	"slices"
	"strings"
)

// codes maps the platforms' own codes and types, in lower case. The same word means the same thing wherever it is
// used; a word that does not ("invalid_request_error" also comes with DeepSeek's 401 and 402, "api_error" with
// anything) is left out, so that the message and the status decide.
var codes = map[string]Class{
	// Volcengine Ark
	"authenticationerror": Auth, "invalidaccountstatus": Auth,
	"accountoverdueerror": Balance, "operationdenied.serviceoverdue": Balance,
	"accessdenied": Config, "operationdenied.servicenotopen": Config, "modelnotopen": Config,
	"outofcontexterror": BadRequest,
	"serveroverloaded":  Overload, "requestbursttoofast": Overload,
	"quotaexceeded": Quota, "setlimitexceeded": Quota, "inflightbatchsizeexceeded": Quota,
	"internalserviceerror": Server,
	// Alibaba DashScope
	"invalidapikey": Auth, "arrearage": Balance, "allocationquota.freetieronly": Balance,
	"datainspectionfailed": ContentFilter, "data_inspection_failed": ContentFilter,
	"modelnotfound": Config, "model.accessdenied": Config, "access_denied": Config, "internalerror": Server,
	// Tencent
	"failedoperation.resourcepackexhausted": Balance, "failedoperation.freeresourcepackexhausted": Balance,
	"failedoperation.servicestoparrears": Balance, "failedoperation.servicenotactivated": Config,
	"4000": Server, "4001": Timeout,
	// Moonshot
	"invalid_authentication_error": Auth, "incorrect_api_key_error": Auth,
	"exceeded_current_quota_error": Balance, "rate_limit_reached_error": RateLimit,
	"engine_overloaded_error": Overload, "content_filter": ContentFilter,
	"resource_not_found_error": Config, "permission_denied_error": Config,
	// Baidu Qianfan and AI Search
	"invalid_iam_token": Auth, "malformed_json": BadRequest, "tokens_too_long": BadRequest,
	"unsafe_request": ContentFilter, "invalid_model": Config,
	"rpm_rate_limit_exceeded": RateLimit, "tpm_rate_limit_exceeded": RateLimit,
	"rate_limit_total_qps": RateLimit, "rate_limit_search_qps": RateLimit,
	"quota_user_daily_request": Quota, "quota_user_daily_free": Quota,
	"billing_insufficient_balance": Balance,
	// Zhipu
	"1000": Auth, "1001": Auth, "1002": Auth, "1003": Auth, "1004": Auth, "1113": Balance,
	"1210": BadRequest, "1211": Config, "1212": BadRequest, "1213": BadRequest, "1214": BadRequest, "1215": BadRequest,
	"1220": Config, "1301": ContentFilter, "1302": RateLimit, "1303": RateLimit, "1304": Quota,
	"1305": Overload, "1308": Quota, "1310": Quota, "1312": Overload, "1313": Quota,
	// OpenAI, xAI, Perplexity
	"insufficient_quota": Balance, "billing_hard_limit_reached": Balance, "rate_limit_exceeded": RateLimit,
	"invalid_api_key": Auth, "model_not_found": Config, "unsupported_country_region_territory": Config,
	"server_is_overloaded": Overload, "server_error": Server, "invalid_prompt": BadRequest,
	"content_policy_violation": ContentFilter, "context_length_exceeded": BadRequest,
	// Google
	"unauthenticated": Auth, "permission_denied": Config, "failed_precondition": Config, "not_found": Config,
	"resource_exhausted": RateLimit, "unavailable": Overload, "internal": Server, "deadline_exceeded": Timeout,
	// Anthropic
	"authentication_error": Auth, "billing_error": Balance, "permission_error": Config, "not_found_error": Config,
	"rate_limit_error": RateLimit, "overloaded_error": Overload, "timeout_error": Timeout,
}

var codePrefixes = []struct {
	prefix string
	class  Class
}{
	{"invalidendpointormodel", Config},
	{"inputtextsensitive", ContentFilter},
	{"outputtextsensitive", ContentFilter},
	{"sensitivecontent", ContentFilter},
	{"invalidparameter", BadRequest},
	{"ratelimitexceeded", RateLimit},
	{"requestlimitexceeded", RateLimit},
	{"throttling", RateLimit},
	{"authfailure", Auth},
}

var codeSuffixes = []struct {
	suffix string
	class  Class
}{
	{"riskdetection", ContentFilter},
	{"ratelimitexceeded", RateLimit},
}

// hints are read only when no code is known.
var hints = []struct {
	words string
	class Class
}{
	{"insufficient balance", Balance},
	{"余额不足", Balance},
	{"欠费", Balance},
	{"arrear", Balance},
	{"exceeded your current quota", Balance},
	{"credit balance is too low", Balance},
	{"api key not valid", Auth},
	{"incorrect api key", Auth},
	{"invalid api key", Auth},
	{"live search is deprecated", Config},
	{"overloaded", Overload},
	{"rate limit", RateLimit},
	{"too many requests", RateLimit},
}

func classOfCode(code string) (Class, bool) {
	code = strings.ToLower(code)
	if class, ok := codes[code]; ok {
		return class, true
	}
	for _, p := range codePrefixes {
		if strings.HasPrefix(code, p.prefix) {
			return p.class, true
		}
	}
	for _, s := range codeSuffixes {
		if strings.HasSuffix(code, s.suffix) {
			return s.class, true
		}
	}
	return "", false
}

// retirement are words for a model that is gone for good, in lower case. A code need not name the model, a message must:
// fields and tools are retired too.
var retirement = []string{
	"deprecated", "retired", "decommissioned", "discontinued", "shut down", "shutdown", "no longer available", "no longer supported",
	"no longer served", "end of life", "end-of-life", "sunset", "已下线", "下线", "已退役", "停止服务", "停服", "已弃用",
}

func retired(status int, c complaint, message string) bool {
	switch status {
	case http.StatusGone:
		return true
	case 0, http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity:
	default:
		return false
	}
	code := strings.ToLower(c.code + " " + c.kind)
	of := strings.Contains(message, "model") || strings.Contains(message, "模型") || strings.Contains(code, "model")
	says := func(word string) bool {
		return of && strings.Contains(message, word) || strings.Contains(code, "model") && strings.Contains(code, word)
	}
	return slices.ContainsFunc(retirement, says)
}

// classify decides by the operator's own table, the code, the type, the message and only then the status.
func classify(status int, c complaint, own map[string]Class) Class {
	for _, code := range []string{c.code, c.kind} {
		if class, ok := own[code]; ok && code != "" {
			return class
		}
	}
	message := strings.ToLower(c.message)
	if retired(status, c, message) {
		return Retired
	}
	for _, code := range []string{c.code, c.kind} {
		class, ok := classOfCode(code)
		switch {
		case !ok:
			continue
		case class == RateLimit && c.daily:
			return Quota
		case class == RateLimit && strings.Contains(message, "free allocated quota"):
			return Balance // DashScope uses one code for "too fast" and "the gift is used up"
		}
		return class
	}
	for _, h := range hints {
		if strings.Contains(message, h.words) {
			return h.class
		}
	}
	return classOfStatus(status)
}

func classOfStatus(status int) Class {
	switch status {
	case http.StatusUnauthorized:
		return Auth
	case http.StatusPaymentRequired:
		return Balance
	case http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed:
		return Config
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		return Timeout
	case http.StatusTooManyRequests:
		return RateLimit
	case http.StatusServiceUnavailable, 529: // 529 is Anthropic's "overloaded"
		return Overload
	}
	if status >= 400 && status < 500 {
		return BadRequest
	}
	return Server
}
