package assistant

import (
	"context"
	"errors"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		status int
		body   string
		want   Class
	}{
		// A model that is gone is told from one that the account may not use.
		{"gone", 410, `<html>Gone</html>`, Retired},
		{"openai gone", 404, `{"error":{"message":"The model 'gpt-4-32k' has been deprecated","code":"model_not_found"}}`, Retired},
		{"openai not opened", 404, `{"error":{"message":"The model 'x' does not exist or you do not have access to it","code":"model_not_found"}}`, Config},
		{"groq gone", 400, `{"error":{"message":"x","code":"model_decommissioned"}}`, Retired},
		{"tencent gone", 400, `{"error":{"message":"模型 hunyuan-turbos-latest 已下线，请使用 hy3","code":"400"}}`, Retired},
		{"ark not opened", 404, `{"error":{"code":"ModelNotOpen","message":"Your account has not activated the model"}}`, Config},
		{"a field is gone", 400, `{"error":{"message":"search_parameters is deprecated","code":"invalid_request"}}`, BadRequest},
		{"live search", 400, `{"error":"Live search is deprecated. Please switch to the Agent Tools API"}`, Config},
		{"broken while it speaks of models", 500, `{"error":{"message":"the deprecated model server failed"}}`, Server},
		// "No balance" has a different status everywhere.
		{
			"deepseek balance", 402,
			`{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}`, Balance,
		},
		{"ark balance", 403, `{"error":{"code":"AccountOverdueError","message":"overdue","type":"Forbidden"}}`, Balance},
		{"kimi balance 403", 403, `{"error":{"type":"invalid_request_error","message":"Your account has insufficient balance"}}`, Balance},
		{"kimi balance 429", 429, `{"error":{"type":"exceeded_current_quota_error","message":"suspended"}}`, Balance},
		{"glm balance", 429, `{"error":{"code":"1113","message":"欠费"}}`, Balance},
		{"glm balance number", 429, `{"error":{"code":1113,"message":""}}`, Balance},
		{"baidu balance", 429, `{"code":"BILLING_INSUFFICIENT_BALANCE","message":"x"}`, Balance},
		{
			"openai balance", 429,
			`{"error":{"message":"You exceeded your current quota, please check your plan","type":"insufficient_quota","code":null}}`, Balance,
		},
		{"openai balance words only", 429, `{"error":{"message":"You exceeded your current quota"}}`, Balance},
		{"qwen balance", 400, `{"code":"Arrearage","message":"Access denied","request_id":"r"}`, Balance},
		{"qwen free quota", 403, `{"code":"AllocationQuota.FreeTierOnly","message":"x"}`, Balance},
		{"qwen gift used up", 429, `{"code":"Throttling.AllocationQuota","message":"Free allocated quota exceeded."}`, Balance},
		{
			"qwen tokens per minute", 429,
			`{"code":"Throttling.AllocationQuota","message":"Allocated quota exceeded, please increase your quota limit."}`, RateLimit,
		},
		{
			"claude balance", 400,
			`{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}`, Balance,
		},
		{"claude billing", 402, `{"type":"error","error":{"type":"billing_error","message":""}}`, Balance},
		// Rate, quota and overload share a status.
		{"ark rate", 429, `{"error":{"code":"RateLimitExceeded.EndpointTPMExceeded"}}`, RateLimit},
		{"ark account rate", 429, `{"error":{"code":"ModelAccountRpmRateLimitExceeded"}}`, RateLimit},
		{"ark overload", 429, `{"error":{"code":"ServerOverloaded"}}`, Overload},
		{"ark quota", 429, `{"error":{"code":"SetLimitExceeded"}}`, Quota},
		{"glm daily", 429, `{"error":{"code":"1304"}}`, Quota},
		{"glm overloaded", 429, `{"error":{"code":"1305"}}`, Overload},
		{"kimi overload", 429, `{"error":{"type":"engine_overloaded_error","message":"x"}}`, Overload},
		{"kimi overload words only", 429, `{"error":{"message":"The engine is currently overloaded"}}`, Overload},
		{
			"gemini rate despite its words", 429,
			`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"You exceeded your current quota"}}`, RateLimit,
		},
		{
			"gemini daily", 429,
			`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"RequestsPerDay"}]}]}}`, Quota,
		},
		{"claude overloaded", 529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, Overload},
		{"claude overloaded as 500", 500, `{"type":"error","error":{"type":"api_error","message":"Overloaded"}}`, Overload},
		{"perplexity rate", 429, `{"error":{"code":429,"message":"Too many","type":"x"}}`, RateLimit},
		{"bare 429", 429, ``, RateLimit},
		// Who we are.
		{"ark auth", 401, `{"error":{"code":"AuthenticationError"}}`, Auth},
		{
			"deepseek auth", 401,
			`{"error":{"message":"Authentication Fails","type":"authentication_error","code":"invalid_request_error"}}`, Auth,
		},
		{
			"gemini auth is 400", 400,
			`{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"API key not valid. Please pass a valid API key."}}`, Auth,
		},
		{"tencent auth in 200", 200, `{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"x"},"RequestId":"r"}}`, Auth},
		{"glm auth", 401, `{"error":{"code":"1002"}}`, Auth},
		// What we may use.
		{"ark model", 404, `{"error":{"code":"InvalidEndpointOrModel.ModelIDAccessDisabled"}}`, Config},
		{"ark not open", 403, `{"error":{"code":"OperationDenied.ServiceNotOpen"}}`, Config},
		{"xai live search", 400, `{"code":"x","error":"Live search is deprecated"}`, Config},
		{"openai country", 403, `{"error":{"code":"unsupported_country_region_territory"}}`, Config},
		{"gemini region", 400, `{"error":{"code":400,"status":"FAILED_PRECONDITION","message":"User location is not supported"}}`, Config},
		// What they will not answer.
		{"ark filter", 400, `{"error":{"code":"InputTextSensitiveContentDetected"}}`, ContentFilter},
		{"ark filter with a tail", 400, `{"error":{"code":"SensitiveContentDetected.SevereViolation"}}`, ContentFilter},
		{"ark risk", 400, `{"error":{"code":"InputTextRiskDetection"}}`, ContentFilter},
		{"qwen filter", 400, `{"code":"DataInspectionFailed","message":"x"}`, ContentFilter},
		{"kimi filter", 400, `{"error":{"type":"content_filter","message":"x"}}`, ContentFilter},
		{"qianfan filter", 400, `{"error":{"code":"x","type":"unsafe_request","message":"x"},"id":"as-1"}`, ContentFilter},
		{"glm filter", 400, `{"error":{"code":"1301"}}`, ContentFilter},
		// The rest, by status.
		{"gateway", 502, `<html>bad gateway</html>`, Server},
		{"gateway timeout", 504, `upstream timed out`, Timeout},
		{"deepseek 422", 422, `{"error":"bad"}`, BadRequest},
		{"deepseek 503", 503, `{"error":{"message":"busy"}}`, Overload},
		{"stream failure", 200, `{"ErrorMsg":{"Msg":"model timeout","Code":4001}}`, Timeout},
		{"unknown in 200", 200, `{"error":{"message":"something"}}`, Server},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			expect.Equal(t, classify(c.status, readComplaint([]byte(c.body)), nil), c.want)
		})
	}
}

