package contacts

import (
	"slices"
	"strings"

	"legomem/tools"
	"legomem/tools/table"
)

const (
	csvFile  = "data/contacts.csv"
	xlsxFile = "data/contacts.xlsx"
)

// files are where contacts may be; the first that is there has them.
var files = []string{csvFile, xlsxFile}

// contact is a row of the file.
type contact struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Phone string `json:"phone"`
	Row   int    `json:"row_number"`
}

// text is a contact for people.
func (c contact) text() string {
	parts := []string{c.Name}
	for _, s := range []string{c.Email, c.Phone} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// book are the contacts as read, and what writes to their file: a cell is a row and a
// column, both from 1.
type book struct {
	file  string
	rows  *table.Table // of texts
	all   []contact
	next  int // the row of the next contact
	head  int // the headers' row
	write func([]cell) error
	// remove deletes a whole row.
	remove func(row int) error

	names        []int // the columns that make a name, from 0
	email, phone int   // columns from 0, -1 where there is none
}

type cell struct {
	row, column int
	text        string
}

// open reads the contacts. Without a file there are none, and adding makes the csv file.
func open(ws *tools.Workspace) (*book, error) {
	for _, file := range files {
		found, err := ws.Find(file)
		if tools.CodeOf(err) == tools.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		if file == csvFile {
			return openCSV(ws, found)
		}
		return openWorkbook(ws, found)
	}
	return newCSV(ws), nil
}

// read fills in what the rows tell.
func (b *book) read() error {
	if err := b.findColumns(); err != nil {
		return err
	}
	for _, r := range b.rows.Rows {
		c := contact{Name: b.nameIn(r), Email: b.textIn(r, b.email), Phone: b.textIn(r, b.phone), Row: r.Number}
		if c.Name+c.Email+c.Phone != "" {
			b.all = append(b.all, c)
		}
	}
	return nil
}

// findColumns finds the columns of what a contact has: one for the whole name, or one for
// the first name and one for the last.
func (b *book) findColumns() error {
	column := func(name string) int {
		i, err := b.rows.Column(name)
		if err != nil || b.rows.Headers[i] == "" {
			return -1
		}
		return i
	}
	b.email, b.phone = firstOf(column, "email", "e-mail", "mail"), firstOf(column, "phone", "telephone", "mobile", "tel")
	first, last := column("first name"), column("last name")
	whole := firstOf(column, "full name", "name")
	switch {
	case first >= 0 && last >= 0:
		b.names = []int{first, last}
	case whole >= 0:
		b.names = []int{whole}
	case len(b.rows.Headers) > 0:
		return tools.Failf(tools.BadArguments, "%s has no column Name; it has: %s", b.file, strings.Join(b.rows.Headers, ", "))
	}
	return nil
}

// firstOf is the column of the first header that is there, -1 for none.
func firstOf(column func(string) int, headers ...string) int {
	for _, h := range headers {
		if i := column(h); i >= 0 {
			return i
		}
	}
	return -1
}

func (b *book) nameIn(r table.Row) string {
	var parts []string
	for _, i := range b.names {
		parts = append(parts, b.textIn(r, i))
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

func (b *book) textIn(r table.Row, column int) string {
	return strings.TrimSpace(table.Text(r.Value(column)))
}

// record is all of a contact's row, by header.
func (b *book) record(c contact) map[string]string {
	out := map[string]string{}
	for _, r := range b.rows.Rows {
		for i, h := range b.rows.Headers {
			if r.Number == c.Row && h != "" {
				out[h] = b.textIn(r, i)
			}
		}
	}
	return out
}

// named are the contacts of a name or address; if there is none, those with it as a part
// of theirs, such as the first name.
func (b *book) named(name string) []contact {
	wanted := fold(name)
	if wanted == "" {
		return nil
	}
	for _, fits := range []func(contact) bool{
		func(c contact) bool { return fold(c.Name) == wanted || fold(c.Email) == wanted },
		func(c contact) bool { return hasWords(fold(c.Name), wanted) },
	} {
		var found []contact
		for _, c := range b.all {
			if fits(c) {
				found = append(found, c)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// fold puts case and spacing aside.
func fold(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// hasWords reports whether a name has all words of a part of it.
func hasWords(name, part string) bool {
	all := strings.Fields(name)
	for w := range strings.FieldsSeq(part) {
		if !slices.Contains(all, w) {
			return false
		}
	}
	return true
}
