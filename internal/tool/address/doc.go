// Package address knows pages by their addresses: which addresses are one page, on which channel and site it stands, of
// which class that is and whose. Its rules are data, host by host; who changes them changes answer.Version, so that history
// is read again. It is a pure function of its input: no page is fetched.
package address
