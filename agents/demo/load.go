package demo

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"legomem/agents"
	"legomem/tools"
	"legomem/trajectory"
)

// maxFile is the largest demonstration that is read, in bytes.
const maxFile = 4 << 20

// Error is what is wrong with a demonstration's file, and where.
type Error struct {
	File string
	Line int // from 1; 0 where no line is to blame
	Msg  string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Load reads a demonstration. Unknown fields, missing ones and ones that do
// not go together are errors (of type *Error, joined where there are several).
func Load(file string) (*Demo, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read the demonstration: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read the demonstration %s: %w", file, err)
	}
	return Parse(file, data)
}

// Parse is Load for a file's content; file is its name in errors.
func Parse(file string, data []byte) (*Demo, error) {
	if len(data) > maxFile {
		return nil, &Error{File: file, Msg: fmt.Sprintf("it is larger than %d MB", maxFile>>20)}
	}
	root, err := tree(data)
	if err != nil {
		return nil, yamlErrors(file, err)
	}
	d, err := decode(data)
	if err != nil {
		return nil, yamlErrors(file, err)
	}
	d.file, d.root = file, root
	if err := d.fillValues(); err != nil {
		return nil, err
	}
	return d, d.complete()
}

// tree reads the one document of a file as nodes, which know their lines.
func tree(data []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("line 1: it is empty; legomem demo new writes one to start from")
		}
		return nil, err
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("line %d: it holds a second document; one file is one demonstration", max(more.Line, 1))
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("line 1: it is no set of fields such as task, subtasks, answer")
	}
	if line := mergeKey(doc.Content[0]); line > 0 {
		return nil, fmt.Errorf("line %d: << is not taken here; write the fields out", line)
	}
	return doc.Content[0], nil
}

// mergeKey is the line of a key <<, 0 where there is none.
func mergeKey(n *yaml.Node) int {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!merge" {
		return n.Line
	}
	for _, c := range n.Content {
		if line := mergeKey(c); line > 0 {
			return line
		}
	}
	return 0
}

