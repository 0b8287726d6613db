package table

import (
	"errors"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func scores() *Table {
	return New([]string{"Name", "Class", "midterm1", "Paid ($)", "Due"}, [][]any{
		{"Liam", int64(1), int64(74), "$1,200.50", "2026-03-02"},
		{"Ivy", int64(2), 64.5, "$90", "2026-02-01"},
		{"Ann", int64(1), nil, "n/a", "2026-03-01 09:30:00"},
		{"bob ", int64(2), int64(91), "(300)", nil},
	})
}

func code(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.FailureCode()
	}
	return ""
}

func TestColumn(t *testing.T) {
	tab := New([]string{"Name", "Revenue ($)", "First Name", "B", "", "x", "X"}, nil)
	for _, tt := range []struct {
		name string
		want int
		code string
	}{
		{"name", 0, ""}, {" Name ", 0, ""}, {"revenue", 1, ""}, {"REVENUE($)", 1, ""}, {"B", 3, ""},
		{"C", 2, ""}, {"2", 1, ""}, {"5", 4, ""}, {"first", 2, ""},
		{"x", 0, "ambiguous"}, {"8", 0, "not_found"}, {"", 0, "not_found"}, {"Score", 0, "not_found"}, {"ven", 0, "not_found"},
	} {
		got, err := tab.Column(tt.name)
		if code(err) != tt.code || (err == nil && got != tt.want) {
			t.Errorf("Column(%q) = %d, %v; want %d, %q", tt.name, got, err, tt.want, tt.code)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"5": 5, "-2.50": -2.5, "1,234,567": 1234567, "$15,000": 15000, "-$3": -3, "$-3": -3, "(300)": -300, "85%": 85,
		"1200 USD": 1200, "€ 4.5": 4.5, ".5": 0.5, "+7": 7, "007": 7,
	} {
		if got, ok := Number(text); !ok || got != want {
			t.Errorf("Number(%q) = %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "five", "1,23", "12 km", "(3", "3)", "1e5", "2026-03-02", "1.2.3", "--3x"} {
		if got, ok := Number(text); ok {
			t.Errorf("Number(%q) = %v, want none", text, got)
		}
	}
}

func TestTyped(t *testing.T) {
	for text, want := range map[string]any{
		"5": int64(5), " -3 ": int64(-3), "2.50": 2.5, "007": "007", "1,000": "1,000", "'42": "42", "it's": "it's", "": nil, "  ": nil,
		"1234567890123456": "1234567890123456", "true": "true", "=A1": "=A1",
	} {
		must.NoDiff(t, cmp.Diff(want, Typed(text)), "Typed(%q) (-want +got)\n%s", text)
	}
}

func TestHolds(t *testing.T) {
	list := []any{"CS 101", "MATH 151", int64(7)}
	for _, tt := range []struct {
		left  any
		op    string
		right any
		want  bool
	}{
		{int64(5), "eq", "5", true}, {"Carol", "==", " carol ", true}, {"a  b", "is", "A b", true}, {nil, "eq", "", true}, {nil, "ne", int64(1), true},
		{"$1,200", ">", int64(1000), true}, {int64(90), "at least", int64(90), true}, {int64(89), "ge", int64(90), false},
		{"2026-02-01", "before", "March 1, 2026", true}, {"9:00 AM", "lt", "13:00", true}, {"2026-03-02", "eq", "2026-03-02 00:00:00", true},
		{"Section A", "contains", "section", true}, {"Section A", "not_contains", "B", true}, {list, "contains", int64(7), true},
		{"Section A", "starts_with", "sec", true}, {"Section A", "ends with", "b", false},
		{"b", "in", []any{"a", "B"}, true}, {"b", "not_in", []any{"a", "B"}, false}, {"b", "eq", []any{"a", "b"}, true},
		{list, "contains_all", []any{"CS101", "Math 151"}, true}, {list, "contains_all", []any{"CS101", "CS102"}, false},
		{list, "contains_any", []any{"CS102", "cs 101"}, true}, {"we have CS 101", "contains_all", []any{"CS101"}, true},
		{"S-17", "matches", `^S-\d+$`, true}, {" ", "empty", nil, true}, {int64(0), "not empty", nil, true},
	} {
		got, comparable, err := Holds(tt.left, tt.op, tt.right)
		if err != nil || !comparable || got != tt.want {
			t.Errorf("%v %s %v = %v (comparable %v, %v), want %v", tt.left, tt.op, tt.right, got, comparable, err, tt.want)
		}
	}
	if _, comparable, _ := Holds("n/a", "gt", int64(3)); comparable {
		t.Error("a word was ordered beside a number")
	}
	for _, op := range []string{"like", "=>"} {
		if _, _, err := Holds(1, op, 2); code(err) != "bad_arguments" {
			t.Errorf("operator %q: %v", op, err)
		}
	}
}

func TestSelect(t *testing.T) {
	near := 70.0
	for _, tt := range []struct {
		name    string
		query   Query
		want    []int // row numbers
		skipped int
	}{
		{"all", Query{}, []int{1, 2, 3, 4}, 0},
		{"one condition, empty cells left out", Query{Where: []Condition{{"midterm1", "gt", int64(70)}}}, []int{1, 4}, 1},
		{"two conditions", Query{Where: []Condition{{"Class", "", "1"}, {"midterm1", "not_empty", nil}}}, []int{1}, 0},
		{"any of two", Query{Where: []Condition{{"Name", "", "ivy"}, {"Name", "", "bob"}}, Any: true}, []int{2, 4}, 0},
		{"another column", Query{Where: []Condition{{"Paid", "gt", "{midterm1}"}}}, []int{1, 2}, 1},
		{"top two", Query{Sort: "midterm1", Descending: true, Limit: 2}, []int{4, 1}, 0},
		{"lowest first, empty last", Query{Sort: "midterm1"}, []int{2, 1, 4, 3}, 0},
		{"by date", Query{Sort: "Due"}, []int{2, 3, 1, 4}, 0},
		{"nearest", Query{Sort: "midterm1", Near: &near, Limit: 1}, []int{1}, 1},
		{"unique classes", Query{Columns: []string{"Class"}, Unique: true}, []int{1, 2}, 0},
		{"money", Query{Sort: "Paid", Limit: 3}, []int{4, 2, 1}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, skipped, err := scores().Select(tt.query)
			must.Do(t, err)
			if diff := cmp.Diff(tt.want, got.Numbers()); diff != "" || skipped != tt.skipped {
				t.Errorf("skipped %d, want %d; rows (-want +got)\n%s", skipped, tt.skipped, diff)
			}
		})
	}
	if _, _, err := scores().Select(Query{Sort: "Grade"}); code(err) != "not_found" {
		t.Errorf("a sort by a missing column: %v", err)
	}
}

func TestConditions(t *testing.T) {
	want := []Condition{{"Class", "", float64(1)}, {"Name", "", "Ann"}}
	for _, v := range []any{
		map[string]any{"Class": float64(1), "Name": "Ann"},
		[]any{map[string]any{"column": "Class", "value": float64(1)}, map[string]any{"Name": "Ann"}},
		`[{"column":"Class","value":1},{"column":"Name","value":"Ann"}]`,
	} {
		got, err := Conditions(v)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("Conditions(%v): %v (-want +got)\n%s", v, err, diff)
		}
	}
	for _, bad := range []any{"Class = 1", []any{"x"}, map[string]any{"column": "a", "values": 3}, 7.0} {
		if _, err := Conditions(bad); code(err) != "bad_arguments" {
			t.Errorf("Conditions(%v): %v", bad, err)
		}
	}
}

func TestAggregate(t *testing.T) {
	values := []any{int64(3), "1", nil, 2.5, "$7", "n/a"}
	for op, want := range map[string]any{
		"sum": 13.5, "average": 3.375, "min": int64(1), "max": int64(7), "count": int64(5), "median": 2.75, "range": int64(6),
		"difference": int64(4), "first": int64(3), "last": "n/a", "list": "3, 1, 2.5, $7, n/a",
	} {
		got := must.Have(Aggregate(values, op))(t)
		must.NoDiff(t, cmp.Diff(want, got.Value), "%s (-want +got)\n%s", op)
	}
	if got, _ := Aggregate(values, "sum"); got.Count != 4 || got.Skipped != 1 {
		t.Errorf("sum counts %d and skips %d, want 4 and 1", got.Count, got.Skipped)
	}
	if got, _ := Aggregate([]any{0.1, 0.2}, "sum"); got.Value != 0.3 {
		t.Errorf("0.1 + 0.2 = %v", got.Value)
	}
	if got, _ := Aggregate([]any{2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}, "variance"); got.Value != 4.57142857142857 {
		t.Errorf("variance of a sample = %v", got.Value)
	}
	if got, _ := Aggregate([]any{"2026-03-01", "2026-01-05"}, "min"); got.Value != "2026-01-05" {
		t.Errorf("the earliest date is %v", got.Value)
	}
	if got, _ := Aggregate([]any{"b", "A", "a ", "B", "c"}, "mode"); len(got.Values) != 2 {
		t.Errorf("two values tie, got %v", got.Values)
	}
	for _, op := range []string{"first", "last", "mode"} {
		if _, err := Aggregate([]any{nil, ""}, op); code(err) != "not_found" {
			t.Errorf("%s of nothing: %v", op, err)
		}
	}
	for _, op := range []string{"mean", "median", "average of"} {
		if _, err := Aggregate([]any{"x", nil}, op); code(err) != "bad_arguments" {
			t.Errorf("%s of words: %v", op, err)
		}
	}
}

func TestRound(t *testing.T) {
	for _, tt := range []struct {
		f        float64
		decimals int
		how      string
		want     float64
	}{{1095.9, 0, "down", 1095}, {-1.5, 0, "down", -1}, {1.005, 2, "", 1.01}, {2.5, 0, "", 3}, {1.01, 1, "up", 1.1}, {1234, -2, "", 1200}} {
		if got, err := Round(tt.f, tt.decimals, tt.how); err != nil || got != tt.want {
			t.Errorf("Round(%v, %d, %q) = %v, %v; want %v", tt.f, tt.decimals, tt.how, got, err, tt.want)
		}
	}
	if _, err := Round(1, 0, "sideways"); code(err) != "bad_arguments" {
		t.Error("an unknown rounding was taken")
	}
}

func TestGroups(t *testing.T) {
	got := map[string][]int{}
	for _, g := range scores().Groups(1) {
		got[Text(g.Value)] = g.Table.Numbers()
	}
	must.NoDiff(t, cmp.Diff(map[string][]int{"1": {1, 3}, "2": {2, 4}}, got), "(-want +got)\n%s")
}

func TestExpression(t *testing.T) {
	tab := New([]string{"Name", "unit price", "n"}, [][]any{{"apple", "$2.50", int64(3)}})
	for text, want := range map[string]any{
		`{unit price} * n`:                                   7.5,
		`IF({Name} == "Apple", 2, 1.5) * {n}`:                int64(6),
		`ROUND({unit price} / {n}, 2)`:                       0.83,
		`=(1 + 2) * -3`:                                      int64(-9),
		`"a {n} " + Name`:                                    "a {n} apple",
		`{n} > 2 && !({n} >= 5)`:                             true,
		`ROUNDDOWN(10 / 4, 0) + 7 % 4`:                       int64(5),
		`max(1, n, 2) + SUM(1, 2) + AVERAGE(2, 4) + abs(-1)`: int64(10),
		`IF(false, 1 / 0, LEN(UPPER("é")))`:                  int64(1),
		`0.1 + 0.2`:                                          0.3,
	} {
		e := must.Have(ParseExpression(text))(t)
		got, err := e.Eval(tab.Row(tab.Rows[0]))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", text, err, diff)
		}
	}
	for text, want := range map[string]string{
		`{n} +`: "bad_arguments", `{n`: "bad_arguments", `1 / 0`: "bad_arguments", `{Name} * 2`: "bad_arguments", `{missing}`: "not_found",
		`exec("ls")`: "bad_arguments", `n.x`: "bad_arguments", `func() {}`: "bad_arguments", `IF(1)`: "bad_arguments", `'a'`: "bad_arguments", `SQRT(-1)`: "bad_arguments",
		`"a" < 3`: "bad_arguments",
	} {
		e, err := ParseExpression(text)
		if err == nil {
			_, err = e.Eval(tab.Row(tab.Rows[0]))
		}
		if code(err) != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

func TestLines(t *testing.T) {
	got, err := scores().Lines("{#}. {name}: {Paid ($):,.2} {{x}}")
	want := []string{"1. Liam: 1,200.50 {x}", "2. Ivy: 90.00 {x}", "3. Ann: n/a {x}", "4. bob : -300.00 {x}"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	for template, want := range map[string]string{"{Grade}": "not_found", "{Name": "bad_arguments", "{Name:x}": "not_found"} {
		if _, err := scores().Lines(template); code(err) != want {
			t.Errorf("%s: %v", template, err)
		}
	}
}

func TestReadCSV(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		want       [][]any
	}{
		{"commas, quotes, a mark at the start", "\xef\xbb\xbfid,name\r\n7,\"Li, Wu\"\r\n", [][]any{{"id", "name"}, {int64(7), "Li, Wu"}}},
		{"semicolons", "a;b\n1;2,5\n", [][]any{{"a", "b"}, {int64(1), "2,5"}}},
		{"tabs", "a\tb\n1\t\n", [][]any{{"a", "b"}, {int64(1), nil}}},
		{"Latin letters", "nom\nRen\xe9\n", [][]any{{"nom"}, {"René"}}},
		{"nothing", "", nil},
	} {
		got, err := ReadCSV([]byte(tt.data))
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", tt.name, err, diff)
		}
	}
	if _, err := ReadCSV([]byte("PK\x00\x03")); code(err) != "corrupt" {
		t.Errorf("binary data: %v", err)
	}
}

func TestSplit(t *testing.T) {
	got, err := Split("Ann   90\n\n Bob\t85 \n", " ")
	if diff := cmp.Diff([][]any{{"Ann", int64(90)}, {"Bob", int64(85)}}, got); err != nil || diff != "" {
		t.Errorf("white space: %v (-want +got)\n%s", err, diff)
	}
	got, err = Split("Ann - 90\nBob - 85", " - ")
	if diff := cmp.Diff([][]any{{"Ann", int64(90)}, {"Bob", int64(85)}}, got); err != nil || diff != "" {
		t.Errorf("longer: %v (-want +got)\n%s", err, diff)
	}
	if _, err := Split("a", "\n"); code(err) != "bad_arguments" {
		t.Errorf("a line break as delimiter: %v", err)
	}
}

func TestMatch(t *testing.T) {
	headers, rows, err := Match("Ann: 90 pts, Bob: 85 pts", regexp.MustCompile(`(?P<Name>\w+): (?P<Score>\d+)`))
	must.Do(t, err)
	if diff := cmp.Diff([]string{"Name", "Score"}, headers); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]any{{"Ann", int64(90)}, {"Bob", int64(85)}}, rows); diff != "" {
		t.Error(diff)
	}
}

