package value

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
)

// errStyle means that the kind has no such style, or that it cannot hold the value.
var errStyle = errors.New("the style does not fit the value")

// numberPatterns lists the patterns of digits that spelled may follow.
func numberPatterns(spelled string) []Style {
	all := []Style{"0.#", "#,##0.#"}
	if _, frac, ok := strings.Cut(spelled, "."); ok {
		n := 0
		for n < len(frac) && '0' <= frac[n] && frac[n] <= '9' {
			n++
		}
		if n > 0 && n < 20 {
			zeros := strings.Repeat("0", n)
			all = append(all, Style("0."+zeros), Style("#,##0."+zeros))
		}
	}
	return all
}

func renderNumber(canon, style string) (string, error) {
	d, ok := parseDecimal(canon)
	if !ok || d.String() != canon {
		return "", errors.New("the value is no canonical number, as in 1234.5")
	}
	switch style {
	case "three":
		return nameOf(atoi(canon))
	case "third":
		return wordFor(places, atoi(canon))
	case "3rd":
		if n := atoi(canon); n > 0 {
			return canon + ordinalSuffix(n), nil
		}
		return "", errStyle
	}
	return d.pattern(style)
}

// nameOf is the name of a number from one to ninety-nine.
func nameOf(n int) (string, error) {
	if name, err := wordFor(cardinals, n); err == nil || n < 20 || n > 99 {
		return name, err
	}
	name, err := wordFor(tens, n/10*10)
	if one, _ := wordFor(cardinals, n%10); one != "" {
		name += "-" + one
	}
	return name, err
}

func wordFor(words map[string]int, n int) (string, error) {
	for w, v := range words {
		if v == n {
			return w, nil
		}
	}
	return "", errStyle
}

func moneyStyles(spelled string) []Style {
	var all []Style
	for _, n := range numberPatterns(spelled) {
		for _, form := range []Style{"¤" + n, n + " ¤¤", "¤¤ " + n, n + "¤", "¤ " + n, n + " ¤", n + "¤¤", "¤¤" + n, n + " ¤¤¤", n} {
			all = append(all, form)
		}
	}
	return all
}

func renderMoney(canon, style string) (string, error) {
	currency, d, err := splitMoney(canon)
	if err != nil {
		return "", err
	}
	pattern := strings.Trim(style, "¤ ")
	before, behind, ok := strings.Cut(style, pattern)
	if !ok || pattern == "" {
		return "", errStyle
	}
	number, err := d.pattern(pattern)
	if err != nil {
		return "", err
	}
	a, err := currencySign(before, currency)
	if err != nil {
		return "", err
	}
	b, err := currencySign(behind, currency)
	return a + number + b, err
}

// currencySign replaces ¤ by the currency's sign, ¤¤ by its code and ¤¤¤ by
// its name.
func currencySign(s, currency string) (string, error) {
	sign := map[string][2]string{"USD": {"$", "dollars"}, "EUR": {"€", "euros"}, "GBP": {"£", ""}, "INR": {"₹", ""}}[currency]
	with := ""
	switch strings.Count(s, "¤") {
	case 0:
		return s, nil
	case 1:
		with = sign[0]
	case 2:
		with = currency
	default:
		with = sign[1]
	}
	if with == "" {
		return "", fmt.Errorf("%s has no sign of that sort", currency)
	}
	return strings.Replace(s, strings.Repeat("¤", strings.Count(s, "¤")), with, 1), nil
}

// durationStyles: # is the number of the unit that follows, in the singular if
// the number is one.
var durationStyles = []Style{
	"1h30m", "# minutes", "# hours", "# days", "# weeks", "# seconds", "1 hour 30 minutes", "1 hour and 30 minutes",
	"# min", "# mins", "# hrs", "# hr", "# h", "#h", "#min", "#-minute", "#-hour", "#-day", "#-min", "# minute", "# hour",
	"three minutes", "three hours", "three days", "three weeks", "three-minute", "three-hour",
	"#:minutes", "#:hours", "#:days", "#:weeks", "#:seconds",
}

