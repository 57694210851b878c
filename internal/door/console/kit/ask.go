package kit

// Asking is a question before something that matters. Texts are translated.
type Asking struct {
	Label, Icon, Class           string // of the button
	Title, Text, Confirm, Action string
}
