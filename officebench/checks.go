package officebench

import (
	"context"
	"fmt"
	"path"
	"strings"
)

// contain requires every keyword in a file or a mailbox.
func contain(ctx context.Context, e *evaluation, a Args) (finding, error) {
	content, absent, err := e.content(ctx, a)
	if err != nil || absent != "" {
		return finding{detail: absent}, err
	}
	keywords, err := a.keywords()
	if err != nil {
		return finding{}, err
	}
	missing, err := content.missing(keywords)
	if err != nil {
		return finding{}, err
	}
	if missing != "" {
		return finding{detail: fmt.Sprintf("%s does not contain %q", content.name, missing)}, nil
	}
	return finding{true, fmt.Sprintf("%s contains all %d keywords", content.name, len(keywords))}, nil
}

// notContain passes when a keyword or the file is missing; when strict, only when none of
// the keywords is there.
func notContain(ctx context.Context, e *evaluation, a Args) (finding, error) {
	if e.strict {
		return strictNotContain(ctx, e, a)
	}
	return negated(contain(ctx, e, a))
}

func strictNotContain(ctx context.Context, e *evaluation, a Args) (finding, error) {
	content, absent, err := e.content(ctx, a)
	if err != nil || absent != "" {
		return finding{true, absent}, err
	}
	keywords, err := a.keywords()
	if err != nil {
		return finding{}, err
	}
	for _, k := range keywords {
		missing, err := content.missing([]any{k})
		if err != nil {
			return finding{}, err
		}
		if missing == "" {
			return finding{detail: fmt.Sprintf("%s contains %q", content.name, pythonText(k))}, nil
		}
	}
	return finding{true, fmt.Sprintf("%s contains none of the %d keywords", content.name, len(keywords))}, nil
}

func fileExist(ctx context.Context, e *evaluation, a Args) (finding, error) {
	p, err := e.at(ctx, a, "file")
	if err != nil {
		return finding{}, err
	}
	if p.kind == nothing {
		return finding{detail: "no file " + p.name}, nil
	}
	return finding{true, p.name + " is there"}, nil
}

func fileNotExist(ctx context.Context, e *evaluation, a Args) (finding, error) {
	return negated(fileExist(ctx, e, a))
}

func negated(found finding, err error) (finding, error) {
	found.passed = err == nil && !found.passed
	return found, err
}

// at is the place that an argument names.
func (e *evaluation) at(ctx context.Context, a Args, arg string) (place, error) {
	name, err := a.text(arg)
	if err != nil {
		return place{}, err
	}
	return e.trees.at(ctx, name)
}

func excelCellValue(ctx context.Context, e *evaluation, a Args) (finding, error) {
	p, err := e.at(ctx, a, "file")
	if err != nil || p.kind == nothing {
		return finding{detail: "no file " + p.name}, err
	}
	return testCells(ctx, p, a, func(dump string, matches []cell) (string, error) {
		return cellValues(dump, matches, e.strict)
	})
}

func excelCellComparator(ctx context.Context, e *evaluation, a Args) (finding, error) {
	p, err := e.at(ctx, a, "file")
	if err != nil {
		return finding{}, err
	}
	return testCells(ctx, p, a, cellMembers)
}

// testCells tests matches against the dump of a workbook's active sheet.
func testCells(ctx context.Context, p place, a Args, test func(string, []cell) (string, error)) (finding, error) {
	book, err := p.workbook(ctx)
	if err != nil {
		return finding{}, err
	}
	matches, err := a.cells()
	if err != nil {
		return finding{}, err
	}
	wrong, err := test(book.dump(), matches)
	if err != nil {
		return finding{}, err
	}
	if wrong != "" {
		return finding{detail: p.name + ": " + wrong}, nil
	}
	return finding{true, fmt.Sprintf("%s: %d cells hold what they should", p.name, len(matches))}, nil
}

