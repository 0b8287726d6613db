package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/philippgille/chromem-go"

	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/must"
	"legomem/sweep"
)

const (
	benchDim    = 1024
	othersCount = 1000 // records of another tenant beside
	benchK      = 10
)

var (
	large  = store.Embedding{Model: "test", Dim: benchDim}
	others = store.Scope{Tenant: "bea", Collection: at.Collection}
)

// corpus is the same records in a bank and in a chromem database, which is
// another exact search in Go.
type corpus struct {
	n             int
	bank, chromem string
	queries       [][]float32
}

func randomVector(random *rand.Rand) []float32 {
	v := make([]float32, benchDim)
	for i := range v {
		v[i] = random.Float32() - 0.5
	}
	return v
}

// subjects are words that texts are made of.
var subjects = strings.Fields("budget report travel expense meeting room minutes invoice customer offer contract schedule team lunch calendar reminder")

func randomRecord(random *rand.Rand, id string) store.Record {
	var text []string
	for range 12 {
		text = append(text, subjects[random.IntN(len(subjects))])
	}
	fields := map[string]string{"kind": []string{"task", "subtask"}[random.IntN(2)], "agent": subjects[random.IntN(4)]}
	return store.Record{ID: id, Vector: randomVector(random), Text: strings.Join(text, " "), Fields: fields}
}

// newCorpus makes n records of the asking tenant and those of another.
func newCorpus(ctx context.Context, dir string, n int) (*corpus, error) {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	c := &corpus{n: n, bank: filepath.Join(dir, "bank.db"), chromem: filepath.Join(dir, "chromem")}
	s, err := sqlite.Open(ctx, c.bank, sqlite.ReadWrite)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Ensure(ctx, at.Collection, large); err != nil {
		return nil, err
	}
	collection, err := c.openChromem()
	if err != nil {
		return nil, err
	}
	for _, part := range []struct {
		at store.Scope
		n  int
	}{{at, n}, {others, othersCount}} {
		for from := 0; from < part.n; from += 1000 {
			var records []store.Record
			for i := from; i < min(from+1000, part.n); i++ {
				records = append(records, randomRecord(random, part.at.Tenant+strconv.Itoa(i)))
			}
			if err := s.Upsert(ctx, part.at, records); err != nil {
				return nil, err
			}
			if err := collection.AddDocuments(ctx, documents(part.at.Tenant, records), runtime.GOMAXPROCS(0)); err != nil {
				return nil, err
			}
		}
	}
	for range 20 {
		c.queries = append(c.queries, randomVector(random))
	}
	return c, nil
}

func documents(tenant string, records []store.Record) (out []chromem.Document) {
	for _, r := range records {
		meta := map[string]string{"tenant": tenant, "kind": r.Fields["kind"], "agent": r.Fields["agent"]}
		out = append(out, chromem.Document{ID: r.ID, Metadata: meta, Embedding: store.Unit(r.Vector), Content: r.Text})
	}
	return out
}

func (c *corpus) openChromem() (*chromem.Collection, error) {
	db, err := chromem.NewPersistentDB(c.chromem, false)
	if err != nil {
		return nil, err
	}
	return db.GetOrCreateCollection(at.Collection, nil, func(context.Context, string) ([]float32, error) {
		return nil, fmt.Errorf("the vectors are all made")
	})
}

func (c *corpus) open(t testing.TB) *sqlite.Store {
	t.Helper()
	s := open(t, c.bank, sqlite.ReadWrite)
	must.Do(t, s.Ensure(t.Context(), at.Collection, large))
	return s
}

func ask(t testing.TB, s *sqlite.Store, q store.Query) (ids []string) {
	hits := must.Have(s.Search(t.Context(), at, q))(t)
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids
}

func dense(v []float32) store.Query { return store.Query{Vector: v, K: benchK} }

func askChromem(t testing.TB, c *chromem.Collection, v []float32) (ids []string) {
	found := must.Have(c.QueryEmbedding(t.Context(), v, benchK, map[string]string{"tenant": at.Tenant}, nil))(t)
	for _, r := range found {
		ids = append(ids, r.ID)
	}
	return ids
}

// sameAnswers asks both all queries.
func (c *corpus) sameAnswers(t testing.TB, s *sqlite.Store, collection *chromem.Collection) {
	t.Helper()
	for i, v := range c.queries {
		if got, want := fmt.Sprint(ask(t, s, dense(v))), fmt.Sprint(askChromem(t, collection, v)); got != want {
			t.Fatalf("query %d over %d records: %s, and chromem %s", i, c.n, got, want)
		}
	}
}

func TestFindsWhatChromemFinds(t *testing.T) {
	sweep.OneGoroutine(t)
	c := must.Have(newCorpus(t.Context(), t.TempDir(), 700))(t)
	collection := must.Have(c.openChromem())(t)
	c.sameAnswers(t, c.open(t), collection)
}

// corpora are made once for all runs of a benchmark; TestMain removes them.
type corpora struct {
	mu   sync.Mutex
	dirs []string
	made map[int]*corpus
}

var benchCorpora corpora

func (all *corpora) get(b *testing.B, n int) *corpus {
	b.Helper()
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.made == nil {
		all.made = map[int]*corpus{}
	}
	if all.made[n] == nil {
		dir, err := os.MkdirTemp("", "legomem-bench")
		must.Do(b, err)
		all.dirs = append(all.dirs, dir)
		all.made[n], err = newCorpus(b.Context(), dir, n)
		must.Do(b, err)
		collection, err := all.made[n].openChromem()
		must.Do(b, err)
		all.made[n].sameAnswers(b, all.made[n].open(b), collection)
	}
	return all.made[n]
}

