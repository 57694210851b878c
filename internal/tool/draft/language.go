package draft

import "renown/internal/tool/text/char"

// language decides by the introduction, or by the whole profile when the introduction is too short to tell. A Latin
// word weighs as much as two Han characters.
func language(p Profile) string {
	han, latin, other := weigh(p.Introduction)
	if han+latin < 8 {
		for _, s := range append(append([]string{p.Name, p.ProductType, p.CoreAudience}, p.Keywords...), p.SellingPoints...) {
			h, l, o := weigh(s)
			han, latin, other = han+h, latin+l, other+o
		}
	}
	if han > latin && han > other {
		return "zh"
	}
	return "en"
}

// LanguageOf is the language of a text, "zh" or "en", and the region in which it is mostly asked. Both are empty for what is written
// in neither.
func LanguageOf(text string) (language, region string) {
	switch han, latin, other := weigh(text); {
	case other >= max(han, latin):
		return "", ""
	case han > latin:
		language = "zh"
	default:
		language = "en"
	}
	return language, lexica[language]().region
}

func weigh(s string) (han, latin, other int) {
	in := false
	for _, r := range clean(s) {
		alphabetic := isWord(r) && !char.IsHan(r)
		switch {
		case char.IsHan(r):
			han++
		case alphabetic && r > 0x24f: // neither Han nor Latin: kana, Hangul, Cyrillic, …
			other++
		case alphabetic && !in:
			latin += 2
		}
		in = alphabetic
	}
	return han, latin, other
}
