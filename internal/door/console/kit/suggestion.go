package kit

// SuggestionsFirst is how many suggested names a page shows before the rest.
const SuggestionsFirst = 5
