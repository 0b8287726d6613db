package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// TestVisionEngine: with ocr.engine vision, a scan is read by the model of the
// role vision, metered and logged, while the rest of the work needs none.
func TestVisionEngine(t *testing.T) {
	endpoint := llmtest.New(t, llmtest.Options{}, llmtest.Reply{Text: "Total 1250\nDue on Friday"})
	usedHome(t)
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		file := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(t, os.WriteFile(file, data, 0o600))
		return file
	}
	var picture bytes.Buffer
	must.Do(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 20))))
	write("office/data/scan.png", picture.Bytes())
	config := write("mine.yaml", []byte("ocr:\n  engine: vision\nteam:\n  roles: [{role: vision, model: sees}]\nprices: [{model: sees, prompt: 1, completion: 1}]\n"))
	play := write("read.yaml", []byte(`task: Read scan.png
testbed: office
date: 2026-03-02
user: Ann
subtasks:
  - agent: pdf_ocr_agent
    description: Read the picture
    actions:
      - tool: ocr.recognise
        args: {file_path: scan.png}
`))
	execute(t, "demo", "play", play, "--config", config, "--out", filepath.Join(dir, "runs"), "--json")
	runs, err := filepath.Glob(filepath.Join(dir, "runs", "*"))
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	run := must.Have(trajectory.Open(runs[0]))(t)
	step := run.Steps()[0]
	if step.Observation == nil || step.Observation.Failed || !strings.Contains(step.Observation.Text, "Total 1250") {
		t.Errorf("the scan was read as %+v", step.Observation)
	}
	if len(run.Calls) != 1 || run.Calls[0].Role != "vision" || run.Calls[0].Model != "sees" || run.Calls[0].CostUSD == nil {
		t.Errorf("calls %+v", run.Calls)
	}
	asked := endpoint.Requests()
	if len(asked) != 1 || len(asked[0].Messages[len(asked[0].Messages)-1].Images) != 1 {
		t.Errorf("asked %+v", asked)
	}
}
