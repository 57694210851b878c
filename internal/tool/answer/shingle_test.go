package answer_test

import (
	"strings"
	"testing"

	"renown/internal/tool/answer"
)

func TestShingles(t *testing.T) {
	t.Parallel()
	article := answer.ShinglesOf("云栖笔记的写字楼店设有自提柜，下单后约六分钟可取。 It opened forty new stores in ten cities this year.")
	all, seen := len(article), answer.Shingles{}
	if all == 0 {
		t.Fatal("no shingles")
	}
	if n := article.In("据介绍，写字楼店设有自提柜，下单后约6分钟可取", seen); n < 3 {
		t.Errorf("%d found in what repeats it", n)
	}
	if n := article.In("写字楼里有咖啡，自提也快", seen); n != 0 {
		t.Errorf("%d found in what does not", n)
	}
	if n := article.In("Yes: it OPENED forty new stores in ten cities.", seen); n != 3 {
		t.Errorf("%d found in English", n)
	}
	if len(seen) < 6 {
		t.Errorf("%d noted", len(seen))
	}
	article.Without("写字楼店设有自提柜")
	if len(article) >= all || article.In("写字楼店设有自提柜", seen) != 0 {
		t.Error("what was known before counts")
	}
	if answer.ShinglesOf(strings.Repeat("短", 7)).In("短", seen) != 0 || len(answer.ShinglesOf("")) != 0 {
		t.Error("too short a text has shingles")
	}
}
