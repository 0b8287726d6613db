package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/desk"
	"legomem/must"
)

// TestBatchCopiesOn: copying to the user's folder that was broken off is gone on
// with by the next start, unless what is missing has been made otherwise since.
func TestBatchCopiesOn(t *testing.T) {
	for _, tt := range []struct {
		name    string
		instead string // what stands where a file was not copied yet
		status  string
		reason  string
	}{
		{"half of it is there", "", desk.RowDoneBefore, "already done"},
		{"the other half was made otherwise", "mine", desk.RowNotApplied, "its copying was interrupted, and cannot go on: nothing is copied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			usedHome(t)
			write(t, "v.csv", "to\nPriya\n")
			must.Do(t, os.Mkdir("office", 0o700))
			args := []string{"run", "--batch", "v.csv", "Send {to} an email with the subject Rota that says closed", "--user", "Sam", "--testbed", "office", "--apply", "--json", "--batch-name", "rota"}
			var first desk.BatchReport
			must.Do(t, json.Unmarshal([]byte(execute(t, args...)), &first))
			journal := filepath.Join(first.Folder, "journal.jsonl")
			events := must.Have(os.ReadFile(journal))(t)
			lines := strings.SplitAfter(strings.TrimSuffix(string(events), "\n"), "\n")
			if last := lines[len(lines)-1]; !strings.Contains(last, `"event":"applied"`) {
				t.Fatalf("the journal ends with %s", last)
			}
			write(t, journal, strings.Join(lines[:len(lines)-1], ""))
			mail := filepath.Join("office", "emails", "Priya", "Rota.eml")
			copied := must.Have(os.ReadFile(mail))(t)
			must.Do(t, os.Remove(mail))
			if tt.instead != "" {
				write(t, mail, tt.instead)
				copied = []byte(tt.instead)
			}

			var out, errOut strings.Builder
			code := Execute(t.Context(), args, strings.NewReader(""), &out, &errOut)
			var second desk.BatchReport
			if err := json.Unmarshal([]byte(out.String()), &second); err != nil {
				t.Fatalf("%v\n%s%s", err, &out, &errOut)
			}
			row := second.Results[0]
			if row.Status != tt.status || !strings.Contains(row.Reason, tt.reason) || row.Applied != (tt.status == desk.RowDoneBefore) || (code == exitDone) != row.Applied {
				t.Errorf("exit code %d, %+v", code, row)
			}
			if row.Run != first.Results[0].Run {
				t.Error("the row was done again")
			}
			if now, err := os.ReadFile(mail); err != nil || string(now) != string(copied) {
				t.Errorf("the mail is %q, %v", now, err)
			}
		})
	}
}
