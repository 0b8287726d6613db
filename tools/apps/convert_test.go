package apps_test

import (
	"context"
	"testing"
	"time"

	"github.com/docker/docker/api/types/image"

	"legomem/docker"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	programs "legomem/tools/office"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
	"legomem/tools/toolstest"
)

func succeeds(t testing.TB, sb sandbox.Sandbox, tool string, args map[string]any) tools.Observation {
	t.Helper()
	obs, err := sb.Call(t.Context(), tools.Action{Tool: tool, Args: args})
	if err != nil || obs.Failed {
		t.Fatalf("%s: %+v, %v", tool, obs, err)
	}
	return obs
}

// convertible makes a document and a workbook, and returns the actions that
// convert them.
func convertible(t testing.TB, sb sandbox.Sandbox) map[string]func() {
	t.Helper()
	succeeds(t, sb, "word.create", map[string]any{"file_path": "a.docx", "content": "The quarterly review moves to Thursday."})
	succeeds(t, sb, "excel.create", map[string]any{"file_path": "a.xlsx", "rows": []any{[]any{"rent", 1200}, []any{"light", 80}}})
	return map[string]func(){
		"docx": func() { succeeds(t, sb, "word.to_pdf", map[string]any{"file_path": "a.docx"}) },
		"xlsx": func() { succeeds(t, sb, "excel.to_pdf", map[string]any{"file_path": "a.xlsx"}) },
	}
}

// container is a sandbox of the office image, which is removed with the test.
func container(t testing.TB) sandbox.Sandbox {
	t.Helper()
	e := conformance.Engine(t)
	if _, err := e.ImageInspect(t.Context(), docker.Base()); err != nil {
		t.Skip("the office image's base is not there; docker/offline-base.sh makes it: ", err)
	}
	l := &sandbox.Docker{Engine: e, Image: sandbox.ImageOffice, Binary: conformance.Program(t), Tools: apps.Registry()}
	sb, err := l.Open(t.Context(), sandbox.Spec{Run: "convert", User: "Dana", Now: time.Now(), Shell: true})
	t.Cleanup(func() {
		if err == nil {
			must.NoError(t, sb.Close())
		}
		must.NoError(t, l.Close())
		tag, err := l.EnsureImage(context.Background(), "")
		if err == nil {
			_, err = e.ImageRemove(context.Background(), tag, image.RemoveOptions{PruneChildren: true})
		}
		must.NoError(t, err)
	})
	must.Do(t, err)
	return sb
}

// BenchmarkConvert measures a conversion to pdf by a tool in a sandbox, from the
// second on.
func BenchmarkConvert(b *testing.B) {
	b.Run("local", func(b *testing.B) {
		toolstest.Need(b, programs.LibreOfficeWriter(), programs.LibreOfficeCalc(), programs.PythonUNO())
		benchConvert(b, open(b))
	})
	b.Run("docker", func(b *testing.B) { benchConvert(b, container(b)) })
}

func benchConvert(b *testing.B, sb sandbox.Sandbox) {
	convert := convertible(b, sb)
	for _, kind := range []string{"docx", "xlsx"} {
		convert[kind]()
		b.Run(kind, func(b *testing.B) {
			for b.Loop() {
				convert[kind]()
			}
		})
	}
}
