package app

import (
	"renown/internal/door/message"
	"renown/internal/room/event"
	"renown/internal/tool/mail"
)

// newEvents builds the room that tells others what happened, with the words of the doors.
func (a *App) newEvents() (*event.Events, error) {
	names := map[string]string{}
	for _, p := range a.Settings.Catalogue.All() {
		names[p.ID] = p.NameZH
	}
	writer := message.Writer{PublicURL: a.Settings.PublicURL, Names: names}
	o := event.Options{
		Queue: a.queue, Keys: a.Settings.SealKeys, Accounts: a.Accounts, Networks: a.Settings.EventNetworks,
		PublicURL: a.Settings.PublicURL, Card: writer.Card, Letter: writer.Letter,
	}
	if a.Settings.SMTPURL != nil {
		server, err := mail.New(a.Settings.SMTPURL, a.Settings.MailFrom)
		if err != nil {
			return nil, err
		}
		o.Mail = server
	}
	return event.New(a.DB, o), nil
}
