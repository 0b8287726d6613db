package legomem_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"legomem/must"
)

// parsers are the libraries that read strangers' files: mails, calendars,
// office packages, pdfs, images.
var parsers = []string{
	"archive/zip", "encoding/csv", "encoding/xml", "image/gif", "image/jpeg", "image/png", "mime/multipart",
	"github.com/arran4/golang-ical", "github.com/emersion/go-message", "github.com/go-pdf/fpdf", "github.com/ledongthuc/pdf",
	"github.com/pdfcpu/pdfcpu", "github.com/teambition/rrule-go", "github.com/xuri/excelize/v2",
	"golang.org/x/image/bmp", "golang.org/x/image/tiff", "golang.org/x/image/webp", "golang.org/x/net/html",
}

// apps are our own packages that read such files.
var apps = []string{"calendar", "contacts", "email", "excel", "lookup", "notes", "ocr", "office", "pdf", "shell", "system", "word"}

// harmless are the names of those packages that may be used outside tools/:
// none of them is given a stranger's bytes.
var harmless = map[string][]string{
	"agents/vision": {"ocr.Decode", "ocr.Inspect", "ocr.Page", "ocr.Pages", "ocr.Params", "ocr.Transcribed"},
	"desk":          {"ocr.Recognise", "office.Programs"},
}

// makers are packages outside tools/ that write office files for the suites,
// from what stands in their own source, and never run on a stranger's.
var makers = []string{"officebench/gen"}

// TestBoundary holds that strangers' files are parsed by the tools alone, which
// run in the tool process of a sandbox, evaluation included. A package outside
// tools/ imports no parser and calls into no app; tools/apps, which gathers the
// tools, is how the tool process comes by them.
func TestBoundary(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	checked := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], "legomem/")
		if strings.HasPrefix(pkg, "tools/") || slices.Contains(makers, pkg) || len(fields) < 3 {
			continue
		}
		checked[pkg] = true
		for _, file := range fields[2:] {
			checkBoundary(t, pkg, filepath.Join(fields[1], file))
		}
	}
	for pkg := range harmless {
		if !checked[pkg] {
			t.Errorf("%s is named as an exception, and is no such package", pkg)
		}
	}
}

func checkBoundary(t *testing.T, pkg, file string) {
	t.Helper()
	f := must.Have(parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution))(t)
	names := map[string]string{} // what a file calls a package of ours: its name
	for _, spec := range f.Imports {
		imported := must.Have(strconv.Unquote(spec.Path.Value))(t)
		for _, p := range parsers {
			if imported == p || strings.HasPrefix(imported, p+"/") {
				t.Errorf("%s imports %s: what it reads belongs into tools/, behind a sandbox", path.Join(pkg, filepath.Base(file)), imported)
			}
		}
		app, ours := strings.CutPrefix(imported, "legomem/tools/")
		if !ours || !slices.Contains(apps, app) {
			continue
		}
		names[app] = app
		if spec.Name != nil {
			names[spec.Name.Name] = app
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && names[x.Name] != "" {
			if used := names[x.Name] + "." + s.Sel.Name; !slices.Contains(harmless[pkg], used) {
				t.Errorf("%s uses %s, which reads strangers' files: ask a sandbox for it", path.Join(pkg, filepath.Base(file)), used)
			}
		}
		return true
	})
}

// TestParsersReachNobody: no tool's package that reads a stranger's file can
// open a connection by itself. (Libraries that some of them bring can; what
// they are given is held by the tests beside each reader.)
func TestParsersReachNobody(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./tools/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		app := strings.TrimPrefix(fields[0], "legomem/tools/")
		if !slices.Contains(apps, app) && app != "table" && app != "value" {
			continue
		}
		for _, imported := range fields[1:] {
			if imported == "net" || imported == "net/http" || imported == "net/smtp" || imported == "net/rpc" {
				t.Errorf("%s imports %s", fields[0], imported)
			}
		}
	}
}
