package officebench

import (
	"context"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// content is the text in which keywords are sought.
type content struct {
	name string // of the file or mailbox, for a person
	text string
	// joined ignores white space: where a PDF's words end is its reader's guess.
	joined bool
	// instants are a calendar's times by property ("DTSTART"), where these are to be
	// compared as instants.
	instants map[string][]time.Time
}

// content reads what a check is about. absent names the file if it is not there, "" if it
// is.
func (e *evaluation) content(ctx context.Context, a Args) (c content, absent string, err error) {
	docType, err := a.text("doc_type")
	if err != nil {
		return c, "", err
	}
	if docType == "email" {
		user, err := a.text("username")
		if err != nil {
			return c, "", err
		}
		return e.mailbox(ctx, user)
	}
	p, err := e.at(ctx, a, "file")
	if err != nil || p.kind != file {
		return c, "no file " + p.name, err
	}
	text, err := p.read(ctx, docType)
	if err != nil {
		return c, "", err
	}
	c = content{name: p.name, text: text}
	if e.strict {
		err = c.mend(ctx, p, docType)
	}
	return c, "", err
}

// mend applies the strict reading of its type to a text.
func (c *content) mend(ctx context.Context, p place, docType string) error {
	switch docType {
	case "pdf":
		c.joined, c.text = true, join(c.text)
	case "ics":
		cal, err := p.calendar(ctx)
		if err != nil || cal.Error != "" {
			return err // a file that is no calendar stays a plain text
		}
		c.instants, c.text = cal.instants(), unfold(c.text)
	}
	return nil
}

// missing returns the first keyword that is not there, "" when all are.
func (c content) missing(keywords []any) (string, error) {
	if !c.joined && c.instants == nil {
		return containsAll(c.text, keywords)
	}
	text := c.text
	for _, k := range keywords {
		word, isText := k.(string)
		if !isText {
			return "", raisef("keyword %s is no text", pythonText(k))
		}
		if c.holdsInstant(word) {
			continue
		}
		sought := word
		if c.joined {
			sought = join(word)
		}
		if isFloat(sought) {
			text = strings.ReplaceAll(text, ",", "")
		}
		if missing, err := containsAll(text, []any{sought}); err != nil || missing != "" {
			return word, err
		}
	}
	return "", nil
}

// join removes all white space.
func join(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// unfold makes each property one line (RFC 5545 3.1), without parameters
// before its times, so that DTSTART;TZID=...: reads DTSTART:.
func unfold(text string) string {
	text = strings.NewReplacer("\n ", "", "\n\t", "").Replace(text)
	return timeParameters.ReplaceAllString(text, "$1:")
}

var (
	timeParameters = regexp.MustCompile(`(?mi)^(DTSTART|DTEND);[^:\n]*:`)
	// timeKeyword is a keyword that means a time: DTSTART:20240517T103000, or
	// a day alone.
	timeKeyword = regexp.MustCompile(`^(DTSTART|DTEND)(?:;[^:]*)?:(\d{8})(T\d{6})?(Z?)$`)
)

// holdsInstant reports whether the keyword is a time that an event has. A day alone means
// any time on it; times without a zone count as UTC.
func (c content) holdsInstant(keyword string) bool {
	m := timeKeyword.FindStringSubmatch(strings.ToUpper(keyword))
	if m == nil {
		return false
	}
	for _, at := range c.instants[m[1]] {
		if m[3] == "" && at.Format("20060102") == m[2] {
			return true
		}
		if m[3] != "" && at.UTC().Format("20060102T150405") == m[2]+m[3] {
			return true
		}
	}
	return false
}
