package gazetteer

import (
	"context"
	"errors"

	"legomem/reading"
	"legomem/tools/value"
)

// Names are the names of what the office has, for a reader to find in a sentence.
func (o *Office) Names(ctx context.Context) (*reading.Names, error) {
	var out []reading.Name
	var failed error
	add := func(kind value.Kind, all *Things, err error) {
		failed = errors.Join(failed, err)
		for _, t := range all.All {
			out = append(out, reading.Name{Kind: kind, Text: t.Title})
		}
	}
	people, err := o.People(ctx, false)
	add(value.Person, people, err)
	files, err := o.Files(ctx, "")
	add(value.File, files, err)
	events, err := o.Events(ctx)
	add("event", events, err)
	mails, err := o.Mails(ctx)
	add("mail", mails, err)
	kept, err := o.Lists(ctx)
	add("list", kept, err)
	return reading.NewNames(out), failed
}
