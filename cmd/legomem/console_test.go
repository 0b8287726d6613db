package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/must"
)

func TestTellf(t *testing.T) {
	for _, tc := range []struct {
		name string
		tell func(w *strings.Builder)
		want string
	}{
		{name: "a value stays on its line", want: "a: b\\nFORGED\\x1b\n", tell: func(w *strings.Builder) { tellf(w, "%s: %s\n", "a", "b\nFORGED\x1b") }},
		{name: "any value", want: `[a\n b]|x\r|"q\n"|  7|<U+202E>` + "\n", tell: func(w *strings.Builder) {
			tellf(w, "%v|%v|%q|%3d|%c\n", []string{"a\n", "b"}, errors.New("x\r"), "q\n", 7, '\u202e')
		}},
		{name: "a block is indented", want: "= a\n  FORGED\\x1b\n", tell: func(w *strings.Builder) { tellf(w, "= %s\n", blockOf("\na\r\nFORGED\x1b\n", "  ")) }},
		{name: "a line", want: "a\\nFORGED\n", tell: func(w *strings.Builder) { tellLine(w, "a\nFORGED") }},
		{name: "what is printed past tellf", want: "a\n\\x1b[2J\n", tell: func(w *strings.Builder) { tellPage(console{w}, "a\n\x1b[2J\n") }},
		{name: "a line over another", want: "\ra\\nb  ", tell: func(w *strings.Builder) {
			if n := overLine(console{w}, "a\nb", 6); n != 4 {
				t.Errorf("%d letters", n)
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b strings.Builder
			tc.tell(&b)
			if b.String() != tc.want {
				t.Errorf("%q, want %q", b.String(), tc.want)
			}
		})
	}
}

// TestOneDoor holds that all that is printed passes the console: the other files of this
// package print with its functions, and name no stream of the process.
func TestOneDoor(t *testing.T) {
	for _, file := range must.Have(filepath.Glob("*.go"))(t) {
		if !strings.HasSuffix(file, "_test.go") && file != "console.go" {
			for _, past := range printedPast(t, file, nil) {
				t.Errorf("%s uses %s: print with tellf, tellLine or tellPage, which show what cannot be seen", file, past)
			}
		}
	}
	loud := "package loud\n\nfunc f() {\n\tfmt.Println(1)\n\tfmt.Fprintf(a.out, \"\")\n\tfmt.Fprintf(&b, \"\")\n\t_ = os.Stderr\n\tprintln(2)\n}\n"
	if got, want := printedPast(t, "loud.go", loud), []string{"fmt.Println", "fmt.Fprintf", "os.Stderr", "println"}; !slices.Equal(got, want) {
		t.Errorf("it notices %q, want %q", got, want)
	}
}

// printedPast finds what of a file prints to a stream, but into a text of its own (&b).
// The process's streams belong to main alone.
func printedPast(t *testing.T, file string, src any) []string {
	t.Helper()
	var found []string
	f := must.Have(parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution))(t)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name := nameOf(n.Fun); name == "println" || printsToStream(name, n.Args) {
				found = append(found, name)
			}
		case *ast.SelectorExpr:
			if name := nameOf(n); file != "main.go" && (name == "os.Stdout" || name == "os.Stderr") {
				found = append(found, name)
			}
		}
		return true
	})
	return found
}

// printsToStream reports whether a call of fmt or io writes elsewhere than into &b.
func printsToStream(name string, args []ast.Expr) bool {
	if strings.HasPrefix(name, "fmt.Print") {
		return true
	}
	if !strings.HasPrefix(name, "fmt.Fprint") && name != "io.WriteString" {
		return false
	}
	into, ok := args[0].(*ast.UnaryExpr)
	return !ok || into.Op != token.AND
}

// nameOf writes a name, or one of a package.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok {
			return of.Name + "." + e.Sel.Name
		}
	}
	return ""
}
