package table

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

func FuzzExpression(f *testing.F) {
	for _, seed := range []string{
		`IF({a b} > 1, "x", 2)`, "ROUND(1/3,2)", "((", "{", `"\`, "9^9^9", "1e999", "SUM({a},1,-2) % 7", `!({a} == "x" && true)`, "MEDIAN()", `"a"+{b}`, "func(){}", "{a", "0x1p-2", "1_000", "ſUM(1)",
		strings.Repeat("-", 500) + "1", strings.Repeat("(", 500), "=1+1", `IF(1,2,{nothing})`,
	} {
		f.Add(seed)
	}
	names := func(name string) (any, error) {
		switch name {
		case "a":
			return int64(1), nil
		case "b":
			return "text", nil
		}
		return nil, errorf("not_found", "no %s", name)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseExpression(text)
		if err != nil {
			if code(err) == "" {
				t.Errorf("unmarked error %v", err)
			}
			return
		}
		v, err := e.Eval(names)
		if err != nil && code(err) == "" {
			t.Errorf("unmarked error %v", err)
		}
		if _, ok := v.(float64); ok && (math.IsNaN(v.(float64)) || math.IsInf(v.(float64), 0)) {
			t.Errorf("%q is %v, which JSON cannot say", text, v)
		}
		again, errAgain := e.Eval(names)
		if !reflect.DeepEqual(v, again) || (err == nil) != (errAgain == nil) {
			t.Errorf("%q is %v, then %v", text, v, again)
		}
	})
}

func FuzzFormat(f *testing.F) {
	for _, s := range []string{"{a:,.2} {{b}} {#}", "{", "}", "{}", "{a:.9}", "{a:,}", "{a::.2}", "{{{a}}}", "\xff{a}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, template string) {
		text, err := Format(template, func(string) (any, error) { return 1234.5, nil })
		if err != nil && code(err) == "" {
			t.Errorf("unmarked error %v", err)
		}
		if len(text) > len(template)*20+20 {
			t.Errorf("%q makes %d bytes", template, len(text))
		}
		if !strings.ContainsAny(template, "{}") && text != template {
			t.Errorf("%q became %q", template, text)
		}
	})
}

func FuzzReadCSV(f *testing.F) {
	for _, s := range []string{"a,b\n\"1\n2\",3", "a;b;c\n1;2\n", "\xef\xbb\xbfa\tb\r\n1\t2", "a|b", "\"", "\"a\"b,c", "a\x00b", "\xe9,\xff", ",,,\n,\n\n", "'=1,=1", "1e5,007,1,000"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := ReadCSV(data)
		if err != nil {
			if code(err) == "" {
				t.Errorf("unmarked error %v", err)
			}
			return
		}
		values := 0
		for _, row := range rows {
			values += len(row)
		}
		if values > len(data)+1 {
			t.Errorf("%d values of %d bytes", values, len(data))
		}
		if _, err := json.Marshal(rows); err != nil {
			t.Errorf("JSON cannot say it: %v", err)
		}
	})
}

func FuzzSplit(f *testing.F) {
	f.Add("a,b\n1,2", ",")
	f.Add("a  b\n\nc", " ")
	f.Add("a - b", " - ")
	f.Add("a", "")
	f.Add("a\xffb", "\xff")
	f.Add("a\"b", "\ufffd")
	f.Fuzz(func(t *testing.T, text, delimiter string) {
		if rows, err := Split(text, delimiter); err != nil && code(err) == "" {
			t.Errorf("unmarked error %v", err)
		} else if _, err := json.Marshal(rows); err != nil {
			t.Errorf("JSON cannot say it: %v", err)
		}
	})
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"(1,200.50)", "85%", "$ -5", "1e5", ".5", "5.", "USD 1,000", "--5", "(5", strings.Repeat("9", 400)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, ok := Number(s)
		if !ok {
			return
		}
		if math.IsNaN(n) || math.IsInf(n, 0) {
			t.Errorf("%q is %v", s, n)
		}
		if back, ok := Number(Text(n)); !ok || back != n {
			t.Errorf("%q is %v, which is written %s and read %v", s, n, Text(n), back)
		}
	})
}

func FuzzTyped(f *testing.F) {
	for _, s := range []string{"5", "-5.50", "007", "'007", "'5", " 5 ", "", "'", "=1", "1e5", "99999999999999999999", "-0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := Typed(s)
		if _, err := json.Marshal(v); err != nil {
			t.Errorf("%q: %v", s, err)
		}
		// A text that began as one is not made a number by being read twice.
		if text, ok := v.(string); ok && !strings.HasPrefix(strings.TrimSpace(s), "'") && !reflect.DeepEqual(Typed(text), v) {
			t.Errorf("%q is %q, and read again %v", s, text, Typed(text))
		}
	})
}

func FuzzHolds(f *testing.F) {
	for _, op := range []string{"eq", ">", "at least", "contains_all", "matches", "in", "is empty", "no such"} {
		f.Add("5", op, "(5")
		f.Add("2024-01-02", op, "January 2, 2024")
	}
	f.Fuzz(func(t *testing.T, left, op, right string) {
		holds, _, err := Holds(left, op, right)
		if err != nil && code(err) == "" {
			t.Errorf("unmarked error %v", err)
		}
		if same, err := Op(op); err == nil && same == "ne" {
			if opposite, _, _ := Holds(left, "eq", right); opposite == holds {
				t.Errorf("%q is both equal to %q and not", left, right)
			}
		}
	})
}
