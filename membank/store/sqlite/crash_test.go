package sqlite_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/must"
	"legomem/sweep"
)

// A process of its own is this test's program with writerEnv set to what it
// does, its name and the bank.
const writerEnv = "LEGOMEM_TEST_WRITER"

func TestMain(m *testing.M) {
	if spec := os.Getenv(writerEnv); spec != "" {
		if err := writeOn(context.Background(), spec); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	benchCorpora.remove()
	os.Exit(code)
}

func writer(t *testing.T, does, who, path string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), writerEnv+"="+does+":"+who+":"+path)
	return cmd
}

func writeOn(ctx context.Context, spec string) error {
	part := strings.SplitN(spec, ":", 3)
	does, who, path := part[0], part[1], part[2]
	s, err := sqlite.Open(ctx, path, sqlite.ReadWrite)
	if err != nil {
		return err
	}
	if err := s.Ensure(ctx, at.Collection, three); err != nil {
		return err
	}
	work := writeAndCount
	if does == "say" {
		work = writeAndSay
	}
	if err := work(ctx, s, who); err != nil {
		return err
	}
	return s.Close()
}

// writeAndCount writes twenty pairs of records, and counts each in a record
// that all processes count in.
func writeAndCount(ctx context.Context, s *sqlite.Store, who string) error {
	for i := range 20 {
		pair := []store.Record{{ID: fmt.Sprintf("%s %d a", who, i)}, {ID: fmt.Sprintf("%s %d b", who, i)}}
		if err := s.Upsert(ctx, at, pair); err != nil {
			return err
		}
		count := func(f map[string]string) { n, _ := strconv.Atoi(f["n"]); f["n"] = strconv.Itoa(n + 1) }
		if err := s.Amend(ctx, at, []string{"shared"}, count); err != nil {
			return err
		}
	}
	return nil
}

func TestSeveralProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	s := open(t, path, sqlite.ReadWrite)
	must.Do(t, s.Ensure(t.Context(), at.Collection, three))
	must.Do(t, s.Upsert(t.Context(), at, []store.Record{{ID: "shared"}}))
	var writers []*exec.Cmd
	var said [4]bytes.Buffer
	for i := range said {
		cmd := writer(t, "count", strconv.Itoa(i), path)
		cmd.Stderr = &said[i]
		must.Do(t, cmd.Start())
		writers = append(writers, cmd)
	}
	for i, cmd := range writers {
		if err := cmd.Wait(); err != nil {
			t.Errorf("writer %d: %v: %s", i, err, &said[i])
		}
	}
	if n, err := s.Count(t.Context(), at, nil); err != nil || n != 4*20*2+1 {
		t.Errorf("%d records, %v", n, err)
	}
	shared, err := s.Get(t.Context(), at, []string{"shared"})
	if err != nil || shared[0].Fields["n"] != "80" {
		t.Errorf("counted %v, %v", shared, err)
	}
}

const (
	upserts = 150 // of one process
	most    = 100 // ids that it has said when it is killed
	every   = 10  // so many upserts, one is of
	batch   = 5   // records
)

// writeAndSay upserts records, and says the id of each once its Upsert has
// returned.
func writeAndSay(ctx context.Context, s *sqlite.Store, who string) error {
	for i := range upserts {
		var records []store.Record
		for n := range batchOf(i) {
			records = append(records, store.Record{ID: fmt.Sprintf("%s-%d-%d", who, i, n), Text: "one record of many",
				Vector: []float32{1, float32(i), float32(n)}, Payload: make([]byte, 2000)})
		}
		if err := s.Upsert(ctx, at, records); err != nil {
			return err
		}
		for _, r := range records {
			fmt.Println(r.ID)
		}
	}
	return nil
}

func batchOf(i int) int {
	if i%every == every-1 {
		return batch
	}
	return 1
}

// TestKilledInTheMiddle kills processes one after the other while each writes
// to the bank, and holds the bank to what they were told.
func TestKilledInTheMiddle(t *testing.T) {
	rounds := sweep.Size(100, 3, 10)
	random := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "bank.db")
	acknowledged := map[string]bool{}
	for round := range rounds {
		for _, id := range killed(t, strconv.Itoa(round), path, 1+random.IntN(most)) {
			acknowledged[id] = true
		}
		there := examine(t, path)
		for id := range acknowledged {
			if !there[id] {
				t.Fatalf("round %d: %s was acknowledged and is gone", round, id)
			}
		}
		if more := len(there) - len(acknowledged); more > (round+1)*batch {
			t.Fatalf("round %d: %d records that nobody acknowledged", round, more)
		}
	}
	t.Logf("%d processes killed, %d acknowledged records found", rounds, len(acknowledged))
}

// killed starts a process, kills it when it has said so many ids, and returns
// all that it said.
func killed(t *testing.T, who, path string, after int) (said []string) {
	t.Helper()
	cmd := writer(t, "say", who, path)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out := must.Have(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil { // of a torn line, nothing was acknowledged
			break
		}
		said = append(said, strings.TrimSpace(line))
		if len(said) == after {
			must.Do(t, cmd.Process.Kill())
		}
	}
	if err := cmd.Wait(); err == nil || len(said) < after {
		t.Fatalf("writer %s was not killed: it said %d ids, %v: %s", who, len(said), err, &complaint)
	}
	return said
}

// examine opens the bank anew, checks it, and returns the ids in it.
func examine(t *testing.T, path string) map[string]bool {
	t.Helper()
	s := must.Have(sqlite.Open(t.Context(), path, sqlite.ReadWrite))(t)
	defer s.Close()
	records := must.Have(s.List(t.Context(), at, store.Page{}))(t)
	there := map[string]bool{}
	batches := map[string]int{}
	for _, r := range records {
		there[r.ID] = true
		batches[r.ID[:strings.LastIndex(r.ID, "-")]]++
	}
	for name, n := range batches {
		i := must.Have(strconv.Atoi(name[strings.Index(name, "-")+1:]))(t)
		if n != batchOf(i) {
			t.Fatalf("of upsert %s, %d records are there", name, n)
		}
	}
	for _, by := range []store.Ranking{store.Dense, store.Lexical} {
		hits, err := s.Search(t.Context(), at, store.Query{By: by, Vector: []float32{1, 0, 0}, Text: "record", K: len(records) + 1})
		if err != nil || len(hits) != len(records) {
			t.Fatalf("%s finds %d of %d, %v", by, len(hits), len(records), err)
		}
	}
	sound(t, path)
	return there
}

func sound(t *testing.T, path string) {
	t.Helper()
	db := must.Have(sql.Open("sqlite", path))(t)
	defer db.Close()
	var says string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&says); err != nil || says != "ok" {
		t.Fatalf("the file is damaged: %s, %v", says, err)
	}
}