func TestFromAny(t *testing.T) {
	tab := must.Have(FromAny([]any{map[string]any{"b": 1.0, "a": "x"}, map[string]any{"A": "y"}}, nil))(t)
	must.NoDiff(t, cmp.Diff([][]any{{"x", 1.0}, {"y", nil}}, tab.Lists()), "(-want +got)\n%s")
	if _, err := FromAny([]any{[]any{1.0, 2.0}}, []string{"only"}); code(err) != "bad_arguments" {
		t.Errorf("too many values: %v", err)
	}
}

func TestAppendAndJoin(t *testing.T) {
	a := New([]string{"Name", "Math"}, [][]any{{"Ann", int64(1)}, {"Bob", int64(2)}})
	must.Do(t, a.Append(New([]string{"math", "name", "Note"}, [][]any{{int64(3), "Cy", "new"}})))
	must.NoDiff(t, cmp.Diff([][]any{{"Ann", int64(1), nil}, {"Bob", int64(2), nil}, {"Cy", int64(3), "new"}}, a.Lists()), "append (-want +got)\n%s")
	b := New([]string{"Name", "Math"}, [][]any{{"Ann", int64(1)}, {"Bob", int64(2)}})
	must.Do(t, b.Join(New([]string{"name", "Art"}, [][]any{{"bob", int64(9)}, {"Cy", int64(8)}}), "Name"))
	must.NoDiff(t, cmp.Diff([][]any{{"Ann", int64(1), nil}, {"bob", int64(2), int64(9)}, {"Cy", nil, int64(8)}}, b.Lists()), "join (-want +got)\n%s")
	twice := New([]string{"Name"}, [][]any{{"Ann"}, {"ann"}})
	if err := b.Join(twice, "Name"); code(err) != "ambiguous" {
		t.Errorf("a key that comes twice: %v", err)
	}
}

func TestTranspose(t *testing.T) {
	got := Transpose([][]any{{1, 2}, {3}})
	must.NoDiff(t, cmp.Diff([][]any{{1, 3}, {2, nil}}, got), "(-want +got)\n%s")
}
