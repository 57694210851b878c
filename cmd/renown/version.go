package main

import (
	"fmt"
	"io"
	"runtime"
)

type versionCmd struct{}

func (versionCmd) Run(e *environment) error {
	v := map[string]string{"version": version, "go": runtime.Version(), "api": "v1"}
	return e.print(v, func(w io.Writer) { fmt.Fprintf(w, "renown %s (%s, API v1)\n", version, runtime.Version()) })
}
