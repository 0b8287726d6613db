package desk

import (
	"cmp"
	"slices"
	"testing"

	"legomem/agents"
	"legomem/lists"
	"legomem/membank/store"
	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
)

// amongFirst is how far down the likeliest of an agent's tools one may stand and still be
// described.
const amongFirst = 4

// TestToolUses: the words of some work tell its tool, in words that no practised work and no
// wording has.
func TestToolUses(t *testing.T) {
	uses := must.Have(toolUses())(t)
	for _, tc := range []struct{ agent, work, tool string }{
		{agents.Excel, "Delete the row of student 4711 from data/grades.xlsx", "excel.delete_rows"},
		{agents.Excel, "Work out the sum of the column Revenue in data/sales.xlsx", "excel.aggregate"},
		{agents.Excel, "Sort the rows of data/list.xlsx by Date, the newest first", "excel.sort"},
		{agents.Excel, "Create a new workbook data/new.xlsx with the columns Name and Score", "excel.create"},
		{agents.Excel, "Add a row for Zoe with 12 hours to data/hours.xlsx", "excel.append_row"},
		{agents.Calendar, "Add a meeting of Bob and Alice on Friday at 10 to their calendars", "calendar.create_event"},
		{agents.Calendar, "Delete Tom's dentist appointment on 3 May", "calendar.delete_event"},
		{agents.Calendar, "Find out when Bob and Carol are both free on Monday", "calendar.find_free_time"},
		{agents.Email, "Send Hugo a mail with the total", "email.send"},
		{agents.Email, "Reply to Dana's mail about the lunch", "email.reply"},
		{agents.System, "Copy data/a.txt into the folder data/old", "system.copy"},
		{agents.System, "Write the answer into data/answer.txt", "system.write_text"},
	} {
		agent, _ := agents.DefaultTeam().Find(tc.agent)
		likely := uses.Likely(store.Words(tc.work))
		names := lists.Map(agent.Offered(apps.Registry()), func(tool tools.Tool) string { return tool.Name })
		slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(likely[y], likely[x]) })
		if !slices.Contains(names[:amongFirst], tc.tool) {
			t.Errorf("%q: %s is not among %v", tc.work, tc.tool, names[:amongFirst])
		}
	}
}
