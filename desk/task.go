package desk

import (
	"cmp"
	"os/user"
	"strings"
	"time"

	"legomem/officebench"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Words is a task given as a sentence, with what may be given besides.
type Words struct {
	Text string
	User string // "": the configured one
	Date string // as the user spells it, with or without a time; "": now
}

// FreeTask makes a task from a sentence.
func (d *Desk) FreeTask(w Words) (trajectory.Task, error) {
	dates := d.config.Dates
	now := d.Now().In(dates.Location())
	if w.User == "" {
		w.User = d.userName()
	}
	if w.Date != "" {
		var err error
		if now, err = readDate(w.Date, now, dates.DayFirst()); err != nil {
			return trajectory.Task{}, err
		}
	}
	return trajectory.Task{Text: w.Text, User: w.User, Now: now, DayFirst: dates.DayFirst(), Domain: d.config.Domain}, nil
}

// SuiteTask makes the order of a task of the suite in a folder.
func (d *Desk) SuiteTask(dir, id string) (Order, error) {
	suite, err := officebench.Open(dir)
	if err != nil {
		return Order{}, err
	}
	t, err := suite.Task(id)
	if err == nil {
		err = t.Validate()
	}
	if err != nil {
		return Order{}, err
	}
	t.DayFirst = d.config.Dates.DayFirst()
	return Order{Task: t.Task, From: t.Testbed, Suite: suite}, nil
}

// readDate reads a date, with or without a time, in the run's zone.
func readDate(s string, now time.Time, dayFirst bool) (time.Time, error) {
	ref := value.Reference{Now: now, DayFirst: dayFirst}
	if canon, err := value.Parse(value.DateTime, s, ref); err == nil {
		for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04"} {
			if t, err := time.ParseInLocation(layout, canon, now.Location()); err == nil {
				return t, nil
			}
		}
	}
	canon, err := value.Parse(value.Date, s, ref)
	if err != nil {
		return time.Time{}, noDate(s)
	}
	day, err := time.ParseInLocation("2006-01-02", canon, now.Location())
	if err != nil {
		return time.Time{}, noDate(s)
	}
	return day.Add(9 * time.Hour), nil
}

func noDate(s string) error {
	return BadInput("--date %q is no date; write 2026-03-12, or 2026-03-12 09:00", s)
}

// userName is who acts where nobody else is named: the configured user, or else who runs
// the program.
func (d *Desk) userName() string { return cmp.Or(d.config.User.Name, LoginName()) }

// addressesOf are the further addresses of the user that a task was done for, as far as
// they are the configured user's.
func (d *Desk) addressesOf(t trajectory.Task) []string {
	if t.Suite != "" || !strings.EqualFold(t.User, d.userName()) {
		return nil
	}
	return d.config.User.Addresses
}

// LoginName is the name of the user who runs the program.
func LoginName() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username[strings.LastIndexAny(u.Username, `\/`)+1:]
	}
	return "me"
}
