package answer_test

import (
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

func TestShingles(t *testing.T) {
	t.Parallel()
	article := answer.ShinglesOf("云栖笔记的写字楼店设有自提柜，下单后约六分钟可取。 It opened forty new stores in ten cities this year.")
	all := len(article)
	if all == 0 {
		t.Fatal("no shingles")
	}
	if n := len(article.In("据介绍，写字楼店设有自提柜，下单后约6分钟可取")); n < 3 {
		t.Errorf("%d found in what repeats it", n)
	}
	expect.Equal(t, len(article.In("写字楼里有咖啡，自提也快")), 0, "found in what does not")
	expect.Equal(t, len(article.In("Yes: it OPENED forty new stores in ten cities.")), 3, "found in English")
	expect.Equal(t, article.Common(answer.ShinglesOf("下单后约六分钟可取")), 2, "in common")
	article.Without("写字楼店设有自提柜")
	if len(article) >= all || article.In("写字楼店设有自提柜") != nil {
		t.Error("what was known before counts")
	}
	if answer.ShinglesOf(strings.Repeat("短", 7)).In("短") != nil || len(answer.ShinglesOf("")) != 0 {
		t.Error("too short a text has shingles")
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	got := answer.Sentences("## 办公室喝的挂耳咖啡怎么选\n\n太短。**云栖**的写字楼店设有自提柜！下单后约六分钟可取，不用等；\n- It opened 4.5 new stores in ten cities this year. Too short.\n> 没有句号也是一句完整的话\xff")
	want := []string{
		"办公室喝的挂耳咖啡怎么选", "云栖的写字楼店设有自提柜！", "下单后约六分钟可取，不用等；",
		"It opened 4.5 new stores in ten cities this year.", "没有句号也是一句完整的话\xff",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
