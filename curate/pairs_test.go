package curate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

func TestParseSteps(t *testing.T) {
	call := func(tool string, args map[string]any) tools.Action { return tools.Action{Tool: tool, Args: args} }
	list := call("calendar.list_events", map[string]any{"user": "Bob"})
	for _, tc := range []struct {
		name, steps string
		want        []pair
		refused     string
	}{
		{"a call", `<think>why</think><action>calendar.list_events({"user":"Bob"})</action>`, []pair{{"why", list}}, ""},
		{"a wire name", `<think></think> <action> calendar__list_events( {"user" : "Bob"} ) </action>`, []pair{{"", list}}, ""},
		{"tool and args", `<thought>why</thought><action>{"args":{"user":"Bob"},"tool":"calendar__list_events"}</action>`, []pair{{"why", list}}, ""},
		{"the appendix's form", `<think>why</think><action>{"app":"calendar","action":"list_events","user":"Bob"}</action>`, []pair{{"why", list}}, ""},
		{"no arguments", "<think>a</think><action>system.list()</action>\n<think>b</think><action>system.list({})</action>",
			[]pair{{"a", call("system.list", map[string]any{})}, {"b", call("system.list", map[string]any{})}}, ""},
		{"tags in a text", `<think>a</think><action>word.write({"text":"x</action><think>y</think><action>z"})</action>`,
			[]pair{{"a", call("word.write", map[string]any{"text": "x</action><think>y</think><action>z"})}}, ""},
		{"brackets in a text", `<think>a</think><action>x.y({"a":"f(1) })"})</action>`, []pair{{"a", call("x.y", map[string]any{"a": "f(1) })"})}}, ""},
		{"nothing", " ", nil, "has no action"},
		{"prose between", `<think>a</think>then<action>x.y()</action>`, nil, `steps[0]: an <action> is wanted after the thought, where it says "then`},
		{"prose after", `<think>a</think><action>x.y()</action> done`, nil, `steps[1]: a <thought> is wanted where it says "done"`},
		{"an open thought", `<think>a<action>x.y()</action>`, nil, "</think> is missing"},
		{"mixed tags", `<thought>a</think><action>x.y()</action>`, nil, "</thought> is missing"},
		{"a sentence", `<think>a</think><action>list Bob's events</action>`, nil, "it is not tool(arguments as a JSON object)"},
		{"keywords", `<think>a</think><action>x.y(user="Bob")</action>`, nil, "the arguments of x.y: it is not valid JSON"},
		{"a list", `<think>a</think><action>x.y(["Bob"])</action>`, nil, "it is a list, not an object"},
		{"null", `<think>a</think><action>{"tool":"x.y","args":null}</action>`, nil, "it is null, not an object"},
		{"an argument twice", `<think>a</think><action>x.y({"a":1,"a":2})</action>`, nil, `the key "a" is there twice`},
		{"no name", `<think>a</think><action>({"a":1})</action>`, nil, `"" is no tool's name`},
		{"a name of nothing but its dot", `<think>a</think><action>__()</action>`, nil, `"__" is no tool's name`},
		{"no args", `<think>a</think><action>{"tool":"x.y"}</action>`, nil, `the key "args" is missing`},
		{"args beside", `<think>a</think><action>{"tool":"x.y","args":{},"id":"call_1"}</action>`, nil, `there is a key "id"`},
		{"no app", `<think>a</think><action>{"action":"list_events"}</action>`, nil, `"app" is missing, not a text`},
		{"no action", `<think>a</think><action>{"app":"calendar"}</action>`, nil, `"action" is missing, not a text`},
		{"an app that is a number", `<think>a</think><action>{"app":1,"action":"b"}</action>`, nil, `"app" is a number, not a text`},
		{"too great a number", `<think>a</think><action>x.y({"a":1e999})</action>`, nil, "the arguments of x.y"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := parseSteps(tc.steps)
			if tc.refused != "" {
				if err == nil || !strings.Contains(err.Error(), tc.refused) {
					t.Errorf("error %v, want %q", err, tc.refused)
				}
				return
			}
			must.Do(t, err)
			must.NoDiff(t, cmp.Diff(tc.want, got, cmp.AllowUnexported(pair{})), "steps (-want +got):\n%s")
		})
	}
}

// FuzzReply: whatever a model writes, the parser returns; what it accepts has
// all its fields, and its actions read the same when written out again.
func FuzzReply(f *testing.F) {
	f.Add(say(memo()).Text)
	f.Add(strings.ReplaceAll(say(memo()).Text, "thought>", "think>"))
	f.Add(startTag + `{"high_level_plan":"p","subtasks":[{"agent":"a","description":"d","steps":"<think></think><action>a-b(` + "\u2028" + `{\"x\":-0e1,\"y\":\"\\ud800<\"})</action>","observations":""}],"final_answer":"","reflections":""}` + endTag)
	f.Add(startTag + strings.Repeat("{", 50) + endTag)
	f.Fuzz(func(t *testing.T, reply string) {
		m, err := parseReply(reply)
		if err != nil {
			return
		}
		if m.plan == "" || len(m.subtasks) == 0 {
			t.Fatalf("accepted %+v", m)
		}
		for _, s := range m.subtasks {
			if s.agent == "" || s.description == "" || len(s.steps) == 0 {
				t.Fatalf("accepted %+v", s)
			}
			for _, p := range s.steps {
				written := wholeAction(p.action)
				again, err := parseAction(written)
				if err != nil || wholeAction(again) != written {
					t.Fatalf("%s became %+v, %v", written, again, err)
				}
			}
		}
	})
}
