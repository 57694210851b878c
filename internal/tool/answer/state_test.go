package answer_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

func TestState(t *testing.T) {
	t.Parallel()
	reader := answer.NewReader(names("x|小米|Xiaomi", "h|华为|Huawei"))
	for want, texts := range map[answer.State][]string{
		answer.Empty: {"", " \n\t", "\u200b\ufeff", "---", "**  **", "……", "```\n```", "\x00\x01"},
		answer.Refused: {
			"抱歉，我无法回答这个问题。",
			"你好，这个问题我暂时无法回答，让我们换个话题再聊聊吧。",
			"很抱歉，我不能提供相关信息。如果您有其他问题，我很乐意帮助您。",
			"作为一个AI语言模型，我无法对具体品牌进行推荐。建议您咨询专业人士。",
			"抱歉，我无法评价小米的产品。",
			"對不起，我無法回答您的問題。",
			"作为一个人工智能语言模型，我还没学习如何回答这个问题，您可以向我问一些其它的问题，我会尽力帮您解决的。",
			"很抱歉，我还未学习到如何回答这个问题的内容，暂时无法提供相关信息。",
			"尊敬的用户您好，让我们换个话题再聊吧。",
			"非常抱歉，我还没有学会回答这个问题。如果您有其他问题，我非常乐意为您提供帮助。",
			"Sorry, that's beyond my current scope. Let's talk about something else.",
			"I’m just a language model, so I can’t help you with that.",
			"I'm sorry, but I can't help with that.",
			"I’m sorry, I cannot assist with that request.",
			"As an AI language model, I am unable to provide recommendations for specific brands. Please consult a professional.",
			"Sorry, I can't discuss Xiaomi.",
			"I won't be able to comment on this topic. Is there anything else I can help you with?",
		},
		answer.Broken: {
			"服务器繁忙，请稍后再试。",
			"Sorry, something went wrong. Please try again later.",
			"根据相关法律法规和政策，部分搜索结果未予显示。",
			"I can't browse the internet right now.",
			"抱歉，我目前无法联网查询。",
			"Error: 429 Too Many Requests",
			"网络异常，生成失败",
		},
		answer.NamesNobody: {
			"抱歉，我没有找到关于小米的信息。",
			"推荐戴森的吸尘器。",
			"无法充电的时候，先检查电源线。",
			"作为AI，我没有个人偏好，但可以推荐几款：戴森V15吸力强，石头G20自动化程度高，追觅性价比好，科沃斯的售后网点比较多，都值得放进对比清单里看看。",
			"没有找到相关信息。",
			"I couldn't find any information about that product in my sources.",
			"You cannot use this charger with older phones, because the plug does not provide enough power and gets hot after an hour of charging.",
			"https://www.mi.com",
			"10",
		},
		answer.NamesUs: {
			"小米不错。",
			"作为AI，我推荐小米。",
			"作为AI，我无法判断哪个最好，但小米口碑不错。",
			"抱歉，我不能替您决定，不过华为和小米都值得考虑。",
			"As an AI I cannot recommend a single phone, but Xiaomi and Huawei are popular.",
			"I can't recommend Xiaomi enough! " + strings.Repeat("It is great. ", 10),
			"没有提到小米，也不建议购买。",
			"I can't recommend Xiaomi enough!",
			"我不会推荐小米。",
			"我觉得小米无法提供好的售后。",
		},
		answer.NamesOthers: {
			"Huawei is good.",
			"作为一个语言模型，我无法给出排名。华为的影像能力强。",
		},
	} {
		for _, text := range texts {
			expect.Equal(t, reader.Read(text, "", nil).State, want, text)
		}
	}
}

func TestAnsweredStates(t *testing.T) {
	t.Parallel()
	for state, want := range map[answer.State]bool{
		answer.Empty: false, answer.Refused: false, answer.NamesNobody: true, answer.NamesUs: true, answer.NamesOthers: true, "": false,
	} {
		if state.Answered() != want {
			t.Errorf("%q answered: %t", state, !want)
		}
	}
}

// What keeps a name that stands in an answer from counting is said.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		entity answer.Entity
		text   string
		want   []answer.Left
	}{
		{answer.Entity{Name: "Discover"}, "Discover how to travel.", []answer.Left{{Extent: answer.Extent{End: 8}, Reason: answer.AsWord}}},
		{answer.Entity{Name: "Discover"}, "**Discover it® Miles**", nil},
		{answer.Entity{Name: "小米"}, "推荐华为。\n\n参考资料：\n- 小米评测_知乎", []answer.Left{{Extent: answer.Extent{Start: 15, End: 17}, Reason: answer.AsSource}}},
		{answer.Entity{Name: "苹果", Contexts: []string{"手机"}}, "苹果很甜。", []answer.Left{{Extent: answer.Extent{End: 2}, Reason: answer.NoContext}}},
		{answer.Entity{Name: "Midea", Exclusions: []string{"Midea Road"}}, "on Midea Road", []answer.Left{{Extent: answer.Extent{Start: 3, End: 8}, Reason: answer.Excluded}}},
		{answer.Entity{Name: "李宁"}, "李宁老师今天上课。", []answer.Left{{Extent: answer.Extent{End: 2}, Reason: answer.AsOther}}},
	} {
		got := answer.NewReader([]answer.Entity{test.entity}).Read(test.text, "", nil).Entities[0]
		if diff := cmp.Diff(test.want, got.Left); diff != "" || got.Named() != (test.want == nil) {
			t.Errorf("%q named %v: %s", test.text, got.Named(), diff)
		}
	}
}
