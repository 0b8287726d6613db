// Package contacts is the tools for a user's contacts: names with their addresses and
// phone numbers, in data/contacts.csv, or in data/contacts.xlsx where there is no such csv
// file, with whatever columns that has.
//
// Start with Tools. The contacts as read are in book.go, the two kinds of file in csv.go
// and workbook.go.
package contacts

import (
	"context"
	"fmt"
	"strings"

	"legomem/tools"
	"legomem/words"
)

// Tools returns the tools for contacts.
func Tools() []tools.Tool {
	return []tools.Tool{
		tools.Define("contacts.find", "Find a contact by name, first name or address, and give the address and phone number.",
			func(findParams) []tools.Effect { return tools.ReadEffects(files...) }, runFind),
		tools.Define("contacts.add", "Add a contact, or complete the one of that name: what is known is not doubled, and not replaced unless told to.",
			func(addParams) []tools.Effect { return tools.EditEffects(false, files...) }, runAdd),
		tools.Define("contacts.list", "List all contacts with their addresses and phone numbers.",
			func(listParams) []tools.Effect { return tools.ReadEffects(files...) }, runList),
		deleteTool(),
	}
}

type findParams struct {
	Name string `json:"name" jsonschema:"the name, first name or address" kind:"person"`
}

// contactData is one contact, with all that its row has by header.
type contactData struct {
	contact
	Record map[string]string `json:"record"`
	File   string            `json:"file"`
}

func runFind(_ context.Context, ws *tools.Workspace, p findParams) (tools.Result, error) {
	b, err := open(ws)
	if err != nil {
		return tools.Result{}, err
	}
	c, err := b.one(p.Name)
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: c.text(), Data: contactData{c, b.record(c), b.file}}, nil
}

// one is the only contact of a name or address.
func (b *book) one(name string) (contact, error) {
	found := b.named(name)
	switch {
	case strings.TrimSpace(name) == "":
		return contact{}, tools.Failf(tools.BadArguments, "say whom to find")
	case len(b.all) == 0:
		return contact{}, tools.Failf(tools.NotFound, "there are no contacts yet; add one with contacts.add")
	case len(found) == 0:
		return contact{}, tools.Failf(tools.NotFound, "no contact in %s is called %q; there are: %s", b.file, name, some(b.all))
	case len(found) > 1:
		return contact{}, tools.Failf(tools.Ambiguous, "%d contacts are called %q; say which: %s", len(found), name, some(found))
	}
	return found[0], nil
}

// maxListed is how many contacts a failure lists.
const maxListed = 12

// some are the first contacts of several.
func some(all []contact) string {
	var out []string
	for _, c := range all[:min(len(all), maxListed)] {
		out = append(out, c.text())
	}
	if more := len(all) - maxListed; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, "; ")
}

type listParams struct{}

// listData are all contacts; those without an address are in Emails as "".
type listData struct {
	Contacts []contact `json:"contacts"`
	Names    []string  `json:"names"`
	Emails   []string  `json:"emails"`
	Phones   []string  `json:"phones"`
	Count    int       `json:"count"`
	File     string    `json:"file,omitempty"`
}

func runList(_ context.Context, ws *tools.Workspace, _ listParams) (tools.Result, error) {
	b, err := open(ws)
	if err != nil {
		return tools.Result{}, err
	}
	d := listData{Contacts: append([]contact{}, b.all...), Names: []string{}, Emails: []string{}, Phones: []string{}, Count: len(b.all), File: b.file}
	text := []string{words.Count(d.Count, "contact")}
	for _, c := range b.all {
		d.Names, d.Emails, d.Phones = append(d.Names, c.Name), append(d.Emails, c.Email), append(d.Phones, c.Phone)
		text = append(text, c.text())
	}
	return tools.Result{Text: strings.Join(text, "\n"), Data: d}, nil
}
