// Package facts holds what a file says, as far as people need it to decide on a change:
// a mail's parties, a calendar's events, a document's lines. The tools fill it in behind
// the sandbox; it reads no file itself. Every part is bounded, whatever the file holds.
//
// Start with Mail, Calendar and Content.
package facts

// How much of a file is told.
const (
	MostShown    = 20    // lines, cells or paragraphs that are shown of one file
	MostLetters  = 200   // letters of one of them
	MostParties  = 500   // addresses of one field, attendees of one event
	MostAttached = 100   // attachments of a mail
	MostEvents   = 2_000 // events of one calendar that differ
	MostMarks    = 50    // marks of one file
)

// Mark is something about a change that a person must see.
type Mark struct {
	Kind   MarkKind `json:"kind"`
	Detail string   `json:"detail,omitempty"` // where, or which
}

// MarkKind says what is marked.
type MarkKind string

// The kinds of marks.
const (
	Deletion     MarkKind = "deletion"
	Overwritten  MarkKind = "overwritten"    // nothing of the old content stays
	OthersOwn    MarkKind = "another person" // another person's calendar or mailbox
	Fetching     MarkKind = "fetches"        // a formula or field that gets content from elsewhere
	Macros       MarkKind = "macros"
	ExternalLink MarkKind = "external link"
	Embedded     MarkKind = "embedded object"
	Alarm        MarkKind = "alarm"
	HiddenFile   MarkKind = "hidden file"
	HiddenSheet  MarkKind = "hidden sheet"
	ReplyTo      MarkKind = "reply-to"
	OddHeader    MarkKind = "unusual header"
	OtherSender  MarkKind = "other sender" // a mail that is not from the user
	Unlisted     MarkKind = "unlisted recipient"
	OddLetters   MarkKind = "odd letters" // mixed scripts, look-alikes, invisible letters
	Large        MarkKind = "very large"
	Unreadable   MarkKind = "unreadable"
)

// Address is a mail address with its display name.
type Address struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address"`
}

// Attachment is a file that goes with a mail.
type Attachment struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Mail is what a mail says.
type Mail struct {
	From        []Address    `json:"from,omitempty"`
	To          []Address    `json:"to,omitempty"`
	Cc          []Address    `json:"cc,omitempty"`
	Bcc         []Address    `json:"bcc,omitempty"`
	Subject     string       `json:"subject"`
	MessageID   string       `json:"message_id,omitempty"`
	FirstLines  []string     `json:"first_lines,omitempty"`
	Lines       int          `json:"lines"`
	Attachments []Attachment `json:"attachments,omitempty"`
	Left        int          `json:"left,omitempty"` // parties and attachments that are not listed
	Marks       []Mark       `json:"marks,omitempty"`
}

// Operation is what happens to an event or a file.
type Operation string

// The operations.
const (
	Made    Operation = "made"
	Moved   Operation = "moved"
	Renamed Operation = "renamed"
	Deleted Operation = "deleted"
	Changed Operation = "changed"
)

// Event is what an event says. Times are dates (2026-03-12) or dates with a time.
type Event struct {
	UID         string   `json:"uid,omitempty"`
	Title       string   `json:"title"`
	Start       string   `json:"start,omitempty"`
	End         string   `json:"end,omitempty"`
	Location    string   `json:"location,omitempty"`
	Description string   `json:"description,omitempty"`
	Recurs      string   `json:"recurs,omitempty"`
	Repeats     string   `json:"repeats,omitempty"`   // the rule in words
	LeftOut     []string `json:"left_out,omitempty"`  // occurrences that do not take place
	Attendees   []string `json:"attendees,omitempty"` // addresses, or names
	Alarms      []string `json:"alarms,omitempty"`    // in words
	// Digest is the hash of all its lines but the UID and the times of writing.
	Digest string `json:"digest"`
}

// EventChange is an event that differs between two states of a calendar.
type EventChange struct {
	Operation Operation `json:"operation"`
	Before    *Event    `json:"before,omitempty"`
	After     *Event    `json:"after,omitempty"`
	Fields    []string  `json:"fields,omitempty"` // those that differ
	Marks     []Mark    `json:"marks,omitempty"`
}

// Calendar is how two states of a calendar differ.
type Calendar struct {
	Events []EventChange `json:"events,omitempty"`
	Total  int           `json:"total"`            // of events that differ, listed or not
	Others bool          `json:"others,omitempty"` // something that is no event differs
}

// Content is how two states of a document, workbook or text differ.
type Content struct {
	Unit    string   `json:"unit,omitempty"`  // "cell", "paragraph", "line"; "" where it has no text
	Shown   []string `json:"shown,omitempty"` // "- old" and "+ new", or "B3: old -> new"
	Added   int      `json:"added"`
	Removed int      `json:"removed"`
	Changed int      `json:"changed,omitempty"` // of cells alone
	Kept    int      `json:"kept"`
	Marks   []Mark   `json:"marks,omitempty"`
}

// Total is how many units differ.
func (c Content) Total() int { return c.Added + c.Removed + c.Changed }
