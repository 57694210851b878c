package app

import (
	"testing"

	"renown/internal/room/account"
	"renown/internal/tool/mail"
)

// A mail says in every language what it is for; what people wrote is filled in as it is.
func TestCompose(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		letter account.Letter
		want   mail.Message
	}{
		{account.Letter{Purpose: account.VerifyAddress, To: "li@example.com", Token: "a+b"}, mail.Message{
			To: "li@example.com", Subject: "验证您的邮箱 · Verify your e-mail",
			Text: "您好，\n\n请打开以下链接完成邮箱验证（48 小时内有效）：\nhttps://r.example/verify?token=a%2Bb\n\n如果您没有注册声闻，请忽略此邮件。\n\n" +
				"Open the link above within 48 hours to verify your address. If you did not register, ignore this mail.\n",
		}},
		{account.Letter{Purpose: account.ResetPassword, To: "li@example.com", Token: "t"}, mail.Message{
			To: "li@example.com", Subject: "重置密码 · Reset your password",
			Text: "您好，\n\n请打开以下链接设置新密码（1 小时内有效，只能使用一次）：\nhttps://r.example/reset?token=t\n\n如果不是您本人操作，请忽略此邮件，密码不会改变。\n\n" +
				"Open the link above within an hour to choose a new password. If you did not ask for it, ignore this mail.\n",
		}},
		{account.Letter{
			Purpose: account.Invited, To: "li@example.com", Token: "t", Team: "100%s {link}",
			From: "lin@example.com",
		}, mail.Message{
			To: "li@example.com", Subject: "lin@example.com 邀请您加入团队 · Invitation to a team",
			Text: "您好，\n\nlin@example.com 邀请您加入团队「100%s {link}」。请打开以下链接接受邀请（7 天内有效）：\nhttps://r.example/invite?token=t\n\n" +
				"lin@example.com invites you to the team “100%s {link}”. Open the link above within 7 days to accept.\n",
		}},
	} {
		if got := compose(tc.letter, "https://r.example"); got != tc.want {
			t.Errorf("%s:\n%q\n%q", tc.letter.Purpose, got.Subject, got.Text)
		}
	}
}
