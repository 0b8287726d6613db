package tools_test

import (
	"context"
	"testing"

	"legomem/tools"
)

// TestPrepareTellsOnce: who asks for the effects and runs reads the arguments once.
func TestPrepareTellsOnce(t *testing.T) {
	type params struct {
		File string `json:"file"`
	}
	told := 0
	tool := tools.Define("demo.write", "Writes.", func(p params) []tools.Effect {
		told++
		return tools.WriteEffects(false, p.File)
	}, func(context.Context, *tools.Workspace, params) (tools.Result, error) {
		return tools.Result{Text: "done"}, nil
	})
	c := tool.Prepare(map[string]any{"file": "data/a.txt"})
	effects, err := c.Effects()
	obs := c.Run(t.Context(), nil)
	if told != 1 || err != nil || len(effects) != 1 || !c.Changes() || obs.Text != "done" {
		t.Errorf("told %d times: %v, %v, %+v", told, effects, err, obs)
	}
}

// TestPrepareSurvivesItsTool: one whose effects break refuses to run, and says so.
func TestPrepareSurvivesItsTool(t *testing.T) {
	tool := tools.Define("demo.breaks", "Breaks.", func(struct{}) []tools.Effect { panic("oh") },
		func(context.Context, *tools.Workspace, struct{}) (tools.Result, error) { return tools.Result{}, nil })
	if _, err := tool.Effects(nil); tools.CodeOf(err) != tools.Internal {
		t.Errorf("effects: %v", err)
	}
	if obs := tool.Run(t.Context(), nil, nil); !obs.Failed || obs.Code != tools.Internal {
		t.Errorf("run: %+v", obs)
	}
}
