package office

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func textCell(s string) Cell { return Cell{Kind: TextCell, Text: s} }

func boolCell(b bool) Cell {
	if b {
		return Cell{Kind: BoolCell, Text: "TRUE", Number: 1}
	}
	return Cell{Kind: BoolCell, Text: "FALSE"}
}

// numberCell tells ints from floats by spelling: 5 is an int, 5.0 and 5E0 are
// floats.
func numberCell(s string) (Cell, error) {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, ".eE") {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !math.IsInf(f, 0) {
			return Cell{}, fmt.Errorf("%w: %q is no number", ErrCorrupt, s)
		}
		return Cell{Kind: FloatCell, Text: s, Number: f}, nil
	}
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || len(s) > 400 {
		return Cell{}, fmt.Errorf("%w: %q is no number", ErrCorrupt, s)
	}
	f, _ := new(big.Float).SetInt(n).Float64()
	return Cell{Kind: IntCell, Text: n.String(), Number: f}, nil
}

const millisPerDay = 86_400_000

// serialCell reads a serial date: days since the epoch, and a fraction for
// the time of day. Below 1 it is a time. Excel's 1900 has a 29 February, so
// days before March 1900 count one less.
func serialCell(n float64, date04 bool) Cell {
	day := math.Floor(n)
	millis := math.RoundToEven((n - day) * millisPerDay)
	if n >= 0 && n < 1 && millis < millisPerDay {
		at := time.Time{}.Add(time.Duration(millis) * time.Millisecond)
		return Cell{Kind: TimeCell, Text: at.Format("15:04:05") + secondsFraction(at), Time: at}
	}
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if date04 {
		epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	} else if n > 0 && n < 60 {
		day++
	}
	if math.IsNaN(day) || math.Abs(day) > 4_000_000 {
		return Cell{Kind: ErrorCell, Text: "#VALUE!"}
	}
	at := epoch.AddDate(0, 0, int(day)).Add(time.Duration(millis) * time.Millisecond)
	if at.Year() < 1 || at.Year() > 9999 {
		return Cell{Kind: ErrorCell, Text: "#VALUE!"}
	}
	return dateCell(at)
}

func dateCell(at time.Time) Cell {
	return Cell{Kind: DateCell, Text: at.Format("2006-01-02 15:04:05") + secondsFraction(at), Time: at}
}

func secondsFraction(at time.Time) string {
	if us := at.Nanosecond() / 1000; us > 0 {
		return fmt.Sprintf(".%06d", us)
	}
	return ""
}

// durationCell reads an elapsed time in days, to the millisecond: "1 day, 2:30:00".
func durationCell(days float64) Cell {
	if math.IsNaN(days) || math.Abs(days) > 999_999_999 {
		return Cell{Kind: ErrorCell, Text: "#VALUE!"}
	}
	whole := math.Floor(days)
	micros := int64(math.RoundToEven((days - whole) * 86_400_000_000))
	if rest := micros % 1_000_000; rest != 0 {
		micros += int64(math.RoundToEven(float64(rest)/1000))*1000 - rest
	}
	d := int64(whole) + micros/86_400_000_000
	micros %= 86_400_000_000
	seconds := micros / 1_000_000
	text := fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if us := micros % 1_000_000; us != 0 {
		text += fmt.Sprintf(".%06d", us)
	}
	switch {
	case d == 1 || d == -1:
		text = fmt.Sprintf("%d day, %s", d, text)
	case d != 0:
		text = fmt.Sprintf("%d days, %s", d, text)
	}
	return Cell{Kind: DurationCell, Text: text}
}

var isoForm = regexp.MustCompile(`^(?:(\d{4}-\d{2}-\d{2}))?T?(?:(\d{2}:\d{2})(?::(\d{2})(\.\d{1,3})?)?)?`)

// isoCell reads a date that is written out (ISO 8601), as strict workbooks
// have them. A date alone stays without a time.
func isoCell(s string) (Cell, error) {
	m := isoForm.FindStringSubmatch(s)
	if m == nil || (m[1] == "" && m[2] == "") {
		return Cell{}, fmt.Errorf("%w: %q is no date", ErrCorrupt, s)
	}
	seconds := m[3]
	if seconds == "" {
		seconds = "00"
	}
	clock := m[2] + ":" + seconds + m[4]
	switch {
	case m[1] == "":
		at, err := time.Parse("15:04:05.999", clock)
		if err != nil {
			return Cell{}, fmt.Errorf("%w: %q is no time", ErrCorrupt, s)
		}
		at = at.AddDate(1, 0, 0) // time.Parse begins at year 0, time.Time{} at 1
		return Cell{Kind: TimeCell, Text: at.Format("15:04:05") + secondsFraction(at), Time: at}, nil
	case m[2] == "":
		at, err := time.Parse("2006-01-02", m[1])
		if err != nil {
			return Cell{}, fmt.Errorf("%w: %q is no date", ErrCorrupt, s)
		}
		return Cell{Kind: DateCell, Text: m[1], Time: at}, nil
	}
	at, err := time.Parse("2006-01-02 15:04:05.999", m[1]+" "+clock)
	if err != nil {
		return Cell{}, fmt.Errorf("%w: %q is no date", ErrCorrupt, s)
	}
	return dateCell(at), nil
}
