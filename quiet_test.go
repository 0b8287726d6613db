package legomem_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/must"
)

// speakers are the packages below cmd that are programs of their own, or play one:
// the tool process, the conformance programs, the generator of the suite, and the training of
// the reader.
var speakers = []string{"tools/sandbox", "tools/sandbox/conformance", "officebench/gen", "orchestrator/taskgraph/moves/train", "reading/train"}

// TestQuiet holds that only the command line prints, ends the process and knows
// flags: what is below it hands over results, and can stand behind another door.
func TestQuiet(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], "legomem/")
		if strings.HasPrefix(pkg, "cmd/") || slices.Contains(speakers, pkg) || len(fields) < 3 {
			continue
		}
		for _, file := range fields[2:] {
			for _, spoken := range spokenIn(t, filepath.Join(fields[1], file)) {
				t.Errorf("%s/%s uses %s: that is the command line's alone", pkg, file, spoken)
			}
		}
	}
}

// TestQuietNotices: what the rule refuses is seen.
func TestQuietNotices(t *testing.T) {
	file := filepath.Join(t.TempDir(), "loud.go")
	must.Do(t, os.WriteFile(file, []byte("package loud\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n\t_ \"github.com/spf13/cobra\"\n)\n\nfunc f() {\n\tfmt.Println(1)\n\tfmt.Fprintln(os.Stderr, 2)\n\tos.Exit(3)\n}\n"), 0o600))
	want := []string{"github.com/spf13/cobra", "fmt.Println", "os.Stderr", "os.Exit"}
	if got := spokenIn(t, file); !slices.Equal(got, want) {
		t.Errorf("it notices %q, want %q", got, want)
	}
}

// spokenIn finds what of a file prints, reads a terminal, ends the process or knows
// flags.
func spokenIn(t *testing.T, file string) []string {
	t.Helper()
	f := must.Have(parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution))(t)
	var found []string
	for _, spec := range f.Imports {
		if path := strings.Trim(spec.Path.Value, `"`); path == "github.com/spf13/cobra" || path == "github.com/mattn/go-isatty" {
			found = append(found, path)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		pkg, _ := s.X.(*ast.Ident)
		if pkg == nil {
			return true
		}
		name := pkg.Name + "." + s.Sel.Name
		if slices.Contains([]string{"fmt.Print", "fmt.Printf", "fmt.Println", "os.Exit", "os.Stdin", "os.Stdout", "os.Stderr"}, name) {
			found = append(found, name)
		}
		return true
	})
	return found
}
