// Package value knows the typed values that office work is made of: dates,
// times, people, addresses, files, cells, numbers, money, and the many ways
// people spell them. It never guesses: a spelling that can be read in two ways
// is not found in a text, and is an error when it is parsed. It knows nothing
// of tasks, tools or languages other than English.
//
// Start with Find, which lists the values a text mentions, and Parse, which
// reads a whole text as one value. FindAll also finds periods, repeats, phone numbers
// and further dates. StyleOf and Render write a value in the same
// way as another was spelled. Tokens and Stem are for comparing the words between
// the values.
package value

// Kind is the type of a value. Tools declare it for their arguments, and
// reflex binds a task's words by it.
type Kind string

// The kinds.
const (
	Person   Kind = "person"   // a user of the office: "Dana", "Mary Ann"
	Email    Kind = "email"    // an address: "dana@example.com"
	Date     Kind = "date"     // canonical "2026-03-12"
	Time     Kind = "time"     // canonical "14:30" or "14:30:05"
	DateTime Kind = "datetime" // canonical "2026-03-12 14:30:00"
	Duration Kind = "duration" // canonical "1h30m"
	Number   Kind = "number"   // canonical "1234.5"
	Money    Kind = "money"    // canonical "USD 1234.50"; without a currency it is a Number
	File     Kind = "file"     // "report.xlsx", "data/report.xlsx"
	Cell     Kind = "cell"     // "B3", "B3:D9"
	Phrase   Kind = "phrase"   // a few words: a title, a subject, a column's name
	Message  Kind = "message"  // running text: a mail's body, a paragraph
	Period   Kind = "period"   // canonical "2026-11-23/2026-11-29", or "2026-11-23T12:00/2026-11-23T18:00"
	Repeat   Kind = "repeat"   // canonical "day", "week:MO,WE", "2 week", "month", "year", "weekday"
	Phone    Kind = "phone"    // canonical "+15551234567", or digits alone
)
