package app

import (
	"renown/internal/door/console"
	"renown/internal/door/console/analysis"
	"renown/internal/room/report"
	"renown/internal/tool/mail"
)

// newReports builds the room of reports, with the words of the console: a process that mails one need not serve pages.
func (a *App) newReports() (*report.Reports, error) {
	o := report.Options{Queue: a.queue, Limits: a.Limits, Insights: a.Insights, PublicURL: a.Settings.PublicURL}
	pages := &analysis.Pages{Rooms: console.Rooms{Rooms: a.Rooms, PublicURL: a.Settings.PublicURL, Now: a.DB.Now}}
	o.Letter = pages.ReportLetter
	if a.Settings.SMTPURL != nil {
		server, err := mail.New(a.Settings.SMTPURL, a.Settings.MailFrom)
		if err != nil {
			return nil, err
		}
		o.Send = server.Send
	}
	return report.New(a.DB, a.Brands, o), nil
}
