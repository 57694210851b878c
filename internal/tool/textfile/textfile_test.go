package textfile_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/textfile"
)

func TestGuess(t *testing.T) {
	t.Parallel()
	const text = "name,value\n门店数,412\n员工数,300\n"
	gbk := must.Get(simplifiedchinese.GBK.NewEncoder().String(text))(t)
	little := must.Get(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text))(t)
	big := must.Get(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String(text))(t)
	long := strings.Repeat("门", 1<<19) // a line that is longer than what is looked at at once
	for name, c := range map[string]struct {
		file     string
		encoding textfile.Encoding
		text     string
		readable bool
	}{
		"empty":                  {"", textfile.UTF8, "", true},
		"plain":                  {"a,b\n", textfile.UTF8, "a,b\n", true},
		"UTF-8":                  {text, textfile.UTF8, text, true},
		"UTF-8 with a mark":      {"\ufeff" + text, textfile.UTF8, text, true},
		"UTF-8 with U+FFFD":      {"\ufffd\n", textfile.UTF8, "\ufffd\n", true},
		"UTF-8, one line broken": {text + "\xff\xff\n", textfile.UTF8, text + "\xff\xff\n", false},
		"GBK":                    {gbk, textfile.GBK, text, true},
		"GBK, one line broken":   {gbk + "\xff\xff\n", textfile.GBK, text + "\ufffd\ufffd\n", false},
		"little endian":          {little, textfile.UTF16, text, true},
		"big endian":             {big, textfile.UTF16, text, true},
		"a long line":            {text + long + "\n", textfile.UTF8, text + long + "\n", true},
	} {
		encoding, err := textfile.Guess(strings.NewReader(c.file))
		must.Do(t, err)
		expect.Equal(t, encoding, c.encoding, name)
		got := must.Get(io.ReadAll(encoding.Reader(strings.NewReader(c.file))))(t)
		expect.Equal(t, string(got), c.text, name)
		expect.Equal(t, encoding.Readable(string(got)), c.readable, name, "readable")
	}
	broken := errors.New("broken")
	if _, err := textfile.Guess(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}
