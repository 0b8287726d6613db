package gazetteer

import (
	"context"
	"errors"

	"legomem/reading"
	"legomem/tools/value"
)

// Names are the names of what the office has, for a reader to find in a sentence.
func (o *Office) Names(ctx context.Context) (*reading.Names, error) {
	all, err := o.names(ctx)
	return reading.NewNames(all), err
}

// NameWords are the stems of the words that the names of what the office has are made of.
func (o *Office) NameWords(ctx context.Context) (map[string]bool, error) {
	all, err := o.names(ctx)
	out := map[string]bool{}
	for _, n := range all {
		for stem := range Spoken(n.Text) {
			out[stem] = true
		}
	}
	return out, err
}

func (o *Office) names(ctx context.Context) ([]reading.Name, error) {
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
	return out, failed
}
