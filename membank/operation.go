package membank

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// operation is what a subtask does: the tools that change something or, where none does,
// those that it looks with. Whether it looks at what it did, and how often it calls a
// tool, is no other operation.
func (v View) operation(s *Subtask) string {
	changing, all := map[string]bool{}, map[string]bool{}
	for _, st := range s.Steps {
		name := toolOf(st.Action)
		all[name] = true
		if v.Changes(st.Action) {
			changing[name] = true
		}
	}
	if len(changing) == 0 {
		changing = all
	}
	return strings.Join(slices.Sorted(maps.Keys(changing)), " ")
}

// toolOf is the tool of a step's action.
func toolOf(action string) string {
	tool, _, _ := strings.Cut(action, "(")
	return tool
}

// toolsInOrder are a subtask's tools, one that is called several times in a row once:
// what is left of its procedure without the values.
func toolsInOrder(s *Subtask) []string {
	var out []string
	for _, st := range s.Steps {
		out = append(out, toolOf(st.Action))
	}
	return slices.Compact(out)
}

// deeds are what a subtask's actions say of what it does: the names of its tools and the
// kinds of their files, each once.
func deeds(s *Subtask) string {
	var out []string
	for _, st := range s.Steps {
		tool, args, _ := strings.Cut(st.Action, "(")
		out = append(out, tool)
		var given any
		if json.Unmarshal([]byte(strings.TrimSuffix(args, ")")), &given) == nil { // a model may have written it
			out = append(out, suffixes(given)...)
		}
	}
	slices.Sort(out)
	return strings.ReplaceAll(strings.Join(slices.Compact(out), " "), "_", " ")
}

// suffixes are those of the files that some arguments name.
func suffixes(given any) []string {
	var out []string
	switch v := given.(type) {
	case string:
		if suffix := path.Ext(v); len(suffix) > 1 && !strings.ContainsAny(v, " \n") {
			out = append(out, suffix[1:])
		}
	case []any:
		for _, e := range v {
			out = append(out, suffixes(e)...)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out = append(out, suffixes(v[name])...)
		}
	}
	return out
}
