package facts

import (
	"strings"
	"unicode/utf8"

	"github.com/pmezard/go-difflib/difflib"
)

// maxCompared is how many pairs of lines are compared one by one. Above it, lines are
// only counted.
const maxCompared = 1 << 20

// Lines compares two texts line by line.
func Lines(unit string, before, after []string) Content {
	c := Content{Unit: unit}
	before, after = c.trimCommon(before, after)
	if len(before)*len(after) > maxCompared {
		c.count(before, after)
		return c
	}
	for _, op := range difflib.NewMatcher(before, after).GetOpCodes() {
		if op.Tag == 'e' {
			c.Kept += op.I2 - op.I1
			continue
		}
		c.removed(before[op.I1:op.I2])
		c.added(after[op.J1:op.J2])
	}
	return c
}

// trimCommon drops the lines that both texts begin and end with.
func (c *Content) trimCommon(before, after []string) (b, a []string) {
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		before, after = before[1:], after[1:]
		c.Kept++
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
		c.Kept++
	}
	return before, after
}

// count compares two long texts without regard to the order of their lines.
func (c *Content) count(before, after []string) {
	had := map[string]int{}
	for _, l := range before {
		had[l]++
	}
	for i, l := range after {
		if had[l] > 0 {
			had[l]--
			c.Kept++
			continue
		}
		c.added(after[i : i+1])
	}
	for i, l := range before {
		if had[l] > 0 {
			had[l]--
			c.removed(before[i : i+1])
		}
	}
}

func (c *Content) removed(lines []string) {
	c.Removed += len(lines)
	c.show("- ", lines)
}

func (c *Content) added(lines []string) {
	c.Added += len(lines)
	c.show("+ ", lines)
}

func (c *Content) show(sign string, lines []string) {
	for _, l := range lines[:min(len(lines), MostShown-len(c.Shown))] {
		c.Shown = append(c.Shown, sign+Cut(l))
	}
}

// Show adds a line to those shown, if there is room.
func (c *Content) Show(line string) {
	if len(c.Shown) < MostShown {
		c.Shown = append(c.Shown, line)
	}
}

// Cut cuts a text to MostLetters, and makes it valid UTF-8.
func Cut(s string) string {
	if utf8.RuneCountInString(s) > MostLetters {
		s = string([]rune(s)[:MostLetters-1]) + "…"
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// NewMarks are the marks of a file that its previous state did not have.
func NewMarks(before, after []Mark) []Mark {
	had := map[Mark]bool{}
	for _, m := range before {
		had[m] = true
	}
	var fresh []Mark
	for _, m := range after {
		if !had[m] && len(fresh) < MostMarks {
			had[m] = true
			fresh = append(fresh, m)
		}
	}
	return fresh
}

// Filled are the lines that are not blank.
func Filled(lines []string) []string {
	var out []string
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			out = append(out, l)
		}
	}
	return out
}
