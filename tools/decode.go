package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"
	"syscall"

	"github.com/go-viper/mapstructure/v2"
	"github.com/google/jsonschema-go/jsonschema"
)

// Decode reads args into p, a pointer to an argument struct, in a friendly
// way: a number for a string, "3" for 3, one value where a list is wanted,
// but never "yes" for true. An unknown argument, a missing one and one of the
// wrong shape are refused with BadArguments, in a message that says what would
// be accepted.
func Decode(schema *jsonschema.Schema, args map[string]any, p any) error {
	if missing := missingRequired(schema, args); len(missing) > 0 {
		return Failf(BadArguments, "missing %s; accepted: %s", strings.Join(missing, ", "), Accepted(schema))
	}
	var meta mapstructure.Metadata
	dec, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
		Result: p, TagName: "json", WeaklyTypedInput: true, Metadata: &meta,
		MatchName:  func(key, field string) bool { return key == field },
		DecodeHook: mapstructure.ComposeDecodeHookFunc(plainNumber, listText),
	})
	if err != nil {
		return Failf(Internal, "decode arguments: %w", err)
	}
	if err := dec.Decode(args); err != nil {
		return Failf(BadArguments, "%s; accepted: %s", firstLine(err), Accepted(schema))
	}
	if len(meta.Unused) > 0 {
		sort.Strings(meta.Unused)
		return Failf(BadArguments, "unknown argument %s; accepted: %s", strings.Join(meta.Unused, ", "), Accepted(schema))
	}
	return nil
}

// Accepted describes a schema's arguments on one line: "file_path (string),
// sheet (string, optional)".
func Accepted(s *jsonschema.Schema) string {
	var required, optional []string
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		part := name + " (" + typeOf(s.Properties[name])
		if slices.Contains(s.Required, name) {
			required = append(required, part+")")
		} else {
			optional = append(optional, part+", optional)")
		}
	}
	parts := append(required, optional...)
	if len(parts) == 0 {
		return "no arguments"
	}
	return strings.Join(parts, ", ")
}

func typeOf(s *jsonschema.Schema) string {
	t := s.Type
	if t == "" {
		for _, one := range s.Types {
			if one != "null" {
				t = one
			}
		}
	}
	switch {
	case t == "":
		return "any value"
	case t == "array" && s.Items != nil:
		return "list of " + typeOf(s.Items)
	}
	return t
}

func missingRequired(s *jsonschema.Schema, args map[string]any) []string {
	return slices.DeleteFunc(slices.Clone(s.Required), func(name string) bool { return args[name] != nil })
}

// plainNumber writes a JSON number given for a string as a person would: 3,
// not 3.000000.
func plainNumber(from, to reflect.Type, v any) (any, error) {
	if to.Kind() != reflect.String {
		return v, nil
	}
	switch n := v.(type) {
	case float64, json.Number, bool, int:
		b, err := json.Marshal(n)
		return string(b), err
	}
	return v, nil
}

// listText reads a list that was given as JSON text, as models often do, and
// refuses an object where a text is wanted.
func listText(from, to reflect.Type, v any) (any, error) {
	s, ok := v.(string)
	if !ok {
		if to.Kind() == reflect.String && (from.Kind() == reflect.Map || from.Kind() == reflect.Slice) {
			return nil, fmt.Errorf("a text is wanted, not %s", map[reflect.Kind]string{reflect.Map: "an object", reflect.Slice: "a list"}[from.Kind()])
		}
		return v, nil
	}
	trimmed := strings.TrimSpace(s)
	if (to.Kind() == reflect.Slice && strings.HasPrefix(trimmed, "[")) || (to.Kind() == reflect.Map && strings.HasPrefix(trimmed, "{")) {
		var out any
		if json.Unmarshal([]byte(trimmed), &out) == nil {
			return out, nil
		}
	}
	return v, nil
}

func firstLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	last := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines[len(lines)-1]), "*"))
	return strings.TrimSpace(last)
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		return f.Name
	}
	return name
}

// causeCode is the code that an error's cause implies. Errors of packages on
// a lower floor return theirs from a method FailureCode.
func causeCode(err error) Code {
	var coded interface{ FailureCode() string }
	switch {
	case errors.As(err, &coded):
		return Code(coded.FailureCode())
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	case errors.Is(err, fs.ErrNotExist):
		return NotFound
	case errors.Is(err, fs.ErrExist):
		return Exists
	case errors.Is(err, fs.ErrPermission):
		return Refused
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EFBIG), errors.Is(err, syscall.EDQUOT):
		return DiskFull
	}
	return Internal
}
