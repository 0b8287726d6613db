package skills

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// Action is something that a skill does: a tool with its arguments, or further actions
// for each element of a list. It is written with sources in braces, see Source:
//
//	do:
//	  - tool: calendar.create_event
//	    args: {summary: "{title}", start: "{date} {start}", duration_minutes: "{length minutes}"}
//
// An argument made of a slot that has no value is left out.
type Action struct {
	Tool string         `yaml:"tool"`
	Args map[string]any `yaml:"args"`
	// Given is a source that must have a value for it to be done, Without one that must
	// have none.
	Given   string `yaml:"given"`
	Without string `yaml:"without"`
	// Each is a list that an earlier action returned; Do is done for each of its
	// elements, which are {*} in it.
	Each string   `yaml:"each"`
	Do   []Action `yaml:"do"`
}

// Answer is what the user is told: the first of its sayings that can be said.
type Answer []Saying

// Saying is a text, and a line for each element of a list under it.
type Saying struct {
	// Given is a source that must have a value.
	Given string `yaml:"given"`
	Say   string `yaml:"say"`
	Each  string `yaml:"each"`
	Line  string `yaml:"line"`
}

// UnmarshalYAML reads one text, or several sayings.
func (a *Answer) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*a = Answer{{Say: n.Value}}
		return nil
	}
	var all []Saying
	if err := n.Decode(&all); err != nil {
		return fmt.Errorf("read an answer: %w", err)
	}
	*a = all
	return nil
}

// UnmarshalYAML reads a text alone, too.
func (s *Saying) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*s = Saying{Say: n.Value}
		return nil
	}
	type plain Saying
	if err := n.Decode((*plain)(s)); err != nil {
		return fmt.Errorf("read a saying: %w", err)
	}
	return nil
}
