package simulator

// standard is what a platform says where its own word is not known.
var standard = map[Outcome]code{
	RateLimit:  {429, "rate_limit_exceeded", "rate_limit_error", "Rate limit reached for requests"},
	Server:     {500, "server_error", "api_error", "The server had an error while processing your request"},
	Overload:   {503, "server_is_overloaded", "overloaded_error", "The engine is currently overloaded"},
	BadRequest: {400, "invalid_value", "invalid_request_error", "Invalid request"},
	Auth:       {401, "invalid_api_key", "authentication_error", "Incorrect API key provided: sk-sim***yz"},
	Config:     {404, "model_not_found", "not_found_error", "The model does not exist or you do not have access to it"},
	Balance:    {429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota, please check your plan and billing details."},
	Quota:      {429, "quota_user_daily_request", "quota", "Daily limit reached"},
	Filter:     {400, "content_filter", "content_filter", "The request was rejected by the content policy"},
}

// dialects are the documented codes. "No balance" is 402, 403, 400 or 429 depending on the platform.
var dialects = map[string]dialect{
	"doubao":     ark,
	"doubao_app": ark,
	"deepseek": {nestedError, map[Outcome]code{
		// DeepSeek names no codes of use: the status and the sentence decide.
		RateLimit:  {429, "", "", "Rate limit reached"},
		Server:     {500, "", "", "Internal error"},
		Overload:   {503, "", "", "Server overloaded"},
		BadRequest: {422, "invalid_request_error", "invalid_request_error", "Invalid parameters"},
		Auth:       {401, "invalid_request_error", "authentication_error", "Authentication Fails (no such user)"},
		Config:     {404, "", "", "Not found"},
		Balance:    {402, "invalid_request_error", "unknown_error", "Insufficient Balance"},
		Filter:     {400, "content_filter", "", "Content Exists Risk"},
	}},
	"qwen": {topError, map[Outcome]code{
		RateLimit:  {429, "Throttling.RateQuota", "", "Requests rate limit exceeded, please try again later."},
		Server:     {500, "InternalError", "", "An internal error has occured, please try again later."},
		BadRequest: {400, "InvalidParameter", "", "parameter.enable_thinking must be set to false for non-streaming calls"},
		Auth:       {401, "InvalidApiKey", "", "Invalid API-key provided."},
		Config:     {404, "ModelNotFound", "", "Model not exist."},
		Balance:    {400, "Arrearage", "", "Access denied, please make sure your account is in good standing."},
		Filter:     {400, "DataInspectionFailed", "", "Input data may contain inappropriate content."},
	}},
	"yuanbao": {nestedError, map[Outcome]code{
		RateLimit: {429, "RequestLimitExceeded", "", "请求的次数超过了频率限制。"},
		Auth:      {401, "AuthFailure.InvalidSecretKey", "", "密钥非法。"},
		Balance:   {400, "FailedOperation.ServiceStopArrears", "", "账号欠费，服务已停止。"},
	}},
	"kimi": {codelessError, map[Outcome]code{
		RateLimit:  {429, "", "rate_limit_reached_error", "Your account reached max RPM: 3, please try again after 1 seconds"},
		Server:     {500, "", "server_error", "unexpected error"},
		Overload:   {429, "", "engine_overloaded_error", "The engine is currently overloaded, please try again later"},
		BadRequest: {400, "", "invalid_request_error", "tokenization failed"},
		Auth:       {401, "", "invalid_authentication_error", "Invalid Authentication"},
		Config:     {404, "", "resource_not_found_error", "Not found the model or Permission denied"},
		Balance:    {403, "", "exceeded_current_quota_error", "Your account is suspended because of insufficient balance"},
		Filter:     {400, "", "content_filter", "The request was rejected because it was considered high risk"},
	}},
	"ernie": {nestedError, map[Outcome]code{
		RateLimit:  {429, "rpm_rate_limit_exceeded", "rate_limit_exceeded", "Rate limit reached for RPM"},
		BadRequest: {400, "malformed_json", "invalid_request_error", "Invalid JSON"},
		Auth:       {401, "invalid_iam_token", "access_denied", "IAM certification failed"},
		Config:     {400, "invalid_model", "invalid_request_error", "No permission to use the model"},
		Filter:     {400, "unsafe", "unsafe_request", "the content of message field is invalid"},
	}},
	"baidu_search": {topError, map[Outcome]code{
		RateLimit: {429, "RATE_LIMIT_TOTAL_QPS", "", "qps limit"},
		Auth:      {401, "invalid_iam_token", "", "IAM certification failed"},
		Balance:   {429, "BILLING_INSUFFICIENT_BALANCE", "", "balance"},
		Quota:     {429, "QUOTA_USER_DAILY_REQUEST", "", "daily quota"},
	}},
	"glm": {nestedError, map[Outcome]code{
		RateLimit:  {429, "1302", "", "您的账户已达到速率限制"},
		Overload:   {429, "1305", "", "该模型当前访问量过大"},
		BadRequest: {400, "1210", "", "API 调用参数有误"},
		Auth:       {401, "1002", "", "Authorization Token 非法"},
		Config:     {400, "1211", "", "模型不存在"},
		Balance:    {429, "1113", "", "您的账户已欠费，请充值后重试"},
		Quota:      {429, "1304", "", "今日调用次数已达上限"},
		Filter:     {400, "1301", "", "系统检测到输入或生成内容可能包含不安全或敏感内容"},
	}},
	"chatgpt":      {nestedError, nil},
	"chatgpt_chat": {nestedError, nil},
	"perplexity":   {nestedError, map[Outcome]code{RateLimit: {429, "429", "rate_limit", "Too many requests"}}},
	"grok":         {nestedError, nil},
	"gemini": {googleError, map[Outcome]code{
		RateLimit:  {429, "RESOURCE_EXHAUSTED", "", "You exceeded your current quota, please check your plan and billing details."},
		Server:     {500, "INTERNAL", "", "An internal error has occurred."},
		Overload:   {503, "UNAVAILABLE", "", "The model is overloaded. Please try again later."},
		BadRequest: {400, "INVALID_ARGUMENT", "", "Invalid value"},
		Auth:       {400, "INVALID_ARGUMENT", "", "API key not valid. Please pass a valid API key."},
		Config:     {404, "NOT_FOUND", "", "model is not found for API version v1beta"},
		Balance:    {402, "", "", "Billing is not active"},
		Quota:      {429, "RESOURCE_EXHAUSTED", "", "You exceeded your current quota, please check your plan and billing details."},
	}},
	"claude": {anthropicError, map[Outcome]code{
		Server:   {500, "", "api_error", "Internal server error"},
		Overload: {529, "", "overloaded_error", "Overloaded"},
		Balance:  {402, "", "billing_error", "Your credit balance is too low"},
	}},
}

var ark = dialect{nestedError, map[Outcome]code{
	RateLimit:  {429, "RateLimitExceeded.EndpointRPMExceeded", "TooManyRequests", "The requests per minute limit was exceeded"},
	Server:     {500, "InternalServiceError", "InternalServerError", "The service encountered an unexpected internal error"},
	Overload:   {429, "ServerOverloaded", "TooManyRequests", "The service is currently overloaded"},
	BadRequest: {400, "InvalidParameter.UnsupportedParameter", "BadRequest", "A parameter is not valid"},
	Auth:       {401, "AuthenticationError", "Unauthorized", "The API key in the request is missing or invalid"},
	Config:     {404, "InvalidEndpointOrModel.ModelIDAccessDisabled", "NotFound", "The model does not exist or you do not have access to it"},
	Balance:    {403, "AccountOverdueError", "Forbidden", "The request failed because your account has an overdue balance"},
	Quota:      {429, "QuotaExceeded", "TooManyRequests", "The account's quota has been exhausted"},
	Filter:     {400, "InputTextSensitiveContentDetected", "BadRequest", "The input text may contain sensitive information"},
}}
