package agents

import (
	"strings"

	"legomem/lists"
	"legomem/tools"
)

// The six task agents of LEGOMem 3.1.1, and the role that directs them.
const (
	Orchestrator = "orchestrator"
	Calendar     = "calendar_agent"
	Email        = "email_agent"
	Excel        = "excel_agent"
	Word         = "word_agent"
	PDFOCR       = "pdf_ocr_agent"
	System       = "system_agent"
)

// Team is the agents that work together. Start from DefaultTeam.
type Team struct {
	Name   string
	Agents []Agent // in the order prompts list them
}

// Agent is one task agent: what it is for and which tools it has.
type Agent struct {
	Name        string
	Description string
	Tools       []string // tool names, or "excel.*"
}

// Find returns the agent of that name.
func (t Team) Find(name string) (Agent, bool) {
	for _, a := range t.Agents {
		if a.Name == name {
			return a, true
		}
	}
	return Agent{}, false
}

// Names lists the agents.
func (t Team) Names() []string {
	return lists.Map(t.Agents, func(a Agent) string { return a.Name })
}

// Own returns the registry's tools that the agent has, by name.
func (a Agent) Own(r *tools.Registry) []tools.Tool {
	if r == nil {
		return nil
	}
	return lists.Filter(r.All(), func(t tools.Tool) bool { return a.Has(t.Name) })
}

// Offered returns those of its tools that a prompt offers to a model.
func (a Agent) Offered(r *tools.Registry) []tools.Tool {
	return lists.Filter(a.Own(r), func(t tools.Tool) bool { return !t.Unprompted })
}

// Has reports whether the agent has a tool.
func (a Agent) Has(tool string) bool {
	for _, pattern := range a.Tools {
		app, all := strings.CutSuffix(pattern, "*")
		if tool == pattern || (all && strings.HasPrefix(tool, app)) {
			return true
		}
	}
	return false
}

// Without returns the team without the tools whose pattern begins with the
// prefix ("shell.", where no shell is allowed).
func (t Team) Without(prefix string) Team {
	out := Team{Name: t.Name}
	for _, a := range t.Agents {
		a.Tools = lists.Filter(a.Tools, func(pattern string) bool { return !strings.HasPrefix(pattern, prefix) })
		out.Agents = append(out.Agents, a)
	}
	return out
}

// DefaultTeam is the six agents of LEGOMem 3.1.1 with the tools of their apps.
func DefaultTeam() Team {
	return Team{Name: "office", Agents: []Agent{
		{Name: Calendar, Description: "Works on users' calendars: reads events, finds free time, creates, moves, renames, changes and deletes events, recurring ones too.", Tools: []string{"calendar.*"}},
		{Name: Email, Description: "Works on users' mailboxes: lists, reads, searches, sends, answers, forwards and deletes mails, with attachments, and puts them into folders.", Tools: []string{"email.*"}},
		{Name: Excel, Description: "Works on spreadsheets (xlsx): reads and creates them, sets and deletes cells, sorts, filters, sums, converts to PDF.", Tools: []string{"excel.*"}},
		{Name: Word, Description: "Works on text documents (docx): reads, creates and writes them, replaces text, adds tables, converts to PDF.", Tools: []string{"word.*"}},
		{Name: PDFOCR, Description: "Works on PDFs and images: reads their text, recognises text in scans and pictures, makes PDFs of text and images, images of PDFs and text, Word files of PDFs, merges and splits.", Tools: []string{"pdf.*", "ocr.*"}},
		{Name: System, Description: "Works on files and folders and on plain text: lists, copies, moves, deletes, reads and writes, and computes over what was read (count, sum, filter, look up, compare, format), reckons with dates, and keeps lists and contacts.", Tools: []string{"system.*", "list.*", "contacts.*", "shell.*"}},
	}}
}
