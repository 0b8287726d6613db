// Package calendar keeps the office's calendars: one iCalendar file a user,
// calendar/<user>.ics in the testbed. Its tools create, list, move, rename, change
// and delete events, and compute over them (free time, common events, conflicts).
//
// Times are read and shown in the workspace's zone. A timed event is written
// as DTSTART:20240517T103000, a floating time that shows at that hour in any
// calendar program, and with a final Z where the zone is UTC itself. Days
// without times are written from 00:00:00 to 23:59:59 of the last day, marked
// as an all-day event the way Outlook marks one. Existing events are never
// rewritten: an edit changes the lines it is about and leaves every other byte.
//
// Start with Tools. A file is read in file.go, edited in source.go; recurring
// events are unrolled in recur.go. The package decides nothing about who may
// see or change whose calendar: that is tools/policy.
package calendar

import "legomem/tools"

// Tools returns the calendar tools, the program's own hidden ones included.
func Tools() []tools.Tool {
	return []tools.Tool{
		createTool(), listTool(), deleteTool(), clearTool(), moveTool(), renameTool(), updateTool(),
		freeTool(), isFreeTool(), commonTool(), conflictsTool(), inspectTool(), mergeTool(), reviewTool(), leaveOutTool(),
	}
}

// reads and writes name calendars for the policy; people are the same names that
// owners gets.
func reads(people []string) []tools.Effect  { return effects(tools.Read, people) }
func writes(people []string) []tools.Effect { return effects(tools.Write, people) }

// edits are the effects on calendars that are searched for an event to change.
func edits(people []string) []tools.Effect { return append(reads(people), writes(people)...) }

// deletes are edits that delete an event.
func deletes(people []string) []tools.Effect {
	all := edits(people)
	for i := range all {
		all[i].Destroys = all[i].Class == tools.Write
	}
	return all
}

func effects(class tools.Class, people []string) []tools.Effect {
	var out []tools.Effect
	for _, p := range people {
		out = append(out, tools.PersonEffect(class, "calendar", p))
	}
	return out
}
