package agents_test

import (
	"slices"
	"testing"

	"legomem/agents"
	"legomem/tools"
	"legomem/tools/apps"
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

// TestOffered: a tool that no prompt offers is the agent's own all the same.
func TestOffered(t *testing.T) {
	system, _ := agents.DefaultTeam().Find(agents.System)
	has := func(all []tools.Tool) bool {
		return slices.ContainsFunc(all, func(t tools.Tool) bool { return t.Name == "system.look_up" })
	}
	if own, offered := system.Own(apps.Registry()), system.Offered(apps.Registry()); !has(own) || has(offered) || len(offered) == 0 {
		t.Errorf("its own: %v, offered: %v of %d", has(own), has(offered), len(offered))
	}
}
