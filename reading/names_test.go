package reading

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/must"
	"legomem/tools/value"
)

// office are the names of a small office.
func office() []Name {
	return []Name{
		{value.Person, "dana"}, {value.File, "data/Q3_report.xlsx"}, {value.File, "old/plan.docx"}, {value.File, "new/plan.docx"},
		{"event", "Budget Review"}, {"event", "Budget"}, {"list", "budget"},
	}
}

func TestNames(t *testing.T) {
	names := NewNames(office())
	for text, want := range map[string][]Span{
		"ask DANA":             {{Kind: value.Person, First: 1, Last: 1, Canon: "dana", There: true}},
		"open the q3 report":   {{Kind: value.File, First: 2, Last: 3, Canon: "data/Q3_report.xlsx", There: true}},
		"open q3_report.xlsx":  {{Kind: value.File, First: 1, Last: 1, Canon: "data/Q3_report.xlsx", There: true}},
		"show the plan":        {{Kind: value.File, First: 2, Last: 2, There: true}},
		"the planner, danaher": nil,
		"move budget review": {
			{Kind: "event", First: 1, Last: 1, Canon: "Budget", There: true}, {Kind: "list", First: 1, Last: 1, Canon: "budget", There: true},
			{Kind: "event", First: 1, Last: 2, Canon: "Budget Review", There: true},
		},
	} {
		var got []Span
		s := must.Have(NewSentence(text, now, names))(t)
		for i := range s.Words {
			for _, span := range s.Spans[i] {
				if span.There {
					got = append(got, span)
				}
			}
		}
		must.NoDiff(t, cmp.Diff(want, got, cmpopts.EquateEmpty()), text+" (-want +got)\n%s")
	}
}

// TestNamedValues: a value that is the name of something that is there is spelled as it is
// there; one that may be several things is not.
func TestNamedValues(t *testing.T) {
	names := NewNames([]Name{{value.Person, "zoe"}, {value.File, "data/Report.docx"}})
	d := taught(t)
	r := must.Have(NewReader(must.Have(Train(d, 1))(t), d.Skills, now))(t)
	got := must.Have(r.Read(t.Context(), must.Have(NewSentence("mail report.docx to zoe", now, names))(t)))(t)[0]
	want := []Value{
		{Slot: "file", Kind: value.File, Text: "report.docx", Start: 5, End: 16, Canon: "data/Report.docx", There: true},
		{Slot: "to", Kind: value.Person, Text: "zoe", Start: 20, End: 23, Canon: "zoe", There: true},
	}
	must.NoDiff(t, cmp.Diff(want, got.Values), "values (-want +got)\n%s")
}

func BenchmarkNewNames(b *testing.B) {
	var all []Name
	for i := range 5000 {
		all = append(all, Name{value.File, fmt.Sprintf("data/folder %d/Quarterly report %d of %d.xlsx", i%70, i%13, i)})
	}
	for b.Loop() {
		NewNames(all)
	}
}
