package table

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestTablesHold: small inputs that stand for tables no memory holds.
func TestTablesHold(t *testing.T) {
	wide := make([]any, 5_000)
	short := make([]any, 5_000)
	short[0] = wide
	var headers []string
	for i := range 2_000 {
		headers = append(headers, fmt.Sprint("h", i))
	}
	narrow := func(rows int) *Table {
		values := make([][]any, rows)
		for i := range values {
			values[i] = []any{int64(i)}
		}
		return New([]string{"key"}, values)
	}
	for _, tt := range []struct {
		name string
		do   func() error
		want string
	}{
		{"a million columns of csv", func() error { _, err := ReadCSV([]byte(strings.Repeat(",", 1_000_000))); return err }, "too_large"},
		{"a million words", func() error { _, err := Split(strings.Repeat("a ", 1_000_000), " "); return err }, "too_large"},
		{"a million matches of nothing", func() error {
			_, _, err := Match(strings.Repeat("a", 1_000_000), regexp.MustCompile(``))
			return err
		}, "too_large"},
		{"many groups", func() error {
			_, _, err := Match(strings.Repeat("a", 1_000), regexp.MustCompile(strings.Repeat(`()`, 1_000)))
			return err
		}, "too_large"},
		{"one wide row among many", func() error { _, err := FromAny(short, nil); return err }, "too_large"},
		{"wide under narrow", func() error { return narrow(2_000).Append(New(headers, nil)) }, "too_large"},
		{"wide beside narrow", func() error {
			return narrow(2_000).Join(New(append([]string{"key"}, headers...), nil), "key")
		}, "too_large"},
		{"a huge field", func() error { _, err := ReadCSV([]byte(`"` + strings.Repeat("x", 1<<20) + `"`)); return err }, ""},
		{"an unclosed quote", func() error { _, err := ReadCSV([]byte("a,\"b\nc,d\n")); return err }, ""},
		{"a template's value a thousand times", func() error {
			_, err := Format(strings.Repeat("{a}", 10_000), func(string) (any, error) { return strings.Repeat("x", 10_000), nil })
			return err
		}, "too_large"},
		{"a template for many rows", func() error {
			_, err := narrow(2_000).Lines(strings.Repeat("x", 10_000))
			return err
		}, "too_large"},
		{"a text added up", func() error { return eval(strings.Repeat("a+", 2000)+"a", strings.Repeat("x", 10_000)) }, "too_large"},
		{"powers of powers", func() error { return eval("9^9^9^9", nil) }, "bad_arguments"},
		{"powers by two stars", func() error { return eval("9**9**9", nil) }, "bad_arguments"},
		{"a number beyond all", func() error { return eval("1e999", nil) }, "bad_arguments"},
		{"a number out of bounds", func() error { return eval("1e300*1e300", nil) }, ""},
		{"a shift", func() error { return eval("1<<999999", nil) }, "bad_arguments"},
		{"deep parentheses", func() error { return eval(strings.Repeat("(", 2000)+"1"+strings.Repeat(")", 2000), nil) }, ""},
		{"deep signs", func() error { return eval(strings.Repeat("-", 4000)+"1", nil) }, "bad_arguments"},
		{"a text repeated", func() error { return eval(`REPT("a",1000000000)`, nil) }, "bad_arguments"},
		{"too long an expression", func() error { return eval(strings.Repeat("1+", 3000)+"1", nil) }, "bad_arguments"},
		{"rounding to anything", func() error { return eval("ROUND(1, 1000000000)", nil) }, "bad_arguments"},
		{"a function of Go's", func() error { return eval(`func() { for {} }()`, nil) }, "bad_arguments"},
		{"an index of Go's", func() error { return eval(`"abc"[1]`, nil) }, "bad_arguments"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.do(); code(err) != tt.want {
				t.Errorf("got %v, want the code %q", err, tt.want)
			}
		})
	}
}

func eval(text string, value any) error {
	e, err := ParseExpression(text)
	if err != nil {
		return err
	}
	_, err = e.Eval(func(string) (any, error) { return value, nil })
	return err
}
