package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
)

// firstDifference returns where two bodies in canonical form first differ, and what
// each has there.
func firstDifference(want, got []byte) (where, a, b string, differ bool) {
	w, errWant := decodeJSON(want)
	g, errGot := decodeJSON(got)
	if errWant != nil || errGot != nil {
		return "the body", clip(string(want), 200), clip(string(got), 200), !bytes.Equal(want, got)
	}
	return diffAt("", w, g)
}

// diffAt walks two JSON values to the first place where they differ.
func diffAt(path string, want, got any) (where, a, b string, differ bool) {
	if reflect.DeepEqual(want, got) {
		return "", "", "", false
	}
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			return diffObjects(path, w, g)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return diffLists(path, w, g)
		}
	case string:
		if g, ok := got.(string); ok {
			a, b := aroundDifference(w, g)
			return here(path), a, b, true
		}
	}
	return here(path), brief(want), brief(got), true
}

func diffObjects(path string, want, got map[string]any) (where, a, b string, differ bool) {
	all := maps.Clone(want)
	maps.Copy(all, got)
	for _, k := range sortedKeys(all) {
		w, inWant := want[k]
		g, inGot := got[k]
		at := strings.TrimPrefix(path+"."+k, ".")
		switch {
		case !inWant:
			return at, "nothing", brief(g), true
		case !inGot:
			return at, brief(w), "nothing", true
		}
		if where, a, b, differ := diffAt(at, w, g); differ {
			return where, a, b, true
		}
	}
	return "", "", "", false
}

func diffLists(path string, want, got []any) (where, a, b string, differ bool) {
	for i := range min(len(want), len(got)) {
		if where, a, b, differ := diffAt(fmt.Sprintf("%s[%d]", path, i), want[i], got[i]); differ {
			return where, a, b, true
		}
	}
	return here(path), fmt.Sprintf("%d elements", len(want)), fmt.Sprintf("%d elements", len(got)), true
}

// aroundDifference cuts two strings down to the part around their first difference.
func aroundDifference(want, got string) (string, string) {
	w, g := []rune(want), []rune(got)
	i := 0
	for i < len(w) && i < len(g) && w[i] == g[i] {
		i++
	}
	from := max(0, i-40)
	cut := func(r []rune) string {
		return fmt.Sprintf("...%q", string(r[min(from, len(r)):min(i+80, len(r))]))
	}
	return cut(w), cut(g)
}

func here(path string) string {
	return cmp.Or(path, "the body")
}

func brief(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return clip(string(b), 200)
}
