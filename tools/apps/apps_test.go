package apps_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
	"unicode"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/tools/value"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == sandbox.Verb {
		if err := sandbox.Resident(context.Background(), apps.Registry()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestRegistry holds what prompts, endpoints and reflex rely on.
func TestRegistry(t *testing.T) {
	kinds := map[value.Kind]bool{}
	for _, k := range []value.Kind{value.Person, value.Email, value.Date, value.Time, value.DateTime, value.Duration,
		value.Number, value.Money, value.File, value.Cell, value.Phrase, value.Message} {
		kinds[k] = true
	}
	count := map[string]int{}
	for _, tool := range apps.Registry().All() {
		app, name, ok := strings.Cut(tool.Name, ".")
		if !ok || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLower(r) && r != '_' }) {
			t.Errorf("%s is not app.name in small letters", tool.Name)
		}
		count[app]++
		if !strings.HasSuffix(tool.Description, ".") && !strings.HasSuffix(tool.Description, ").") {
			t.Errorf("%s: its description is no sentence: %q", tool.Name, tool.Description)
		}
		for name, s := range tool.Schema.Properties {
			if s.Description == "" {
				t.Errorf("%s: argument %s has no description", tool.Name, name)
			}
		}
		for name, kind := range tool.Kinds {
			if !kinds[kind] || tool.Schema.Properties[name] == nil {
				t.Errorf("%s: argument %s has kind %q", tool.Name, name, kind)
			}
		}
	}
	for _, app := range []string{"calendar", "email", "excel", "word", "pdf", "ocr", "system", "list", "contacts", "shell"} {
		if count[app] == 0 {
			t.Errorf("no tool of %s", app)
		}
	}
}

// TestConvertersConfined runs the external programs where they will run: in a
// resident that sees little of the machine.
func TestConvertersConfined(t *testing.T) {
	for _, program := range []string{"soffice", "pdftoppm", "tesseract"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("not installed: ", program)
		}
	}
	sb := open(t)
	for _, step := range []struct {
		tool string
		args map[string]any
	}{
		{"word.create", map[string]any{"file_path": "data/letter.docx", "content": "Quarterly budget review"}},
		{"word.to_pdf", map[string]any{"file_path": "data/letter.docx"}},
		{"pdf.to_image", map[string]any{"file_path": "data/letter.pdf", "target": "data/letter.png"}},
		{"ocr.recognise", map[string]any{"file_path": "data/letter.png"}},
	} {
		obs, err := sb.Call(t.Context(), tools.Action{Tool: step.tool, Args: step.args})
		if err != nil || obs.Failed {
			t.Fatalf("%s: %+v, %v", step.tool, obs, err)
		}
		if step.tool == "ocr.recognise" && !strings.Contains(obs.Text, "budget review") {
			t.Errorf("%s read %q", step.tool, obs.Text)
		}
	}
}

func open(t testing.TB) sandbox.Sandbox {
	t.Helper()
	self := must.Have(os.Executable())(t)
	l := &sandbox.Local{Command: []string{self, sandbox.Verb}, Tools: apps.Registry(), Dir: t.TempDir()}
	sb := must.Have(l.Open(t.Context(), sandbox.Spec{Run: "run-1", User: "Dana", Now: time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC)}))(t)
	t.Cleanup(func() {
		must.NoError(t, errors.Join(sb.Close(), l.Close())) // it reaps in the folder
	})
	return sb
}
