package legomem_test

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"legomem/must"
)

// TestFloors holds the house rule: a package imports from floors below its
// own, never from its own or above, and every package has a row in FLOORS.
func TestFloors(t *testing.T) {
	floors := readFloors(t)
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], "legomem/")
		if pkg == "legomem" {
			continue // the root holds this test alone
		}
		seen[pkg] = true
		floor, ok := floors[pkg]
		if !ok {
			t.Errorf("package %s has no row in FLOORS", pkg)
			continue
		}
		for _, imp := range fields[1:] {
			dep, ours := strings.CutPrefix(imp, "legomem/")
			if ours && floors[dep] >= floor {
				t.Errorf("%s (floor %d) imports %s (floor %d)", pkg, floor, dep, floors[dep])
			}
		}
	}
	for pkg := range floors {
		if !seen[pkg] {
			t.Errorf("FLOORS has a row for %s, which is no package", pkg)
		}
	}
}

func readFloors(t *testing.T) map[string]int {
	t.Helper()
	f := must.Have(os.Open("FLOORS"))(t)
	defer f.Close()
	floors := map[string]int{}
	for in := bufio.NewScanner(f); in.Scan(); {
		line, _, _ := strings.Cut(in.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		n, err := strconv.Atoi(fields[0])
		if err != nil {
			t.Fatalf("FLOORS: %q: %v", line, err)
		}
		for _, pkg := range fields[1:] {
			floors[pkg] = n
		}
	}
	return floors
}
