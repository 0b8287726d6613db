// Package calendar keeps the office's calendars: one iCalendar file a user,
// calendar/<user>.ics in the testbed. Its tools create, list, move, rename and
// delete events, and compute over them (free time, common events, conflicts).
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

// Tools returns the calendar tools, the evaluators' hidden one included.
func Tools() []tools.Tool {
	return []tools.Tool{
		createTool(), listTool(), deleteTool(), moveTool(), renameTool(),
		freeTool(), commonTool(), conflictsTool(), inspectTool(),
	}
}

// reads and writes name calendars for the policy.
func reads(users []string) []tools.Effect  { return effects(tools.Read, users) }
func writes(users []string) []tools.Effect { return effects(tools.Write, users) }

func effects(class tools.Class, users []string) []tools.Effect {
	var out []tools.Effect
	for _, u := range users {
		if name, err := tools.UserName(u); err == nil {
			u = name
		}
		out = append(out, tools.Effect{Class: class, Target: "calendar:" + u})
	}
	return out
}
