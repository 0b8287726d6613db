// Command measure prints figures of revisions of this program side by side, as a
// Markdown table: see scripts/figures. It reads the source as it is parsed, builds
// with a cache of its own, and changes nothing in the checkout.
package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	built := flag.Bool("built", false, "also sizes, compile time and a sentence")
	packages := flag.Bool("packages", false, "also lines and conditions by package")
	flag.Parse()
	if err := run(os.Stdout, flag.Args(), *built, *packages); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// column are the figures of one revision, by row.
type column struct {
	title string
	cells map[string]string
}

func run(w io.Writer, revisions []string, built, packages bool) error {
	var rows []string
	var columns []column
	add := func(c *column) func(row, value string) {
		return func(row, value string) {
			if !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
			c.cells[row] = value
		}
	}
	if len(revisions) == 0 {
		revisions = []string{""}
	}
	for _, rev := range revisions {
		dir, done, err := checkedOut(rev)
		if err != nil {
			return err
		}
		c := column{title: title(rev), cells: map[string]string{}}
		err = source(dir, packages, add(&c))
		if err == nil && built {
			err = program(dir, add(&c))
		}
		done()
		if err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
		columns = append(columns, c)
	}
	return write(w, rows, columns)
}

func title(rev string) string {
	if rev == "" {
		return "as it is"
	}
	return rev
}

// checkedOut is a folder that holds a revision; "" is this checkout itself.
func checkedOut(rev string) (dir string, done func(), err error) {
	if rev == "" {
		return ".", func() {}, nil
	}
	if dir, err = os.MkdirTemp("", "legomem-figures-"); err != nil {
		return "", nil, err
	}
	tree := filepath.Join(dir, "tree")
	done = func() {
		_ = exec.Command("git", "worktree", "remove", "--force", tree).Run() // it may not be there
		_ = os.RemoveAll(dir)
	}
	if out, err := exec.Command("git", "worktree", "add", "--detach", tree, rev).CombinedOutput(); err != nil {
		done()
		return "", nil, fmt.Errorf("check out %s: %s", rev, strings.TrimSpace(string(out)))
	}
	return tree, done, nil
}

// write prints the table.
func write(w io.Writer, rows []string, columns []column) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	line := func(cells ...string) { fmt.Fprintf(t, "| %s\t|\n", strings.Join(cells, "\t| ")) }
	heads, rules := []string{"figure"}, []string{"---"}
	for _, c := range columns {
		heads, rules = append(heads, c.title), append(rules, "---")
	}
	line(heads...)
	line(rules...)
	for _, row := range rows {
		cells := []string{row}
		for _, c := range columns {
			value := c.cells[row]
			if value == "" {
				value = "-"
			}
			cells = append(cells, value)
		}
		line(cells...)
	}
	return t.Flush()
}

// sorted are a map's keys in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
