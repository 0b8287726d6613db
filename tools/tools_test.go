package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/value"
)

// sample has an argument of every shape that tools use.
type sample struct {
	Name  string         `json:"name" jsonschema:"a name" kind:"person"`
	Count float64        `json:"count,omitempty" kind:"number"`
	Row   int            `json:"row,omitempty"`
	All   bool           `json:"all,omitempty"`
	To    []string       `json:"to,omitempty" kind:"email"`
	Extra map[string]any `json:"extra,omitempty"`
	Any   any            `json:"any,omitempty"`
}

func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	s := must.Have(jsonschema.For[sample](nil))(t)
	return s
}

func TestDecode(t *testing.T) {
	tests := []struct {
		name, args string
		want       sample
	}{
		{"as declared", `{"name":"Ann","count":2.5,"row":3,"all":true,"to":["a","b"]}`, sample{Name: "Ann", Count: 2.5, Row: 3, All: true, To: []string{"a", "b"}}},
		{"a number for a text", `{"name":3}`, sample{Name: "3"}},
		{"a fraction for a text", `{"name":0.1}`, sample{Name: "0.1"}},
		{"true for a text", `{"name":true}`, sample{Name: "true"}},
		{"a text for a number", `{"name":"x","count":"3","row":"4"}`, sample{Name: "x", Count: 3, Row: 4}},
		{"one for a list", `{"name":"x","to":"Ann"}`, sample{Name: "x", To: []string{"Ann"}}},
		{"numbers in a list of texts", `{"name":"x","to":[1,2]}`, sample{Name: "x", To: []string{"1", "2"}}},
		{"a list as JSON text", `{"name":"x","to":"[\"a\", \"b\"]"}`, sample{Name: "x", To: []string{"a", "b"}}},
		{"an object as JSON text", `{"name":"x","extra":"{\"k\":1}"}`, sample{Name: "x", Extra: map[string]any{"k": 1.0}}},
		{"a text that looks like a list", `{"name":"[1]"}`, sample{Name: "[1]"}},
		{"true as a text", `{"name":"x","all":"true"}`, sample{Name: "x", All: true}},
		{"null for an optional one", `{"name":"x","count":null}`, sample{Name: "x"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var args map[string]any
			must.Do(t, json.Unmarshal([]byte(test.args), &args))
			var got sample
			must.Do(t, tools.Decode(schema(t), args, &got))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeRefused(t *testing.T) {
	tests := []struct{ name, args, says string }{
		{"nothing", `{}`, "missing name; accepted: name (string)"},
		{"null for a required one", `{"name":null}`, "missing name"},
		{"unknown, all of them", `{"name":"x","zeta":1,"alpha":2}`, "unknown argument alpha, zeta; accepted: name"},
		{"another case", `{"name":"x","Count":1}`, "unknown argument Count"},
		{"words for a number", `{"name":"x","count":"many"}`, "count (number, optional)"},
		{"yes for true", `{"name":"x","all":"yes"}`, "all (boolean, optional)"},
		{"an object for a text", `{"name":{"a":1}}`, "a text is wanted, not an object"},
		{"a list for a text", `{"name":["a"]}`, "a text is wanted, not a list"},
		{"a text for an object", `{"name":"x","extra":"k"}`, "extra"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var args map[string]any
			must.Do(t, json.Unmarshal([]byte(test.args), &args))
			err := tools.Decode(schema(t), args, &sample{})
			if tools.CodeOf(err) != tools.BadArguments || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %q (%s), want it to say %q", err, tools.CodeOf(err), test.says)
			}
		})
	}
}

func TestAccepted(t *testing.T) {
	want := "name (string), all (boolean, optional), any (any value, optional), count (number, optional), extra (object, optional), row (integer, optional), to (list of string, optional)"
	if diff := cmp.Diff(want, tools.Accepted(schema(t))); diff != "" {
		t.Error(diff)
	}
	if got := tools.Accepted(&jsonschema.Schema{}); got != "no arguments" {
		t.Errorf("got %q", got)
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"name":"x"}`, `{"name":1e999}`, `{"name":[[]],"to":{"a":[]},"row":1.5,"extra":[{}]}`, `{"name":"x","row":"0x10","count":"NaN","to":"[1"}`, `{"name":"x","row":99999999999999999999}`} {
		f.Add(s)
	}
	schema := schema(f)
	f.Fuzz(func(t *testing.T, text string) {
		var args map[string]any
		if json.Unmarshal([]byte(text), &args) != nil {
			return
		}
		before := fmt.Sprint(args)
		var p sample
		if err := tools.Decode(schema, args, &p); err != nil && tools.CodeOf(err) != tools.BadArguments {
			t.Fatalf("%s: %s: %v", text, tools.CodeOf(err), err)
		}
		if after := fmt.Sprint(args); after != before {
			t.Fatalf("the arguments were changed from %s to %s", before, after)
		}
	})
}

func echo(name string) tools.Tool {
	return tools.Define(name, "Echo.",
		func(p sample) []tools.Effect {
			return []tools.Effect{{Class: tools.Read, Target: "mailbox:" + p.Name}}
		},
		func(_ context.Context, ws *tools.Workspace, p sample) (tools.Result, error) {
			switch p.Name {
			case "panic":
				panic("boom")
			case "error":
				return tools.Result{}, tools.Failf(tools.Ambiguous, "two of them")
			case "inexpressible":
				return tools.Result{Data: func() {}}, nil
			case "no data":
				return tools.Result{Text: "done"}, nil
			}
			return tools.Result{Text: "hello " + p.Name, Data: map[string]any{"name": p.Name}}, nil
		})
}

func TestDefine(t *testing.T) {
	tool := echo("demo.echo")
	if diff := cmp.Diff(map[string]value.Kind{"name": value.Person, "count": value.Number, "to": value.Email}, tool.Kinds); diff != "" {
		t.Error(diff)
	}
	tests := []struct {
		name string
		args map[string]any
		want tools.Observation
	}{
		{"done", map[string]any{"name": "Ann"}, tools.Observation{Text: "hello Ann", Data: json.RawMessage(`{"name":"Ann"}`)}},
		{"no data", map[string]any{"name": "no data"}, tools.Observation{Text: "done"}},
		{"an error", map[string]any{"name": "error"}, tools.Observation{Text: "two of them", Failed: true, Code: tools.Ambiguous}},
		{"a panic", map[string]any{"name": "panic"}, tools.Observation{Failed: true, Code: tools.Internal}},
		{"a result that is no JSON", map[string]any{"name": "inexpressible"}, tools.Observation{Failed: true, Code: tools.Internal}},
		{"bad arguments", map[string]any{"nom": "x"}, tools.Observation{Failed: true, Code: tools.BadArguments}},
		{"no arguments", nil, tools.Observation{Failed: true, Code: tools.BadArguments}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := tool.Run(context.Background(), nil, test.args)
			if test.want.Text == "" { // any text that names the tool
				if !strings.Contains(got.Text, "demo.echo") {
					t.Errorf("%q does not name the tool", got.Text)
				}
				got.Text = ""
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	effects, err := tool.Effects(map[string]any{"name": "Ann"})
	if diff := cmp.Diff([]tools.Effect{{Class: tools.Read, Target: "mailbox:Ann"}}, effects); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if _, err := tool.Effects(nil); tools.CodeOf(err) != tools.BadArguments {
		t.Errorf("effects of bad arguments: %v", err)
	}
}

func TestObservationValue(t *testing.T) {
	if got := (tools.Observation{Data: json.RawMessage(`{"a":[1]}`)}).Value(); !cmp.Equal(got, map[string]any{"a": []any{1.0}}) {
		t.Errorf("got %v", got)
	}
	for _, data := range []string{"", "{"} {
		if got := (tools.Observation{Data: json.RawMessage(data)}).Value(); got != nil {
			t.Errorf("%q: got %v", data, got)
		}
	}
}

func TestRegistry(t *testing.T) {
	reg := tools.NewRegistry([]tools.Tool{echo("mail.send"), echo("mail.list")}, []tools.Tool{echo("disk.copy"), tools.Hide(echo("mail.inspect")), tools.Unprompt(echo("mail.weigh"))})
	for _, name := range []string{"mail.send", "mail__send", "mail.inspect"} {
		if _, ok := reg.Get(name); !ok {
			t.Errorf("no %s", name)
		}
	}
	var names []string
	for _, tool := range reg.All() {
		names = append(names, tool.Name)
	}
	if diff := cmp.Diff([]string{"disk.copy", "mail.list", "mail.send", "mail.weigh"}, names); diff != "" {
		t.Error(diff)
	}
	for name, says := range map[string]string{
		"mail.sent":  "nearest: mail.list, mail.send",
		"mail__sent": "nearest: mail.list, mail.send",
		"fax.send":   "nearest: disk.*, mail.*",
		"":           "nearest: disk.*, mail.*",
	} {
		_, err := reg.Lookup(name)
		if tools.CodeOf(err) != tools.UnknownTool || !strings.HasSuffix(err.Error(), says) {
			t.Errorf("%q: %v, want it to end in %q", name, err, says)
		}
	}
}

func TestRegistryHash(t *testing.T) {
	a, b := echo("a.a"), echo("b.b")
	hash := tools.NewRegistry([]tools.Tool{a, b}).Hash()
	if again := tools.NewRegistry([]tools.Tool{b}, []tools.Tool{a}).Hash(); again != hash {
		t.Error("the order of registration changes the hash")
	}
	if other := tools.NewRegistry([]tools.Tool{a}).Hash(); other == hash {
		t.Error("a tool less leaves the hash as it is")
	}
	type grown struct {
		sample
		More string `json:"more"`
	}
	changed := tools.Define("b.b", "", func(grown) []tools.Effect { return nil },
		func(context.Context, *tools.Workspace, grown) (tools.Result, error) { return tools.Result{}, nil })
	if other := tools.NewRegistry([]tools.Tool{a, changed}).Hash(); other == hash {
		t.Error("another parameter leaves the hash as it is")
	}
}

func TestRegistryTwins(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two tools of one name were taken")
		}
	}()
	tools.NewRegistry([]tools.Tool{echo("a.a")}, []tools.Tool{echo("a.a")})
}

func TestCodeOf(t *testing.T) {
	tests := []struct {
		err  error
		want tools.Code
	}{
		{nil, ""},
		{errors.New("x"), tools.Internal},
		{tools.Failf(tools.Corrupt, "x"), tools.Corrupt},
		{fmt.Errorf("read: %w", tools.Failf(tools.Corrupt, "x")), tools.Corrupt},
		{fmt.Errorf("read: %w", fs.ErrNotExist), tools.NotFound},
		{fs.ErrExist, tools.Exists},
		{fs.ErrPermission, tools.Refused},
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, tools.DiskFull},
		{syscall.EFBIG, tools.DiskFull},
	}
	for _, test := range tests {
		if got := tools.CodeOf(test.err); got != test.want {
			t.Errorf("%v: %q, want %q", test.err, got, test.want)
		}
	}
	if err := tools.Failf(tools.Corrupt, "a.xlsx: %w", fs.ErrClosed); !errors.Is(err, fs.ErrClosed) {
		t.Error("a Failure hides its cause")
	}
}

func TestUserName(t *testing.T) {
	tests := []struct {
		given, want string
		code        tools.Code
	}{
		{"Bob", "Bob", ""},
		{"  Mary Ann ", "Mary Ann", ""},
		{"bob@example.com", "bob", ""},
		{"Alice@abc.com", "Alice", ""},
		{"Bob Ray <bob@example.com>", "bob", ""},
		{`"Mary Ann"@example.com`, "Mary Ann", ""},
		{"José", "José", ""},
		{"", "", tools.BadArguments},
		{" @example.com", "", tools.BadArguments},
		{"..", "", tools.Refused},
		{".hidden", "", tools.Refused},
		{"a/b", "", tools.Refused},
		{`a\b`, "", tools.Refused},
		{"../x@example.com", "", tools.Refused},
		{"a\nb", "", tools.Refused},
		{"a\x00b", "", tools.Refused},
		{"a\u0085b", "", tools.Refused},
		{"\xff", "", tools.Refused},
		{strings.Repeat("x", 101), "", tools.Refused},
	}
	for _, test := range tests {
		got, err := tools.UserName(test.given)
		if got != test.want || tools.CodeOf(err) != test.code {
			t.Errorf("%q: %q, %v; want %q, %q", test.given, got, err, test.want, test.code)
		}
	}
}

func TestPeople(t *testing.T) {
	tests := []struct {
		given []string
		want  []string
	}{
		{nil, nil},
		{[]string{"Bob, Tom and Ann"}, []string{"Bob", "Tom", "Ann"}},
		{[]string{"Bob", "tom & bob; Sandy"}, []string{"Bob", "tom", "Sandy"}},
		{[]string{" , and "}, nil},
		{[]string{"Bob, and Tom"}, []string{"Bob", "Tom"}},
		{[]string{"Mary Ann"}, []string{"Mary Ann"}},
	}
	for _, test := range tests {
		must.NoDiff(t, cmp.Diff(test.want, tools.People(test.given...)), "%q: %s", test.given)
	}
}

var fixed = func() time.Time { return time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC) }
