// Package textfile guesses how a file writes its characters, and reads it as UTF-8. It knows nothing of what the text says.
package textfile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// Encoding is how a file writes its characters.
type Encoding string

const (
	UTF8  Encoding = "utf-8"
	GBK   Encoding = "gbk"    // read as GB18030, which contains it
	UTF16 Encoding = "utf-16" // with a byte order mark
)

// pieceMax is how much of a line is looked at at once, in bytes.
const pieceMax = 1 << 20

// Guess reads a file to its end and finds its encoding. A file is GBK when most of its lines beyond ASCII are not
// UTF-8: a single damaged line does not turn the others into nonsense.
func Guess(file io.Reader) (Encoding, error) {
	in := bufio.NewReaderSize(file, pieceMax)
	if mark, _ := in.Peek(2); bytes.Equal(mark, []byte("\xff\xfe")) || bytes.Equal(mark, []byte("\xfe\xff")) {
		return UTF16, nil
	}
	var good, bad int
	for {
		line, err := in.ReadSlice('\n')
		if plain := bytes.IndexFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) < 0; !plain {
			if errors.Is(err, bufio.ErrBufferFull) {
				line = line[:len(line)-utf8.UTFMax] // a character may be cut here
			}
			if utf8.Valid(line) {
				good++
			} else {
				bad++
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
	}
	if bad > good {
		return GBK, nil
	}
	return UTF8, nil
}

// Reader gives the text of a file in this encoding as UTF-8, without a byte order mark. What cannot be read is left
// as it is in UTF-8, and is U+FFFD in the others; Readable tells.
func (e Encoding) Reader(file io.Reader) io.Reader {
	switch e {
	case GBK:
		return simplifiedchinese.GB18030.NewDecoder().Reader(file)
	case UTF16:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(file)
	}
	in := bufio.NewReader(file)
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\ufeff")) {
		_, _ = in.Discard(3)
	}
	return in
}

// Readable tells whether all of a text that Reader gave could be read.
func (e Encoding) Readable(text string) bool {
	return utf8.ValidString(text) && (e == UTF8 || !strings.ContainsRune(text, utf8.RuneError))
}
