package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestReadBatch(t *testing.T) {
	const mail = "Send {to} an email with the subject {subject}"
	for _, tt := range []struct {
		name, task, file string
		o                BatchOrder
		want             []string // line: user, task
		warns            string
		err              string // what the error says, a part a line
	}{
		{name: "plain", task: mail, file: "to,subject\nAnn,Rota\nBob,Rota\n", want: []string{"2 Sam: Send Ann an email with the subject Rota", "3 Sam: Send Bob an email with the subject Rota"}},
		{name: "another order, other letters, blanks, empty lines", task: mail, file: "\xef\xbb\xbf Subject , TO \r\n\r\n Rota, Ann \r\n , \r\n", want: []string{"3 Sam: Send Ann an email with the subject Rota"}},
		{name: "semicolons", task: mail, file: "to;subject\nAnn;\"Rota; new\"\n", want: []string{`2 Sam: Send Ann an email with the subject "Rota; new"`}},
		{name: "a column that sets the user", task: mail, file: "to,subject,user\nAnn,Rota,Eve\nBob,Rota,\n", want: []string{"2 Eve: Send Ann an email with the subject Rota", "3 Sam: Send Bob an email with the subject Rota"}},
		{name: "a user that is a value", task: "Send {user} an email with the subject Rota", file: "user\nAnn\n", want: []string{"2 Sam: Send Ann an email with the subject Rota"}},
		{name: "a column for nobody", task: mail, file: "to,subject,note\nAnn,Rota,x\n", want: []string{"2 Sam: Send Ann an email with the subject Rota"}, warns: `nothing uses the column "note"`},
		{name: "repeats that are meant", task: mail, file: "to,subject\nAnn,Rota\nAnn,Rota\n", o: BatchOrder{Repeats: true},
			want: []string{"2 Sam: Send Ann an email with the subject Rota", "3 Sam: Send Ann an email with the subject Rota"}},
		{name: "the same words on two days", task: mail, file: "to,subject,date\nAnn,Rota,2026-03-02\nAnn,Rota,2026-03-09\n",
			want: []string{"2 Sam: Send Ann an email with the subject Rota", "3 Sam: Send Ann an email with the subject Rota"}},

		{name: "no such file", task: mail, err: "no such file"},
		{name: "nothing", task: mail, file: "\n", err: "is empty"},
		{name: "no rows", task: mail, file: "to,subject\n", err: "has no row"},
		{name: "a name without a column", task: mail, file: "to,topic\nAnn,Rota\n", err: `v.csv:1: there is no column "subject" for the task's {subject}; there are: to, topic`},
		{name: "two columns of a name", task: mail, file: "to,subject,To\nAnn,Rota,Bob\n", err: `v.csv:1: two columns are called "To"`},
		{name: "no name at all", task: "Send Ann an email", file: "to\nAnn\n", err: "the task names no column; write {to} where"},
		{name: "too few values", task: mail, file: "to,subject\nAnn,Rota\nBob\n", err: "v.csv:3: the row has 1 value, and the header 2"},
		{name: "too many values", task: mail, file: "to,subject\nAnn,Rota, new\n", err: "v.csv:2: the row has 3 values, and the header 2; a value with the delimiter in it goes in quotes"},
		{name: "an empty value", task: mail, file: "to,subject\nAnn,\n", err: `v.csv:2: the column "subject" is empty`},
		{name: "the same twice", task: mail, file: "to,subject\nAnn,Rota\nBob,Rota\nAnn, Rota\n", err: "v.csv:4: the row says the same as line 2"},
		{name: "all problems at once", task: mail, file: "to,subject\nAnn\n,Rota\nBob,Rota\nBob,Rota\n", err: "v.csv:2: the row has 1\nv.csv:3: the column \"to\" is empty\nv.csv:5: the row says the same as line 4"},
		{name: "many problems", task: mail, file: "to,subject\n" + strings.Repeat("Ann\n", 30), err: "v.csv:2: \nv.csv:21: \nand 10 more"},
		{name: "a value that no quotes hold", task: mail, file: "to,subject\nAnn,\"a\n\nb\"\nBob,Rota\n", err: "v.csv:2: {subject}: the value has an empty line"},
		{name: "no date", task: mail, file: "to,subject,date\nAnn,Rota,soonish\n", err: `v.csv:2: --date "soonish" is no date`},
		{name: "no folder", task: mail, file: "to,subject,testbed\nAnn,Rota,nosuch\n", err: "v.csv:2: testbed nosuch: there is no such folder"},
		{name: "a testbed a row in a chain", task: mail, file: "to,subject,testbed\nAnn,Rota,.\n", o: BatchOrder{Chain: true}, err: "v.csv:1: with --chain"},
		{name: "quotes", task: mail, file: "to,subject\nAnn,5\" pipe\n", err: "v.csv:2: a \" in the middle of a value"},
		{name: "not UTF-8", task: mail, file: "to,subject\nRen\xe9,Rota\n", err: "v.csv:2: it is not UTF-8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if tt.file != "" {
				write(t, "v.csv", tt.file)
			}
			w := must.Have(readWording(tt.task))(t)
			tt.o.User, tt.o.File = "Sam", "v.csv"
			rows, warnings, err := newTestDesk(t, nil).readBatch(t.Context(), w, tt.o)
			if tt.err != "" {
				if err == nil || !IsInput(err) {
					t.Fatalf("error %v", err)
				}
				for want := range strings.Lines(tt.err) {
					if !strings.Contains(err.Error(), strings.TrimSuffix(want, "\n")) {
						t.Errorf("%q is not in\n%v", want, err)
					}
				}
				return
			}
			var got []string
			keys := map[string]bool{}
			for _, r := range rows {
				got = append(got, fmt.Sprintf("%d %s: %s", r.line, r.task.User, r.task.Text))
				keys[r.key] = true
			}
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got)\n%s", err, diff)
			}
			if len(keys) != len(rows) {
				t.Errorf("%d keys of %d rows", len(keys), len(rows))
			}
			if said := strings.Join(warnings, "\n"); !strings.Contains(said, tt.warns) || (said != "") != (tt.warns != "") {
				t.Errorf("warnings %q", said)
			}
		})
	}
}

