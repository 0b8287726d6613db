package table

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// Condition compares a row's value in Column with Value. A Value written
// "{Header}" is that column of the same row; a list goes with "in".
type Condition struct {
	Column string `json:"column"`
	Op     string `json:"op,omitempty"`
	Value  any    `json:"value,omitempty"`
}

// ops maps the spellings that people and models use to the operators.
var ops = map[string]string{
	"eq": "eq", "=": "eq", "==": "eq", "is": "eq", "equals": "eq", "equal": "eq", "": "eq",
	"ne": "ne", "!=": "ne", "<>": "ne", "is not": "ne", "not equals": "ne", "not": "ne",
	"gt": "gt", ">": "gt", "more than": "gt", "greater than": "gt", "higher than": "gt", "above": "gt", "over": "gt", "after": "gt",
	"ge": "ge", ">=": "ge", "at least": "ge", "gte": "ge",
	"lt": "lt", "<": "lt", "less than": "lt", "lower than": "lt", "below": "lt", "under": "lt", "before": "lt",
	"le": "le", "<=": "le", "at most": "le", "lte": "le",
	"contains": "contains", "not contains": "not_contains",
	"starts with": "starts_with", "ends with": "ends_with",
	"in": "in", "one of": "in", "not in": "not_in", "matches": "matches",
	"empty": "empty", "is empty": "empty", "not empty": "not_empty", "is not empty": "not_empty",
	"contains all": "contains_all", "contains any": "contains_any",
}

// Op reads an operator's name; the error lists them.
func Op(name string) (string, error) {
	key := strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "_", " ")), " ")
	if op, ok := ops[key]; ok {
		return op, nil
	}
	return "", errorf("bad_arguments", "no operator %q; there are: eq, ne, gt, ge, lt, le, contains, not_contains, starts_with, ends_with, in, not_in, matches, empty, not_empty, contains_all, contains_any", name)
}

// Holds reports whether "left op right" is true. comparable is false if op needs
// an order that the values do not have (a text and a number, say).
func Holds(left any, op string, right any) (holds, comparable bool, err error) {
	op, err = Op(op)
	if err != nil {
		return false, false, err
	}
	switch op {
	case "gt", "ge", "lt", "le":
		order, ok := Compare(left, right)
		return ok && inOrder(op, order), ok, nil
	case "matches":
		re, err := regexp.Compile(Text(right))
		if err != nil {
			return false, false, errorf("bad_arguments", "%q is no regular expression: %v", Text(right), err)
		}
		return re.MatchString(Text(left)), true, nil
	}
	return holdsText(left, op, right), true, nil
}

func inOrder(op string, order int) bool {
	switch op {
	case "gt":
		return order > 0
	case "ge":
		return order >= 0
	case "lt":
		return order < 0
	}
	return order <= 0
}

func holdsText(left any, op string, right any) bool {
	switch op {
	case "ne":
		return !among(left, right)
	case "in", "eq":
		return among(left, right)
	case "not_in":
		return !among(left, right)
	case "contains":
		return containsOne(left, right)
	case "not_contains":
		return !containsOne(left, right)
	case "contains_all", "contains_any":
		return containsEach(left, right, op == "contains_all")
	case "starts_with":
		return strings.HasPrefix(fold(Text(left)), fold(Text(right)))
	case "ends_with":
		return strings.HasSuffix(fold(Text(left)), fold(Text(right)))
	case "empty":
		return Empty(left)
	}
	return !Empty(left) // not_empty
}

// List returns a list as it is, and any other value as a list of one.
func List(v any) []any {
	switch x := v.(type) {
	case []any:
		return x
	case []string:
		out := make([]any, len(x))
		for i, s := range x {
			out[i] = s
		}
		return out
	}
	return []any{v}
}

func among(left, right any) bool {
	return slices.ContainsFunc(List(right), func(r any) bool { return Equal(left, r) })
}

// containsOne looks for right in a text, or among the values of a list.
func containsOne(left, right any) bool {
	if list, ok := left.([]any); ok {
		return among(right, list)
	}
	return strings.Contains(fold(Text(left)), fold(Text(right)))
}

