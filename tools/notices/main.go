// Command notices prints the licences of everything compiled into the program
// as one Markdown page. It owns no list: the modules come from the build, the
// texts from the modules themselves, those of embedded data from the notices
// beside it, so the page cannot fall behind unnoticed.
//
// Usage: notices MODULE_DIR PACKAGE
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: notices MODULE_DIR PACKAGE")
		os.Exit(2)
	}
	modules, err := linked(os.Args[1], os.Args[2])
	var held []module
	if err == nil {
		held, err = data(os.Args[1], os.Args[2])
	}
	if err == nil {
		err = write(os.Stdout, append(modules, held...))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}
