package membank

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"legomem/golden"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// TestFoundByWords pins what LEGOMem's strategies find in the starter bank as the paper has
// it, by the cosine of descriptions alone, with nine digits of the scores.
func TestFoundByWords(t *testing.T) {
	sweep.OneGoroutine(t)
	vocabulary := strings.Fields("add the append row invoice list read make folder write mail send to find event calendar of delete pdf minutes text set put sum up file workbook rows")
	b := openBank(t, sqlitetest.New(t), wordCount{vocabulary}, "ann")
	must.Do(t, b.Seed(t.Context()))
	tasks := []string{
		"Append the invoice of 120 dollars to expenses.xlsx and mail the new total to Bob",
		"Read minutes.pdf and put every action item into the calendar of its owner",
		"Delete the yoga class from Dana's calendar",
	}
	steps := []string{"Read what is in the file", "Add a row with the amount to the workbook", "Send a mail to Bob", "Make a folder for the receipts"}
	draft := func(context.Context, string, []Hit) ([]string, error) { return steps, nil }
	agents := []string{"calendar_agent", "email_agent", "excel_agent", "pdf_ocr_agent", "system_agent", "word_agent"}
	var out strings.Builder
	for _, name := range []string{"vanilla", "dynamic", "rewrite"} {
		s := must.Have(NewStrategy(name, Limits{K: DefaultK, PerAgent: DefaultPerAgent}))(t)
		for _, text := range tasks {
			fmt.Fprintf(&out, "%s: %s\n", name, text)
			r := must.Have(s.Retrieve(t.Context(), b, Ask{Task: text, Agents: agents, Draft: draft}))(t)
			tell(&out, r.Full)
			for _, agent := range agents {
				for _, step := range steps[:2] {
					fmt.Fprintf(&out, "  %s: %s\n", agent, step)
					tell(&out, must.Have(r.ForAgent(t.Context(), trajectory.Subtask{Agent: agent, Description: step}))(t))
				}
			}
		}
	}
	golden.Check(t, "words.golden", out.String())
}

func tell(out *strings.Builder, hits []Hit) {
	for _, h := range hits {
		fmt.Fprintf(out, "    %d %s %.9f\n", h.Rank, h.Unit.ID, h.Score)
	}
}
