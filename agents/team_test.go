package agents_test

import (
	"testing"

	"legomem/agents"
)

func TestDefaultTeamAndWithout(t *testing.T) {
	full := agents.DefaultTeam()
	if len(full.Agents) != 6 {
		t.Errorf("agents %v", full.Names())
	}
	system, _ := full.Find(agents.System)
	safe, _ := full.Without("shell.").Find(agents.System)
	if !system.Has("shell.run") || safe.Has("shell.run") || !safe.Has("system.list") {
		t.Error("the shell is to go, and it alone")
	}
	if pdf, _ := full.Find(agents.PDFOCR); !pdf.Has("ocr.recognise") || pdf.Has("pdfx.read") {
		t.Error("pdf_ocr_agent's patterns")
	}
}
