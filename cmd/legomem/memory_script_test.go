package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"legomem/consent"
)

// memoryID puts the id of the first memory of a listing into ID: memoryid FILE.
func memoryID(ts *testscript.TestScript, _ bool, args []string) {
	var found []struct{ ID string }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &found))
	if len(found) == 0 {
		ts.Fatalf("%s lists no memory", args[0])
	}
	ts.Setenv("ID", found[0].ID)
}

// askedID puts the id of the first change that a question is about into ID: askedid FILE.
func askedID(ts *testscript.TestScript, _ bool, args []string) {
	var q consent.Question
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &q))
	if len(q.Changes) == 0 {
		ts.Fatalf("%s asks about nothing", args[0])
	}
	ts.Setenv("ID", q.Changes[0].ID)
}

// replaceText replaces a text wherever it stands in a file, and it must stand
// there: replace FILE OLD NEW.
func replaceText(ts *testscript.TestScript, _ bool, args []string) {
	file, text := ts.MkAbs(args[0]), ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q:\n%s", args[0], args[1], text)
	}
	ts.Check(os.WriteFile(file, []byte(strings.ReplaceAll(text, args[1], args[2])), 0o600))
}

// firstAndLast puts the first and the last run into FIRST and LAST.
func firstAndLast(ts *testscript.TestScript, _ bool, _ []string) {
	runs, err := filepath.Glob(filepath.Join(ts.Getenv("XDG_DATA_HOME"), "legomem", "runs", "2*"))
	ts.Check(err)
	if len(runs) == 0 {
		ts.Fatalf("there is no run")
	}
	ts.Setenv("FIRST", filepath.Base(slices.Min(runs)))
	ts.Setenv("LAST", filepath.Base(slices.Max(runs)))
}
