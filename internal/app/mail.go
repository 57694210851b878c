package app

import (
	"context"
	"net/url"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/room/account"
	"renown/internal/tool/mail"
)

// mailJobs sends the notices of accounts when there is a mail server: nothing otherwise.
func (a *App) mailJobs() ([]queue.Kind, error) {
	if a.Settings.SMTPURL == nil {
		return nil, nil
	}
	server, err := mail.New(a.Settings.SMTPURL, a.Settings.MailFrom)
	if err != nil {
		return nil, err
	}
	return []queue.Kind{account.MailJob.By(func(ctx context.Context, notice account.Notice) error {
		letter, err := a.Accounts.WriteLetter(ctx, notice)
		if fault.Is(err, fault.NoSuchThing) {
			return nil // no longer wanted
		}
		if err != nil {
			return err
		}
		return server.Send(ctx, compose(letter, a.Settings.PublicURL))
	})}, nil
}

// wording is a mail in both languages; {link}, {team} and {from} are filled in.
type wording struct{ path, subject, text string }

var wordings = map[string]wording{
	account.VerifyAddress: {
		"/verify", "验证您的邮箱 · Verify your e-mail",
		"您好，\n\n请打开以下链接完成邮箱验证（48 小时内有效）：\n{link}\n\n如果您没有注册声闻，请忽略此邮件。\n\n" +
			"Open the link above within 48 hours to verify your address. If you did not register, ignore this mail.\n",
	},
	account.ResetPassword: {
		"/reset", "重置密码 · Reset your password",
		"您好，\n\n请打开以下链接设置新密码（1 小时内有效，只能使用一次）：\n{link}\n\n如果不是您本人操作，请忽略此邮件，密码不会改变。\n\n" +
			"Open the link above within an hour to choose a new password. If you did not ask for it, ignore this mail.\n",
	},
	account.Invited: {
		"/invite", "{from} 邀请您加入团队 · Invitation to a team",
		"您好，\n\n{from} 邀请您加入团队「{team}」。请打开以下链接接受邀请（7 天内有效）：\n{link}\n\n" +
			"{from} invites you to the team \"{team}\". Open the link above within 7 days to accept.\n",
	},
}

func compose(letter account.Letter, publicURL string) mail.Message {
	w := wordings[letter.Purpose]
	fill := strings.NewReplacer(
		"{link}", publicURL+w.path+"?token="+url.QueryEscape(letter.Token),
		"{team}", letter.Team,
		"{from}", letter.From)
	return mail.Message{To: letter.To, Subject: fill.Replace(w.subject), Text: fill.Replace(w.text)}
}