// decode reads the fields, strictly. Free values (args, constants) are read from the
// nodes afterwards: YAML would turn some texts into dates.
func decode(data []byte) (*Demo, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	d := &Demo{}
	if err := dec.Decode(d); err != nil {
		return nil, err
	}
	return d, nil
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)$`)

// yamlErrors makes an Error of each line of a YAML error.
func yamlErrors(file string, err error) error {
	var all []error
	for line := range strings.Lines(err.Error()) {
		line = strings.TrimSpace(line)
		if line == "yaml: unmarshal errors:" || line == "" {
			continue
		}
		e := &Error{File: file, Msg: strings.TrimPrefix(line, "yaml: ")}
		if m := yamlLine.FindStringSubmatch(line); m != nil {
			fmt.Sscan(m[1], &e.Line)
			e.Msg = m[2]
		}
		e.Msg = friendly(e.Msg)
		all = append(all, e)
	}
	return errors.Join(all...)
}

var noField = regexp.MustCompile(`^field (\S+) not found in type demo\.(\w+)$`)

// friendly rewords a YAML error for the author of a demonstration.
func friendly(msg string) string {
	m := noField.FindStringSubmatch(msg)
	if m == nil {
		return msg
	}
	known := map[string]string{
		"Demo":     "suite, id, task, user, date, testbed, subtasks, answer, constants, wordings",
		"Subtask":  "agent, description, actions, summary",
		"Action":   "tool, args, thought, expect",
		"Constant": "value, reason",
	}[m[2]]
	return fmt.Sprintf("no field %s here; there are: %s", m[1], known)
}

// fillValues reads the arguments and constants from the nodes.
func (d *Demo) fillValues() error {
	left := maxValues
	for _, a := range d.actions() {
		if d.node(a.at.then("args")) == nil {
			continue
		}
		v, err := d.plainAt(a.at.then("args"), &left)
		if err != nil {
			return err
		}
		args, _ := v.(map[string]any) // decode has seen that it is a mapping or null
		d.Subtasks[a.subtask].Actions[a.index].Args = args
	}
	for i := range d.Constants {
		v, err := d.plainAt(place{"constants", i, "value"}, &left)
		if err != nil {
			return err
		}
		d.Constants[i].Value = v
	}
	return nil
}

func (d *Demo) plainAt(at place, left *int) (any, error) {
	n := d.node(at)
	if n == nil {
		return nil, nil
	}
	v, err := plain(n, left)
	if err != nil {
		return nil, d.problem(at, "%v", err)
	}
	return v, nil
}

// problem is an Error at the line of a place.
func (d *Demo) problem(at place, format string, args ...any) error {
	return &Error{File: d.name(), Line: d.line(at), Msg: at.String() + ": " + fmt.Sprintf(format, args...)}
}

func (d *Demo) name() string { return cmp.Or(d.file, "the demonstration") }

// complete finds what is missing or does not go together.
func (d *Demo) complete() error {
	var all []error
	bad := func(at place, format string, args ...any) { all = append(all, d.problem(at, format, args...)) }
	switch {
	case (d.Task == "") == (d.ID == ""):
		bad(place{"task"}, "give either the text of a task, or suite and id")
	case d.ID != "" && d.Suite == "":
		bad(place{"id"}, "of which suite? add suite: NAME")
	case d.ID != "" && d.User+d.Date+d.Testbed != "":
		bad(place{"id"}, "user, date and testbed are the suite's; leave them out")
	case d.Task != "" && d.Suite != "":
		bad(place{"suite"}, "a task of a suite goes by its id, not by its text")
	}
	if d.Task != "" {
		if d.User == "" {
			bad(place{"task"}, "who acts? add user: NAME")
		}
		if _, err := moment(d.Date, time.UTC); err != nil {
			bad(place{"date"}, "%v", err)
		}
	}
	return errors.Join(append(all, d.completePlan()...)...)
}

func (d *Demo) completePlan() []error {
	var all []error
	need := func(at place, field, got string) {
		if strings.TrimSpace(got) == "" {
			all = append(all, d.problem(at, "%s is missing", field))
		}
	}
	if len(d.Subtasks) == 0 {
		all = append(all, d.problem(place{"subtasks"}, "there is none; a plan has at least one"))
	}
	for i, s := range d.Subtasks {
		at := place{"subtasks", i}
		need(at, "agent", s.Agent)
		need(at, "description", s.Description)
		if len(s.Actions) == 0 {
			all = append(all, d.problem(at, "actions is missing"))
		}
		for j, a := range s.Actions {
			need(at.then("actions", j), "tool", a.Tool)
			for k, text := range a.Expect {
				need(at.then("actions", j, "expect"), fmt.Sprintf("the text of expect[%d]", k), text)
			}
		}
	}
	for i, c := range d.Constants {
		at := place{"constants", i}
		if c.Value == nil || c.Value == "" {
			all = append(all, d.problem(at, "value is missing"))
		}
		need(at, "reason", c.Reason)
	}
	for i, w := range d.Wordings {
		if _, _, err := (trajectory.Wording{Text: w}).Marks(); err != nil {
			all = append(all, d.problem(place{"wordings", i}, "%v", err))
		}
	}
	return all
}

// Fits checks the plan against a team and its tools: every agent is in the team, and
// every tool belongs to its agent and accepts the arguments.
func (d *Demo) Fits(team agents.Team, registry *tools.Registry) error {
	var all []error
	for i, s := range d.Subtasks {
		if _, ok := team.Find(s.Agent); !ok {
			all = append(all, d.problem(place{"subtasks", i, "agent"}, "no agent %q; there are: %s", s.Agent, strings.Join(team.Names(), ", ")))
		}
	}
	for _, a := range d.actions() {
		if err := fits(a, d.Subtasks[a.subtask].Agent, team, registry); err != nil {
			all = append(all, d.problem(a.at, "%v", err))
		}
	}
	return errors.Join(all...)
}

func fits(a placed, agent string, team agents.Team, registry *tools.Registry) error {
	t, err := registry.Lookup(a.Tool)
	if err != nil {
		return err
	}
	if who, ok := team.Find(agent); ok && !who.Has(t.Name) {
		return fmt.Errorf("%s has no tool %s", agent, t.Name)
	}
	if refers(a.Args) {
		return nil // what the references name is known when it is played
	}
	_, err = t.Effects(a.Args)
	return err
}
