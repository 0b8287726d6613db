package email

import (
	"strings"
	"time"

	"legomem/tools"
	"legomem/tools/value"
)

// bound reads a limit of time in the workspace's zone; empty text is no limit,
// the zero time. A date as an upper limit includes that day.
func bound(ws *tools.Workspace, name, text string, upper bool) (time.Time, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	zone, ref := ws.Now().Location(), value.Reference{Now: ws.Now(), DayFirst: ws.DayFirst}
	if canon, err := value.Parse(value.DateTime, text, ref); err == nil {
		t, err := time.ParseInLocation(time.DateTime, canon, zone)
		if upper {
			t = t.Add(time.Second) // the limit itself is included
		}
		return t, err
	}
	canon, err := value.Parse(value.Date, text, ref)
	if err != nil {
		return time.Time{}, tools.Failf(tools.BadArguments, "%s: %q is no date I can read; accepted: 2024-05-17, 5/17/2024, 17 May 2024, ...", name, text)
	}
	t, err := time.ParseInLocation(time.DateOnly, canon, zone)
	if upper {
		t = t.AddDate(0, 0, 1)
	}
	return t, err
}
