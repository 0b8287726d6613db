package policy_test

import (
	"testing"

	"legomem/tools"
	"legomem/tools/policy"
	"legomem/trajectory"
)

func TestDecide(t *testing.T) {
	ok := m{"command": "ls"}
	all := policy.Rules{Shell: true, People: policy.All}
	tests := []struct {
		name  string
		rules policy.Rules
		task  trajectory.Task
		call  tools.Action
		code  tools.Code
	}{
		{"a read", policy.Rules{}, trajectory.Task{}, tools.Action{Tool: "system.read_text", Args: m{"file_path": "data/a.txt"}}, ""},
		{"the shell, off", policy.Rules{}, trajectory.Task{}, tools.Action{Tool: "shell.run", Args: ok}, tools.Refused},
		{"the shell, off, for all people", policy.Rules{People: policy.All}, trajectory.Task{}, tools.Action{Tool: "shell.run", Args: ok}, tools.Refused},
		{"the shell, on", all, trajectory.Task{}, tools.Action{Tool: "shell.run", Args: ok}, ""},
		{"the shell, on, in a suite", policy.Rules{Shell: true}, trajectory.Task{Suite: "s"}, tools.Action{Tool: "shell.run", Args: ok}, ""},
		{"the shell, on, beside people", policy.Rules{Shell: true}, trajectory.Task{}, tools.Action{Tool: "shell.run", Args: ok}, tools.Refused},
		{"the shell, on, beside people in a suite", policy.Rules{Shell: true, People: policy.Named}, trajectory.Task{Suite: "s"}, tools.Action{Tool: "shell.run", Args: ok}, tools.Refused},
		{"no such tool", policy.Rules{}, trajectory.Task{}, tools.Action{Tool: "shell.runn", Args: ok}, tools.UnknownTool},
		{"effects cannot be told", all, trajectory.Task{}, tools.Action{Tool: "shell.run"}, tools.BadArguments},
		{"as endpoints spell tools", policy.Rules{}, trajectory.Task{}, tools.Action{Tool: "shell__run", Args: ok}, tools.Refused},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := newOffice(t, tt.rules, tt.task, nil).ask(tt.call.Tool, tt.call.Args)
			if tools.CodeOf(err) != tt.code {
				t.Errorf("%v, want code %q", err, tt.code)
			}
		})
	}
}

func TestAgents(t *testing.T) {
	rules := policy.Rules{
		Agents:   map[string][]string{"email_agent": {"email.*"}, "system_agent": {"system.*", "shell.*"}},
		Narrowed: map[string][]string{"system_agent": {"system.list_files"}},
	}
	o := newOffice(t, rules, trajectory.Task{Suite: "s"}, nil)
	for _, tt := range []struct {
		agent, tool string
		ok          bool
	}{
		{"email_agent", "email.list", true},
		{"email_agent", "system.list_files", false},
		{"system_agent", "system.list_files", true},
		{"system_agent", "system__list_files", true},
		{"system_agent", "system.find_file", false},
		{"", "email.list", false},
		{"gardener", "email.list", false},
	} {
		_, err := o.gate.Decide(tt.agent, tools.Action{Tool: tt.tool, Args: m{"name": "x"}})
		if refused := tools.CodeOf(err) == tools.Refused; refused == tt.ok {
			t.Errorf("%s of %s: %v", tt.tool, tt.agent, err)
		}
	}
}

// TestSender: whoever the agent says, the acting user sends.
func TestSender(t *testing.T) {
	o := newOffice(t, policy.Rules{}, trajectory.Task{Suite: "s"}, nil)
	for _, tt := range []struct {
		tool  string
		arg   string
		given any
		want  any
	}{
		{"email.send", "sender", "Alice", "Bob"},
		{"email.send", "sender", "bob", "bob"},
		{"email.send", "sender", "bob@example.com", "bob@example.com"},
		{"email.send", "sender", "self", "self"},
		{"email.send", "sender", "", ""},
		{"email.send", "sender", "bob@evil.com", "Bob"},
		{"email.send", "sender", "Boss <bob@example.com>", "Bob"},
		{"email.send", "sender", "self@example.com", "Bob"},
		{"email.send", "sender", []any{"Alice"}, "Bob"},
		{"email.forward", "user", "Alice", "Bob"},
		{"email.reply", "user", "ALICE", "Bob"},
	} {
		args := m{tt.arg: tt.given, "subject": "Hi", "content": "x"}
		if tt.tool != "email.reply" {
			args["to"] = []any{"Tom"}
		}
		a, err := o.ask(tt.tool, args)
		if got := a.Action.Args[tt.arg]; err != nil || got != tt.want {
			t.Errorf("%s by %v becomes %v, want %v (%v)", tt.tool, tt.given, got, tt.want, err)
		}
		if args[tt.arg] == nil || (tt.given != tt.want && args[tt.arg] == tt.want) {
			t.Errorf("%s: the caller's own arguments were changed", tt.tool)
		}
	}
}
