package requestschema

import (
	"math"
	"strconv"
	"strings"
)

// integer is a whole number that may lie outside of int64: over is then its sign.
type integer struct {
	n    int64
	over int
}

// readInteger takes what can stand for a whole number without loss: numbers without a fraction, booleans, and
// strings in the spellings that readIntegerText knows.
func readInteger(k kind, text string) (integer, *rule) {
	switch k {
	case kindTrue:
		return integer{n: 1}, nil
	case kindFalse:
		return integer{}, nil
	case kindInteger:
		return parseInteger(text), nil
	case kindFloat:
		f, _ := strconv.ParseFloat(text, 64)
		return wholeNumber(f)
	case kindText:
		return readIntegerText(text)
	}
	return integer{}, notInteger
}

// wholeNumber refuses floats from 2^63 on, where neighbouring whole numbers can no longer be told apart.
func wholeNumber(f float64) (integer, *rule) {
	switch {
	case math.IsInf(f, 0) || math.IsNaN(f):
		return integer{}, notFinite
	case f != math.Trunc(f):
		return integer{}, integerFraction
	case f <= math.MinInt64 || f >= math.MaxInt64:
		return integer{}, integerTooLarge
	}
	return integer{n: int64(f)}, nil
}

// parseInteger reads an optional minus sign and digits.
func parseInteger(text string) integer {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err == nil:
		return integer{n: n}
	case strings.HasPrefix(text, "-"):
		return integer{over: -1}
	}
	return integer{over: 1}
}

// readIntegerText reads a whole number written as text: space around it, a sign, leading zeros, single underscores
// between digits and a fraction of zeros are allowed.
func readIntegerText(text string) (integer, *rule) {
	switch n := leadingInteger(text); {
	case n > digitLimit:
		return integer{}, integerTooLarge
	case n > 0 && n == len(text):
		return parseInteger(text), nil
	}
	sign, digits, ok := splitSign(strings.TrimSpace(text))
	if !ok {
		return integer{}, integerUnreadable
	}
	digits, ok = trimZeros(digits)
	if !ok {
		return integer{}, integerUnreadable
	}
	if whole, fraction, found := strings.Cut(digits, "."); found && fraction != "" && strings.Trim(fraction, "0") == "" {
		digits = whole
	}
	digits = sign + withoutUnderscores(digits)
	if n := leadingInteger(digits); n == 0 || n < len(digits) || n > digitLimit {
		return integer{}, integerUnreadable
	}
	return parseInteger(digits), nil
}

// leadingInteger is how much of the text is an integer as JSON writes it.
func leadingInteger(text string) int {
	first := 0
	if strings.HasPrefix(text, "-") {
		first = 1
	}
	end := first
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	switch {
	case end == first:
		return 0
	case text[first] == '0':
		return first + 1
	}
	return end
}

// splitSign takes off one sign; a second one makes the text unreadable.
func splitSign(text string) (sign, digits string, ok bool) {
	if rest, found := strings.CutPrefix(text, "+"); found {
		return "", rest, !strings.HasPrefix(rest, "-")
	}
	if rest, found := strings.CutPrefix(text, "-"); found {
		return "-", rest, !strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "+")
	}
	return "", text, true
}

// trimZeros takes off leading zeros and the underscores between them, but for the last zero of 0 or 0.0. A minus
// sign after them is let through: "0-1" reads as -1.
func trimZeros(text string) (string, bool) {
	if text == "" || text[0] != '0' {
		return text, text != "" && (isDigit(text[0]) || text[0] == '-')
	}
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '0' || c == '_':
		case isDigit(c) || c == '-':
			return text[i:], true
		case c == '.':
			return text[i-1:], true
		default:
			return "", false
		}
	}
	return text[len(text)-1:], true
}

// withoutUnderscores removes underscores if each stands alone and none at an end; else the text stays unreadable.
func withoutUnderscores(text string) string {
	if strings.HasPrefix(text, "_") || strings.HasSuffix(text, "_") || strings.Contains(text, "__") {
		return text
	}
	return strings.ReplaceAll(text, "_", "")
}

// readNumber takes numbers, booleans, and strings that spell a number. The result may be infinite or not a number.
func readNumber(k kind, text string) (float64, *rule) {
	switch k {
	case kindTrue:
		return 1, nil
	case kindFalse:
		return 0, nil
	case kindFloat:
		f, _ := strconv.ParseFloat(text, 64)
		return f, nil
	case kindInteger:
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, notNumber
		}
		return f, nil
	case kindText:
		return readNumberText(text)
	}
	return 0, notNumber
}

func readNumberText(text string) (float64, *rule) {
	if f, ok := parseNumber(strings.TrimSpace(text)); ok {
		return f, nil
	}
	if f, ok := parseNumber(withoutUnderscores(text)); ok {
		return f, nil
	}
	return 0, numberUnreadable
}

// parseNumber knows decimal notation only: strconv alone would take hexadecimal too.
func parseNumber(text string) (float64, bool) {
	if strings.ContainsAny(text, "xXpP_") {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil || math.IsInf(f, 0)
}

var booleanWords = map[string]bool{
	"0": false, "f": false, "n": false, "no": false, "off": false, "false": false,
	"1": true, "t": true, "y": true, "yes": true, "on": true, "true": true,
}

// readBoolean takes booleans, 0 and 1, and the words above in any case, without space around them.
func readBoolean(k kind, text string) (bool, *rule) {
	switch k {
	case kindTrue, kindFalse:
		return k == kindTrue, nil
	case kindText:
		if len(text) <= len("false") {
			if b, known := booleanWords[strings.ToLower(text)]; known {
				return b, nil
			}
		}
		return false, booleanUnreadable
	case kindInteger, kindFloat:
		number, broken := readInteger(k, text)
		if broken != nil || number.over != 0 {
			return false, notBoolean
		}
		if number.n != 0 && number.n != 1 {
			return false, booleanUnreadable
		}
		return number.n == 1, nil
	}
	return false, notBoolean
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
