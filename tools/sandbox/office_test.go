package sandbox_test

import (
	"context"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

// TestOfficeTools has the tools do in the office image what they need other
// programs for: in a hardened container, as in every run.
func TestOfficeTools(t *testing.T) {
	sweep.Slow(t)
	e := conformance.Engine(t)
	needBase(t, e)
	l := &sandbox.Docker{Engine: e, Image: sandbox.ImageOffice, Binary: conformance.Program(t), Tools: apps.Registry()}
	t.Cleanup(func() {
		must.NoError(t, l.Close())
		tag := must.Have(l.EnsureImage(context.Background(), ""))(t)
		removeImage(t, e, tag)
	})
	sb := must.Have(l.Open(t.Context(), sandbox.Spec{Run: "office", User: "Dana", Now: now, Shell: true}))(t)
	defer sb.Close()
	for _, step := range []struct {
		tool string
		args map[string]any
		says string // in what the tool observes
	}{
		{"word.create", map[string]any{"file_path": "data/letter.docx", "content": "The quarterly meeting moves to Thursday."}, ""},
		{"word.to_pdf", map[string]any{"file_path": "data/letter.docx"}, "data/letter.pdf"},
		{"pdf.read", map[string]any{"file_path": "data/letter.pdf"}, "moves to Thursday"},
		{"pdf.to_image", map[string]any{"file_path": "data/letter.pdf"}, ""},
		{"shell.run", map[string]any{"command": "ls data/*.png data/*.jpg 2>/dev/null | head -1 | tee picture && cp $(cat picture) picture.png"}, "letter"},
		{"ocr.recognise", map[string]any{"file_path": "picture.png"}, "quarterly meeting"},
		{"excel.create", map[string]any{"file_path": "data/sums.xlsx", "rows": []any{[]any{"rent", 1200}, []any{"light", 80}}}, ""},
		{"excel.to_pdf", map[string]any{"file_path": "data/sums.xlsx"}, "data/sums.pdf"},
		{"pdf.read", map[string]any{"file_path": "data/sums.pdf"}, "1200"},
		{"shell.run", map[string]any{"command": `python3 -c 'import uno; print("uno of", uno.__file__)'`}, "uno of /usr/lib"},
		// What looks like Calibri has its widths, so that pages break where
		// they did.
		{"shell.run", map[string]any{"command": "for f in Calibri Cambria Arial 'Courier New'; do fc-match -f '%{family}, ' \"$f\"; done"},
			"Carlito, Caladea, Liberation Sans, Liberation Mono"},
		// Fonts' index is made, and nothing tells when.
		{"shell.run", map[string]any{"command": "[ $(fc-cache -sv | grep -c 'existing cache is valid: [1-9]') -ge 4 ] && echo indexed"}, "indexed"},
		{"shell.run", map[string]any{"command": `[ -z "$(find / -xdev -type f -newermt 2024-01-02 ! -path '/etc/host*' ! -path /etc/resolv.conf ! -name .dockerenv ! -name docker-init 2>/dev/null)" ] && echo timeless`}, "timeless"},
		{"shell.run", map[string]any{"command": "[ $(find / -xdev -perm /6000 -type f 2>/dev/null | wc -l) = 0 ] && ! command -v apt-get && ! command -v gpg && echo closed"}, "closed"},
	} {
		obs := call(t, sb, step.tool, step.args)
		if obs.Failed || !strings.Contains(obs.Text, step.says) {
			t.Errorf("%s %v: %+v, want %q", step.tool, step.args, obs, step.says)
		}
	}
}
