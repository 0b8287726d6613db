package modelbrain

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"legomem/tools"
)

// survey is the tool that tells what the workplace holds.
const survey = "system.survey"

// survey looks at what the workplace holds after so many rounds: everything, or what is the
// user's own where others' mailboxes and calendars are closed to the run.
func (p *planner) survey(ctx context.Context, rounds int) error {
	if !p.model.cfg.Survey || p.brief.Look == nil {
		return nil
	}
	p.workplace, p.surveyed, p.looked = "", false, before{rounds, true}
	for _, everybody := range []bool{true, false} {
		o, err := p.brief.Look(ctx, tools.Action{Tool: survey, Args: map[string]any{"everybody": everybody}})
		if err != nil {
			return err
		}
		if !o.Failed {
			p.workplace, p.surveyed = o.Text, namesAll(o)
			return nil
		}
	}
	return nil // then nothing is told, and the agents look
}

// namesAll reports whether a survey names all files.
func namesAll(o tools.Observation) bool {
	var found struct {
		MoreFiles *int `json:"more_files"`
	}
	return json.Unmarshal(o.Data, &found) == nil && found.MoreFiles != nil && *found.MoreFiles == 0
}

// looksForFiles reports whether an action finds out nothing but what files there are, which
// a survey tells.
func (a *asker) looksForFiles(action tools.Action) bool {
	effects := a.effects(action)
	return len(effects) > 0 && !slices.ContainsFunc(effects, func(e tools.Effect) bool {
		folder, isFolder := strings.CutPrefix(e.Target, "folder:")
		top, _, _ := strings.Cut(folder, "/")
		counted := top == "emails" || top == "calendar" // a survey counts what is there, and names it not
		return e.Class != tools.Read || !isFolder || counted
	})
}

// filesIn are a survey's lines on the files that a text names.
func (a *asker) filesIn(text string) []string {
	var out []string
	for line := range strings.Lines(a.workplace) {
		file, _, told := strings.Cut(strings.TrimSpace(line), ": ")
		if told && names(text, file[strings.LastIndex(file, "/")+1:]) {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// names reports whether a text has a name by itself, and not as a part of a longer one.
func names(text, name string) bool {
	found, err := regexp.MatchString(`(^|[^\pL\pN_-])`+regexp.QuoteMeta(name)+`($|[^\pL\pN_-])`, text)
	return err == nil && name != "" && found
}
