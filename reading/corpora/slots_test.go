package corpora_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"legomem/must"
	"legomem/reading"
	"legomem/reading/corpora"
	"legomem/skills"
	"legomem/sweep"
	"legomem/tools/value"
)

// group is labels of SLURP's values that are one kind of value for the skills; names are
// the slots that take it where the kind alone does not tell.
type group struct {
	name   string
	labels []string
	kinds  []value.Kind
	names  []string
}

var groups = []group{
	{name: "day or period", labels: []string{"date", "timeofday"}, kinds: []value.Kind{value.Date, value.Period}},
	{name: "time", labels: []string{"time"}, kinds: []value.Kind{value.Time}},
	{name: "person", labels: []string{"person", "relation"}, kinds: []value.Kind{value.Person}},
	{name: "event", labels: []string{"event_name", "meal_type"}, kinds: []value.Kind{"event"}, names: []string{"title"}},
	{name: "list", labels: []string{"list_name"}, kinds: []value.Kind{"list"}},
	{name: "place", labels: []string{"place_name"}, names: []string{"place"}},
	{name: "repeat", labels: []string{"general_frequency"}, kinds: []value.Kind{value.Repeat}},
	{name: "address", labels: []string{"email_address"}, kinds: []value.Kind{value.Email}},
}

// leastSlots is the least F1 over all groups, of values that overlap: SLURP's labels often
// begin or end elsewhere than the wordings' values ("next [saturday]"), and name what a
// skill takes as part of a title.
const leastSlots = 0.4

// TestSLURPSlots trains on four fifths of SLURP's development part, as TestSLURP does, and
// tells how well the values of the fifth are found: to the word, and at least in part.
// SLURP's labels are no part of the training.
func TestSLURPSlots(t *testing.T) {
	sweep.Slow(t)
	all := utterances(t, corpora.SLURP)
	table := must.Have(corpora.ReadTable())(t)
	base := must.Have(skills.Training())(t)
	rand.New(rand.NewPCG(7, 7)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	exact, part := map[string]*finding{}, map[string]*finding{}
	for fold := range sweep.Size(slurpFolds, sampleFolds, sampleFolds) {
		train, test := split(all, fold)
		r := must.Have(reading.NewReader(trainedOn(t, base, train), base.Skills, base.Reference))(t)
		for _, u := range test {
			if table.SLURP[u.Label] == nil {
				continue
			}
			s := must.Have(reading.NewSentence(u.Text, base.Reference, nil))(t)
			want, got := annotated(t, u), found(must.Have(r.Read(t.Context(), s))(t)[0])
			count(exact, want, got, func(a, b entity) bool { return a == b })
			count(part, want, got, entity.overlaps)
		}
	}
	for _, g := range append(groups, group{name: together}) {
		if f := exact[g.name]; f != nil {
			t.Logf("%-13s of %3d: F1 %.3f to the word, %.3f in part", g.name, f.want, f.f1(), part[g.name].f1())
		}
	}
	if f := part[together].f1(); f < leastSlots {
		t.Errorf("the F1 of all is %.3f, want %.2f", f, leastSlots)
	}
}

// trainedOn is a model that is trained with a part of SLURP; in a sample the shipped one, whose
// labeller has seen the same texts and none of their labels.
func trainedOn(t *testing.T, base reading.Data, part []corpora.Utterance) *reading.Model {
	t.Helper()
	if !sweep.All() {
		t.Log("a sample: the shipped model; LEGOMEM_SWEEP=1 trains one for each fold")
		return must.Have(reading.Shipped())(t)
	}
	base.Requests = append(slices.Clone(base.Requests), must.Have(corpora.TrainingWith(part, shared))(t)...)
	return must.Have(reading.Train(base, 1))(t)
}

// together names all groups together.
const together = "all"

// entity is a value in a text.
type entity struct {
	group      string
	start, end int
}

func (e entity) overlaps(o entity) bool {
	return e.group == o.group && e.start < o.end && o.start < e.end
}

var mark = regexp.MustCompile(`\[\s*([^:\]]+?)\s*:\s*([^\]]+?)\s*\]`)

// annotated are the values of an utterance; neighbours of one group are one.
func annotated(t *testing.T, u corpora.Utterance) []entity {
	t.Helper()
	w := must.Have(reading.ParseWording(mark.ReplaceAllString(u.Annotated, "[$2]($1)")))(t)
	var out []entity
	for _, m := range w.Marks {
		i := slices.IndexFunc(groups, func(g group) bool { return slices.Contains(g.labels, m.Slot) })
		if i < 0 {
			continue
		}
		e := entity{groups[i].name, m.Start, m.End}
		if n := len(out); n > 0 && out[n-1].group == e.group && strings.TrimSpace(w.Text[out[n-1].end:e.start]) == "" {
			out[n-1].end = e.end
			continue
		}
		out = append(out, e)
	}
	return out
}

// found are the values of a reading.
func found(r reading.Reading) []entity {
	var out []entity
	for _, v := range r.Values {
		i := slices.IndexFunc(groups, func(g group) bool { return slices.Contains(g.kinds, v.Kind) || slices.Contains(g.names, v.Slot) })
		if i >= 0 {
			out = append(out, entity{groups[i].name, v.Start, v.End})
		}
	}
	return out
}

// finding is how many values there are, were found, and were found rightly.
type finding struct{ want, got, right int }

func (f finding) f1() float64 { return 2 * float64(f.right) / float64(max(1, f.want+f.got)) }

// count adds an utterance's values to the findings of their groups.
func count(in map[string]*finding, want, got []entity, same func(a, b entity) bool) {
	add := func(e entity, to func(f *finding)) {
		for _, name := range []string{e.group, together} {
			if in[name] == nil {
				in[name] = &finding{}
			}
			to(in[name])
		}
	}
	for _, e := range want {
		add(e, func(f *finding) { f.want++ })
	}
	for _, e := range got {
		add(e, func(f *finding) { f.got++ })
		if slices.ContainsFunc(want, func(w entity) bool { return same(e, w) }) {
			add(e, func(f *finding) { f.right++ })
		}
	}
}
