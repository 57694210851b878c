package app

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"renown/internal/door/locale"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/timestamp"
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

// link is where a letter leads: to the page that takes its token, or to where its reader can do something.
func link(letter account.Letter, publicURL string) string {
	switch letter.Purpose {
	case account.SignedIn:
		return publicURL + "/account"
	case account.PasswordChanged:
		return publicURL + "/keys"
	case account.Registered:
		return publicURL + "/forgot"
	case account.EndpointDisabled:
		return publicURL + "/events"
	case account.PlanConfirmed, account.PlanDeclined:
		return publicURL + "/plan"
	}
	return publicURL + "/" + string(letter.Purpose) + "?token=" + url.QueryEscape(letter.Token)
}

// compose writes a letter in all languages, one after the other: who reads it is not known to prefer one.
func compose(letter account.Letter, publicURL string) mail.Message {
	fill := strings.NewReplacer(
		"{link}", link(letter, publicURL),
		"{address}", letter.Address,
		"{agent}", account.MailName(letter.Agent),
		"{at}", letter.At.In(timestamp.Beijing).Format("2006-01-02 15:04 (UTC+8)"),
		"{keys}", strconv.Itoa(letter.Keys),
		"{team}", account.MailName(letter.Team),
		"{name}", account.MailName(letter.Name),
		"{from}", letter.From)
	var subjects, texts []string
	for _, l := range locale.All() {
		subjects = append(subjects, fill.Replace(l.T("mail_subject."+string(letter.Purpose))))
		texts = append(texts, fill.Replace(l.T("mail."+string(letter.Purpose))))
	}
	return mail.Message{To: letter.To, Subject: strings.Join(subjects, " · "), Text: strings.Join(texts, "\n")}
}
