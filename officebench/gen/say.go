package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// values are what a family's phrasing is filled with: words as they are, days
// as 2026-05-14, times as 16:30.
type values map[string]string

var slot = regexp.MustCompile(`\{(?:(a|on|day|date|at) )?(\w+)\}`)

// say fills one of the family's phrasings, each instance the next one:
//
//	{who}       the words
//	{a title}   with its article
//	{on when}   a day as people say it: on May 5th, tomorrow, next Tuesday
//	{day when}  the same without "on"
//	{date when} a day by its date alone
//	{at start}  a time of day: 4:30 pm
func (d *draw) say(t *task, phrasings []string, v values) {
	dates, half, casual := d.IntN(len(dateStyles)), d.chance(75), d.chance(80)
	text := slot.ReplaceAllStringFunc(phrasings[d.instance%len(phrasings)], func(s string) string {
		m := slot.FindStringSubmatch(s)
		word, ok := v[m[2]]
		if !ok {
			panic("no value for " + s)
		}
		switch m[1] {
		case "a":
			return article(word) + " " + word
		case "on":
			if near := near(t.date, word); casual && near != "" {
				return near
			}
			return "on " + spellDate(word, dates)
		case "day":
			if near := near(t.date, word); casual && near != "" {
				return near
			}
			return spellDate(word, dates)
		case "date":
			return spellDate(word, dates)
		case "at":
			return spellTime(word, half)
		}
		return word
	})
	t.text = sentence(text)
}

func article(word string) string {
	if strings.ContainsRune("aeioAEIO", rune(word[0])) {
		return "an"
	}
	return "a"
}

// dateStyles are the ways to write a date. One without a year is read as the
// next such day.
var dateStyles = []string{"1/2/2006", "January 2, 2006", "2 January 2006", "Monday, January 2", "January 2nd", "2006-01-02", "Monday, January 2 2006"}

func spellDate(day string, style int) string {
	t := moment(day + " 00:00")
	return t.Format(strings.Replace(dateStyles[style], "2nd", "2"+ordinal(t.Day()), 1))
}

func ordinal(n int) string {
	suffixes := map[int]string{1: "st", 2: "nd", 3: "rd"}
	if s, ok := suffixes[n%10]; ok && n/10 != 1 {
		return s
	}
	return "th"
}

// near names a day of this week or the next as people do, if they all mean the same by
// that; "" if the day needs a date.
func near(today, day string) string {
	from, to := moment(today+" 00:00"), moment(day+" 00:00")
	days := int(to.Sub(from) / (24 * time.Hour))
	switch {
	case days == 1:
		return "tomorrow"
	case days < 7 && monday(to).After(monday(from)):
		return "next " + to.Weekday().String()
	case days < 7:
		return "this " + to.Weekday().String()
	}
	return ""
}

// monday is the Monday of a day's week.
func monday(t time.Time) time.Time { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7) }

// spellTime writes a time of day with am or pm, or by the 24-hour clock.
func spellTime(at string, half bool) string {
	t := moment("2026-01-01 " + at)
	switch {
	case !half:
		return at
	case at == "12:00":
		return "noon"
	case t.Minute() == 0:
		return t.Format("3 pm")
	}
	return t.Format("3:04 pm")
}

// sentence makes a text begin with a capital.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// spelled are the values of cells as people write them.
func spelled(v any) string {
	switch v := v.(type) {
	case float64:
		return spell(v)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}