func renderDuration(canon, style string) (string, error) {
	d, err := parseCanonDuration(canon)
	if err != nil {
		return "", err
	}
	switch style {
	case "1h30m":
		return canon, nil
	case "1 hour 30 minutes":
		return durationWords(d, " "), nil
	case "1 hour and 30 minutes":
		return durationWords(d, " and "), nil
	}
	form := strings.Replace(style, "three", "#", 1)
	name, ok := strings.CutPrefix(form, "#")
	joint := name[:len(name)-len(strings.TrimLeft(name, " :-"))]
	if name = name[len(joint):]; !ok || name == "" || !strings.ContainsRune("hmsdw", rune(name[0])) {
		return "", errStyle
	}
	count := strconv.FormatFloat(float64(d)/float64(unitOf(name)), 'f', -1, 64)
	if exact, _, _ := strings.Cut(count, "."); len(count) > len(exact)+3 {
		return "", fmt.Errorf("%s is no plain number of %s", canon, name)
	}
	if form != style {
		if count, err = nameOf(atoi(count)); err != nil {
			return "", err
		}
	}
	return countUnit(count, joint, name), nil
}

// countUnit puts a count before its unit. The joint ":" leaves the unit out.
func countUnit(count, joint, name string) string {
	if joint == ":" {
		return count
	}
	if (count == "1" || count == "one") && joint == " " {
		name = strings.TrimSuffix(name, "s")
	}
	return count + joint + name
}

func plural(n int64, name string) string {
	if n != 1 {
		name += "s"
	}
	return fmt.Sprintf("%d %s", n, name)
}

// cellStyles: the last three are a cell's parts, for tools that take a row and a
// column.
var cellStyles = []Style{"B3", "$B$3", "cell B3", "row 3 column 2", "row 3, column 2", "row 3 column B", "column B row 3", "3", "2", "B"}

func renderCell(canon, style string) (string, error) {
	if c, ok := canonCell(canon); !ok || c != canon {
		return "", errors.New("the value is no canonical cell, as in B3")
	}
	if style == "B3" || style == "cell B3" {
		return strings.Replace(style, "B3", canon, 1), nil
	}
	if from, to, ranged := strings.Cut(canon, ":"); ranged && style == "$B$3" {
		return absolute(from) + ":" + absolute(to), nil
	} else if ranged {
		return "", errStyle
	}
	letters, row := splitCell(canon)
	parts := strings.NewReplacer("B", letters, "3", strconv.Itoa(row), "2", strconv.Itoa(ColumnNumber(letters)))
	switch style {
	case "$B$3", "row 3 column 2", "row 3, column 2", "row 3 column B", "column B row 3", "3", "2", "B":
		return parts.Replace(style), nil
	}
	return "", errStyle
}

func absolute(cell string) string {
	letters, row := splitCell(cell)
	return "$" + letters + "$" + strconv.Itoa(row)
}

// fileStyles derives the style from the spelling: the same path, the same name
// in another folder, or the same stem with another suffix or none.
func fileStyles(canon, spelled string) []Style {
	all := []Style{"{path}"}
	if name := path.Base(canon); strings.HasSuffix(spelled, name) {
		all = append(all, Style(strings.TrimSuffix(spelled, name)+"{name}"))
	}
	stem := strings.TrimSuffix(path.Base(canon), path.Ext(canon))
	dir, rest := path.Split(spelled)
	if after, ok := strings.CutPrefix(rest, stem); ok && (after == "" || after == path.Ext(rest)) {
		all = append(all, Style(dir+"{stem}"+after))
	}
	return all
}

func renderFile(canon, style string) (string, error) {
	name := path.Base(canon)
	dir, last := path.Split(style)
	if dir != "" && !strings.HasSuffix(dir, "/") || strings.ContainsAny(dir, "{}") {
		return "", errStyle
	}
	switch {
	case style == "{path}":
		return canon, nil
	case last == "{name}":
		return dir + name, nil
	case strings.HasPrefix(last, "{stem}"):
		return dir + strings.TrimSuffix(name, path.Ext(name)) + strings.TrimPrefix(last, "{stem}"), nil
	}
	return "", errStyle
}

// timeOf parses a canonical time of day.
func timeOf(canon string) (time.Time, error) {
	t, err := time.Parse("15:04", canon)
	if err != nil {
		t, err = time.Parse(time.TimeOnly, canon)
	}
	if err != nil || canonTime(t.Clock()) != canon {
		return t, errors.New("the value is no canonical time, as in 14:30")
	}
	return t, nil
}
