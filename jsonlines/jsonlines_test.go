package jsonlines_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"legomem/jsonlines"
	"legomem/must"
)

type record struct {
	N int `json:"n"`
}

const whole = "{\"n\":1}\n{\"n\":2}\n"

// file makes a file that holds a text.
func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lines.jsonl")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// wantFile wants a file to hold a text.
func wantFile(t testing.TB, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("the file holds %q, want %q; %v", got, want, err)
	}
}

// each reads the numbers of the lines, and what they hold.
func each(r io.Reader) (lines []string, torn bool, err error) {
	torn, err = jsonlines.Each(r, func(n int, line []byte) error {
		lines = append(lines, fmt.Sprintf("%d:%s", n, strings.TrimSpace(string(line))))
		if strings.Contains(string(line), "refused") {
			return errors.New("refused")
		}
		return nil
	})
	return lines, torn, err
}

func TestEach(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
		torn       bool
		err        string
	}{
		{"nothing", "", nil, false, ""},
		{"two", whole, []string{`1:{"n":1}`, `2:{"n":2}`}, false, ""},
		{"blank ones count", "\n \n{}\n\n{}\n", []string{"3:{}", "5:{}"}, false, ""},
		{"no newline at the end", whole[:len(whole)-1], []string{`1:{"n":1}`, `2:{"n":2}`}, false, ""},
		{"a torn end", whole[:len(whole)-2], []string{`1:{"n":1}`}, true, ""},
		{"torn at once", "{", nil, true, ""},
		{"what is no JSON is for the reader to judge", "x\n{}\n", []string{"1:x", "2:{}"}, false, ""},
		{"refused", "{}\nrefused\n{}\n", []string{"1:{}", "2:refused"}, false, "refused"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, torn, err := each(strings.NewReader(tt.text))
			if !slices.Equal(got, tt.want) || torn != tt.torn || (err == nil) != (tt.err == "") {
				t.Errorf("%q, torn %v, %v", got, torn, err)
			}
		})
	}
	gone := io.MultiReader(strings.NewReader(whole+"{"), iotest.ErrReader(errors.New("the disk is gone")))
	got, torn, err := each(gone)
	if len(got) != 2 || torn || err == nil || err.Error() != "line 3: the disk is gone" {
		t.Errorf("%q, torn %v, %v", got, torn, err)
	}
}

// TestWriter goes on behind every end that a crash can leave.
func TestWriter(t *testing.T) {
	const next = "{\"n\":3}\n"
	for cut, want := range map[int]string{0: next, 5: next, 7: whole[:8] + next, 8: whole[:8] + next, 9: whole[:8] + next, 15: whole + next, 16: whole + next} {
		path := file(t, whole[:cut])
		f := must.Have(os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0))(t)
		w := must.Have(jsonlines.NewWriter(f))(t)
		must.NoError(t, w.Append(record{3}))
		if err := w.Append(func() {}); err == nil {
			t.Error("what is no JSON was written")
		}
		must.NoError(t, w.Close())
		if err := w.Append(record{4}); err == nil {
			t.Error("a closed file was written to")
		}
		wantFile(t, path, want)
	}
}

// TestTogether: lines that are appended at once stand alone.
func TestTogether(t *testing.T) {
	w, _, err := jsonlines.OpenJournal[record](file(t, ""))
	must.Do(t, err)
	defer w.Close()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			must.NoError(t, w.Append(record{1}))
		})
	}
	all.Wait()
	wantFile(t, w.Name(), strings.Repeat("{\"n\":1}\n", 20))
}

// TestJournal: a line counts once its newline is there.
func TestJournal(t *testing.T) {
	if got, err := jsonlines.ReadJournal[record](filepath.Join(t.TempDir(), "none")); got != nil || err != nil {
		t.Errorf("before there is one: %v, %v", got, err)
	}
	for cut := range len(whole) + 1 {
		path, left := file(t, whole[:cut]), whole[:cut/8*8]
		read := must.Have(jsonlines.ReadJournal[record](path))(t)
		wantFile(t, path, whole[:cut])
		w, records, err := jsonlines.OpenJournal[record](path)
		must.Do(t, err)
		wantFile(t, path, left)
		if len(records) != cut/8 || !slices.Equal(read, records) {
			t.Errorf("cut at %d: read %v, opened %v", cut, read, records)
		}
		must.NoError(t, errors.Join(w.Append(record{3}), w.Close()))
		wantFile(t, path, left+"{\"n\":3}\n")
	}
}

func TestBroken(t *testing.T) {
	path := file(t, whole+"nonsense\n{\"n\":")
	_, readErr := jsonlines.ReadJournal[record](path)
	_, _, openErr := jsonlines.OpenJournal[record](path)
	for _, err := range []error{readErr, openErr} {
		if broken, ok := errors.AsType[*jsonlines.Broken](err); !ok || broken.Line != 3 || !strings.HasPrefix(err.Error(), path+":3 is no record: invalid character") {
			t.Errorf("%v", err)
		}
	}
	wantFile(t, path, whole+"nonsense\n{\"n\":") // refused whole: nothing of it is mended
}
