package account

import (
	"testing"

	"renown/internal/testkit/expect"
)

func TestMailbox(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{
		{"zhangsan@gmail.com", "Zhang.San@gmail.com", "z.hangsan+trial@googlemail.com", "zhangsan+@GMAIL.com", "ｚhangsan@gmail.com"},
		{"li@outlook.com", "LI+2@outlook.com"},
		{"li@icloud.com", "li+a+b@me.com"},
		{"li.wang@qq.com", "Li.Wang@qq.com"},
	} {
		for _, email := range same {
			expect.Equal(t, Mailbox(email), same[0], email, "is the mailbox")
		}
	}
	for _, other := range [][2]string{
		{"li.wang@outlook.com", "liwang@outlook.com"}, // dots are Gmail's alone
		{"li+a@example.com", "li@example.com"},        // what this domain does is unknown
		{"li@outlook.com", "li@hotmail.com"},
	} {
		if Mailbox(other[0]) == Mailbox(other[1]) {
			t.Errorf("%s and %s are taken for one mailbox", other[0], other[1])
		}
	}
}
