package system

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"

	"legomem/tools"
	"legomem/words"
)

func findTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("system.find_file", "Find a file by what a person calls it (\"the score excel file\", a misspelling): the one that fits, or an error that lists candidates.",
			func(p findParams) []tools.Effect { return tools.ListEffects(p.Folder) }, runFind),
	}
}

type findParams struct {
	Name   string `json:"name" jsonschema:"as said" kind:"phrase"`
	Folder string `json:"folder,omitempty" jsonschema:"only below it" kind:"file"`
}

type findData struct {
	File string `json:"file_path"`
	Name string `json:"name"`
}

func runFind(ctx context.Context, ws *tools.Workspace, p findParams) (tools.Result, error) {
	folder, err := findFolder(ws, p.Folder)
	if err != nil {
		return tools.Result{}, err
	}
	var files []string
	err = ws.Walk(ctx, func(file string, _ int64) error {
		if folder == "." || strings.HasPrefix(file, folder+"/") {
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		return tools.Result{}, err
	}
	found := closest(p.Name, files)
	switch len(found) {
	case 0:
		return tools.Result{}, notFound(p.Name, files)
	case 1:
		return tools.Result{Text: fmt.Sprintf("%q is %s", p.Name, found[0]), Data: findData{found[0], path.Base(found[0])}}, nil
	}
	return tools.Result{}, tools.Failf(tools.Ambiguous, "several files could be %q: %s", p.Name, words.Some(found, maxCandidates))
}

func notFound(name string, files []string) error {
	if len(files) == 0 {
		return tools.Failf(tools.NotFound, "no file is called %q; there are no files", name)
	}
	return tools.Failf(tools.NotFound, "no file is called anything like %q; of %s the nearest by name: %s", name, words.Count(len(files), "file"), nearest(name, files))
}

// So many files are told that fit a name, and so many of like names.
const (
	maxCandidates = 12
	maxNear       = 5
)

// nearest names a few files, those first whose names take the fewest changes to become
// that name.
func nearest(name string, files []string) string {
	want := strings.Join(listen(name).words, "")
	far := map[string]int{}
	for _, f := range files {
		far[f] = distance(strings.Join(spokenWords(stem(f)), ""), want)
	}
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b string) int { return far[a] - far[b] })
	return strings.Join(files[:min(maxNear, len(files))], ", ")
}

// distance is how many letters are other; names that are too long are compared by length.
func distance(a, b string) int {
	if len(a) > 200 || len(b) > 200 {
		return max(len(a), len(b))
	}
	return levenshtein.ComputeDistance(a, b)
}

// suffixes are the kinds of file that words stand for.
var suffixes = map[string][]string{
	"excel": {".xlsx", ".csv"}, "spreadsheet": {".xlsx", ".csv"}, "workbook": {".xlsx"}, "xlsx": {".xlsx"}, "csv": {".csv"},
	"word": {".docx"}, "document": {".docx", ".pdf", ".txt"}, "docx": {".docx"}, "doc": {".docx"}, "pdf": {".pdf"},
	"image": imageSuffixes, "picture": imageSuffixes, "photo": imageSuffixes, "scan": append([]string{".pdf"}, imageSuffixes...),
	"scanned": append([]string{".pdf"}, imageSuffixes...), "jpg": {".jpg", ".jpeg"}, "png": {".png"},
	"text": {".txt", ".md"}, "txt": {".txt"}, "mail": {".eml"}, "email": {".eml"}, "eml": {".eml"}, "calendar": {".ics"}, "ics": {".ics"},
}

var imageSuffixes = []string{".jpg", ".jpeg", ".png", ".bmp", ".tiff"}

// spoken is a file's name as a person says it: its words, and the kinds of file
// that it mentions.
type spoken struct {
	words []string
	kinds []string // suffixes; none means any
}

func listen(name string) spoken {
	var s spoken
	for _, w := range spokenWords(name) {
		kinds, isKind := suffixes[w]
		switch {
		case isKind:
			s.kinds = append(s.kinds, kinds...)
		case w == "file" || w == "the" || w == "a" || w == "an" || w == "called" || w == "named" || w == "in" || w == "my":
		default:
			s.words = append(s.words, w)
		}
	}
	return s
}

// spokenWords splits at everything but letters and digits, lowers the case, and drops
// the s of plurals.
func spokenWords(s string) []string {
	fields := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, f := range fields {
		if len(f) > 3 {
			fields[i] = strings.TrimSuffix(f, "s")
		}
	}
	return fields
}

// closest returns the files that fit a name best: those that fit the first rule
// that any file fits.
func closest(name string, files []string) []string {
	said := listen(name)
	if len(said.words)+len(said.kinds) == 0 {
		return nil // nothing was said that could tell files apart
	}
	clean := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(name), "/testbed/"), "./")
	rules := []func(file string) bool{
		func(f string) bool { return f == clean },
		func(f string) bool { return path.Base(f) == clean },
		func(f string) bool { return strings.EqualFold(f, clean) || strings.EqualFold(path.Base(f), clean) },
		func(f string) bool { return said.fits(f) && strings.EqualFold(stem(f), strings.TrimSpace(clean)) },
		func(f string) bool { return said.fits(f) && slices.Equal(spokenWords(stem(f)), said.words) },
		func(f string) bool { return said.fits(f) && sameSet(spokenWords(stem(f)), said.words) },
		func(f string) bool { return said.fits(f) && containsAll(spokenWords(stem(f)), said.words) },
		func(f string) bool {
			return said.fits(f) && near(strings.Join(spokenWords(stem(f)), ""), strings.Join(said.words, ""))
		},
	}
	for _, rule := range rules {
		var found []string
		for _, f := range files {
			if rule(f) {
				found = append(found, f)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func stem(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }

func (s spoken) fits(file string) bool {
	return len(s.kinds) == 0 || slices.Contains(s.kinds, strings.ToLower(path.Ext(file)))
}

func sameSet(a, b []string) bool { return len(b) > 0 && containsAll(a, b) && containsAll(b, a) }

// containsAll reports whether all wanted words are there. A name that gives only
// kinds ("the excel file") wants none, so every file of that kind fits.
func containsAll(words, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(words, w) })
}

// near allows one slip in every five letters.
func near(a, b string) bool {
	if a == "" || b == "" || len(a) > 200 || len(b) > 200 {
		return false
	}
	return levenshtein.ComputeDistance(a, b) <= max(len(a), len(b))/5
}
