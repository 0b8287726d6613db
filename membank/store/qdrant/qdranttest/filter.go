package qdranttest

import (
	"slices"
	"strings"

	"github.com/qdrant/go-client/qdrant"
)

// satisfied reports whether a filter lets a point through.
func satisfied(f *qdrant.Filter, p *point) (bool, error) {
	if f.GetMinShould() != nil {
		return false, unimplemented("min_should")
	}
	for _, c := range f.GetMust() {
		if ok, err := meets(c, p); err != nil || !ok {
			return false, err
		}
	}
	for _, c := range f.GetMustNot() {
		if ok, err := meets(c, p); err != nil || ok {
			return false, err
		}
	}
	for _, c := range f.GetShould() {
		if ok, err := meets(c, p); err != nil || ok {
			return ok, err
		}
	}
	return len(f.GetShould()) == 0, nil
}

func meets(c *qdrant.Condition, p *point) (bool, error) {
	switch c := c.GetConditionOneOf().(type) {
	case *qdrant.Condition_Filter:
		return satisfied(c.Filter, p)
	case *qdrant.Condition_HasId:
		return slices.ContainsFunc(c.HasId.GetHasId(), func(id *qdrant.PointId) bool { return id.GetUuid() == p.id }), nil
	case *qdrant.Condition_IsEmpty:
		return empty(lookUp(p.payload, c.IsEmpty.GetKey())), nil
	case *qdrant.Condition_Field:
		return matches(c.Field, p)
	}
	return false, unimplemented("such a condition")
}

// matches supports exact words only.
func matches(c *qdrant.FieldCondition, p *point) (bool, error) {
	value := lookUp(p.payload, c.GetKey())
	switch m := c.GetMatch().GetMatchValue().(type) {
	case *qdrant.Match_Keyword:
		return among(value, []string{m.Keyword}), nil
	case *qdrant.Match_Keywords:
		return among(value, m.Keywords.GetStrings()), nil
	}
	return false, unimplemented("such a condition on a field")
}

// among reports whether a value, or one of a list, is one of the words.
func among(v *qdrant.Value, words []string) bool {
	switch v := v.GetKind().(type) {
	case *qdrant.Value_StringValue:
		return slices.Contains(words, v.StringValue)
	case *qdrant.Value_ListValue:
		return slices.ContainsFunc(v.ListValue.GetValues(), func(one *qdrant.Value) bool { return among(one, words) })
	}
	return false
}

// empty reports whether a value is missing, null, or an empty list.
func empty(v *qdrant.Value) bool {
	switch v := v.GetKind().(type) {
	case nil, *qdrant.Value_NullValue:
		return true
	case *qdrant.Value_ListValue:
		return len(v.ListValue.GetValues()) == 0
	}
	return false
}

// lookUp follows a key like fields.kind.
func lookUp(payload map[string]*qdrant.Value, key string) *qdrant.Value {
	first, rest, deeper := strings.Cut(key, ".")
	if !deeper {
		return payload[first]
	}
	return lookUp(payload[first].GetStructValue().GetFields(), rest)
}