func (all *corpora) remove() {
	for _, dir := range all.dirs {
		os.RemoveAll(dir)
	}
}

// BenchmarkSearch finds the nearest ten of 10,000 and of 100,000 records of one
// tenant, beside another's thousand: warm, and with what comes before a first
// answer, in a bank and in chromem. B/record is what stays in memory.
//
//	go test -run '^$' -bench Search -count 5 ./membank/store/sqlite
func BenchmarkSearch(b *testing.B) {
	for _, size := range []struct {
		name string
		n    int
	}{{"10k", 10_000}, {"100k", 100_000}} {
		for _, c := range []struct {
			who, what string
			run       func(*testing.B, *corpus)
		}{
			{"legomem", "warm", warm},
			{"chromem", "warm", warmChromem},
			{"legomem", "first", first},
			{"chromem", "first", firstChromem},
			{"legomem", "lexical", byWords},
			{"legomem", "hybrid", byBoth},
			{"legomem", "changed", changed},
		} {
			b.Run(c.who+"/"+size.name+"/"+c.what, func(b *testing.B) { c.run(b, benchCorpora.get(b, size.n)) })
		}
	}
}

// heap is what is held in memory after what can be thrown away was.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func warm(b *testing.B, c *corpus) {
	before := heap()
	s := c.open(b)
	ask(b, s, dense(c.queries[0]))
	after := heap()
	for i := 0; b.Loop(); i++ {
		ask(b, s, dense(c.queries[i%len(c.queries)]))
	}
	b.ReportMetric(float64(after-before)/float64(c.n), "B/record")
}

func warmChromem(b *testing.B, c *corpus) {
	before := heap()
	collection, err := c.openChromem()
	must.Do(b, err)
	askChromem(b, collection, c.queries[0])
	after := heap()
	for i := 0; b.Loop(); i++ {
		askChromem(b, collection, c.queries[i%len(c.queries)])
	}
	b.ReportMetric(float64(after-before)/float64(c.n), "B/record")
}

func first(b *testing.B, c *corpus) {
	for i := 0; b.Loop(); i++ {
		s := c.open(b)
		ask(b, s, dense(c.queries[i%len(c.queries)]))
		must.Do(b, s.Close())
	}
}

func firstChromem(b *testing.B, c *corpus) {
	for i := 0; b.Loop(); i++ {
		collection, err := c.openChromem()
		must.Do(b, err)
		askChromem(b, collection, c.queries[i%len(c.queries)])
	}
}

func byWords(b *testing.B, c *corpus) {
	s := c.open(b)
	for b.Loop() {
		ask(b, s, store.Query{By: store.Lexical, Text: "travel expenses of the team", K: benchK})
	}
}

func byBoth(b *testing.B, c *corpus) {
	s := c.open(b)
	for i := 0; b.Loop(); i++ {
		ask(b, s, store.Query{By: store.Hybrid, Vector: c.queries[i%len(c.queries)], Text: "travel expenses of the team", K: benchK})
	}
}

// changed searches after another handle has replaced one record, each time.
func changed(b *testing.B, c *corpus) {
	s, other := c.open(b), c.open(b)
	r := randomRecord(rand.New(rand.NewPCG(1, 2)), at.Tenant+"0")
	ask(b, s, dense(c.queries[0]))
	for i := 0; b.Loop(); i++ {
		must.Do(b, other.Upsert(b.Context(), at, []store.Record{r}))
		ask(b, s, dense(c.queries[i%len(c.queries)]))
	}
}

func fill(b *testing.B, s *sqlite.Store, n int) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	must.Do(b, s.Ensure(b.Context(), at.Collection, large))
	var records []store.Record
	for i := range n {
		r := randomRecord(random, strconv.Itoa(i))
		r.Payload = make([]byte, 4096)
		records = append(records, r)
	}
	must.Do(b, s.Upsert(b.Context(), at, records))
}

// BenchmarkStart is a short run of the program over a small bank: open, check
// the collection, search three times, close.
func BenchmarkStart(b *testing.B) {
	path := filepath.Join(b.TempDir(), "bank.db")
	fill(b, open(b, path, sqlite.ReadWrite), 100)
	query := randomVector(rand.New(rand.NewPCG(3, 4)))
	for _, by := range store.Rankings() {
		b.Run(string(by), func(b *testing.B) {
			for b.Loop() {
				s := open(b, path, sqlite.ReadWrite)
				must.Do(b, s.Ensure(b.Context(), at.Collection, large))
				for range 3 {
					ask(b, s, store.Query{By: by, Vector: query, Text: "travel expenses of the team", K: benchK})
				}
				must.Do(b, s.Close())
			}
		})
	}
}

// BenchmarkCreate is the first start on a machine: a new file with forty
// records.
func BenchmarkCreate(b *testing.B) {
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		s, err := sqlite.Open(b.Context(), filepath.Join(dir, strconv.Itoa(i)+".db"), sqlite.ReadWrite)
		must.Do(b, err)
		fill(b, s, 40)
		must.Do(b, s.Close())
	}
}

// BenchmarkUpsert writes a thousand new records at a time.
func BenchmarkUpsert(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "bank.db"), sqlite.ReadWrite)
	must.Do(b, s.Ensure(b.Context(), at.Collection, large))
	random := rand.New(rand.NewPCG(1, 2))
	var records []store.Record
	for range 1000 {
		records = append(records, randomRecord(random, ""))
	}
	for i := 0; b.Loop(); i++ {
		for n := range records {
			records[n].ID = fmt.Sprintf("%d-%d", i, n)
		}
		must.Do(b, s.Upsert(b.Context(), at, records))
	}
	b.ReportMetric(float64(len(records)*b.N)/b.Elapsed().Seconds(), "records/s")
}
