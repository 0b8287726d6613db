package dialogues_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"legomem/membank/recall/dialogues"
	"legomem/must"
	"legomem/sweep"
)

// shared is where the published dialogues are, if they are.
const shared = "../../../../shared/sgd"

// object is a JSON object.
type object = map[string]any

// dialogue is a conversation with a service that asks for three values, one a turn. The third
// turn is of another intent, which takes all three.
func dialogue(id, service string, values ...string) object {
	var turns []object
	state := object{}
	for i, v := range values {
		slot := fmt.Sprintf("slot_%d", i)
		state = clone(state)
		state[slot] = []string{v}
		intent := "Find"
		if i == len(values)-1 {
			intent = "Buy"
		}
		turns = append(turns, object{"speaker": "USER", "utterance": "I want " + v, "frames": []object{{
			"service": service, "actions": []object{{"act": "INFORM", "slot": slot, "values": []string{v}}},
			"state": object{"active_intent": intent, "slot_values": state},
		}}}, object{"speaker": "SYSTEM", "utterance": "And what next?", "frames": []object{{"service": service, "actions": []object{{"act": "REQUEST", "slot": fmt.Sprintf("slot_%d", i+1)}}}}})
	}
	return object{"dialogue_id": id, "services": []string{service}, "turns": turns}
}

