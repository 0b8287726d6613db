package value

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style is how a canonical value is written. It is a readable text, so that it
// can be stored; its forms, kind by kind, are:
//
//	date      a layout of package time, with 2nd for the ordinal day:
//	          "January 2, 2006", "1/2/2006", "20060102", "Monday"
//	time      "15:04", "15:04:05", "3:04 pm", "3 pm" (minutes only where there are some),
//	          "3 p.m.", "noon" (the word at 12:00 and 00:00, else as 3 pm), ...
//	datetime  a date's and a time's style and what is between, separated by |:
//	          "2006-01-02| |15:04:05"
//	duration  "1h30m", "# minutes", "#-hour", "1 hour and 30 minutes", ...
//	number    "0.#", "0.00", "#,##0.#", "#,##0.00", "three", "3rd", "third"
//	money     a number's style with ¤ for the sign and ¤¤ for the code: "¤#,##0.00"
//	cell      "B3", "$B$3", "row 3 column 2", and its parts "B", "3", "2"
//	file      a path with {path}, {name} or {stem}: "data/{name}", "{stem}.pdf"
//	email     "text", "local"
//	others    "text"; "snake" (spaces as _); a person also as "text@acme.org", at any domain
//
// Any of them may be preceded by "lower:", "upper:", "capital:" or "title:".
type Style string

// StyleOf is the style in which spelled writes the canonical value, false if we
// know none. If several fit it is the likeliest; see Styles.
func StyleOf(kind Kind, canon, spelled string) (Style, bool) {
	all := Styles(kind, canon, spelled)
	if len(all) == 0 {
		return "", false
	}
	return all[0], true
}

// Styles lists all styles in which spelled writes the canonical value, the
// likeliest first: 3/3/2026 may have the month first or the day. A caller with
// several values spelled in one style can keep what all of them agree on.
func Styles(kind Kind, canon, spelled string) []Style {
	if canon == "" || spelled == "" || len(spelled) > maxDate && (kind == Date || kind == DateTime) {
		return nil
	}
	var all []Style
	seen := map[Style]bool{}
	for _, cased := range casings {
		if cased.name != "" && len(all) > 0 {
			break // a change of case counts only if the plain style does not fit
		}
		for _, s := range candidates(kind, canon, spelled) {
			s = Style(cased.name) + s
			if out, err := Render(kind, canon, s); err == nil && out == spelled && !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
	}
	return all
}

// maxDate is longer than any spelling of a date and a time, in bytes.
const maxDate = 80

// Render writes a canonical value in a style. It is the inverse of StyleOf:
// rendering the value in the style found gives the spelling again. A value that
// the style cannot hold is an error.
func Render(kind Kind, canon string, s Style) (string, error) {
	for _, cased := range casings[1:] {
		if plain, ok := strings.CutPrefix(string(s), cased.name); ok {
			out, err := Render(kind, canon, Style(plain))
			return cased.apply(out), err
		}
	}
	out, err := render(kind, canon, string(s))
	if err != nil {
		return "", fmt.Errorf("write %s %q as %q: %w", kind, canon, s, err)
	}
	return out, nil
}

func render(kind Kind, canon, style string) (string, error) {
	switch kind {
	case Date:
		return renderDate(canon, style)
	case Time:
		return renderTime(canon, style)
	case DateTime:
		return renderDateTime(canon, style)
	case Duration:
		return renderDuration(canon, style)
	case Number:
		return renderNumber(canon, style)
	case Money:
		return renderMoney(canon, style)
	case Cell:
		return renderCell(canon, style)
	case File:
		return renderFile(canon, style)
	case Person, Email, Phrase, Message, Period, Repeat, Phone:
		return renderText(kind, canon, style)
	}
	return "", fmt.Errorf("no kind of value is called %q", kind)
}

// candidates lists the styles that spelled may be written in.
func candidates(kind Kind, canon, spelled string) []Style {
	switch kind {
	case Date:
		return dateStyles(canon, spelled)
	case Time:
		return timeCandidates(spelled)
	case DateTime:
		return dateTimeStyles(canon, spelled)
	case Duration:
		return durationStyles
	case Number:
		return append(numberPatterns(spelled), "three", "3rd", "third")
	case Money:
		return moneyStyles(spelled)
	case Cell:
		return cellStyles
	case File:
		return fileStyles(canon, spelled)
	case Person:
		return append([]Style{"text", "snake"}, addressStyle(spelled)...)
	case Email:
		return []Style{"text", "local"}
	}
	return []Style{"text", "snake"}
}

// casings are the changes of case; the first is none.
var casings = []struct {
	name  string
	apply func(string) string
}{
	{"", func(s string) string { return s }},
	{"lower:", strings.ToLower},
	{"capital:", func(s string) string {
		r, n := utf8.DecodeRuneInString(s)
		return string(unicode.ToUpper(r)) + s[n:]
	}},
	{"title:", func(s string) string { return titled(s) }},
	{"upper:", strings.ToUpper},
}

// titled makes the first letter of every word a capital.
func titled(s string) string {
	before := ' '
	return strings.Map(func(r rune) rune {
		begins := !isWord(before) && before != '\'' && before != '’'
		before = r
		if begins {
			return unicode.ToUpper(r)
		}
		return r
	}, s)
}

// addressStyle is the style of a person as an address, if a spelling is one.
func addressStyle(spelled string) []Style {
	if _, domain, ok := strings.Cut(spelled, "@"); ok {
		return []Style{Style("text@" + domain)}
	}
	return nil
}

// AtDomain is the domain of a style that writes a person as an address, "" of any other.
func (s Style) AtDomain() string {
	_, domain, _ := strings.Cut(string(s), "text@")
	return domain
}

func renderText(kind Kind, canon, style string) (string, error) {
	switch {
	case style == "text":
		return canon, nil
	case style == "snake":
		return strings.ReplaceAll(canon, " ", "_"), nil
	case kind == Person && Style(style).AtDomain() != "" && !strings.ContainsAny(canon, " @"):
		return canon + "@" + Style(style).AtDomain(), nil
	case kind == Email && style == "local":
		local, _, ok := strings.Cut(canon, "@")
		if ok {
			return local, nil
		}
	}
	return "", errStyle
}
