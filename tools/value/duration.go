package value

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	count      = `(?:\d+(?:\.\d+)?|` + onesWords + `|` + teenWords + `|` + tensWords + `)`
	unit       = `(?:(?:hours?|minutes?|seconds?|days?|weeks?)\b|(?:hrs?|mins?|secs?)\b\.?)`
	glue       = `[ \t\x{a0}]*-?[ \t\x{a0}]*`
	timeJoints = `.,:/\@$€`
)

var (
	spans     = needing(`(?i)`+count+glue+unit+`(?:,?[ \t\x{a0}]*(?:and`+space+`)?`+count+glue+unit+`)*`, "hour", "hr", "min", "sec", "day", "week")
	span      = lazy(`(?i)(` + count + `)` + glue + `(` + unit + `)`)
	compact   = needing(`(?i)(\d+)[ ]?h(?:[ ]?(\d{1,2})m(?:in)?)?`, "h")
	pointHour = needing(`(?i)(\d+\.\d+)[ ]?h`, "h")
	halfHours = needing(`(?i)(?:half`+space+`an|a`+space+`half|half)(?:`+space+`|-)hour|(an|(`+count+`))`+space+`(?:hours?`+space+`and`+space+`a`+space+`half|and`+space+`a`+space+`half`+space+`hours?)`, "half")
	quarters  = needing(`(?i)(?:(?:a`+space+`)?quarter|(three)(?:`+space+`|-)quarters)`+space+`of`+space+`an`+space+`hour`, "quarter")
	oneUnit   = needing(`(?i)an?`+space+`(hour|minute)(?:`+space+`and`+space+`(`+count+`)`+space+`(min(?:ute)?s?))?`, "hour", "minute")
)

// readDurations finds lengths of time. Months and years have no fixed length
// and are not read; 45m may be metres, and is not read either.
func readDurations(text string) []reading {
	var all []reading
	scan(spans, text, timeJoints, func(m match) { all = append(all, m.spans()) })
	scan(compact, text, timeJoints, func(m match) {
		all = append(all, m.lasting(hours(m.group(1))+minutes(m.group(2))))
	})
	scan(pointHour, text, timeJoints, func(m match) {
		all = append(all, m.lasting(time.Duration(countOf64(m.group(1))*float64(time.Hour))))
	})
	scan(halfHours, text, timeJoints, func(m match) {
		n := 0.0
		switch {
		case m.has(2):
			n = countOf64(m.lower(2))
		case m.has(1):
			n = 1
		}
		all = append(all, m.lasting(time.Duration((n+0.5)*float64(time.Hour))))
	})
	scan(quarters, text, timeJoints, func(m match) {
		n := time.Duration(1)
		if m.has(1) {
			n = 3
		}
		all = append(all, m.lasting(n*15*time.Minute))
	})
	scan(oneUnit, text, timeJoints, func(m match) {
		all = append(all, m.lasting(unitOf(m.lower(1))+minutes(strconv.Itoa(spokenOr(m.lower(2))))))
	})
	return all
}

func hours(n string) time.Duration   { return time.Duration(atoi0(n)) * time.Hour }
func minutes(n string) time.Duration { return time.Duration(atoi0(n)) * time.Minute }

// spans adds up "1 hour and 30 minutes". Each unit must be smaller than the last.
func (m match) spans() reading {
	var total, last time.Duration
	for _, part := range span().FindAllStringSubmatch(m.group(0), -1) {
		u := unitOf(strings.ToLower(part[2]))
		if last != 0 && u >= last {
			return m.no(Duration, "its units do not fall")
		}
		last = u
		total += time.Duration(countOf64(strings.ToLower(part[1])) * float64(u))
	}
	return m.lasting(total)
}

func (m match) lasting(d time.Duration) reading {
	if d <= 0 || d > 10*365*24*time.Hour || d%time.Second != 0 {
		return m.no(Duration, "it is too short, too long, or no whole number of seconds")
	}
	return m.mention(Duration, canonDuration(d))
}

// canonDuration is time.Duration's form without the units that are zero.
func canonDuration(d time.Duration) string {
	s := ""
	for _, part := range []struct {
		n    time.Duration
		unit string
	}{{d / time.Hour, "h"}, {d / time.Minute % 60, "m"}, {d / time.Second % 60, "s"}} {
		if part.n > 0 {
			s += fmt.Sprintf("%d%s", part.n, part.unit)
		}
	}
	return s
}

func parseCanonDuration(canon string) (time.Duration, error) {
	d, err := time.ParseDuration(canon)
	if err != nil || d <= 0 || canonDuration(d) != canon {
		return 0, fmt.Errorf("%q is no canonical duration, as in 1h30m", canon)
	}
	return d, nil
}

func unitOf(name string) time.Duration {
	switch name[0] {
	case 'h':
		return time.Hour
	case 'm':
		return time.Minute
	case 'd':
		return 24 * time.Hour
	case 'w':
		return 7 * 24 * time.Hour
	}
	return time.Second
}

// countOf64 reads what count matches.
func countOf64(word string) float64 {
	if f, err := strconv.ParseFloat(word, 64); err == nil && f < 1e6 {
		return f
	}
	return float64(spoken(word))
}

func spokenOr(word string) int {
	if word == "" {
		return 0
	}
	return int(countOf64(word))
}

var oneDay = lazy(`(?i)^an?` + space + `(day|week)$`)

// oneOf writes "a week" with a number. Within a text it need not be a length ("twice a
// week"), so that only a whole one is read so.
func oneOf(text string) string { return oneDay().ReplaceAllString(text, "1 $1") }
