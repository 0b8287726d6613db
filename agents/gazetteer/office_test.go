package gazetteer

import (
	"context"
	"testing"
	"time"

	"legomem/lists"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/toolstest"
	"legomem/tools/value"
)

// tuesday is when the office is looked at.
var tuesday = time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)

var ref = value.Reference{Now: tuesday}

// said are words that tell nothing of what is named.
type said []string

func (s said) Common(stem string) bool {
	for _, word := range s {
		if value.Stem(word) == stem {
			return true
		}
	}
	return false
}

var common = said{"my", "the", "meeting", "with", "at", "on", "to"}

// newOffice is Bob's office with some files, and what calls of tools make in it.
func newOffice(t testing.TB, files map[string]string, calls ...[2]string) *Office {
	t.Helper()
	d := toolstest.New(t, tuesday, apps.Registry().All(), files)
	for _, call := range calls {
		d.Data(call[0], call[1])
	}
	look := func(_ context.Context, a tools.Action) (tools.Observation, error) { return d.Run(a.Tool, a.Args), nil }
	return New(look, "Bob", tuesday, tools.OfficeDomain(""))
}

// event is a call that makes an event of an hour.
func event(summary, start string) [2]string {
	return [2]string{"calendar.create_event", `{"summary":"` + summary + `","start":"` + start + `","duration_minutes":60}`}
}

func events(t testing.TB, calls ...[2]string) *Things {
	t.Helper()
	return must.Have(newOffice(t, nil, calls...).Events(t.Context()))(t)
}

// shown is what people are shown of things.
func shown(all []Thing) []string {
	return lists.Map(all, func(t Thing) string { return t.Shown })
}

func files(t testing.TB, there map[string]string) *Things {
	t.Helper()
	return must.Have(newOffice(t, there).Files(t.Context(), "text"))(t)
}