func clone(m object) object {
	out := object{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

func service(name string) object {
	slot := func(i int) object {
		return object{"name": fmt.Sprintf("slot_%d", i), "description": fmt.Sprintf("Value %d of %s", i, name), "possible_values": []string{}}
	}
	intent := func(name string) object {
		return object{"name": name, "description": name + " a thing", "required_slots": []string{"slot_0", "slot_1"}, "optional_slots": object{"slot_2": "dontcare"}}
	}
	return object{"service_name": name, "description": name, "slots": []object{slot(0), slot(1), slot(2)}, "intents": []object{intent("Find"), intent("Buy")}}
}

// folder writes seven services with a dialogue each: one user.
func folder(t *testing.T, change func(schema, all []object) ([]object, []object)) string {
	t.Helper()
	dir := t.TempDir()
	var schema, all []object
	for i := range 7 {
		name := fmt.Sprintf("Service%c_1", 'A'+i)
		schema = append(schema, service(name))
		all = append(all, dialogue(fmt.Sprintf("d%d", i), name, fmt.Sprintf("red %d", i), fmt.Sprintf("green %d", i), fmt.Sprintf("blue %d", i)))
	}
	if change != nil {
		schema, all = change(schema, all)
	}
	write(t, filepath.Join(dir, "schema.json"), schema)
	write(t, filepath.Join(dir, "dialogues_001.json"), all)
	return dir
}

func write(t *testing.T, file string, v any) {
	t.Helper()
	text := must.Have(json.MarshalIndent(v, "", " "))(t)
	must.Do(t, os.WriteFile(file, text, 0o600))
}

// TestRead: a dialogue becomes three sessions, and the last leaves out what the first two said.
func TestRead(t *testing.T) {
	dir := folder(t, nil)
	sources := must.Have(dialogues.Read(dir, dialogues.Grouping{Seed: 1}))(t)
	if len(sources) != 1 || len(sources[0].Users) != 1 {
		t.Fatalf("sources: %+v", sources)
	}
	u := sources[0].Users[0]
	if len(u.Sessions) != 21 {
		t.Errorf("%d sessions", len(u.Sessions))
	}
	goals := 0
	for i, s := range u.Sessions {
		if i > 0 && !s.At.After(u.Sessions[i-1].At) {
			t.Errorf("session %s is not later than the one before", s.ID)
		}
		if s.Goal == nil {
			continue
		}
		goals++
		g := s.Goal
		if !slices.Equal(g.LeftOut, []string{"slot_0", "slot_1"}) || len(g.Fills) != 2 || g.Ask.Filled["slot_2"] == "" || g.Ask.Intent.Name != "Buy" {
			t.Errorf("goal %+v", g)
		}
		if !g.Holds("slot_0", g.Fills[0].Answer) || g.Holds("slot_1", g.Fills[0].Answer) {
			t.Errorf("goal %s does not know its own value", g.ID)
		}
	}
	if goals != 7 {
		t.Errorf("%d goals", goals)
	}
	again := must.Have(dialogues.Read(dir, dialogues.Grouping{Seed: 1}))(t)
	if !reflect.DeepEqual(sources[0].Users, again[0].Users) {
		t.Error("the same data and seed made other users")
	}
}

// TestAskHoldsNoGold: what a system is given of a goal names none of the values left out.
func TestAskHoldsNoGold(t *testing.T) {
	dirs := []string{folder(t, nil)}
	if _, err := os.Stat(shared); err == nil && sweep.Full() {
		dirs = append(dirs, shared)
	}
	for _, dir := range dirs {
		for _, s := range must.Have(dialogues.Read(dir, dialogues.Grouping{Seed: 1}))(t) {
			for _, u := range s.Users {
				for _, session := range u.Sessions {
					if g := session.Goal; g != nil {
						for _, slot := range g.LeftOut {
							if _, told := g.Ask.Filled[slot]; told {
								t.Errorf("goal %s: %s is left out, and told", g.ID, slot)
							}
						}
					}
				}
			}
		}
	}
}

// TestBadData: data that cannot be used is refused, by file, and by line or dialogue.
func TestBadData(t *testing.T) {
	unknownSlot := func(schema, all []object) ([]object, []object) {
		schema[0]["slots"] = schema[0]["slots"].([]object)[:1]
		return schema, all
	}
	unknownService := func(schema, all []object) ([]object, []object) { return schema[1:], all }
	unknownIntent := func(schema, all []object) ([]object, []object) {
		schema[0]["intents"] = []object{}
		return schema, all
	}
	broken := func(name, text string) string {
		dir := folder(t, nil)
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		return dir
	}
	for want, dir := range map[string]string{
		`dialogues_001.json, dialogue 1 (d0): the service ServiceA_1 has no slot "slot_1" in schema.json`: folder(t, unknownSlot),
		`schema.json has no service "ServiceA_1"`:                                                         folder(t, unknownService),
		`the service ServiceA_1 has no intent "Find" in schema.json`:                                      folder(t, unknownIntent),
		"dialogues_001.json, line 3":                                                                      broken("dialogues_001.json", "[\n{\"dialogue_id\": \"x\"},\n{]\n"),
		"schema.json, line 2":                                                                             broken("schema.json", "[\n{\"service_name\": 7}]"),
		"users.json, line 1":                                                                              broken("users.json", "["),
		"users.json: user 1 has no name":                                                                  broken("users.json", "[{}]"),
		"user u, session 1: session_id, intent and intent":                                                broken("users.json", `[{"user":"u","sessions":[{}]}]`),
		"needs slots, the schema of its intent":                                                           broken("users.json", `[{"user":"u","sessions":[{"session_id":"1","intent":"Buy","intent_description":"Buy","task_goal":{"a":"b"}}]}]`),
		"there are no dialogues in":                                                                       t.TempDir(),
		"no such file or directory":                                                                       filepath.Join(t.TempDir(), "none"),
	} {
		if strings.Contains(want, "user") {
			must.Do(t, os.Remove(filepath.Join(dir, "schema.json")))
		}
		if strings.Contains(want, "needs slots") {
			must.Do(t, os.Remove(filepath.Join(dir, "schema.json")))
		}
		_, err := dialogues.Read(dir, dialogues.Grouping{Seed: 1})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

// TestCut: a dialogue that ends in the middle is read as far as it goes, and one in which too
// little is said makes no goal.
func TestCut(t *testing.T) {
	cut := func(schema, all []object) ([]object, []object) {
		turns := all[0]["turns"].([]object)
		all[0]["turns"] = turns[:1]
		all[1]["turns"] = all[1]["turns"].([]object)[:5] // the system's last words are missing
		all[2]["turns"] = []object{}
		all[3]["turns"] = []object{{"speaker": "USER", "utterance": "hello", "frames": []object{{"service": "ServiceD_1"}}}}
		for i := range 3 { // and others in their place
			name := fmt.Sprintf("Service%c_1", 'H'+i)
			schema = append(schema, service(name))
			all = append(all, dialogue("more"+name, name, "red", "green", "blue"))
		}
		return schema, all
	}
	users := must.Have(dialogues.Read(folder(t, cut), dialogues.Grouping{Seed: 1}))(t)[0].Users
	if len(users) != 1 {
		t.Fatalf("%d users", len(users))
	}
	for _, s := range users[0].Sessions {
		if strings.HasPrefix(s.ID, "d0.") || strings.HasPrefix(s.ID, "d2.") || strings.HasPrefix(s.ID, "d3.") {
			t.Errorf("session %s of a dialogue in which too little is said", s.ID)
		}
	}
}

// TestConflicts: users have one dialogue of a service, unless they may have several.
func TestConflicts(t *testing.T) {
	twice := func(schema, all []object) ([]object, []object) {
		for i := range all {
			name := schema[i]["service_name"].(string)
			all = append(all, dialogue("again"+name, name, "one", "two", "three"))
		}
		return schema, all
	}
	if got := len(must.Have(dialogues.Read(folder(t, twice), dialogues.Grouping{Seed: 1}))(t)[0].Users); got != 2 {
		t.Errorf("%d users without conflicts", got)
	}
}

// TestUsers: a folder of users whose sessions are split already is read.
func TestUsers(t *testing.T) {
	dir := t.TempDir()
	session := func(id string, more object) object {
		out := object{"session_id": id, "domain": "Hotels", "intent": "ReserveHotel", "intent_description": "Reserve a hotel room", "goal": "g1",
			"content": []object{{"speaker": "user", "utterance": "I want to stay in Portland"}, {"speaker": "assistant", "utterance": "Noted."}}}
		for k, v := range more {
			out[k] = v
		}
		return out
	}
	write(t, filepath.Join(dir, "users.json"), []object{{"user": "u1", "sessions": []object{
		session("1", object{"qa": []object{{"slot": "city", "question": "Where?", "answer": "Portland", "turn": 0}}}),
		session("2", object{"goal": "g2", "qa": []object{{"slot": "city", "answer": "Portland"}}}),
		session("3", object{"qa": []object{{"slot": "day", "answer": "March 5th"}},
			"slots":     []object{{"name": "location", "description": "The city", "required": true}, {"name": "day"}},
			"task_goal": object{"location": "portland", "day": "March 5th"}}),
	}}})
	u := must.Have(dialogues.Read(dir, dialogues.Grouping{}))(t)[0].Users[0]
	if u.Name != "u1" || len(u.Sessions) != 3 {
		t.Fatalf("%+v", u)
	}
	if got := u.Sessions[0].Said[0]; got.Words != "I want to stay in Portland" || got.Answer != "Portland" {
		t.Errorf("said %+v", got)
	}
	g := u.Sessions[2].Goal
	if g == nil || !slices.Equal(g.LeftOut, []string{"location"}) || len(g.Fills) != 1 || g.Fills[0].Session != "1" || g.Fills[0].From != "city" {
		t.Errorf("goal %+v", g)
	}
}
