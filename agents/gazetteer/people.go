package gazetteer

import (
	"context"
	"path"
	"slices"
	"strings"
)

// People are those who have a mailbox or a calendar in the office, by their names, and the
// contacts: a contact whose address is one of theirs is the same person, and another one
// is taken by name or, where mail goes out, by address: then one who is only called as
// they are is somebody else.
func (o *Office) People(ctx context.Context, byAddress bool) (*Things, error) {
	name := "people"
	if byAddress {
		name = "addresses"
	}
	return o.once(name, func() ([]Thing, error) { return o.people(ctx, byAddress) })
}

func (o *Office) people(ctx context.Context, byAddress bool) ([]Thing, error) {
	t, err := o.tree(ctx)
	if err != nil {
		return nil, err
	}
	out := users(t)
	var data struct{ Contacts []contact }
	if err := o.ask(ctx, "contacts.list", map[string]any{}, &data); err != nil {
		return nil, err
	}
	for _, c := range data.Contacts {
		reached := byAddress && c.Email != ""
		i := slices.IndexFunc(out, func(t Thing) bool { return o.reaches(t, c) || !reached && o.same(t, c) })
		if i >= 0 {
			out[i].Also = append(out[i].Also, c.Name, c.Email)
			continue
		}
		out = append(out, c.thing(byAddress))
	}
	if byAddress {
		return o.withSenders(ctx, out)
	}
	return out, nil
}

// withSenders adds those who have written, and are nobody else.
func (o *Office) withSenders(ctx context.Context, out []Thing) ([]Thing, error) {
	mails, err := o.Mails(ctx)
	for _, m := range mails.All {
		c := contact{Name: m.From, Email: m.Address}
		known := slices.ContainsFunc(out, func(t Thing) bool {
			return o.same(t, c) || strings.EqualFold(t.Value, c.Email) || slices.Contains(t.Also, c.Email)
		})
		if !known {
			out = append(out, c.thing(true))
		}
	}
	return out, err
}

type contact struct{ Name, Email string }

func (c contact) thing(byAddress bool) Thing {
	t := Thing{Value: c.Name, Shown: c.Name, Title: c.Name, Also: []string{c.Email}}
	if byAddress && c.Email != "" {
		t.Value, t.Shown = c.Email, c.Name+" <"+c.Email+">"
	}
	return t
}

// same says that a contact is somebody of the office.
func (o *Office) same(t Thing, c contact) bool {
	return strings.EqualFold(t.Value, c.Name) || o.reaches(t, c)
}

// reaches says that a contact's address is that of somebody of the office.
func (o *Office) reaches(t Thing, c contact) bool {
	return strings.EqualFold(t.Value+"@"+o.domain, c.Email)
}

// users are those who have a mailbox or a calendar.
func users(t tree) []Thing {
	var out []Thing
	add := func(name string) {
		if !slices.ContainsFunc(out, func(o Thing) bool { return o.Value == name }) {
			out = append(out, Thing{Value: name, Shown: name, Title: name})
		}
	}
	for _, f := range t.Folders {
		if path.Dir(f) == "emails" {
			add(path.Base(f))
		}
	}
	for _, f := range t.Files {
		if path.Dir(f) == "calendar" {
			add(strings.TrimSuffix(path.Base(f), ".ics"))
		}
	}
	return out
}
