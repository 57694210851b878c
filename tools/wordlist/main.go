// Command wordlist makes the word lists that the answer reader embeds from the public lists they come from, so that
// they can be made again. It owns what is left out and how what stays is written.
//
// Usage: wordlist han <jieba.dict.utf8 >words_zh.bin
//
//	wordlist english <english-words >words_en.txt
//
// The first takes the dictionary of jieba or cppjieba, the second the files
// english-words.10, .20 and .35 of SCOWL one after the other.
package main

import (
	"fmt"
	"os"
)

func main() {
	makers := map[string]func() error{
		"han":     func() error { return han(os.Stdin, os.Stdout) },
		"english": func() error { return english(os.Stdin, os.Stdout) },
	}
	if len(os.Args) != 2 || makers[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: wordlist han|english")
		os.Exit(2)
	}
	if err := makers[os.Args[1]](); err != nil {
		fmt.Fprintln(os.Stderr, "wordlist:", err)
		os.Exit(1)
	}
}