// TestKeyOf: a row is the same one wherever it stands in the file, and another
// one with another value, user, date or testbed.
func TestKeyOf(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, os.MkdirAll(filepath.Join("beds", "a"), 0o700))
	keyIn := func(file string, o BatchOrder) string {
		t.Helper()
		write(t, "v.csv", file)
		w := must.Have(readWording("Send {to} an email with the subject {subject}"))(t)
		o.File = "v.csv"
		rows, _, err := newTestDesk(t, nil).readBatch(t.Context(), w, o)
		must.Do(t, err)
		return rows[len(rows)-1].key
	}
	sam := BatchOrder{Words: Words{User: "Sam"}}
	first := keyIn("to,subject\nAnn,Rota\n", sam)
	if got := keyIn("note;subject;to\nx;y;Bob\nz; Rota;Ann\n", sam); got != first {
		t.Error("the same row elsewhere has another key")
	}
	for name, other := range map[string]string{
		"value":   keyIn("to,subject\nAnn,rota\n", sam),
		"user":    keyIn("to,subject\nAnn,Rota\n", BatchOrder{Words: Words{User: "Eve"}}),
		"date":    keyIn("to,subject,date\nAnn,Rota,2026-03-02\n", sam),
		"testbed": keyIn("to,subject,testbed\nAnn,Rota,beds/a\n", sam),
		"repeat":  keyIn("to,subject\nAnn,Rota\nAnn,Rota\n", BatchOrder{Words: Words{User: "Sam"}, Repeats: true}),
	} {
		if other == first {
			t.Errorf("another %s has the same key", name)
		}
	}
}
