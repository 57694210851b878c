package account

// Tellable tells whether a figure over all accounts of the installation may be shown to one of them: it rests on so many things of so many
// accounts that nobody learns about another.
func Tellable(things, accounts int) bool { return things >= 5 && accounts >= 3 }
