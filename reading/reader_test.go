package reading

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"legomem/must"
	"legomem/tools/value"
)

// skillOf makes a skill of marked sentences.
func skillOf(t *testing.T, id string, slots []Slot, marked ...string) *Skill {
	t.Helper()
	k := &Skill{ID: id, Operations: []string{id}, Slots: slots}
	for _, m := range marked {
		k.Wordings = append(k.Wordings, must.Have(ParseWording(m))(t))
	}
	return k
}

// taught are two skills, and what asks for neither.
func taught(t *testing.T) Data {
	t.Helper()
	file, person := Slot{Name: "file", Kind: value.File}, Slot{Name: "to", Kind: value.Person, List: true}
	d := Data{Reference: now, Skills: []*Skill{
		skillOf(t, "print", []Slot{file}, "print [a.docx](file)", "[please](frame) print out [notes.pdf](file)", "put [plan.xlsx](file) on paper", "i need [b.txt](file) on paper", "print the file [c.docx](file)", "print something", "i want to print something", "send [z.pdf](file) to the printer"),
		skillOf(t, "mail", []Slot{file, person}, "mail [a.docx](file) to [Dana](to)", "send [Lee](to) the file [b.docx](file)", "[please](frame) mail [notes.pdf](file) to [Ben](to) and [Ana](to)", "let [Priya](to) have [c.xlsx](file)", "send [plan.pdf](file) to [Tom](to)", "[Kim](to) needs [d.txt](file) by mail"),
	}}
	for _, none := range []string{"what is the weather", "play some music", "how old is the moon", "tell me a joke", "who won the game", "turn off the light"} {
		d.Requests = append(d.Requests, Request{Text: none})
	}
	return d
}

func readWith(t *testing.T, m *Model, skills []*Skill, text string) []Reading {
	t.Helper()
	r := must.Have(NewReader(m, skills, now))(t)
	return must.Have(r.Read(t.Context(), must.Have(NewSentence(text, now, nil))(t)))(t)
}

func TestTrainedReading(t *testing.T) {
	d := taught(t)
	m := must.Have(Train(d, 1))(t)
	got := readWith(t, m, d.Skills, "please mail report.docx to Zoe and Max")[0]
	if got.Skill.ID != "mail" || valuesOf(got) != "[file=report.docx to=Zoe to=Max]" {
		t.Errorf("it is read as %s %s", got.Skill.ID, valuesOf(got))
	}
	if !got.Known || len(got.Missing) > 0 || len(got.LeftOver) > 0 {
		t.Errorf("it is known %v, misses %v and leaves over %v", got.Known, got.Missing, got.LeftOver)
	}
	if got := readWith(t, m, d.Skills, "please print something")[0]; got.Skill.ID != "print" || len(got.Missing) != 1 {
		t.Errorf("without a file it is read as %s, misses %v", got.Skill.ID, got.Missing)
	}
	if got := readWith(t, m, d.Skills, "   "); len(got) > 0 {
		t.Errorf("nothing is read as %v", got)
	}
}

func valuesOf(r Reading) string {
	var all []string
	for _, v := range r.Values {
		all = append(all, v.Slot+"="+v.Text)
	}
	return fmt.Sprint(all)
}

// TestTrainingRepeats: the same data give the same model, and a model survives its file.
func TestTrainingRepeats(t *testing.T) {
	var files [2]bytes.Buffer
	var models [2]*Model
	for i := range files {
		models[i] = must.Have(Train(taught(t), 1))(t)
		must.Do(t, models[i].Save(&files[i]))
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("the same data give two models")
	}
	loaded := must.Have(Load(&files[0]))(t)
	for _, text := range []string{"mail x.docx to Zoe", "print y.pdf", "what is the weather", "let Ana have z.xlsx"} {
		before, after := readWith(t, models[0], taught(t).Skills, text)[0], readWith(t, loaded, taught(t).Skills, text)[0]
		if before.Skill.ID != after.Skill.ID || valuesOf(before) != valuesOf(after) {
			t.Errorf("%s: %s %s before, %s %s after it was saved", text, before.Skill.ID, valuesOf(before), after.Skill.ID, valuesOf(after))
		}
	}
	if _, err := Load(bytes.NewReader([]byte("no model"))); err == nil {
		t.Error("what is no model is loaded")
	}
}

// TestFreshSkill: a skill that the model was not trained with is read by its wordings.
func TestFreshSkill(t *testing.T) {
	m := must.Have(Shipped())(t)
	fresh := skillOf(t, "m-1", []Slot{{Name: "user", Kind: value.Person}, {Name: "date", Kind: value.Date}},
		"give [Lee](user) the day off on [3/12/2026](date)", "[Lee](user) is off on [March 12, 2026](date)")
	other := skillOf(t, "m-2", []Slot{{Name: "file", Kind: value.File}}, "stamp [a.docx](file) as paid", "mark the invoice [b.docx](file) as paid")
	got := readWith(t, m, []*Skill{other, fresh}, "give Kim the day off on July 4, 2027")[0]
	if got.Skill != fresh || valuesOf(got) != "[user=Kim date=July 4, 2027]" || !got.Known {
		t.Errorf("it is read as %s %s, known %v", got.Skill.ID, valuesOf(got), got.Known)
	}
}

func TestLikeliest(t *testing.T) {
	if got := likeliest([]float64{0.1, 0.5, 0.2}, 2); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("the likeliest are %v", got)
	}
}

func FuzzRead(f *testing.F) {
	m, err := Shipped()
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"move my 2pm to 4", `mail "see you" to Dana`, "\x00\xff", "((((", "…", "a,b;c"} {
		f.Add(text)
	}
	k := &Skill{ID: "x", Slots: []Slot{{Name: "text", Kind: value.Message}, {Name: "date", Kind: value.Date}, {Name: "to", Kind: value.Person, List: true}}}
	r, err := NewReader(m, []*Skill{k}, now)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := NewSentence(text, now, nil)
		if err != nil {
			return
		}
		for _, one := range must.Have(r.Read(t.Context(), s))(t) {
			for _, v := range one.Values {
				if text[v.Start:v.End] != v.Text {
					t.Errorf("%q: the value %q does not stand at %d", text, v.Text, v.Start)
				}
			}
		}
	})
}
