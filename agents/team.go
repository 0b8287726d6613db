package agents

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

// Team is who works together. Make one from the config.
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
	var names []string
	for _, a := range t.Agents {
		names = append(names, a.Name)
	}
	return names
}
