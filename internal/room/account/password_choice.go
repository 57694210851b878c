package account

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"renown/internal/floor/fault"
)

//go:embed common_passwords.txt
var commonText string

var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(commonText) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			set[line] = true
		}
	}
	return set
})

const (
	choiceMin = 8   // code points
	choiceMax = 128 // code points

	// decoration is how many characters around a common password still leave it one: password1!, 2024qwerty.
	decoration = 4
	// ownLetters is how many characters a password must have beside words that are guessed first at this account.
	ownLetters = 6
)

// ownWords name the service.
var ownWords = []string{"renown", "shengwen", "声闻"}

// runs are characters in the order of keyboards and alphabets, which guessers try forwards and backwards.
var runs = []string{
	"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "qazwsxedcrfvtgbyhnujmikolp",
}

// checkPasswordChoice holds a password that is chosen against NIST SP 800-63B: length, no rules of composition, no password
// that is known to be common, none made of the address or the service's name.
func checkPasswordChoice(password, email string) error {
	if n := utf8.RuneCountInString(password); n < choiceMin || n > choiceMax {
		return fault.New(fault.Malformed).Why("password_length", choiceMin, choiceMax)
	}
	folded := strings.ToLower(norm.NFKC.String(password))
	if isCommon(folded) {
		return fault.New(fault.Malformed).Why("password_common")
	}
	rest := folded
	for _, w := range append(wordsOf(email), ownWords...) {
		rest = strings.ReplaceAll(rest, w, "")
	}
	if rest != folded && utf8.RuneCountInString(rest) < ownLetters {
		return fault.New(fault.Malformed).Why("password_context")
	}
	return nil
}

// wordsOf are the parts of an address that are worth a guess.
func wordsOf(email string) (list []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(email), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if utf8.RuneCountInString(w) >= 4 {
			list = append(list, w)
		}
	}
	if local, _, ok := strings.Cut(strings.ToLower(email), "@"); ok && len(local) >= 4 {
		list = append([]string{local}, list...)
	}
	return list
}

func isCommon(folded string) bool {
	if common()[folded] || repeats(folded) || inOrder(folded) {
		return true
	}
	core := strings.TrimFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	return core != folded && utf8.RuneCountInString(folded)-utf8.RuneCountInString(core) <= decoration &&
		(common()[core] || len(core) > 3 && inOrder(core))
}

// repeats tells whether a text is one to four characters over and over.
func repeats(text string) bool {
	runes := []rune(text)
	for unit := 1; unit <= 4; unit++ {
		same := true
		for i := unit; i < len(runes) && same; i++ {
			same = runes[i] == runes[i-unit]
		}
		if same {
			return true
		}
	}
	return false
}

// inOrder tells whether a text is a piece of a run, forwards or backwards, however often it starts anew at its beginning.
func inOrder(text string) bool {
	backwards := []rune(text)
	for i, j := 0, len(backwards)-1; i < j; i, j = i+1, j-1 {
		backwards[i], backwards[j] = backwards[j], backwards[i]
	}
	for _, r := range runs {
		if doubled := r + r; strings.Contains(doubled, text) || strings.Contains(doubled, string(backwards)) {
			return true
		}
	}
	return false
}