// containsEach looks for all values of right, or any, ignoring white space: course
// lists write both "CS 101" and "CS101".
func containsEach(left, right any, all bool) bool {
	list, isList := left.([]any)
	has := map[string]bool{}
	for _, l := range list {
		has[bare(Text(l))] = true
	}
	for _, r := range List(right) {
		found := has[bare(Text(r))]
		if !isList {
			found = strings.Contains(bare(Text(left)), bare(Text(r)))
		}
		if found != all {
			return found
		}
	}
	return all
}

// Conditions reads conditions as they come in arguments: a list of objects
// {column, op, value}, one such object, or {header: value} for equality.
func Conditions(v any) ([]Condition, error) {
	switch x := v.(type) {
	case nil:
		return nil, nil
	case string:
		var parsed any
		if strings.TrimSpace(x) == "" {
			return nil, nil
		}
		if json.Unmarshal([]byte(x), &parsed) == nil {
			if _, again := parsed.(string); !again {
				return Conditions(parsed)
			}
		}
	case map[string]any:
		return oneCondition(x)
	case []any:
		var all []Condition
		for _, one := range x {
			obj, ok := one.(map[string]any)
			if !ok {
				return nil, badConditions(one)
			}
			cs, err := oneCondition(obj)
			if err != nil {
				return nil, err
			}
			all = append(all, cs...)
		}
		return all, nil
	}
	return nil, badConditions(v)
}

func badConditions(v any) error {
	return errorf("bad_arguments", "conditions are objects {column, op, value}, not %s", Text(v))
}

func oneCondition(obj map[string]any) ([]Condition, error) {
	if column, ok := obj["column"]; ok {
		for key := range obj {
			if key != "column" && key != "op" && key != "value" {
				return nil, errorf("bad_arguments", "a condition has column, op and value, not %q", key)
			}
		}
		return []Condition{{Column: Text(column), Op: Text(obj["op"]), Value: obj["value"]}}, nil
	}
	var out []Condition
	for header, value := range obj {
		out = append(out, Condition{Column: header, Value: value})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Column < out[j].Column })
	return out, nil
}

// Filter keeps the rows for which all conditions hold, or at least one if any is
// set. skipped counts the rows left out because their value has no order with the
// condition's (an empty cell, a word where a number is wanted).
func (t *Table) Filter(conditions []Condition, any bool) (kept *Table, skipped int, err error) {
	tests := make([]rowTest, len(conditions))
	for i, c := range conditions {
		if tests[i], err = t.test(c); err != nil {
			return nil, 0, err
		}
	}
	kept = &Table{Headers: t.Headers}
	for _, r := range t.Rows {
		ok, clear, err := passes(tests, r, any)
		if err != nil {
			return nil, 0, err
		}
		if ok {
			kept.Rows = append(kept.Rows, r)
		} else if !clear {
			skipped++
		}
	}
	return kept, skipped, nil
}

type rowTest func(Row) (holds, comparable bool, err error)

// passes reports whether a row meets the conditions, all or any. A row that does
// not is clear when every comparison that decided it could be made.
func passes(tests []rowTest, r Row, any bool) (ok, clear bool, err error) {
	clear = true
	for _, test := range tests {
		holds, comparable, err := test(r)
		switch {
		case err != nil:
			return false, false, err
		case any && holds:
			return true, true, nil
		case !any && !holds:
			return false, comparable, nil
		}
		clear = clear && comparable
	}
	return !any || len(tests) == 0, clear, nil
}

var columnValue = regexp.MustCompile(`^\{([^{}]+)\}$`)

func (t *Table) test(c Condition) (rowTest, error) {
	column, err := t.Column(c.Column)
	if err != nil {
		return nil, err
	}
	if _, err := Op(c.Op); err != nil {
		return nil, fmt.Errorf("column %s: %w", c.Column, err)
	}
	if m := columnValue.FindStringSubmatch(Text(c.Value)); m != nil {
		other, err := t.Column(m[1])
		if err != nil {
			return nil, err
		}
		return func(r Row) (bool, bool, error) { return Holds(r.Value(column), c.Op, r.Value(other)) }, nil
	}
	return func(r Row) (bool, bool, error) { return Holds(r.Value(column), c.Op, c.Value) }, nil
}
