package app_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Every exported method of a room that can fail says at its top what was being done, so that the log line of an internal
// error tells where it came from.
func TestRoomsSayWhatWasDone(t *testing.T) {
	t.Parallel()
	seen := 0
	err := filepath.WalkDir("../room", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !canFail(fn) {
				continue
			}
			seen++
			want := fmt.Sprintf("%q", file.Name.Name+"."+fn.Name.Name)
			if wrapped(fn) != want {
				t.Errorf("%s: %s does not begin with defer fault.Wrap(&err, %s)", path, fn.Name.Name, want)
			}
		}
		return nil
	})
	if err != nil || seen < 150 {
		t.Fatalf("%d methods looked at: %v", seen, err)
	}
}

// canFail tells whether a function is exported, of an exported type, takes a context and returns an error.
func canFail(fn *ast.FuncDecl) bool {
	if !fn.Name.IsExported() || fn.Type.Results == nil || len(fn.Type.Params.List) == 0 {
		return false
	}
	if fn.Recv != nil {
		receiver := fn.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		if name, ok := receiver.(*ast.Ident); !ok || !name.IsExported() {
			return false
		}
	}
	results := fn.Type.Results.List
	last, isName := results[len(results)-1].Type.(*ast.Ident)
	first, isSelector := fn.Type.Params.List[0].Type.(*ast.SelectorExpr)
	return isName && last.Name == "error" && isSelector && first.Sel.Name == "Context"
}

// wrapped is what a function's first statement says was being done, as it is written.
func wrapped(fn *ast.FuncDecl) string {
	if len(fn.Body.List) == 0 {
		return ""
	}
	first, ok := fn.Body.List[0].(*ast.DeferStmt)
	if !ok || len(first.Call.Args) != 2 {
		return ""
	}
	if called, ok := first.Call.Fun.(*ast.SelectorExpr); !ok || called.Sel.Name != "Wrap" {
		return ""
	}
	doing, ok := first.Call.Args[1].(*ast.BasicLit)
	if !ok {
		return ""
	}
	return doing.Value
}
