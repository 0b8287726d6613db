// Package office is what the app packages share: reading and writing docx and
// xlsx files at the level of their formats, LibreOffice as the converter between
// formats, and running external programs. It knows bytes, not workspaces or
// tools: an app package reads the file and calls this one. The errors carry the
// code that a tool's failure should have (FailureCode), so an app only adds the
// file's name.
//
// Start with ReadWorkbook for xlsx and ReadDocument for docx; ToPDF is the
// converter, and Program what runs it.
package office

// ErrCorrupt marks a file that cannot be read as what it claims to be.
var ErrCorrupt error = &failure{"corrupt", "the file is damaged or of another format"}

// ErrTooLarge marks a file over one of the caps that keep a hostile one from
// filling the memory; the message names the cap.
var ErrTooLarge error = &failure{"too_large", "the file is too large"}

// ErrRefused marks a file that asks for what no honest file does: a part outside
// its package, a document type declaration.
var ErrRefused error = &failure{"refused", "the file asks for what no reader may do"}

// ErrUnsupported marks a kind of file that nothing here reads; the message
// says which are accepted.
var ErrUnsupported error = &failure{"bad_arguments", "no way to read the suffix"}

// failure is an error that knows the code of a tool's failure (tools.Code; a
// package of this floor cannot name that type).
type failure struct{ code, text string }

func (f *failure) Error() string       { return f.text }
func (f *failure) FailureCode() string { return f.code }
