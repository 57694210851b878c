package operator

import (
	"regexp"
	"strings"

	"renown/internal/door/console/kit"
)

// importFaults are the complaints of the import, which speaks English as the command does. What is not here is shown as it
// is.
var importFaults = []struct {
	said *regexp.Regexp
	zh   string // a key; its arguments are what the expression found
}{
	{regexp.MustCompile(`^(\S+) is missing$`), kit.Key("缺少 %s")},
	{regexp.MustCompile(`^(\S+) is one of (.+)$`), kit.Key("%s 只能是 %s 之一")},
	{regexp.MustCompile(`^content_types are article and video$`), kit.Key("content_types 只能是 article 与 video")},
	{regexp.MustCompile(`^(\S+) is between (-?\d+) and (\d+)$`), kit.Key("%s 应在 %s 与 %s 之间")},
	{regexp.MustCompile(`^(\S+) is not an address that begins with http:// or https://$`), kit.Key("%s 不是以 http:// 或 https:// 开头的网址")},
	{regexp.MustCompile(`^(\S+) is longer than (\d+) characters$`), kit.Key("%s 超过 %s 个字符")},
	{regexp.MustCompile(`^(\S+) holds a control character$`), kit.Key("%s 含有控制字符")},
	{regexp.MustCompile(`^(\S+) has more than (\d+) entries$`), kit.Key("%s 超过 %s 项")},
	{regexp.MustCompile(`^domain is a bare host name$`), kit.Key("domain 应是不带协议与路径的域名")},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is not a number$`), kit.Key("%s：%s 不是数字")},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is not a whole number$`), kit.Key("%s：%s 不是整数")},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is too large$`), kit.Key("%s：%s 过大")},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is neither true nor false$`), kit.Key("%s：%s 应为 true 或 false")},
	{regexp.MustCompile(`^longer than (\d+) bytes$`), kit.Key("这一行超过 %s 字节")},
	{regexp.MustCompile(`^not readable as text: .*$`), kit.Key("读不出文字：编码既不全是 UTF-8，也不全是 GBK")},
	{regexp.MustCompile(`^(\d+) cells, the header has (\d+)$`), kit.Key("有 %s 格，表头有 %s 格")},
	{regexp.MustCompile(`^a quotation mark is not closed$`), kit.Key("引号没有闭合")},
	{regexp.MustCompile(`(?s)^not CSV: (.*)$`), kit.Key("不是合法的 CSV：%s")},
	{regexp.MustCompile(`^more than one JSON object$`), kit.Key("一行里不止一个 JSON 对象")},
	{regexp.MustCompile(`^not a JSON object but a (.*)$`), kit.Key("应是 JSON 对象，却是 %s")},
	{regexp.MustCompile(`(?s)^(\S+): (.+) is not what belongs here$`), kit.Key("%s：不该是 %s")},
	{regexp.MustCompile(`(?s)^not JSON: (.*)$`), kit.Key("不是合法的 JSON：%s")},
	{regexp.MustCompile(`^the same outlet as on line (\d+)$`), kit.Key("与第 %s 行是同一家媒体")},
}

// importFault is what is wrong with a line, in the reader's language.
func importFault(v *kit.Visit, text string) string {
	parts := strings.Split(text, "; ")
	for i, part := range parts {
		for _, f := range importFaults {
			if found := f.said.FindStringSubmatch(part); found != nil {
				args := make([]any, 0, len(found))
				for _, arg := range found[1:] {
					args = append(args, arg)
				}
				parts[i] = v.T(f.zh, args...)
				break
			}
		}
	}
	return strings.Join(parts, v.T("；"))
}
