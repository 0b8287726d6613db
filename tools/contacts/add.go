package contacts

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"legomem/tools"
	"legomem/tools/value"
)

type addParams struct {
	Name    string `json:"name" jsonschema:"the contact's whole name" kind:"person"`
	Email   string `json:"email,omitempty" jsonschema:"the address" kind:"email"`
	Phone   string `json:"phone,omitempty" jsonschema:"the phone number"`
	Replace bool   `json:"replace,omitempty" jsonschema:"replace an address or a number that the contact has"`
}

// addedData is a contact as it is now. Made tells a new one from one that was completed.
type addedData struct {
	contact
	File    string   `json:"file"`
	Made    bool     `json:"made"`
	Changed []string `json:"changed"` // "email", "phone"; none where all was known
}

func runAdd(_ context.Context, ws *tools.Workspace, p addParams) (tools.Result, error) {
	if err := p.check(); err != nil {
		return tools.Result{}, err
	}
	b, err := open(ws)
	if err != nil {
		return tools.Result{}, err
	}
	c, made, err := b.contactFor(p)
	if err != nil {
		return tools.Result{}, err
	}
	d := addedData{contact: c, File: b.file, Made: made, Changed: []string{}}
	cells := b.newName(c, made)
	for _, field := range []struct {
		name, given string
		has         *string
		column      *int
	}{{"email", p.Email, &d.Email, &b.email}, {"phone", p.Phone, &d.Phone, &b.phone}} {
		if field.given == "" || strings.EqualFold(field.given, *field.has) {
			continue
		}
		if *field.has != "" && !p.Replace {
			return tools.Result{}, tools.Failf(tools.Exists, "%s has the %s %s already; set replace to change it", c.Name, field.name, *field.has)
		}
		cells = append(cells, b.headed(field.column, field.name)...)
		cells = append(cells, cell{c.Row, *field.column + 1, field.given})
		*field.has, d.Changed = field.given, append(d.Changed, field.name)
	}
	if len(cells) > 0 {
		if err := b.write(cells); err != nil {
			return tools.Result{}, err
		}
	}
	return tools.Result{Text: d.told(), Data: d}, nil
}

// told says what became of a contact.
func (d addedData) told() string {
	switch {
	case d.Made:
		return fmt.Sprintf("added %s to %s", d.text(), d.File)
	case len(d.Changed) == 0:
		return fmt.Sprintf("%s has it already: %s", d.File, d.text())
	}
	return fmt.Sprintf("completed %s in %s (%s)", d.text(), d.File, strings.Join(d.Changed, ", "))
}

// maxField is how long a name, an address or a number may be, in bytes.
const maxField = 200

// check makes the arguments plain, and refuses what is no contact.
func (p *addParams) check() error {
	for _, s := range []*string{&p.Name, &p.Email, &p.Phone} {
		*s = strings.TrimSpace(*s)
		if len(*s) > maxField || strings.ContainsFunc(*s, unicode.IsControl) {
			return tools.Failf(tools.BadArguments, "%.80q is no part of a contact: write one short line", *s)
		}
	}
	if p.Name == "" {
		return tools.Failf(tools.BadArguments, "name the contact")
	}
	if p.Email == "" {
		return nil
	}
	canon, err := value.Parse(value.Email, p.Email, value.Reference{})
	if err != nil {
		return tools.Failf(tools.BadArguments, "%w", err)
	}
	p.Email = canon
	return nil
}

// contactFor is the contact of that name, or a new one. An address that another contact
// has is refused.
func (b *book) contactFor(p addParams) (c contact, made bool, err error) {
	var same []contact
	for _, one := range b.all {
		if fold(one.Name) == fold(p.Name) {
			same = append(same, one)
		} else if p.Email != "" && strings.EqualFold(one.Email, p.Email) {
			return c, false, tools.Failf(tools.Exists, "%s is the address of %s, in row %d of %s", p.Email, one.Name, one.Row, b.file)
		}
	}
	switch len(same) {
	case 0:
		return contact{Name: p.Name, Row: b.next}, true, nil
	case 1:
		return same[0], false, nil
	}
	return c, false, tools.Failf(tools.Ambiguous, "%d contacts are called %s; change the row that is meant with the excel tools: %s", len(same), p.Name, some(same))
}

// newName are the cells of a new contact's name: the last word is the last name where
// that has a column of its own.
func (b *book) newName(c contact, made bool) []cell {
	if !made {
		return nil
	}
	if len(b.names) == 0 { // an empty file
		b.names = []int{-1}
		return append(b.headed(&b.names[0], "name"), cell{c.Row, b.names[0] + 1, c.Name})
	}
	if len(b.names) == 1 {
		return []cell{{c.Row, b.names[0] + 1, c.Name}}
	}
	parts := strings.Fields(c.Name)
	first, last := strings.Join(parts[:max(1, len(parts)-1)], " "), ""
	if len(parts) > 1 {
		last = parts[len(parts)-1]
	}
	return []cell{{c.Row, b.names[0] + 1, first}, {c.Row, b.names[1] + 1, last}}
}

// headed makes a column for what the file has none for yet.
func (b *book) headed(column *int, name string) []cell {
	if *column >= 0 {
		return nil
	}
	header := strings.ToUpper(name[:1]) + name[1:]
	*column = len(b.rows.Headers)
	b.rows.Headers = append(b.rows.Headers, header)
	return []cell{{b.head, *column + 1, header}}
}
