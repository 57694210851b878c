// Command benchtable reads the output of `go test -bench` and prints one table:
// a row for each benchmark, the median of its repetitions in each column.
// It owns the layout alone; whether two sets of figures differ is benchstat's question.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "benchtable:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	rows, err := read(in)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return fmt.Errorf("the input holds no benchmark result")
	}
	return write(out, rows)
}
