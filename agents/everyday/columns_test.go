package everyday

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/agents/gazetteer"
	"legomem/agents/reflex"
	"legomem/lists"
	"legomem/must"
	"legomem/skills"
	"legomem/tools/value"
	"legomem/trajectory"
)

// hours is a workbook with a column of texts, one of numbers with a gap, and so on.
var hours = [2]string{"excel.create", `{"file_path":"hours.xlsx","rows":[["Who","Mon","Tue","Wed","Sub-total"],["Ann",1,2,null,3],["Ben",null,5,6,11]]}`}

// bindingOf binds a skill's slots to what is given, in an office made by some calls.
func bindingOf(t *testing.T, skill string, all []given, calls ...[2]string) (*binder, error) {
	t.Helper()
	return bindingIn(t, newOffice(t, nil, calls...), skill, all)
}

func bindingIn(t *testing.T, o *office, skill string, all []given) (*binder, error) {
	t.Helper()
	ready, s := must.Have(load())(t), o.brief("")
	b := &binder{task: &task{Brief: s, skills: ready, ref: value.Reference{Now: tuesday}, office: gazetteer.New(s.Look, "Bob", tuesday, s.Task.OfficeDomain())},
		skill: ready.skills[skill], given: all}
	if b.skill.ID == "" {
		t.Fatalf("there is no skill %s", skill)
	}
	return b, b.bind(t.Context())
}

// bindingsOf are what a slot is bound to.
func (b *binder) bindingsOf(slot string) []string {
	var out []string
	for _, o := range b.bound {
		if o.Slot == slot {
			out = append(out, o.Canon)
		}
	}
	return out
}

// TestUnsaidNumbers: the only column of numbers is meant where none is said; of several it
// is asked which, and where there is none, of all.
func TestUnsaidNumbers(t *testing.T) {
	one := [2]string{"excel.create", `{"file_path":"prices.xlsx","rows":[["Item","Price","Since"],["Oak",19.9,"2026-01-02"],["Elm",8,"soon"]]}`}
	none := [2]string{"excel.create", `{"file_path":"names.xlsx","rows":[["First","Last"],["Ann","Lee"]]}`}
	for _, tt := range []struct {
		name   string
		call   [2]string
		file   string
		binds  []string
		offers []string
	}{
		{"one", one, "prices.xlsx", []string{"Price"}, nil},
		{"several", hours, "hours.xlsx", nil, []string{"Mon", "Tue", "Wed", "Sub-total"}},
		{"none", none, "names.xlsx", nil, []string{"First", "Last"}},
	} {
		for _, skill := range []string{"sheet.top", "sheet.bottom"} {
			b, err := bindingOf(t, skill, []given{{Slot: "file", Text: tt.file}}, tt.call)
			must.NoDiff(t, cmp.Diff(tt.binds, b.bindingsOf("column")), tt.name+" (-want +got)\n%s")
			if tt.offers == nil {
				must.NoError(t, err)
				if len(b.doubts) != 1 {
					t.Errorf("%s: it doubts %q", tt.name, b.doubts)
				}
				continue
			}
			must.NoDiff(t, cmp.Diff(tt.offers, offeredBy(t, err)), tt.name+" (-want +got)\n%s")
		}
	}
}

// offeredBy are the candidates of a question.
func offeredBy(t *testing.T, err error) []string {
	t.Helper()
	asks, ok := errors.AsType[*agents.Asking](err)
	if !ok || asks.Question.Slot == nil {
		t.Fatalf("it asks nothing: %v", err)
	}
	return lists.Map(asks.Question.Slot.Candidates, func(c trajectory.Candidate) string { return c.Value })
}

// TestUnsaidColumns: a column that is compared with another cannot be known.
func TestUnsaidColumns(t *testing.T) {
	for _, skill := range []string{"sheet.below_column", "sheet.above_column"} {
		b, err := bindingOf(t, skill, []given{{Slot: "file", Text: "hours.xlsx"}, {Slot: "other", Text: "tue"}}, hours)
		must.NoDiff(t, cmp.Diff([]string{"Who", "Mon", "Tue", "Wed", "Sub-total"}, offeredBy(t, err)), skill+" (-want +got)\n%s")
		if len(b.bindingsOf("where")) > 0 {
			t.Errorf("%s takes %q", skill, b.bindingsOf("where"))
		}
	}
}

