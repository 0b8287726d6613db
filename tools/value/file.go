package value

import (
	"path"
	"strings"
	"unicode"
)

// officeSuffixes are the suffixes by which a name is recognised as a file's.
var officeSuffixes = map[string]bool{
	".xlsx": true, ".xlsm": true, ".xls": true, ".csv": true, ".tsv": true, ".ods": true,
	".docx": true, ".doc": true, ".odt": true, ".rtf": true, ".txt": true, ".md": true,
	".pptx": true, ".ppt": true, ".odp": true, ".pdf": true,
	".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".bmp": true, ".tif": true, ".tiff": true, ".webp": true,
	".eml": true, ".ics": true, ".vcf": true, ".json": true, ".xml": true, ".html": true, ".htm": true, ".zip": true,
}

var fileRun = lazy(`[\p{L}\p{M}\p{N}_./\\~+&#()-]+`)

// readFiles finds the names of files: a run without spaces that ends with a
// known suffix, or a whole quotation that does.
func readFiles(text string) []reading {
	var all []reading
	for _, loc := range fileRun().FindAllStringIndex(text, -1) {
		start, end := trimRun(text, loc[0], loc[1])
		// A sign attached to it may be part of the name: only quotes make that clear.
		if strings.ContainsRune("@}]{:*&#+-", runeBefore(text, start)) || runeAt(text, end) == '@' {
			continue
		}
		if canon, ok := canonFile(text[start:end]); ok {
			all = append(all, reading{Mention: Mention{Kind: File, Start: start, End: end, Text: text[start:end], Canon: canon}})
		}
	}
	for _, q := range quotes(text) {
		if canon, ok := canonFile(text[q.from:q.to]); ok {
			all = append(all, reading{Mention: Mention{Kind: File, Start: q.from, End: q.to, Text: text[q.from:q.to], Canon: canon}})
		}
	}
	return all
}

// trimRun takes off the punctuation that surrounds a name in a sentence.
func trimRun(text string, start, end int) (int, int) {
	for start < end && strings.IndexByte("&#+-", text[start]) >= 0 || start < end && text[start] == '(' && strings.Count(text[start:end], "(") > strings.Count(text[start:end], ")") {
		start++
	}
	for start < end && strings.IndexByte(".-&+#~/\\", text[end-1]) >= 0 || start < end && text[end-1] == ')' {
		end--
	}
	if start < end && text[start] == '(' {
		start++
	}
	return start, end
}

// parseFile reads a name with its suffix, spaces and quotes allowed.
func parseFile(text string) (string, error) {
	if canon, ok := canonFile(parsePhrase(text)); ok {
		return canon, nil
	}
	return "", notA(File, text)
}

// canonFile is a file's path in the testbed: "data/a.xlsx" for
// "/testbed/data/a.xlsx", "a.xlsx" for "./a.xlsx".
func canonFile(name string) (string, bool) {
	p := strings.ReplaceAll(name, `\`, "/")
	p = strings.TrimPrefix(p, "/testbed/")
	if strings.TrimSpace(p) != p || strings.HasPrefix(p, "/") || strings.ContainsFunc(p, unicode.IsControl) || strings.ContainsAny(p, `:*?"<>|@`) {
		return "", false
	}
	p = path.Clean(p)
	suffix := path.Ext(p)
	stem := strings.TrimSuffix(path.Base(p), suffix)
	if !officeSuffixes[strings.ToLower(suffix)] || !hasWord(stem) || strings.HasPrefix(p, "..") || strings.HasSuffix(stem, " ") {
		return "", false
	}
	return p, true
}

func hasWord(s string) bool { return strings.ContainsFunc(s, isWord) }
