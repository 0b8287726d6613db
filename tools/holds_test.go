package tools_test

import (
	"encoding/json"
	"testing"

	"legomem/must"
	"legomem/tools"
)

func TestHolds(t *testing.T) {
	type data struct {
		Rows  []map[string]any `json:"rows"`
		Count int              `json:"count"`
	}
	returned := must.Have(json.Marshal(data{Rows: []map[string]any{{"Name": "José Núñez", "Score": 98}}, Count: 7}))(t)
	o := tools.Observation{Text: "Dana's total is 1,200.50\nand   more", Data: returned}
	for text, want := range map[string]bool{
		"Dana's total": true, "dana": true, "total is 1,200.50 and more": true, "1,200.50": true,
		"José Núñez": true, "98": true, "7": true,
		"an": false, "200.50": false, "1,200": false, "200": false, "tot": false, "9": false, "Jos": false, "": false, " ": false, "Nobody": false,
	} {
		if got := o.Holds(text); got != want {
			t.Errorf("Holds(%q) = %v, want %v", text, got, want)
		}
	}
	if text, missing := o.Missing([]string{"Dana", "Eve", "Bob"}); !missing || text != "Eve" {
		t.Errorf("Missing = %q, %v; want the first that is not there", text, missing)
	}
	if _, missing := o.Missing(nil); missing {
		t.Error("nothing wanted, and something missing")
	}
}
