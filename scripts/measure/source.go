package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// counts are the figures of one package's source, or of all.
type counts struct {
	lines, tests      int   // of source and of tests
	functions         []int // their lengths in lines, of the source
	conditions, names int   // && and ||, and exported names, of the source
}

func (c *counts) add(o counts) {
	c.lines, c.tests, c.conditions, c.names = c.lines+o.lines, c.tests+o.tests, c.conditions+o.conditions, c.names+o.names
	c.functions = append(c.functions, o.functions...)
}

// listed is a package as go list tells of it.
type listed struct {
	Dir, ImportPath                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
	IgnoredGoFiles, Imports            []string
}

// source measures the source of the program in dir.
func source(dir string, packages bool, add func(row, value string)) error {
	list := exec.Command("go", "list", "-json=Dir,ImportPath,GoFiles,TestGoFiles,XTestGoFiles,IgnoredGoFiles,Imports", "./...")
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("list the packages: %w", err)
	}
	all, of := counts{}, map[string]counts{}
	arrows := 0
	for in := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		c, err := countsOf(p)
		if err != nil {
			return err
		}
		of[p.ImportPath] = c
		all.add(c)
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, "legomem/") {
				arrows++
			}
		}
	}
	tell(add, all, len(of), arrows)
	if packages {
		for _, name := range sorted(of) {
			c := of[name]
			add(name+": source, tests", fmt.Sprintf("%d, %d", c.lines, c.tests))
			add(name+": && and || in 100 lines", share(c))
		}
	}
	return nil
}

func tell(add func(row, value string), all counts, packages, arrows int) {
	slices.Sort(all.functions)
	longer := func(n int) string {
		i, _ := slices.BinarySearch(all.functions, n+1)
		return fmt.Sprint(len(all.functions) - i)
	}
	add("lines of source and tests", fmt.Sprint(all.lines+all.tests))
	add("lines of source", fmt.Sprint(all.lines))
	add("lines of tests", fmt.Sprint(all.tests))
	add("packages", fmt.Sprint(packages))
	add("arrows between them", fmt.Sprint(arrows))
	add("exported names", fmt.Sprint(all.names))
	add("functions", fmt.Sprint(len(all.functions)))
	add("their median length", fmt.Sprint(all.functions[len(all.functions)/2]))
	add("longer than 20 lines", longer(20))
	add("longer than 40 lines", longer(40))
	add("&& and || in 100 lines", share(all))
}

func share(c counts) string {
	return fmt.Sprintf("%.1f", 100*float64(c.conditions)/float64(max(1, c.lines)))
}

// countsOf counts what stands in a package's files, also in those of other systems.
func countsOf(p listed) (counts, error) {
	var all counts
	for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles, p.IgnoredGoFiles) {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return all, err
		}
		lines := set.File(f.Pos()).LineCount()
		if strings.HasSuffix(name, "_test.go") {
			all.tests += lines
			continue
		}
		c := counts{lines: lines}
		ast.Inspect(f, func(n ast.Node) bool { c.see(set, n); return true })
		all.add(c)
	}
	return all, nil
}

// see counts one node of a file's tree.
func (c *counts) see(set *token.FileSet, n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		c.functions = append(c.functions, set.Position(n.End()).Line-set.Position(n.Pos()).Line+1)
		c.name(n.Name)
	case *ast.BinaryExpr:
		if n.Op == token.LAND || n.Op == token.LOR {
			c.conditions++
		}
	case *ast.TypeSpec:
		c.name(n.Name)
	case *ast.ValueSpec:
		for _, id := range n.Names {
			c.name(id)
		}
	}
}

func (c *counts) name(id *ast.Ident) {
	if id.IsExported() {
		c.names++
	}
}
