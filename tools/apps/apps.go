// Package apps is the list of the office's apps: the one registry that the
// agents, the sandbox's tool process and the command line share.
package apps

import (
	"sync"

	"legomem/tools"
	"legomem/tools/calendar"
	"legomem/tools/contacts"
	"legomem/tools/email"
	"legomem/tools/excel"
	"legomem/tools/lookup"
	"legomem/tools/notes"
	"legomem/tools/ocr"
	"legomem/tools/pdf"
	"legomem/tools/shell"
	"legomem/tools/survey"
	"legomem/tools/system"
	"legomem/tools/word"
)

// Registry holds every tool of every app, the hidden ones included. Nothing
// changes it, and it is made once: the schemas of all tools take a while.
func Registry() *tools.Registry { return registry() }

var registry = sync.OnceValue(func() *tools.Registry {
	return tools.NewRegistry(calendar.Tools(), email.Tools(), excel.Tools(),
		word.Tools(), pdf.Tools(), ocr.Tools(), system.Tools(), notes.Tools(), contacts.Tools(), lookup.Tools(), survey.Tools(), shell.Tools())
})
