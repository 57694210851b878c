package draft

import (
	"slices"
	"strings"
	"unicode"
)

// nounEN reads "law firm/s/hire" or, with a fourth part, the number: mass, or plural when the word is given so.
func nounEN(spec string) word {
	f := strings.Split(spec, "/")
	text, class, verb, number := f[0], f[1], f[2], "count"
	if len(f) > 3 {
		number = f[3]
	}
	w := word{text: text, classes: class, number: "p", number1: "s", slots: map[string][]string{"v": {verb}, "ving": {gerund(verb)}}}
	agree := map[string]string{"is": "are", "Is": "Are", "has": "have", "do": "do"}
	switch number {
	case "mass":
		agree = map[string]string{"is": "is", "Is": "Is", "has": "has", "do": "does"}
		w.number = "s"
		w.say(text, "cat", "cat1", "cats", "one")
	case "plural":
		w.number1 = "p"
		w.say(singular(text), "cat")
		w.say(text, "cats", "pcats", "one", "acat")
	default:
		w.say(text, "cat", "cat1", "scat")
		w.say(plural(text), "cats", "pcats")
		w.say(article(text)+" "+text, "one", "acat")
	}
	for slot, form := range agree {
		w.say(form, slot)
	}
	return w
}

// endingsEN tell class, verb and number by the last word of a noun.
var endingsEN = endings(`
a/use app tool platform editor tracker planner plugin extension dashboard crm erp api database builder generator assistant chatbot
a/use/mass software saas
e/visit restaurant cafe café bakery bar diner bistro brewery pizzeria
v/visit clinic hospital museum spa salon store shop park gallery theater
v/book hotel resort hostel inn villa
v/join gym studio club
s/hire firm agency lawyer attorney consultant contractor accountant photographer studio consultancy
s/use service provider company
s/take course class bootcamp workshop
s/find supplier manufacturer
i/get/mass insurance coverage
f/buy/mass coffee tea chocolate wine beer juice honey food water milk cheese bread granola kombucha
f/buy snack bar drink cookie smoothie supplement vitamin
g/buy/mass furniture clothing apparel footwear jewelry skincare makeup luggage equipment hardware machinery bedding sportswear activewear cookware
g/buy phone laptop camera watch speaker headphone earbud printer monitor keyboard charger bike car truck scooter suv vehicle vacuum fryer blender purifier mattress sofa chair desk lamp bag backpack suitcase tent jacket shirt dress hat shoe sneaker boot sock serum moisturizer sunscreen cleanser shampoo candle toy game book knife pan mug bottle sensor robot drone machine device gadget kit stroller helmet razor toothbrush battery product appliance
`)

// spelledEN are the endings as they are met, each in the plural too unless it has none.
var spelledEN = func() map[string]ending {
	table := map[string]ending{}
	for _, e := range endingsEN {
		if _, taken := table[e.suffix]; taken {
			continue
		}
		table[e.suffix] = e
		if !strings.HasSuffix(e.spec, "/mass") {
			table[plural(e.suffix)] = e
		}
	}
	return table
}()

// bareNounEN end the names of categories and are none themselves.
var bareNounEN = setOf("saas software service services company provider product products store shop platform platforms tool tools app apps firm agency business device equipment kit machine")

func derivedEN(text string) (word, bool) {
	text = commonCase(text)
	if !nounableEN(text) {
		return word{}, false
	}
	last := lower(text[strings.LastIndexByte(text, ' ')+1:])
	e, ok := spelledEN[last]
	switch {
	case !ok || bareNounEN[lower(text)]:
		return word{}, false
	case last == e.suffix:
		return nounEN(text + "/" + e.spec), true
	case alwaysPlural(last):
		return nounEN(text + "/" + e.spec + "/plural"), true
	}
	return nounEN(singular(text) + "/" + e.spec), true
}

// likeEN takes class and verb of w; the number is the text's own.
func likeEN(text string, w word) word {
	text = commonCase(text)
	last := text[strings.LastIndexByte(text, ' ')+1:]
	number, one := "count", text
	switch {
	case alwaysPlural(last):
		number = "plural"
	case looksPlural(last):
		one = singular(text)
	case massEN(last):
		number = "mass"
	}
	return nounEN(strings.Join([]string{one, w.class(), w.slots["v"][0], number}, "/"))
}

// plainNounEN takes a short unknown phrase for a noun: plural when it looks so, else mass by its ending, else countable.
func plainNounEN(text string) (word, bool) {
	text = commonCase(text)
	if !nounableEN(text) || len(strings.Fields(text)) > 3 {
		return word{}, false
	}
	last := lower(text[strings.LastIndexByte(text, ' ')+1:])
	if len(last) < 4 || !strings.ContainsAny(last, "aeiouy") || vagueEN[last] || adjectiveEN(text) {
		return word{}, false
	}
	switch {
	case alwaysPlural(last):
		return nounEN(text + "/g/buy/plural"), true
	case looksPlural(last):
		return nounEN(singular(text) + "/g/buy"), true
	case massEN(last):
		return nounEN(text + "/g/buy/mass"), true
	}
	return nounEN(text + "/g/buy"), true
}

// nounableEN refuses what can be no name of a category: other scripts, too many words, words that make a sentence.
func nounableEN(text string) bool {
	words := strings.Fields(lower(text))
	if len(words) == 0 || len(words) > 4 || len(text) > 40 || !plain(text) || hasHan(text) || strings.ContainsAny(text, "/%&+") {
		return false
	}
	for _, w := range words {
		if functionEN[w] || len(w) > 18 {
			return false
		}
	}
	return unicode.IsLetter(first(text)) || unicode.IsDigit(first(text)) && len(words) > 1
}

var (
	functionEN = setOf("a an the and or of for to in on at by with from that which who is are was be we our us you your i my it its their they not no as best most more very how what why when where can will get free top this these every all any")
	vagueEN    = setOf("hello test testing brand company business other none nothing something thing things stuff best good great nice life lifestyle experience world future solution solutions quality value people customers users team home more better today everyone anything sample example demo unknown default empty null true false lorem ipsum introduction")
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// commonCase writes a phrase as it stands inside a sentence. In Title Case every word is lowered, otherwise only the
// first; acronyms and names with inner capitals stay.
func commonCase(s string) string {
	words := strings.Fields(s)
	title := !slices.ContainsFunc(words, func(w string) bool { return unicode.IsLower(first(w)) })
	for i, w := range words {
		if rest := strings.TrimPrefix(w, string(first(w))); (title || i == 0) && rest != "" && unicode.IsUpper(first(w)) && rest == lower(rest) && !properEN[w] {
			words[i] = lower(w)
		}
	}
	return strings.Join(words, " ")
}

var properEN = setOf("American British English French Italian Spanish German Japanese Chinese Korean Indian Mexican Thai Swiss Australian Canadian European Asian African Bluetooth Wi-Fi Markdown Android Windows Mac Linux Italy France Japan Germany China Spain Europe America California London Boston Paris Tokyo Chicago Texas Monday Sunday Christmas Gantt Excel Google Apple Microsoft Amazon Shopify Slack Python")
