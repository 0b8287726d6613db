package reading

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// preparedFormat is the form of prepared skills in a file.
const preparedFormat = "legomem-prepared/1"

// storedSkills are prepared skills as they stand in a file.
type storedSkills struct {
	Format       string
	IDs          []string
	Wordings     []int
	Keys, Starts []uint32
	Skills       []uint16 // of the postings
	Counts       []uint16
	Usages       []tally
	Templates    [][]string
}

// Save writes the prepared skills, without their definitions. The same skills give the
// same bytes.
func (p *Prepared) Save(w io.Writer) error {
	k := p.known
	s := storedSkills{Format: preparedFormat, Wordings: k.set.wordings, Keys: k.set.grams.keys, Starts: k.set.grams.starts}
	for _, at := range k.set.grams.all {
		s.Skills, s.Counts = append(s.Skills, uint16(at.skill)), append(s.Counts, uint16(at.count))
	}
	for i, one := range k.skills {
		s.IDs = append(s.IDs, one.ID)
		s.Usages = append(s.Usages, k.usages[i].counted)
		s.Templates = append(s.Templates, slices.Sorted(maps.Keys(k.templates[i])))
	}
	if err := gob.NewEncoder(w).Encode(s); err != nil {
		return fmt.Errorf("save prepared skills: %w", err)
	}
	return nil
}

// LoadPrepared reads prepared skills that were saved; skills are their definitions, in the
// order in which they were prepared.
func LoadPrepared(r io.Reader, skills []*Skill) (*Prepared, error) {
	var s storedSkills
	if err := gob.NewDecoder(r).Decode(&s); err != nil {
		return nil, fmt.Errorf("load prepared skills: %w", err)
	}
	if s.Format != preparedFormat {
		return nil, fmt.Errorf("load prepared skills: they are of the form %q, and this program reads %s", s.Format, preparedFormat)
	}
	if !slices.EqualFunc(s.IDs, skills, func(id string, k *Skill) bool { return id == k.ID }) {
		return nil, errors.New("load prepared skills: they are of other skills")
	}
	return &Prepared{s.known(skills)}, nil
}

func (s storedSkills) known(skills []*Skill) *knownSkills {
	k := emptySkills(skills)
	k.set = &skillSet{grams: index{keys: s.Keys, starts: s.Starts, all: make([]posting, len(s.Skills))}}
	for i, skill := range s.Skills {
		k.set.grams.all[i] = posting{int32(skill), int32(s.Counts[i])}
	}
	for i, one := range skills {
		k.set.add(one, s.Wordings[i])
		k.usages = append(k.usages, &usage{s.Wordings[i], s.Usages[i]})
		templates := map[string]bool{}
		for _, t := range s.Templates[i] {
			templates[t] = true
		}
		k.templates = append(k.templates, templates)
	}
	return k
}