// diffContainText requires every keyword in what changed between two workbooks.
// The benchmark reads no other kind of file here.
func diffContainText(ctx context.Context, e *evaluation, a Args) (finding, error) {
	docType, err := a.text("doc_type")
	if err != nil {
		return finding{}, err
	}
	if docType != "xlsx" {
		return finding{}, raisef("the benchmark compares no files of type %q this way", docType)
	}
	before, err := e.dump(ctx, a, "input_file")
	if err != nil {
		return finding{}, err
	}
	after, err := e.dump(ctx, a, "output_file")
	if err != nil {
		return finding{}, err
	}
	name, _ := a.text("output_file") // it has just been read
	return judgeDiff(path.Clean(name), before, after, a)
}

func (e *evaluation) dump(ctx context.Context, a Args, arg string) (string, error) {
	p, err := e.at(ctx, a, arg)
	if err != nil {
		return "", err
	}
	book, err := p.workbook(ctx)
	return book.dump(), err
}

func judgeDiff(name, before, after string, a Args) (finding, error) {
	diff, err := unifiedDiff(before, after)
	if err != nil {
		return finding{}, err
	}
	if diff == "" {
		return finding{detail: name + " is as it was before the run"}, nil
	}
	keywords, err := a.keywords()
	if err != nil {
		return finding{}, err
	}
	missing, err := diffContains(diff, keywords)
	if err != nil {
		return finding{}, err
	}
	if missing != "" {
		return finding{detail: fmt.Sprintf("what changed in %s does not contain %q", name, missing)}, nil
	}
	return finding{true, fmt.Sprintf("what changed in %s contains all %d keywords", name, len(keywords))}, nil
}

// exactMatch compares a file with the expected one: workbooks cell by cell,
// texts as texts.
func exactMatch(ctx context.Context, e *evaluation, a Args) (finding, error) {
	p, err := e.at(ctx, a, "result_file")
	if err != nil || p.kind == nothing {
		return finding{detail: "no file " + p.name}, err
	}
	want, err := e.at(ctx, a, "expected_file")
	if err != nil {
		return finding{}, err
	}
	docType, err := a.text("doc_type")
	if err != nil {
		return finding{}, err
	}
	different, err := e.compare(ctx, docType, p, want)
	if err != nil {
		return finding{}, err
	}
	if different != "" {
		return finding{detail: fmt.Sprintf("%s differs from %s: %s", p.name, path.Base(want.name), different)}, nil
	}
	return finding{true, fmt.Sprintf("%s equals %s", p.name, path.Base(want.name))}, nil
}

// compare says how two files of a type differ, "" when they do not.
func (e *evaluation) compare(ctx context.Context, docType string, result, expected place) (string, error) {
	switch {
	case docType == "xlsx":
		return compareWorkbooks(ctx, result, expected)
	case docType == "txt", docType == "ics":
	case docType != "doc" && docType != "pdf" && !e.strict:
		return "", raisef("the benchmark compares no files of type %q", docType)
	}
	got, err := result.read(ctx, docType)
	if err != nil {
		return "", err
	}
	want, err := expected.read(ctx, docType)
	if err != nil {
		return "", err
	}
	if !e.strict && (docType == "doc" || docType == "pdf") {
		// It compares objects, not their texts, and no two objects are equal.
		return fmt.Sprintf("the benchmark finds no two files of type %q equal", docType), nil
	}
	return differsAt(got, want), nil
}

func compareWorkbooks(ctx context.Context, result, expected place) (string, error) {
	got, err := result.workbook(ctx)
	if err != nil {
		return "", err
	}
	want, err := expected.workbook(ctx)
	if err != nil {
		return "", err
	}
	return got.differsFrom(want), nil
}

// differsAt names the first line in which two texts differ.
func differsAt(got, want string) string {
	if got == want {
		return ""
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, not %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("it has %d lines, not %d", len(g), len(w))
}
