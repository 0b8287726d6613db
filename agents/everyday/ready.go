package everyday

import (
	"sync"

	"legomem/reading"
	"legomem/skills"
)

// ready are the everyday skills, made ready for reading.
type ready struct {
	skills   map[string]skills.Skill
	model    *reading.Model
	prepared *reading.Prepared
}

// load makes the skills ready, once.
var load = sync.OnceValues(func() (*ready, error) {
	library, err := skills.All()
	if err != nil {
		return nil, err
	}
	model, err := reading.Shipped()
	if err != nil {
		return nil, err
	}
	r := &ready{skills: map[string]skills.Skill{}, model: model}
	for _, s := range library.Skills {
		r.skills[s.ID] = s
	}
	r.prepared, err = library.Prepared()
	return r, err
})
