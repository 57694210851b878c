package account

import (
	"testing"

	"renown/internal/testkit/expect"
)

func TestMailbox(t *testing.T) {
	t.Parallel()
	for mailbox, same := range map[string][]string{
		"zhangsan@gmail.com": {"zhangsan@gmail.com", "Zhang.San@gmail.com", "z.hangsan+trial@googlemail.com", "ｚhangsan+@GMAIL.com"},
		"li@outlook.com":     {"li@outlook.com", "LI+2@outlook.com"},
		"li@icloud.com":      {"li@icloud.com", "li+a+b@me.com"},
		"loop@example.com":   {"loop@example.com", "loop+1@example.com", "l.oop@example.com"},
		"+.@example.com":     {"+.@example.com"},
	} {
		for _, email := range same {
			expect.Equal(t, Mailbox(email), mailbox, email, "is the mailbox")
		}
	}
	for _, other := range [][2]string{
		{"li@outlook.com", "li@hotmail.com"},
		{"li@a.example.com", "li@example.com"},
	} {
		if Mailbox(other[0]) == Mailbox(other[1]) {
			t.Errorf("%s and %s are taken for one mailbox", other[0], other[1])
		}
	}
}
