package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/membank"
	"legomem/officebench/trial"
)

// Options is the experiment that is asked for; empty fields have defaults.
type Options struct {
	Variants   []string // default: none and vanilla
	Placements []string // default: both
	Reasoning  []string // "with", "without"; default: with
	Teams      []string // default: the first of Known
	// Preset "paper" sets all of the above itself.
	Preset string
	Brain  string // "reflex", "model", "hybrid"
	// Known are all teams.
	Known []string
}

// Note says why some cells that were asked for are not run, or not as asked.
type Note struct {
	Cells  []trial.Cell
	Reason string
}

func (n Note) String() string {
	switch len(n.Cells) {
	case 0:
		return n.Reason
	case 1:
		return n.Cells[0].ID() + ": " + n.Reason
	}
	return fmt.Sprintf("%d cells, from %s to %s: %s", len(n.Cells), n.Cells[0].ID(), n.Cells[len(n.Cells)-1].ID(), n.Reason)
}

// Values of cells that have a meaning here.
const (
	none         = "none"
	vanilla      = "vanilla"
	both         = string(membank.Both)
	orchestrated = string(membank.OrchestratorOnly)
	reflexBrain  = "reflex"
	paper        = "paper"
)

// Plan makes the cells of an experiment, each distinct setting once: two spellings of one
// setting are one cell. The notes report what was put together or cannot apply.
func Plan(o Options) ([]trial.Cell, []Note, error) {
	if err := o.check(); err != nil {
		return nil, nil, &SettingError{err}
	}
	asked, err := o.asked()
	if err != nil {
		return nil, nil, &SettingError{err}
	}
	p := &planner{options: o, seen: map[trial.Cell]bool{}}
	for _, c := range asked {
		p.add(c)
	}
	return p.cells, p.notes, nil
}

func (o Options) check() error {
	placements := lists.Map(membank.Placements(), func(p membank.Placement) string { return string(p) })
	return errors.Join(
		known("variant", o.Variants, membank.Strategies()),
		known("placement", o.Placements, placements),
		known("reasoning", o.Reasoning, []string{trial.With, trial.Without}),
		known("team", o.Teams, o.Known),
		known("brain", []string{o.Brain}, []string{reflexBrain, "model", "hybrid"}),
		o.checkPreset(),
	)
}

// known refuses the first name that is not in all.
func known(what string, names, all []string) error {
	for _, n := range names {
		if !slices.Contains(all, n) {
			return fmt.Errorf("there is no %s %q; there are: %s", what, n, strings.Join(all, ", "))
		}
	}
	return nil
}

// asked is the cross product, as it was asked for.
func (o Options) asked() ([]trial.Cell, error) {
	if o.Preset != "" {
		return o.preset(), nil
	}
	if len(o.Known) == 0 {
		return nil, errors.New("there is no team to run")
	}
	variants := withDefault(o.Variants, none, vanilla)
	placements := withDefault(o.Placements, both)
	reasoning := withDefault(o.Reasoning, trial.With)
	var out []trial.Cell
	for _, team := range withDefault(o.Teams, o.Known[0]) {
		for _, v := range variants {
			for _, p := range placements {
				for _, r := range reasoning {
					out = append(out, trial.Cell{Variant: v, Placement: p, Reasoning: r, Team: team})
				}
			}
		}
	}
	return out, nil
}

func withDefault(list []string, otherwise ...string) []string {
	if len(list) == 0 {
		return otherwise
	}
	return list
}

// planner collects cells.
type planner struct {
	options Options
	cells   []trial.Cell
	notes   []Note
	seen    map[trial.Cell]bool
}

func (p *planner) add(asked trial.Cell) {
	if why := p.cannot(asked); why != "" {
		p.note(asked, why)
		return
	}
	c := canonical(asked)
	if c.Variant != asked.Variant && c.Variant != none {
		p.note(asked, "n/a: only the orchestrator sees memories, so the strategy for agents makes no difference; run as "+c.ID())
	}
	if !p.seen[c] {
		p.seen[c] = true
		p.cells = append(p.cells, c)
	}
}

// canonical is the one spelling of a setting.
func canonical(c trial.Cell) trial.Cell {
	switch {
	case c.Variant == none || c.Placement == none:
		return trial.Cell{Variant: none, Placement: none, Reasoning: trial.NA, Team: c.Team}
	case c.Variant == "synapse" || c.Variant == "awm":
		c.Reasoning = trial.NA // a raw trajectory is shown whole, a routine has none
	case c.Placement == orchestrated:
		c.Variant = vanilla
	}
	return c
}

// cannot says why a cell does not apply under the brain, "" where it does.
func (p *planner) cannot(c trial.Cell) string {
	if p.options.Brain != reflexBrain {
		return ""
	}
	switch is := canonical(c); {
	case p.options.firstTeam() != c.Team:
		return "n/a under reflex: no model plays a role, so all teams are one"
	case is.Variant == none:
		return ""
	case c.Variant == "rewrite":
		return "n/a under reflex: no model drafts the steps"
	case c.Variant != vanilla:
		return "n/a under reflex: it plays the procedure of a full-task memory, whatever the strategy"
	case is.Placement != both:
		return "n/a under reflex: it reads no prompts, so placements make no difference"
	case is.Reasoning != trial.With:
		return "n/a under reflex: it reads no recorded thoughts"
	}
	return ""
}

// firstTeam is the team under which a brain without models runs.
func (o Options) firstTeam() string {
	switch {
	case o.Preset != "":
		return presetTeams()[0]
	case len(o.Teams) > 0:
		return o.Teams[0]
	}
	return o.Known[0]
}

// note adds the cell to the note of the same reason.
func (p *planner) note(c trial.Cell, reason string) {
	for i := range p.notes {
		if p.notes[i].Reason == reason {
			if !slices.Contains(p.notes[i].Cells, c) {
				p.notes[i].Cells = append(p.notes[i].Cells, c)
			}
			return
		}
	}
	p.notes = append(p.notes, Note{Cells: []trial.Cell{c}, Reason: reason})
}

// Seeds is how many seeds are run. Repeats of a deterministic brain are no further
// observations.
func Seeds(asked int, preset, brain string) (int, *Note, error) {
	switch {
	case asked < 0:
		return 0, nil, impossible("%d seeds cannot be run; at least 1", asked)
	case brain == reflexBrain && asked > 1:
		return 1, &Note{Reason: "reflex draws nothing: repeats of a deterministic brain are not n, and one seed is run"}, nil
	case brain == reflexBrain:
		return 1, nil, nil
	case asked == 0 && preset == paper:
		return 3, nil, nil // LEGOMem, table 1
	}
	return max(asked, 1), nil, nil
}