func TestClassifyByOperator(t *testing.T) {
	t.Parallel()
	c := readComplaint([]byte(`{"error":{"code":"1302","message":""}}`))
	expect.Equal(t, classify(429, c, map[string]Class{"1302": Quota}), Quota, "the operator's own table lost")
}

func TestClassProperties(t *testing.T) {
	t.Parallel()
	if len(Classes()) != len(properties) {
		t.Errorf("%d classes, %d with properties", len(Classes()), len(properties))
	}
	retryable := map[Class]bool{
		RateLimit: true, Overload: true, Timeout: true, Network: true, Server: true,
		Malformed: true, Empty: true, SearchFailed: true,
	}
	opens := map[Class]bool{Auth: true, Balance: true, Config: true, Quota: true, Refused: true, Retired: true}
	for _, c := range Classes() {
		if c.Retryable() != retryable[c] || c.OpensCircuit() != opens[c] || c.Recorded() != (c == ContentFilter) {
			t.Errorf("%s: retryable %t, opens %t, recorded %t", c, c.Retryable(), c.OpensCircuit(), c.Recorded())
		}
	}
	if Class("unheard of").Retryable() {
		t.Error("an unknown class is retried")
	}
}

func TestFaultText(t *testing.T) {
	t.Parallel()
	f := &Fault{Platform: "glm", Class: Balance, Status: 429, Code: "1113", Message: "欠费", Cause: context.Canceled}
	expect.Equal(t, f.Error(), "glm: balance, HTTP 429, 1113: 欠费")
	if !errors.Is(f, context.Canceled) {
		t.Error("the cause is lost")
	}
	expect.Equal(t, shorten("a\x00b\n\tc"+strings.Repeat("长", 400), 5), "ab c长…")
}

// Classes lists every class.
func Classes() []Class {
	return []Class{
		Auth, Balance, Config, Quota, RateLimit, Overload, Server, Timeout, Network, Malformed, Empty,
		SearchFailed, ContentFilter, BadRequest, Refused, Retired, Unsupported, Unavailable, Canceled,
	}
}
