package locale

// Entries are the forms of every entry of a language.
func (l *Language) Entries() map[string][]string {
	all := map[string][]string{}
	for key, e := range l.entries() {
		all[key] = append(all[key], e.text)
		for _, text := range e.forms {
			all[key] = append(all[key], text)
		}
	}
	return all
}
