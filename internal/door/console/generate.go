package console

//go:generate go tool -modfile=../../../tools/go.mod templ generate -log-level error -path .
