package value

import "testing"

// Noon is a time of day, and a surname.
func TestNoonIsTimeOrPerson(t *testing.T) {
	tests := []struct {
		text         string
		time, person bool
	}{
		{"Meet at Noon", true, false},
		{"Meet at noon", true, false},
		{"Close it until Noon", true, false},
		{"Lunch on Thursday Noon with Dana", true, false},
		{"Block from 9 to Noon", true, false},
		{"Block 9:00 - Noon", true, false},
		{"Noon suits us", true, false},
		{"MEET AT NOON", true, false},
		{"ask noon", true, false},
		{"12 Noon", true, false},
		{"Ask Noon about it", false, true},
		{"Forward the notes of 9 am to Noon", false, true},
		{"Read the report by Noon", false, true},
		{"Mail from Noon", false, true},
		{"Noon has asked for it", false, true},
		{"Noon's desk", false, true},
		{"Ask Mr. Noon", false, true},
		{"Lend bats to Noon", false, true},
		{"Noon Meeting with Dana", false, false}, // a title
		{"in the afternoon", false, false},
		{"the Afternoon", false, false},
	}
	for _, test := range tests {
		var clock, person bool
		for _, m := range Find(test.text, wednesday) {
			clock = clock || m.Kind == Time && m.Canon == "12:00"
			person = person || m.Kind == Person && m.Text == "Noon"
		}
		if clock != test.time || person != test.person {
			t.Errorf("%q: a time %v, a person %v; want %v, %v", test.text, clock, person, test.time, test.person)
		}
	}
	for _, text := range []string{"Adam Noon", "Noon Ali"} {
		if ms := Find("Ask "+text+" today", wednesday); len(ms) != 2 || ms[0].Text != text || ms[0].Kind != Person {
			t.Errorf("a longer name is one person: %+v", ms)
		}
	}
}
