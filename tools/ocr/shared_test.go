package ocr

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/office"
	"legomem/tools/toolstest"
)

// TestSharedImages counts the words that the OfficeBench tasks look for after
// reading an image, and that we find in it. A fifth are answers or dates that no
// image holds, so not all can be found.
func TestSharedImages(t *testing.T) {
	sweep.Slow(t)
	toolstest.Need(t, office.Tesseract())
	shared := toolstest.Shared(t)
	var needs map[string]struct {
		OCR bool `json:"needs_ocr"`
	}
	toolstest.ReadJSON(t, filepath.Join(shared, "needs.json"), &needs)
	read := map[string]string{} // by the image's bytes: many tasks share one
	found, total := 0, 0
	for id, need := range needs {
		if !need.OCR {
			continue
		}
		task, subtask, _ := strings.Cut(id, "/")
		text := imagesText(t, filepath.Join(shared, "tasks", task, "testbed", "data"), read)
		for _, word := range expected(t, filepath.Join(shared, "tasks", task, "subtasks", subtask+".json")) {
			total++
			if strings.Contains(text, strings.ToLower(word)) {
				found++

			}
		}
	}
	t.Logf("%d of %d expected words", found, total)
	if found*4 < total*3 {
		t.Errorf("only %d of %d expected words were found", found, total)
	}
}

func imagesText(t *testing.T, dir string, read map[string]string) string {
	t.Helper()
	entries := must.Have(os.ReadDir(dir))(t)
	var all strings.Builder
	for _, e := range entries {
		if !slices.Contains([]string{".jpg", ".png", ".pdf"}, filepath.Ext(e.Name())) {
			continue
		}
		raw := must.Have(os.ReadFile(filepath.Join(dir, e.Name())))(t)
		if _, ok := read[string(raw)]; !ok {
			var d Data
			if err := d.read(t.Context(), raw, "eng"); err != nil {
				t.Fatalf("%s: %v", e.Name(), err)
			}
			read[string(raw)] = strings.ToLower(d.Text)
		}
		all.WriteString(read[string(raw)] + "\n")
	}
	return all.String()
}

// expected are the keywords that a task's result must hold.
func expected(t *testing.T, file string) []string {
	t.Helper()
	var subtask struct {
		Evaluation []struct {
			Function string
			Args     struct{ Keywords []string }
		}
	}
	toolstest.ReadJSON(t, file, &subtask)
	var all []string
	for _, e := range subtask.Evaluation {
		if e.Function == "evaluate_contain" {
			all = append(all, e.Args.Keywords...)
		}
	}
	return all
}
