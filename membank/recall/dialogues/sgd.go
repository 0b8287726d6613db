package dialogues

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"legomem/membank/recall"
	"legomem/tools/value"
)

// The Schema-Guided Dialogue format, as far as it is read.
type (
	service struct {
		Name        string       `json:"service_name"`
		Description string       `json:"description"`
		Slots       []schemaSlot `json:"slots"`
		Intents     []intent     `json:"intents"`
	}
	schemaSlot struct {
		Name        string   `json:"name"`
		Description string   `json:"description"`
		Categorical bool     `json:"is_categorical"`
		Values      []string `json:"possible_values"`
	}
	intent struct {
		Name        string            `json:"name"`
		Description string            `json:"description"`
		Required    []string          `json:"required_slots"`
		Optional    map[string]string `json:"optional_slots"`
	}
	dialogue struct {
		ID    string `json:"dialogue_id"`
		Turns []turn `json:"turns"`
	}
	turn struct {
		Speaker   string  `json:"speaker"`
		Utterance string  `json:"utterance"`
		Frames    []frame `json:"frames"`
	}
	frame struct {
		Service string   `json:"service"`
		Actions []action `json:"actions"`
		State   *state   `json:"state"`
	}
	action struct {
		Act    string   `json:"act"`
		Slot   string   `json:"slot"`
		Values []string `json:"values"`
	}
	state struct {
		Intent string              `json:"active_intent"`
		Values map[string][]string `json:"slot_values"`
	}
)

// schema is the services of a folder.
type schema map[string]service

// anything is how the format says that a user has no preference.
const anything = "dontcare"

func readSGD(s *Source, dir string, by Grouping) error {
	var services []service
	if err := s.decode(filepath.Join(dir, "schema.json"), &services); err != nil {
		return err
	}
	all := schema{}
	for _, sv := range services {
		all[sv.Name] = sv
	}
	files, err := filesOf(dir)
	if err != nil {
		return err
	}
	var goals []splitGoal
	for _, f := range files {
		var some []dialogue
		if err := s.decode(f, &some); err != nil {
			return err
		}
		for i, d := range some {
			told, err := all.told(d)
			if err != nil {
				return fmt.Errorf("%s, dialogue %d (%s): %w", f, i+1, d.ID, err)
			}
			if g, ok := all.split(d, told, by.Seed); ok {
				goals = append(goals, g)
			}
		}
	}
	s.Users = by.group(s.Name, goals)
	return nil
}

// telling is a value that came into a dialogue's state.
type telling struct {
	said    recall.Said // of the turn within the whole dialogue
	service string
	values  []string // in all spellings
	// carried is set where the user did not say it in that turn: it was said before, for
	// another service.
	carried bool
}

// intentOf is an intent of the schema, as whoever serves it knows it.
func (all schema) intentOf(name, in string) (recall.Intent, intent, error) {
	sv, ok := all[name]
	if !ok {
		return recall.Intent{}, intent{}, fmt.Errorf("schema.json has no service %q", name)
	}
	at := slices.IndexFunc(sv.Intents, func(i intent) bool { return i.Name == in })
	if at < 0 {
		return recall.Intent{}, intent{}, fmt.Errorf("the service %s has no intent %q in schema.json", name, in)
	}
	return recall.Intent{Domain: name, Name: in, Description: sv.Intents[at].Description}, sv.Intents[at], nil
}

// told are the values of a dialogue in the order in which they came. The turns count those of
// the user, from 0.
func (all schema) told(d dialogue) ([]telling, error) {
	var out []telling
	last := map[string]map[string][]string{} // the state by service
	active := map[string]string{}            // the last intent of each service
	n := -1
	for i, t := range d.Turns {
		if t.Speaker != "USER" {
			continue
		}
		n++
		for _, f := range t.Frames {
			if f.State == nil {
				continue
			}
			if f.State.Intent != "" && f.State.Intent != "NONE" {
				active[f.Service] = f.State.Intent
			}
			if active[f.Service] == "" {
				continue
			}
			in, _, err := all.intentOf(f.Service, active[f.Service])
			if err != nil {
				return nil, err
			}
			for _, slot := range sorted(f.State.Values) {
				values := f.State.Values[slot]
				if len(values) == 0 || sharesAny(values, last[f.Service][slot]) {
					continue
				}
				if !all[f.Service].has(slot) {
					return nil, fmt.Errorf("the service %s has no slot %q in schema.json", f.Service, slot)
				}
				said, carried := saidIn(d, i, f, slot, values)
				said.Intent, said.Turn = in, n
				out = append(out, telling{said: said, service: f.Service, values: values, carried: carried})
			}
			last[f.Service] = f.State.Values
		}
	}
	return out, nil
}

func (sv service) has(slot string) bool {
	return slices.ContainsFunc(sv.Slots, func(s schemaSlot) bool { return s.Name == slot })
}

// saidIn is how a value came into the state in turn i: the user said it, or agreed to what the
// system said before; else it was carried over.
func saidIn(d dialogue, i int, f frame, slot string, values []string) (recall.Said, bool) {
	s := recall.Said{Slot: slot, Words: d.Turns[i].Utterance, Answer: values[0], From: recall.Named}
	var before turn
	if i > 0 && d.Turns[i-1].Speaker == "SYSTEM" {
		before = d.Turns[i-1]
	}
	asked := speaksOf(before.Frames, f.Service, slot)
	if asked {
		s.Question, s.From = before.Utterance, recall.Answered
	}
	if at := slices.IndexFunc(values, func(v string) bool { return mentions(s.Words, v) }); at >= 0 {
		s.Answer = values[at]
		return s, false
	}
	if speaksOf([]frame{f}, f.Service, slot) || asked && slices.ContainsFunc(values, func(v string) bool { return proposes(before.Frames, f.Service, slot, v) }) {
		return s, false
	}
	return s, true
}

// speaksOf says that an act of the speaker is about a slot.
func speaksOf(frames []frame, service, slot string) bool {
	return slices.ContainsFunc(frames, func(f frame) bool {
		return f.Service == service && slices.ContainsFunc(f.Actions, func(a action) bool { return a.Slot == slot })
	})
}

func proposes(frames []frame, service, slot, v string) bool {
	return slices.ContainsFunc(frames, func(f frame) bool {
		return f.Service == service && slices.ContainsFunc(f.Actions, func(a action) bool {
			return a.Slot == slot && slices.ContainsFunc(a.Values, func(o string) bool { return recall.Same(o, v) })
		})
	})
}

func mentions(words, v string) bool {
	return strings.Contains(strings.ToLower(words), strings.ToLower(v))
}

func sharesAny(a, b []string) bool {
	return slices.ContainsFunc(a, func(v string) bool {
		return slices.ContainsFunc(b, func(o string) bool { return recall.Same(v, o) })
	})
}

// slotsOf are all slots that an intent takes, the required ones first.
func (all schema) slotsOf(name string, in intent) []recall.Slot {
	var out []recall.Slot
	for i, wanted := range [][]string{in.Required, sorted(in.Optional)} {
		for _, slot := range wanted {
			at := slices.IndexFunc(all[name].Slots, func(s schemaSlot) bool { return s.Name == slot })
			s := recall.Slot{Name: slot, Kind: value.Phrase, Required: i == 0}
			if at >= 0 {
				s.Description = all[name].Slots[at].Description
				if all[name].Slots[at].Categorical {
					s.Values = all[name].Slots[at].Values
				}
			}
			out = append(out, s)
		}
	}
	return out
}
