package recall_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/recall"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// secret is a value that is forgotten.
const secret = "Zanzibar Suite"

// lived is a memory in which the secret was said in two sessions of four.
func lived(t testing.TB, m *recall.Memory) {
	t.Helper()
	remember(t, m, said("s1", 2, booking, "room", "Room 4", "people", "Dana"))
	remember(t, m, said("s2", 3, booking, "room", secret, "people", "Dana"), said("s2", 3, mailing, "recipient", "Priya"))
	remember(t, m, said("s3", 4, booking, "room", secret))
	remember(t, m, said("s4", 5, booking, "room", "Room 4"))
}

// TestForget: what is chosen goes, and what was derived from it is computed anew: as if it had
// never been said.
func TestForget(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		m, never := open(t, s, "t", "ann"), open(t, s, "t", "never")
		lived(t, m)
		remember(t, never, said("s1", 2, booking, "room", "Room 4", "people", "Dana"))
		remember(t, never, said("s4", 5, booking, "room", "Room 4"))
		same(t, "said before", propose(t, m, room())["room"].Candidates[0].Earlier[0], secret)
		n := must.Have(m.Forget(t.Context(), recall.Selection{Session: "s2"}))(t)
		same(t, "answers of s2", n, 3)
		same(t, "answers of s3", must.Have(m.Forget(t.Context(), recall.Selection{IDs: []string{idOf(t, m, "s3")}}))(t), 1)
		same(t, "what is left", exported(t, m), exported(t, never))
	})
}

func idOf(t testing.TB, m *recall.Memory, session string) string {
	t.Helper()
	units := must.Have(m.List(t.Context(), recall.Selection{Session: session}))(t)
	if len(units) != 1 {
		t.Fatalf("session %s has %d units", session, len(units))
	}
	return units[0].ID
}

// TestForgetSelections: each way to choose takes what it names, and nothing else.
func TestForgetSelections(t *testing.T) {
	for name, c := range map[string]struct {
		what recall.Selection
		gone int
		left int // answers
	}{
		"slot":             {recall.Selection{Slot: "Room"}, 4, 3},
		"slot of session":  {recall.Selection{Slot: "people", Session: "s2"}, 1, 6},
		"intent":           {recall.Selection{Intent: "sendreport"}, 1, 6},
		"before":           {recall.Selection{Before: day(4)}, 5, 2},
		"all":              {recall.Selection{All: true}, 7, 0},
		"an unknown one":   {recall.Selection{IDs: []string{"u-none"}}, 0, 7},
		"what nobody said": {recall.Selection{Session: "s1", Intent: "SendReport"}, 0, 7},
	} {
		t.Run(name, func(t *testing.T) {
			m := open(t, sqlitetest.New(t), "t", "ann")
			lived(t, m)
			same(t, "forgotten", must.Have(m.Forget(t.Context(), c.what))(t), c.gone)
			left := 0
			for _, u := range list(t, m) {
				left += len(u.Pairs)
			}
			same(t, "left", left, c.left)
			must.Have(recall.ReadUnits(strings.NewReader(exported(t, m))))(t) // with hashes that are right
		})
	}
	m := open(t, sqlitetest.New(t), "t", "ann")
	if _, err := m.Forget(t.Context(), recall.Selection{}); !errors.Is(err, recall.ErrNothingNamed) {
		t.Errorf("nothing was named: %v", err)
	}
}

// killing is a store whose program is killed before its nth change.
type killing struct {
	store.Store
	left *int
}

func (k killing) count() {
	if *k.left--; *k.left == 0 {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

func (k killing) Upsert(ctx context.Context, s store.Scope, all []store.Record) error {
	k.count()
	return k.Store.Upsert(ctx, s, all)
}

func (k killing) Delete(ctx context.Context, s store.Scope, ids []string) (int, error) {
	k.count()
	return k.Store.Delete(ctx, s, ids)
}

// killEnv is set in a process of its own: the bank, and before which change it is killed.
const killEnv = "LEGOMEM_TEST_FORGET"

func TestMain(m *testing.M) {
	if spec := os.Getenv(killEnv); spec != "" {
		if err := forgetAndDie(context.Background(), spec); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// chosen is what the killed program forgets: units whole, and an answer of another.
func chosen() recall.Selection { return recall.Selection{Slot: "room", Before: day(5)} }

func forgetAndDie(ctx context.Context, spec string) error {
	path, n, _ := strings.Cut(spec, "|")
	left := 0
	fmt.Sscan(n, &left)
	db, err := sqlite.Open(ctx, path, sqlite.ReadWrite)
	if err != nil {
		return err
	}
	scorer, err := recall.Shipped()
	if err != nil {
		return err
	}
	owner, err := recall.NewOwner("t", "ann")
	if err != nil {
		return err
	}
	m, err := recall.Open(ctx, killing{db, &left}, hashembed.Embedder{}, scorer, owner)
	if err != nil {
		return err
	}
	_, err = m.Forget(ctx, chosen())
	return errors.Join(err, db.Close())
}

// TestForgetKilled: a program that is killed at any moment of a Forget has forgotten nothing
// or, to whoever looks next, all of it with everything derived; and the file does not hold it.
func TestForgetKilled(t *testing.T) {
	want := ""
	for n := 1; ; n++ {
		path := filepath.Join(t.TempDir(), "bank.db")
		s := must.Have(sqlite.Open(t.Context(), path, sqlite.ReadWrite))(t)
		m := open(t, s, "t", "ann")
		lived(t, m)
		before := exported(t, m)
		if want == "" {
			other := open(t, sqlitetest.New(t), "t", "ann")
			lived(t, other)
			must.Have(other.Forget(t.Context(), chosen()))(t)
			want = exported(t, other)
		}
		must.Do(t, s.Close())
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s|%d", killEnv, path, n))
		out, err := cmd.CombinedOutput()
		killed := cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled()
		if err != nil && !killed {
			t.Fatalf("it ended with %v: %s", err, out)
		}
		s = must.Have(sqlite.Open(t.Context(), path, sqlite.ReadWrite))(t)
		after := exported(t, open(t, s, "t", "ann"))
		must.Do(t, s.Close())
		if n == 1 {
			same(t, "killed before it began", after, before)
		} else {
			same(t, fmt.Sprintf("killed before change %d", n), after, want)
			if bytes.Contains(must.Have(os.ReadFile(path))(t), []byte(secret)) {
				t.Errorf("killed before change %d, the file still holds what was forgotten", n)
			}
		}
		if !killed {
			if n < 4 {
				t.Errorf("it was killed at only %d moments", n-1)
			}
			return
		}
	}
}
