package outline

import (
	"encoding/json"
	"strings"
)

// call is one step as it is written.
type call struct {
	tool    string
	args    []argument
	raw     string // the action itself, where it cannot be read
	thought string
	result  string
	// each are the blanks that a loop goes over, where the call begins one of loop calls.
	each []string
	loop int
}

// argument is one argument of a call, generalised.
type argument struct {
	name  string
	value node
}

// node is a value of JSON in which placeholders stand.
type node struct {
	blank *blank
	text  string   // a text of the way, with placeholders inside
	plain string   // a number, true, null: as it is
	list  []node   // a list
	keys  []string // an object, whose values are in list
	is    form
}

type form int

const (
	isBlank form = iota
	isText
	isJoined // a text of nothing but placeholders
	isPlain
	isList
	isObject
)

// parseAction reads "tool(arguments as JSON)".
func parseAction(action string) (tool string, args map[string]any, ok bool) {
	tool, rest, found := strings.Cut(action, "(")
	body, closed := strings.CutSuffix(rest, ")")
	if !found || !closed {
		return "", nil, false
	}
	if strings.TrimSpace(body) == "" {
		return tool, map[string]any{}, true
	}
	return tool, args, json.Unmarshal([]byte(body), &args) == nil
}

// ofTask reports whether a value is the task's or a part of the way.
func (n node) ofTask() bool {
	if n.is == isBlank {
		return !n.blank.found
	}
	return true
}
