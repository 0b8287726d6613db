package desk

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"legomem/places"
)

// secondOf matches the end of a batch's folder name after the batch was started over.
var secondOf = regexp.MustCompile(`\.(\d+)$`)

func (o BatchOrder) checkName() error {
	if o.Name == "" {
		return nil
	}
	if secondOf.MatchString(o.Name) {
		return BadInput("--batch-name %q: a name that ends so is given by --again", o.Name)
	}
	return checkName("--batch-name", o.Name)
}

// locate finds where the batch is kept: by its name, or by what identifies it.
func (b *batch) locate() error {
	runs, err := RunsDir(b.desk.config, b.desk.Lookup)
	if err != nil {
		return err
	}
	b.runs = places.Runs(runs)
	b.is = batchIs{Task: b.o.Text, User: b.o.User, Date: b.o.Date, Chain: b.o.Chain}
	if b.is.File, err = wholePath(b.o.File); err != nil {
		return err
	}
	if b.is.Testbed, err = wholePath(b.o.Testbed); err != nil {
		return err
	}
	same := []string{b.is.Task, b.is.File, b.is.Testbed, b.is.User, b.is.Date, strconv.FormatBool(b.is.Chain)}
	b.report.Batch = cmp.Or(b.o.Name, slug(b.o.File)+"-"+digest(same)[:8])
	b.report.Home = b.is.Testbed
	return nil
}

// wholePath is the absolute path of a file; "" for none.
func wholePath(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("find %s: %w", name, err)
	}
	return abs, nil
}

// slug is a file's name without its suffix, fit for the name of a batch.
func slug(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
			return r
		}
		return '-'
	}, name)
	if name = strings.Trim(name, "-"); len(name) > 60 {
		name = strings.ToValidUTF8(name[:60], "")
	}
	return cmp.Or(name, "batch")
}

// lockFile is the file that every start of the batch locks, even one that starts it
// over.
func (b *batch) lockFile() string { return b.runs.Batch(b.report.Batch).Lock() }

// folder finds the batch's folder: the latest of those that --again has begun,
// or the one that it begins now.
func (b *batch) folder() string {
	first := string(b.runs.Batch(b.report.Batch))
	there := func(name string) bool { _, err := os.Stat(name); return err == nil }
	latest, next := first, first+".2"
	for n := 3; there(next); n++ {
		latest, next = next, fmt.Sprintf("%s.%d", first, n)
	}
	if b.o.Again && there(filepath.Join(latest, journalName)) {
		return next
	}
	return latest
}
