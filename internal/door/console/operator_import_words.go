package console

import (
	"regexp"
	"strings"
)

// importFaults are the complaints of the import, which speaks English as the command does, in Chinese. What is not here is
// shown as it is.
var importFaults = []struct {
	said *regexp.Regexp
	zh   string
}{
	{regexp.MustCompile(`^(\S+) is missing$`), "缺少 $1"},
	{regexp.MustCompile(`^(\S+) is one of (.+)$`), "$1 只能是 $2 之一"},
	{regexp.MustCompile(`^content_types are article and video$`), "content_types 只能是 article 与 video"},
	{regexp.MustCompile(`^(\S+) is between (-?\d+) and (\d+)$`), "$1 应在 $2 与 $3 之间"},
	{regexp.MustCompile(`^(\S+) is not an address that begins with http:// or https://$`), "$1 不是以 http:// 或 https:// 开头的网址"},
	{regexp.MustCompile(`^(\S+) is longer than (\d+) characters$`), "$1 超过 $2 个字符"},
	{regexp.MustCompile(`^(\S+) holds a control character$`), "$1 含有控制字符"},
	{regexp.MustCompile(`^(\S+) has more than (\d+) entries$`), "$1 超过 $2 项"},
	{regexp.MustCompile(`^domain is a bare host name$`), "domain 应是不带协议与路径的域名"},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is not a number$`), "$1：$2 不是数字"},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is not a whole number$`), "$1：$2 不是整数"},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is too large$`), "$1：$2 过大"},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is neither true nor false$`), "$1：$2 应为 true 或 false"},
	{regexp.MustCompile(`^longer than (\d+) bytes$`), "这一行超过 $1 字节"},
	{regexp.MustCompile(`^not readable as text: .*$`), "读不出文字：编码既不全是 UTF-8，也不全是 GBK"},
	{regexp.MustCompile(`^(\d+) cells, the header has (\d+)$`), "有 $1 格，表头有 $2 格"},
	{regexp.MustCompile(`^a quotation mark is not closed$`), "引号没有闭合"},
	{regexp.MustCompile(`(?s)^not CSV: (.*)$`), "不是合法的 CSV：$1"},
	{regexp.MustCompile(`^more than one JSON object$`), "一行里不止一个 JSON 对象"},
	{regexp.MustCompile(`^not a JSON object but a (.*)$`), "应是 JSON 对象，却是 $1"},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is not what belongs here$`), "$1：不该是 $2"},
	{regexp.MustCompile(`(?s)^not JSON: (.*)$`), "不是合法的 JSON：$1"},
	{regexp.MustCompile(`^the same outlet as on line (\d+)$`), "与第 $1 行是同一家媒体"},
}

// importFault is what is wrong with a line, in the reader's language.
func importFault(v *visit, text string) string {
	if v.english {
		return text
	}
	parts := strings.Split(text, "; ")
	for i, part := range parts {
		for _, f := range importFaults {
			if f.said.MatchString(part) {
				parts[i] = f.said.ReplaceAllString(part, f.zh)
				break
			}
		}
	}
	return strings.Join(parts, "；")
}
