package demo

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"text/template"
	"time"

	"legomem/trajectory"
	texts "legomem/words"
)

//go:embed skeleton.yaml
var skeleton string

// New writes a demonstration to start from: it loads, its comments say what to fill in
// where, and its one action only reads. The text of a suite's task is left to the
// suite. From is the folder that a task without a suite starts from.
func New(task trajectory.Task, from string) ([]byte, error) {
	t, err := template.New("skeleton.yaml").Funcs(template.FuncMap{"quote": quote}).Parse(skeleton)
	if err != nil {
		return nil, fmt.Errorf("write a demonstration: %w", err)
	}
	layout := "2006-01-02 15:04"
	if task.Now.Equal(time.Date(task.Now.Year(), task.Now.Month(), task.Now.Day(), 0, 0, 0, 0, task.Now.Location())) {
		layout = time.DateOnly
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{"Task": task, "From": from, "Date": task.Now.Format(layout)})
	if err != nil {
		return nil, fmt.Errorf("write a demonstration: %w", err)
	}
	return out.Bytes(), nil
}

// quote writes a text as a YAML scalar on one line, with the codes of what nobody sees.
func quote(s string) string {
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(strings.Map(printable, s))
	return `"` + texts.EscapeYAML(escaped) + `"`
}

// printable drops what YAML forbids in a text.
func printable(r rune) rune {
	if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f || r == 0xfffe || r == 0xffff || r >= 0x80 && r < 0xa0 || r == 0xfeff {
		return -1
	}
	return r
}
