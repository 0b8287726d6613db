package reading

import (
	"fmt"
	"maps"
	"slices"
)

// With is a reader that knows further wordings of a skill too, and the skill if it did not
// (by its id; its own wordings are known then as well). The reader itself stays as it is.
func (r *Reader) With(k *Skill, wordings ...Wording) (*Reader, error) {
	known := r.known.clone()
	at := slices.IndexFunc(known.skills, func(one *Skill) bool { return one.ID == k.ID })
	if at < 0 {
		at = known.add(k)
		wordings = slices.Concat(k.Wordings, wordings)
	}
	if err := marksFit(known.skills[at], wordings); err != nil {
		return nil, err
	}
	said, err := sentencesFor(k.ID, wordings, r.reference)
	if err != nil {
		return nil, err
	}
	known.teach(at, wordings, said)
	out := *r
	out.known, out.refused = known, maps.Clone(r.refused)
	one := *known.skills[at]
	one.Wordings = wordings
	for template := range knownTemplates(&one, said) {
		delete(out.refused, refusal{k.ID, template})
	}
	return &out, nil
}

// WithPrepared is a reader that reads for further skills too.
func (r *Reader) WithPrepared(more ...*Prepared) *Reader {
	out := *r
	out.known = r.known.clone()
	for _, p := range more {
		out.known.merge(p.known)
	}
	return &out
}

// WithoutWording is a reader that does not read sentences as asking for a skill that are
// said as a wording is: see Without.
func (r *Reader) WithoutWording(k *Skill, w Wording) (*Reader, error) {
	if err := marksFit(k, []Wording{w}); err != nil {
		return nil, err
	}
	said, err := sentencesFor(k.ID, []Wording{w}, r.reference)
	if err != nil {
		return nil, err
	}
	one := *k
	one.Wordings = []Wording{w}
	for template := range knownTemplates(&one, said) {
		r = r.Without(k.ID, template)
	}
	return r, nil
}

// marksFit finds out whether the marks of wordings are slots of a skill.
func marksFit(k *Skill, wordings []Wording) error {
	for _, w := range wordings {
		for _, m := range w.Marks {
			known := slices.ContainsFunc(k.Slots, func(s Slot) bool { return s.Name == m.Slot })
			if !known && m.Slot != Frame {
				return fmt.Errorf("%q: %s has no slot %s; accepted: its slots, and %s", w.Text, k.ID, m.Slot, Frame)
			}
		}
	}
	return nil
}

// refusal is a way to ask for a skill that was refused.
type refusal struct{ skill, template string }

// Without is a reader that does not read sentences of a template as asking for a skill:
// what a user said no to, as Reading.Template has it, is not offered again.
func (r *Reader) Without(skill, template string) *Reader {
	out := *r
	out.refused = maps.Clone(r.refused)
	if out.refused == nil {
		out.refused = map[refusal]bool{}
	}
	out.refused[refusal{skill, template}] = true
	return &out
}

// clone is the skills, to add to.
func (k *knownSkills) clone() *knownSkills {
	out := *k
	out.skills, out.set, out.usages, out.templates = slices.Clone(k.skills), k.set.clone(), slices.Clone(k.usages), slices.Clone(k.templates)
	return &out
}

// merge adds other skills that are ready.
func (k *knownSkills) merge(more *knownSkills) {
	first := int32(len(k.skills))
	k.skills, k.usages, k.templates = append(k.skills, more.skills...), append(k.usages, more.usages...), append(k.templates, more.templates...)
	for i, one := range more.skills {
		k.set.add(one, more.set.wordings[i])
	}
	for i, key := range more.set.grams.keys {
		all := slices.Clone(k.set.postings(key))
		for _, at := range more.set.grams.all[more.set.grams.starts[i]:more.set.grams.starts[i+1]] {
			all = append(all, posting{first + at.skill, at.count})
		}
		k.set.taught[key] = all
	}
}

// add adds a skill, yet without wordings.
func (k *knownSkills) add(one *Skill) int {
	bare := *one
	bare.Wordings = nil
	k.skills, k.usages, k.templates = append(k.skills, &bare), append(k.usages, &usage{}), append(k.templates, nil)
	k.set.add(&bare, 0)
	return len(k.skills) - 1
}

// teach adds wordings to a skill.
func (k *knownSkills) teach(at int, wordings []Wording, said []*Sentence) {
	one := *k.skills[at]
	one.Wordings = wordings
	templates := knownTemplates(&one, said)
	maps.Copy(templates, k.templates[at])
	one.Wordings = slices.Concat(k.skills[at].Wordings, wordings)
	k.skills[at], k.templates[at], k.usages[at] = &one, templates, k.usages[at].with(wordings, said)
	for i, s := range said {
		k.set.teach(at, s, wordings[i])
	}
}
