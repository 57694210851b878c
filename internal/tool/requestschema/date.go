package requestschema

import "time"

// checkDate accepts YYYY-MM-DD in the Gregorian calendar, from the year 1 on, and nothing around it.
func checkDate(text string) *rule {
	const form = "YYYY-MM-DD"
	for i := range len(text) {
		if i == len(form) {
			return dateUnreadable("unexpected extra characters at the end of the input")
		}
		if (form[i] == '-') != (text[i] == '-') {
			return dateUnreadable("invalid date separator or character")
		}
		if form[i] != '-' && !isDigit(text[i]) {
			return dateUnreadable("invalid character in date")
		}
	}
	if len(text) < len(form) {
		return dateUnreadable("input is too short")
	}
	if month := text[5:7]; month < "01" || month > "12" {
		return dateUnreadable("month value is outside expected range of 1-12")
	}
	if text[:4] == "0000" {
		return dateUnreadable("year 0 is out of range")
	}
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return dateUnreadable("day value is outside expected range")
	}
	return nil
}
