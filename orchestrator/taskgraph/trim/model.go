package trim

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"legomem/lists"
	"legomem/llm"
	"legomem/llm/cost"
	tg "legomem/orchestrator/taskgraph"
)

// Role is the role of the model that trims, as configurations and bills name it.
const Role = "trim"

//go:embed prompts/*.tmpl
var builtinPrompts embed.FS

// ByModel trims utterances by a language model (tme-dag 4.2). It shows the model the part
// of the graph that may matter, and checks the reply against the graph: one that cannot be
// carried out is told so and asked again.
type ByModel struct {
	// Knows is what is known of the domain and the office; its moves are not read.
	Knows   *Offline
	Role    llm.Role
	Prompts *llm.Prompts
	// Retries is how often it is asked again after a reply that cannot be used.
	Retries int
	// Budget is how many tokens of the graph a prompt shows; 0 for 600.
	Budget int
	Meter  *cost.Meter // counts under Role; nil counts nothing
	// Skills are those that it may begin work with, in an office; with none, work is begun
	// elsewhere.
	Skills []Begun
	// Workplace tells what the office holds, in some lines, and more of what is spoken of; nil
	// tells nothing.
	Workplace func(ctx context.Context, spoken []string) (string, error)
	// User is who talks, as the office names them.
	User string
	// Asks is called before the model is asked, which may take a while; nil for nobody.
	Asks func()
}

// usualBudget is how many tokens of the graph a prompt shows.
const usualBudget = 600

// UnusableError says that a model's replies could not be used, even after it was told why.
type UnusableError struct {
	Model  string
	Tries  int
	Reason string // of the last one
	Tokens Tokens
}

func (e *UnusableError) Error() string {
	return fmt.Sprintf("model %s was to say what the words mean for the task graph, and gave %d replies that cannot be used; the last one: %s. Say it in other words, or read without a model: --brain reflex", e.Model, e.Tries, e.Reason)
}

// LoadPrompts reads the prompts, each replaced by the file of the same name in dir, if
// there is one.
func LoadPrompts(dir string) (*llm.Prompts, error) {
	builtin, err := fs.Sub(builtinPrompts, "prompts")
	if err != nil {
		return nil, err // only for a name that is not valid
	}
	slots := []shownSlots{{Of: "o", Slots: []shownSlot{{Name: "n", Notes: "k", Says: "s"}}}}
	return llm.LoadPrompts(builtin, dir, map[string]any{
		"trim":      rulesView{Domain: "d", Skills: []shownSkill{{"i", "d", "t"}}},
		"utterance": utteranceView{Domain: "d", Root: "r", Shape: "form", Holders: slots, Graph: "g", Turns: "t", Text: "x"},
		"again":     againView{Reason: "r"},
	})
}

// rulesView is for the template trim, againView for again.
type (
	rulesView struct {
		Domain string
		Skills []shownSkill
	}
	againView struct{ Reason string }
)

// Trim implements Trimmer. The error is an *UnusableError, or that of the endpoint.
func (m *ByModel) Trim(ctx context.Context, g *tg.Graph, u Utterance) (Trim, error) {
	b := m.binder(g, u)
	said, err := m.messages(ctx, b)
	if err != nil {
		return Trim{}, err
	}
	var extra []llm.Message
	var used Tokens
	for tries := 1; ; tries++ {
		if m.Asks != nil {
			m.Asks()
		}
		reply, err := m.call(ctx, append(said, extra...))
		used.Prompt += reply.Usage.Prompt
		used.Completion += reply.Usage.Completion
		if err != nil && llm.KindOf(err) != llm.Malformed {
			return Trim{}, fmt.Errorf("read what was said: %w", err)
		}
		var out Trim
		wrong := llm.Reason(err)
		if err == nil {
			out, wrong = b.read(reply.JSON, m.Skills)
		}
		out.Tokens = used
		switch {
		case wrong == nil:
			return out, nil
		case tries > m.Retries:
			return Trim{}, &UnusableError{Model: m.Role.Model, Tries: tries, Reason: wrong.Error(), Tokens: used}
		}
		if extra, err = m.again(reply.Text, wrong); err != nil {
			return Trim{}, err
		}
	}
}

// binder is what finds the nodes of a reply.
func (m *ByModel) binder(g *tg.Graph, u Utterance) *binder {
	v := m.Knows.view(g)
	return &binder{Offline: m.Knows, view: v, utterance: u, text: u.Text}
}

// messages are the prompt: first the rules, which stay the same, then what is shown.
func (m *ByModel) messages(ctx context.Context, b *binder) ([]llm.Message, error) {
	skills := lists.Map(m.Skills, func(k Begun) shownSkill { return shownSkill{k.ID, k.Does, k.takes()} })
	rules, err := m.Prompts.Render("trim", rulesView{Domain: b.domain.Name, Skills: skills})
	if err != nil {
		return nil, err
	}
	budget := m.Budget
	if budget == 0 {
		budget = usualBudget
	}
	shown, err := b.shown(budget)
	if err != nil {
		return nil, err
	}
	if len(m.Skills) > 0 {
		shown.Begins, shown.User, shown.Today = true, m.User, b.utterance.Now.Format("Monday, 2 January 2006, 15:04")
		shown.Before = b.utterance.Before
	}
	if m.Workplace != nil {
		if shown.Workplace, err = m.Workplace(ctx, b.around()); err != nil {
			return nil, fmt.Errorf("look at the office: %w", err)
		}
	}
	text, err := m.Prompts.Render("utterance", shown)
	return []llm.Message{{Role: llm.System, Text: rules}, {Role: llm.User, Text: text}}, err
}

// again shows a reply that cannot be used to the model, with the reason.
func (m *ByModel) again(said string, wrong error) ([]llm.Message, error) {
	text, err := m.Prompts.Render("again", againView{Reason: wrong.Error()})
	if said = strings.TrimSpace(said); said == "" {
		said = "(an empty reply)"
	}
	return []llm.Message{{Role: llm.Assistant, Text: said}, {Role: llm.User, Text: text}}, err
}

// call makes one call within the meter's budget.
func (m *ByModel) call(ctx context.Context, msgs []llm.Message) (llm.Reply, error) {
	if err := m.Meter.Admit(m.Role.Model); err != nil {
		return llm.Reply{}, err
	}
	f, err := formOf(m.Skills)
	if err != nil {
		return llm.Reply{}, err
	}
	reply, err := m.Role.Chat.Chat(ctx, llm.Request{Model: m.Role.Model, Messages: msgs, Sampling: m.Role.Sampling,
		Schema: &llm.Schema{Name: "trim", JSON: f.schema}})
	m.Meter.Add(Role, m.Role.Model, reply.Usage)
	return reply, err
}
