package reading

import (
	"fmt"

	"legomem/tools/value"
)

// Prepared is skills made ready for reading, which takes longer than reading does. It can
// be saved.
type Prepared struct{ known *knownSkills }

// Prepare makes skills ready. Dates and times of their wordings are read against ref.
func Prepare(skills []*Skill, ref value.Reference) (*Prepared, error) {
	said, err := sentencesOf(skills, ref)
	if err != nil {
		return nil, err
	}
	return &Prepared{newKnownSkills(skills, said)}, nil
}

// As is the only skill prepared, under another id.
func (p *Prepared) As(id string) *Prepared {
	one := *p.known.skills[0]
	one.ID = id
	known := *p.known
	known.skills = []*Skill{&one}
	return &Prepared{&known}
}

// Reader reads sentences that may ask for the skills. What it is taught later is read
// against ref.
func (p *Prepared) Reader(m *Model, ref value.Reference) *Reader {
	return &Reader{model: m, known: p.known, reference: ref}
}

// noSkill stands for all that is no skill.
const noSkill = "none"

// knownSkills are skills made ready for reading.
type knownSkills struct {
	skills    []*Skill
	set       *skillSet
	usages    []*usage
	templates []map[string]bool
	none      *Skill // noSkill
	unused    *usage
}

func newKnownSkills(skills []*Skill, said [][]*Sentence) *knownSkills {
	k := emptySkills(skills)
	k.set = newSkillSet(skills, said)
	for i, one := range skills {
		k.usages = append(k.usages, newUsage(one, said[i]))
		k.templates = append(k.templates, knownTemplates(one, said[i]))
	}
	return k
}

func emptySkills(skills []*Skill) *knownSkills {
	return &knownSkills{skills: skills, none: &Skill{ID: noSkill}, unused: &usage{}}
}

func sentencesOf(skills []*Skill, ref value.Reference) ([][]*Sentence, error) {
	all := make([][]*Sentence, len(skills))
	for i, k := range skills {
		var err error
		if all[i], err = sentencesFor(k.ID, k.Wordings, ref); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func sentencesFor(skill string, wordings []Wording, ref value.Reference) ([]*Sentence, error) {
	var all []*Sentence
	for _, w := range wordings {
		s, err := NewSentence(w.Text, ref, nil)
		if err != nil {
			return nil, fmt.Errorf("read %q, which asks for %s: %w", w.Text, skill, err)
		}
		all = append(all, s)
	}
	return all, nil
}
