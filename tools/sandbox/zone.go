package sandbox

import (
	"fmt"
	"os"
	"strings"
	"time"
	_ "time/tzdata" // a scratch image has no zones of its own
)

// zone carries a time zone to a process that may have none: by name if the zone has
// one, else as the machine's own zone file, else as a fixed offset.
type zone struct {
	Name   string `json:"name"`
	Offset int    `json:"offset"` // seconds east of UTC, at the run's clock
	Data   []byte `json:"data,omitempty"`
}

const zoneFile = "/etc/localtime"

func zoneOf(t time.Time) zone {
	_, offset := t.Zone()
	z := zone{Name: t.Location().String(), Offset: offset}
	if t.Location() != time.Local {
		return z
	}
	z.Name = localZoneName()
	if z.Name == "" {
		z.Name = "Local"
		z.Data, _ = os.ReadFile(zoneFile) // without it, the offset serves
	}
	return z
}

// localZoneName is the name of time.Local, "" when the machine keeps none.
func localZoneName() string {
	if tz, ok := os.LookupEnv("TZ"); ok {
		if tz == "" {
			return "UTC"
		}
		return strings.TrimPrefix(tz, ":")
	}
	target, err := os.Readlink(zoneFile)
	if err != nil {
		return ""
	}
	_, name, _ := strings.Cut(target, "zoneinfo/")
	return name
}

// at gives t the zone. A name that is unknown here, or means another offset than the
// sender's, is replaced by that offset alone.
func (z zone) at(t time.Time) (time.Time, error) {
	const day = 24 * 60 * 60
	if z.Offset < -day || z.Offset > day {
		return time.Time{}, fmt.Errorf("zone %q: no such offset: %d seconds", z.Name, z.Offset)
	}
	loc, err := z.load()
	if err == nil {
		if _, offset := t.In(loc).Zone(); offset == z.Offset {
			return t.In(loc), nil
		}
	}
	return t.In(time.FixedZone(z.Name, z.Offset)), nil
}

func (z zone) load() (*time.Location, error) {
	if len(z.Data) > 0 {
		return time.LoadLocationFromTZData(z.Name, z.Data)
	}
	return time.LoadLocation(z.Name)
}
