// Package skills holds the everyday skills that come with the program: what each does,
// the values it takes, the actions that do it, and sentences that ask for it. They are
// data, in YAML beside this file: a skill's definition by app, its wordings by the
// writers that wrote them, dated.
//
// Start with All. A definition's actions are written as doing.go and source.go say;
// Skill.Procedure makes of them what package reflex plays. What recognises a skill is
// package reading.
package skills

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"legomem/reading"
	"legomem/tools/value"
)

//go:embed *.yaml wordings
var files embed.FS

// Skill is a skill's definition.
type Skill struct {
	ID string `yaml:"skill"`
	// Does says what it does, for people, behind "to".
	Does  string `yaml:"does"`
	Slots []Slot `yaml:"slots"`
	// AnyOf are optional slots of which one at least is needed.
	AnyOf []string `yaml:"any_of"`
	// Do is what it does, and Answer what the user is told then.
	Do     []Action `yaml:"do"`
	Answer Answer   `yaml:"answer"`
	// Wordings are sentences that ask for it, with their values marked; without those of
	// hers that a writer left a required value out of.
	Wordings []reading.Wording `yaml:"-"`
}

// Slot is a value that a skill takes.
type Slot struct {
	Name     string     `yaml:"name"`
	Kind     value.Kind `yaml:"kind"`
	Optional bool       `yaml:"optional"`
	List     bool       `yaml:"list"`
	// Unsaid says that no text gives it: whoever binds the others does, where it is due.
	Unsaid bool `yaml:"unsaid"`
	// Shared says that it takes the calendars of all here who have the event, where the user
	// called it and says so when asked: what becomes of it is so for them too.
	Shared bool `yaml:"shared"`
	// New says that it names something that need not be there.
	New bool `yaml:"new"`
	// Row says that its values are those of a sheet's new row.
	Row bool `yaml:"row"`
	// Absent says that it names something that is not there yet: it is made.
	Absent bool `yaml:"absent"`
	// Of is the slot whose thing has it: a text in a workbook, an entry on a list.
	Of string `yaml:"of"`
	// Last says that a text which names a time by a longer one means its last day:
	// "until the end of june".
	Last bool `yaml:"last"`
	// Numbers says that it is a column of numbers: where a text names none, the only one
	// that the sheet has is meant.
	Numbers bool `yaml:"numbers"`
	// Form is which files it takes. Where a text names none that must be there already,
	// whoever binds the slots may take the only one there is; a new one's value has the
	// suffix of its form.
	Form string `yaml:"form"`
	// Ask is the question for it, Default where it comes from unasked ("today", "user",
	// "ahead"): see Complete.
	Ask     string `yaml:"ask"`
	Default string `yaml:"default"`
}

// Library is all skills, and sentences that ask for none of them.
type Library struct {
	Skills []Skill
	None   []string

	prepared []byte // for reading, see Prepared
}

// All are the skills that come with the program, read once. Nobody may change them.
func All() (Library, error) { return all() }

var all = sync.OnceValues(func() (Library, error) {
	if l, ok := fromReady(); ok {
		return l, nil
	}
	return parse()
})

// parse reads the skills' YAML.
func parse() (Library, error) {
	var l Library
	names, err := fs.Glob(files, "*.yaml")
	if err != nil {
		return l, err
	}
	for _, name := range names {
		var some []Skill
		if err := decode(name, &some); err != nil {
			return l, err
		}
		l.Skills = append(l.Skills, some...)
	}
	return l, l.readWordings()
}

// readWordings gives the skills what the writers wrote.
func (l *Library) readWordings() error {
	names, err := fs.Glob(files, "wordings/*/*.yaml")
	if err != nil {
		return err
	}
	for _, name := range names {
		var said map[string][]string
		if err := decode(name, &said); err != nil {
			return err
		}
		if path.Base(name) == "none.yaml" {
			l.None = append(l.None, said["none"]...)
			continue
		}
		if err := l.add(said); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (l *Library) add(said map[string][]string) error {
	for id, all := range said {
		i := slices.IndexFunc(l.Skills, func(s Skill) bool { return s.ID == id })
		if i < 0 {
			return fmt.Errorf("there is no skill %s", id)
		}
		for _, marked := range all {
			w, err := reading.ParseWording(marked)
			if err == nil {
				err = l.Skills[i].check(w)
			}
			if err != nil {
				return fmt.Errorf("%s: %q: %w", id, marked, err)
			}
			l.Skills[i].Wordings = append(l.Skills[i].Wordings, w)
		}
	}
	return nil
}

// check finds out whether a wording's marks are slots that a text gives.
func (s Skill) check(w reading.Wording) error {
	for _, m := range w.Marks {
		known := slices.ContainsFunc(s.Slots, func(slot Slot) bool { return slot.Name == m.Slot && !slot.Unsaid })
		if !known && m.Slot != reading.Frame {
			return fmt.Errorf("it has no slot %s", m.Slot)
		}
	}
	return nil
}

func decode(name string, into any) error {
	data, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(into); err != nil {
		return errors.Join(fmt.Errorf("read %s", name), err)
	}
	return nil
}

// Tools are those that the skill calls, each once.
func (s Skill) Tools() []string { return toolsIn(s.Do, nil) }

func toolsIn(all []Action, known []string) []string {
	for _, a := range all {
		if a.Tool != "" && !slices.Contains(known, a.Tool) {
			known = append(known, a.Tool)
		}
		known = toolsIn(a.Do, known)
	}
	return known
}

// Reads is the skill as the reader knows it.
func (s Skill) Reads() *reading.Skill {
	out := &reading.Skill{ID: s.ID, Operations: []string{strings.Split(s.ID, ".")[0]}, Wordings: s.Wordings}
	for _, slot := range s.Slots {
		if slot.Unsaid {
			continue
		}
		out.Slots = append(out.Slots, reading.Slot{Name: slot.Name, Kind: slot.Kind, Optional: slot.Optional || slot.Numbers || slot.Default != "", List: slot.List, New: slot.New})
	}
	return out
}
