package curate

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/trajectory"
)

// naming says how the run named the files that it made and that the task does not name:
// after the file that they were made from, or by the task's words.
func naming(run *trajectory.Run) []string {
	task := strings.ToLower(run.Started.Task.Text)
	var read, out []string
	for _, st := range run.Steps() {
		if !st.Succeeded() {
			continue
		}
		for _, e := range st.Effects {
			file, isFile := strings.CutPrefix(e.Target, "file:")
			if !isFile {
				continue
			}
			isNew := e.Class == tools.Write && !slices.Contains(read, file)
			named := strings.Contains(task, strings.ToLower(path.Base(file)))
			if isNew && !named {
				out = append(out, habitOf(file, read, task))
			}
			read = append(read, file) // what it made itself is not new a second time
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(habit string) bool { return habit == "" })
}

// habitOf is the rule by which a new file got its name, "" for none that can be told.
func habitOf(file string, read []string, task string) string {
	stem, suffix := stemOf(file), path.Ext(file)
	if slices.ContainsFunc(read, func(r string) bool { return stemOf(r) == stem && path.Ext(r) != suffix }) {
		return fmt.Sprintf("The new %s file has the name of the file it was made from.", suffix)
	}
	words := strings.FieldsFunc(stem, func(r rune) bool { return strings.ContainsRune("_- ", r) })
	said := strings.Fields(strings.Map(letterOrSpace, task))
	asked := len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(said, strings.ToLower(w)) })
	if !asked {
		return ""
	}
	joint := stem[len(words[0]) : len(words[0])+1]
	return fmt.Sprintf("The new %s file is named by the task's words, joined by %q.", suffix, joint)
}

func stemOf(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }

// letterOrSpace keeps letters and digits.
func letterOrSpace(r rune) rune {
	if strings.ContainsRune(".,;:!?\"'()_-/", r) {
		return ' '
	}
	return r
}
