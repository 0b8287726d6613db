package reflex

import "legomem/tools/value"

// The kinds of slots beyond package value's. Their values are found by looking into the
// office, or are plain texts.
const (
	Event   value.Kind = "event"   // an event's id, as calendar.list_events gives it
	Mail    value.Kind = "mail"    // a mail's id, as email.list gives it
	Column  value.Kind = "column"  // a header
	Sheet   value.Kind = "sheet"   // a sheet's name
	Folder  value.Kind = "folder"  // of files
	List    value.Kind = "list"    // a list's name
	Form    value.Kind = "form"    // a type of files: its suffixes, "xlsx" or "jpg,png"
	Field   value.Kind = "field"   // what is known of a contact: "phone"
	Formula value.Kind = "formula" // "=SUM(B2:B9)"
	Pages   value.Kind = "pages"   // "2-4", "1,3"
	Change  value.Kind = "change"  // by how much a number changes: "5%", "2.5"
)

// Kinds are those.
var Kinds = []value.Kind{Event, Mail, Column, Sheet, Folder, List, Form, Field, Formula, Pages, Change}
