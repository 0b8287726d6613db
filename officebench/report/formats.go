package report

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"legomem/officebench/trial"
)

// formats are the ways in which tables spell figures.
func formats() map[string]func(float64) string {
	return map[string]func(float64) string{
		"decimal": decimal, "two decimals": func(v float64) string { return fmt.Sprintf("%.2f", v) }, "whole": whole,
		"percent": percent, "points": points, "dollars": dollars, "visible": visible,
		"seconds": seconds, "fine seconds": secondsFine,
	}
}

func decimal(v float64) string { return fmt.Sprintf("%.1f", v) }

func dollars(v float64) string { return fmt.Sprintf("$%.4f", v) }

func seconds(ms float64) string { return fmt.Sprintf("%.1f s", ms/1000) }

// secondsFine is fine enough for a run without a model.
func secondsFine(ms float64) string { return fmt.Sprintf("%.2f s", ms/1000) }

// apart separates the thousands of a number with commas.
func apart(number string) string {
	whole, rest, _ := strings.Cut(number, ".")
	for at := len(whole) - 3; at > 0 && whole[at-1] != '-'; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if rest == "" {
		return whole
	}
	return whole + "." + rest
}

// whole prints a number without decimals.
func whole(v float64) string { return apart(fmt.Sprintf("%.0f", v)) }

// cents prints money to the cent, and nothing where it is not known.
func cents(usd *float64) string {
	if usd == nil {
		return ""
	}
	return "$" + apart(fmt.Sprintf("%.2f", *usd))
}

// percent prints a share with one decimal, and no minus before zero.
func percent(v float64) string {
	rounded := math.Round(v*1000) / 10
	if rounded == 0 {
		rounded = 0
	}
	return fmt.Sprintf("%.1f", rounded)
}

// points prints a difference of shares in percentage points, with its sign.
func points(v float64) string {
	s := percent(v)
	if v > 0 && s != "0.0" {
		return "+" + s
	}
	return strings.Replace(s, "-", "−", 1)
}

// visible prints the smallest difference that could have been seen.
func visible(difference float64) string {
	if difference > 1 {
		return "none"
	}
	return percent(difference)
}

// probability prints a p value.
func probability(p *float64) string {
	switch {
	case p == nil:
		return "n/a"
	case *p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", *p)
}

// orNA prints what is known, and n/a for what is not.
func orNA(v *float64, format func(float64) string) string {
	if v == nil {
		return "n/a"
	}
	return format(*v)
}

// cachedPrice prints what cached tokens cost: what others do where nothing else is said.
func cachedPrice(p trial.Price) string {
	if p.Cached == nil {
		return fmt.Sprintf("%g", p.Prompt)
	}
	return fmt.Sprintf("%g", *p.Cached)
}

func orNone(s string) string {
	return cmp.Or(s, "none")
}

// superscript spells a footnote's number.
func superscript(n int) string {
	return strings.Map(func(r rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'] }, fmt.Sprint(n))
}