// TestUnsaidValues: what else the new skills cannot do without is asked for.
func TestUnsaidValues(t *testing.T) {
	file := given{Slot: "file", Text: "hours.xlsx"}
	for skill, tt := range map[string]struct {
		given []given
		asks  string
	}{
		"sheet.raise":         {[]given{file, {Slot: "column", Text: "Mon"}}, "by"},
		"sheet.reduce":        {[]given{file, {Slot: "column", Text: "Mon"}, {Slot: "by", Text: "a lot"}}, "by"},
		"sheet.add_sum":       {[]given{file, {Slot: "header", Text: "All"}}, "columns"},
		"sheet.average_where": {[]given{file, {Slot: "column", Text: "Mon"}}, "where"},
		"calendar.add_free":   {[]given{{Slot: "title", Text: "sketch"}}, "date"},
		"document.look_up":    {[]given{file}, "about"},
		"mail.look_up":        {[]given{{Slot: "about", Text: "keys"}}, "mail"},
		"pdf.read_page":       {nil, "file"},
		"files.append":        {nil, "file"},
		"files.replace":       {nil, "file"},
		"contact.update":      {[]given{{Slot: "person", Text: "Dana"}}, "email"},
		"contact.delete":      {nil, "person"},
		"list.count":          {nil, "list"},
	} {
		_, err := bindingOf(t, skill, tt.given, hours)
		asks, ok := errors.AsType[*agents.Asking](err)
		if !ok || asks.Question.Slot.Name != tt.asks || !strings.HasSuffix(asks.Question.Text, "?") {
			t.Errorf("%s: %v, want a question for %s", skill, err, tt.asks)
		}
	}
}

// TestSpans: a range is all the columns from its one end to the other.
func TestSpans(t *testing.T) {
	column := func(text string, behind ...string) given {
		return given{Slot: "columns", Text: text, Behind: behind}
	}
	for _, tt := range []struct {
		name  string
		given []given
		want  string
	}{
		{"in one value", []given{column("Mon to Wed")}, "Mon Tue Wed"},
		{"with a sign", []given{column("mon-wed")}, "Mon Tue Wed"},
		{"in two values", []given{column("Mon", "to"), column("Wed")}, "Mon Tue Wed"},
		{"two columns", []given{column("Mon", "and"), column("Wed")}, "Mon Wed"},
		{"a column with a sign", []given{column("Sub-total"), column("Mon")}, "Sub-total Mon"},
		{"a range and a column", []given{column("Mon to Tue", "and"), column("Sub-total")}, "Mon Tue Sub-total"},
	} {
		b, err := bindingOf(t, "sheet.add_sum", append(tt.given, given{Slot: "file", Text: "hours.xlsx"}, given{Slot: "header", Text: "All"}), hours)
		if got := strings.Join(b.bindingsOf("columns"), " "); err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}

// TestChange: by how much a number changes, as people write it.
func TestChange(t *testing.T) {
	for _, tt := range []struct {
		text   string
		behind []string
		want   string // "" for neither a percentage nor an amount
	}{
		{text: "5%", want: "5%"}, {text: "2.50", want: "2.5"}, {text: "$3", want: "3"}, {text: "ten percent", want: "10%"},
		{text: "by 7.5 per cent", want: "7.5%"}, {text: "5", behind: []string{"%", "in"}, want: "5%"}, {text: "5", behind: []string{"in"}, want: "5"},
		{text: "a lot"}, {text: "2 or 3"},
	} {
		b := binderOf(t)
		got, err := b.formed(skills.Slot{Name: "by", Kind: reflex.Change}, given{Text: tt.text, Behind: tt.behind})
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%q %q is %q, %v; want %q", tt.text, tt.behind, got, err, tt.want)
		}
	}
}
