// Command clientgen writes the generated halves of the clients from the contract: types, codes and one method an operation, in Go,
// TypeScript and Python, and an example of each call for the reference; and the contract as JSON, as the program reads
// it. What a client does with a request stands beside them, written by hand.
//
//	go -C tools run ./clientgen ..
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: clientgen ROOT")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "clientgen:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	text, err := os.ReadFile(filepath.Join(root, "internal/door/api/openapi.yaml"))
	if err != nil {
		return err
	}
	c, err := readContract(text)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		path  string
		write func(*bytes.Buffer, *contract)
	}{
		{"internal/door/api/openapi.gen.json", writeDocument},
		{"client/api.gen.go", writeGo},
		{"clients/typescript/src/api.ts", writeTypeScript},
		{"clients/python/renown/api.py", writePython},
		{"internal/door/console/access/calls.gen.json", writeCalls},
		{"client/calls_gen_test.go", writeGoCalls},
	} {
		var out bytes.Buffer
		f.write(&out, c)
		made := out.Bytes()
		if filepath.Ext(f.path) == ".go" {
			if made, err = format.Source(made); err != nil {
				return fmt.Errorf("%s: %w", f.path, err)
			}
		}
		if err := os.WriteFile(filepath.Join(root, f.path), made, 0o644); err != nil {
			return err
		}
	}
	return nil
}
