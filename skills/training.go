package skills

import (
	"time"

	"legomem/agents/reflex"
	"legomem/reading"
	"legomem/tools/value"
)

// Training is the library as what a reader is trained on.
func Training() (reading.Data, error) {
	library, err := All()
	if err != nil {
		return reading.Data{}, err
	}
	data := reading.Data{Reference: reference, Named: Named}
	for _, s := range library.Skills {
		data.Skills = append(data.Skills, s.Reads())
	}
	for _, text := range library.None {
		data.Requests = append(data.Requests, reading.Request{Text: text})
	}
	return data, nil
}

// Named are the kinds of values that an office has names for.
var Named = []value.Kind{value.Person, value.File, reflex.Folder, reflex.Event, reflex.Mail, reflex.Column, reflex.Sheet, reflex.List}

// reference is when the wordings were written, for dates such as "tomorrow" in them.
var reference = value.Reference{Now: time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC)}
