package message

import (
	"renown/internal/door/locale"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
)

// Ask says of contradictions who runs the first cited page that is on an outlet, and in what words to ask for a correction.
func Ask(l *locale.Language, brand string, list []fact.Contradiction, outlets map[string]catalogue.Publisher) {
	for i := range list {
		c := &list[i]
		for _, s := range c.Citations {
			if o, known := outlets[s.URL]; known && c.Outlet == nil {
				c.Outlet = &fact.Outlet{ID: o.ID, Name: o.Name, URL: o.URL, PageURL: s.URL}
			}
		}
		if len(c.Citations) == 0 || c.Said == nil {
			continue
		}
		text := Correction(l, brand, c.Citations[0].URL, c)
		if c.Outlet != nil {
			text = l.T("致%s：", c.Outlet.Name) + Correction(l, brand, c.Outlet.PageURL, c)
		}
		c.Request = &text
	}
}

// Correction is a text that asks the owner of a page to correct it, for the user to send. Something must have been said.
func Correction(l *locale.Language, brand, page string, c *fact.Contradiction) string {
	text := l.T("您好：贵站的页面 %s 被 AI 助手引用来回答关于「%s」的问题，其中「%s」与事实不符。事实是：%s。", page, brand, *c.Said, c.Statement)
	if c.SourceURL != nil {
		text += l.T("出处：%s 。", *c.SourceURL)
	}
	return text + l.T("若页面上确有此说，请予更正。")
}
