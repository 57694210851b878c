package console

// suggestionsFirst is how many suggested names a page shows before the rest.
const suggestionsFirst = 5
