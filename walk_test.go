package legomem_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"legomem/must"
)

// longestWalk is how many functions the way of one sentence may pass through.
const longestWalk = 40

// TestWalk holds the architecture page's way of a sentence to the source: each of its
// functions is there, and they stay few.
func TestWalk(t *testing.T) {
	page := must.Have(os.ReadFile("docs/architecture.md"))(t)
	listed := regexp.MustCompile("(?m)^[0-9]+\\. `([a-z/]+)\\.([A-Za-z.]+)`").FindAllStringSubmatch(string(page), -1)
	if len(listed) == 0 || len(listed) > longestWalk {
		t.Errorf("the way passes through %d functions, and may pass through %d", len(listed), longestWalk)
	}
	for _, f := range listed {
		if pkg, name := f[1], f[2]; !functionsOf(t, pkg)[name] {
			t.Errorf("there is no function %s in %s", name, pkg)
		}
	}
}

// functionsOf are a package's functions, methods as Type.Name.
func functionsOf(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	files := must.Have(filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*.go")))(t)
	out := map[string]bool{}
	for _, file := range files {
		f := must.Have(parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution))(t)
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || strings.HasSuffix(file, "_test.go") {
				continue
			}
			name := fn.Name.Name
			if fn.Recv != nil {
				name = strings.TrimPrefix(types.ExprString(fn.Recv.List[0].Type), "*") + "." + name
			}
			out[name] = true
		}
	}
	return out
}
