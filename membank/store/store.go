// Package store keeps records with vectors, in named collections, each record
// owned by a tenant, and finds the ones nearest to a vector. It knows nothing
// of memory units, and makes no vectors.
//
// Start with Store. The embedded implementation is in store/sqlite, the one for a
// server in store/qdrant. store/conformance tests every implementation against what is
// written here.
package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// Store is a place for records. Every call names a tenant in its Scope and sees only
// that tenant's records. Reading a collection that was never made finds nothing. Safe
// for several goroutines.
type Store interface {
	// Ensure makes the collection, or checks that the existing one was made with the
	// same embedding; if not, the error is a *Mismatch. A read-only store only checks.
	Ensure(ctx context.Context, collection string, e Embedding) error
	// Upsert writes all the records or, on an error, none. A record whose id
	// is there already is replaced. The collection must have been made.
	Upsert(ctx context.Context, s Scope, records []Record) error
	// Amend changes the fields of records in one transaction; everything else stays as
	// it is. Unknown ids are skipped.
	Amend(ctx context.Context, s Scope, ids []string, change func(fields map[string]string)) error
	// Delete removes records and returns how many there were.
	Delete(ctx context.Context, s Scope, ids []string) (int, error)
	// Get returns the records that are there, in the order of ids.
	Get(ctx context.Context, s Scope, ids []string) ([]Record, error)
	// List returns records without their vectors, by ascending id unless the page says
	// otherwise.
	List(ctx context.Context, s Scope, p Page) ([]Record, error)
	// Count counts the records a filter lets through.
	Count(ctx context.Context, s Scope, f Filter) (int, error)
	// Search returns the records that match a query best, best first, without their
	// vectors; of two equally good ones, the lower id comes first. By Dense, records
	// that have no vector are not found; by Lexical, those that share no word with the
	// query.
	Search(ctx context.Context, s Scope, q Query) ([]Hit, error)
	// Reembed gives every tenant's records that have a vector the one that embed makes
	// from their text, and the collection its new embedding: all or nothing. It is the
	// only call without a tenant; it returns the number of records, and nothing of what
	// it reads. Embed may be called for some texts at a time, and once for several
	// records with the same text.
	Reembed(ctx context.Context, collection string, e Embedding, embed EmbedFunc) (int, error)
	// Close releases what the store holds. It may be called twice.
	Close() error
}

// Scope is a tenant's part of a collection.
type Scope struct {
	Tenant     string
	Collection string
}

// Record is one stored item. Its vector is kept at length one, so only its direction
// comes back.
type Record struct {
	ID      string
	Vector  []float32 // empty: the record is kept, but not searched
	Text    string
	Fields  map[string]string // names are lower-case letters, digits and "_"
	Payload []byte
}

// Embedding names the model that made a collection's vectors, and their length. The
// zero value is for a collection without vectors.
type Embedding struct {
	Model string `json:"model"`
	Dim   int    `json:"dim"`
}

// Filter lets through the records that all its matches hold for. The empty one
// lets everything through.
type Filter []Match

// Match holds for a record whose field has one of the values; with Not, for
// every other record. A field that a record lacks has the value "".
type Match struct {
	Field string
	Any   []string
	Not   bool
}

// Page is a part of a listing.
type Page struct {
	Filter Filter
	After  string // the last id of the page before, "" for the first page
	Limit  int    // 0: no limit
	// Descending is a field by whose values, as text, the records come, the highest first;
	// of one value the lower id comes first. Such a listing has one page: After is "".
	Descending string
}

// Compare orders records as the listing has them.
func (p Page) Compare(a, b Record) int {
	return cmp.Or(cmp.Compare(b.Fields[p.Descending], a.Fields[p.Descending]), cmp.Compare(a.ID, b.ID))
}

// EmbedFunc makes one vector for each text, in order.
type EmbedFunc func(ctx context.Context, texts []string) ([][]float32, error)

// Ranking is how a search ranks.
type Ranking string

// The rankings.
const (
	// Dense is the cosine of the vectors, by exact search. It is the zero
	// Ranking's meaning, too.
	Dense Ranking = "dense"
	// Lexical is BM25 over the words of the texts: any of the query's words,
	// whatever their case, English ones by their stem. Nothing in a query's
	// text is an operator.
	Lexical Ranking = "lexical"
	// Hybrid is both, joined by reciprocal rank fusion.
	Hybrid Ranking = "hybrid"
)

// Rankings lists them all.
func Rankings() []Ranking { return []Ranking{Dense, Lexical, Hybrid} }

// Vectors reports whether the ranking uses vectors, alone or with words.
func (r Ranking) Vectors() bool { return r != Lexical }

// Words reports whether the ranking uses words, alone or with vectors.
func (r Ranking) Words() bool { return r == Lexical || r == Hybrid }

// FusionK is the constant of reciprocal rank fusion: a record that is nth in a ranking
// gets 1/(FusionK+n) from it. FusionDepth is the least depth to which each ranking goes
// into the fusion.
const (
	FusionK     = 60
	FusionDepth = 50
)

// Query asks for the K records nearest to Vector (Dense), with the words of
// Text (Lexical), or both (Hybrid).
type Query struct {
	Vector []float32
	Text   string
	By     Ranking
	Filter Filter
	K      int
}

// Depth is how deep each ranking goes into the query's fusion.
func (q Query) Depth() int { return max(q.K, FusionDepth) }

// Hit is a found record. Score depends on the ranking, higher is better: the cosine,
// from -1 to 1 (Dense), BM25 (Lexical), or the fused 1/(FusionK+n) (Hybrid). Scores of
// two rankings cannot be compared.
type Hit struct {
	Record
	Score float64
}

// The errors a caller may act on; see also Mismatch.
var (
	// ErrNoTenant is a call without a tenant.
	ErrNoTenant = errors.New("no tenant was named")
	// ErrNoCollection is a write into a collection that was never made.
	ErrNoCollection = errors.New("there is no such collection")
	// ErrReadOnly is a write to a store opened for reading.
	ErrReadOnly = errors.New("the memory bank is open for reading only")
)

// Mismatch is a collection whose vectors were made with another embedding.
type Mismatch struct {
	Collection string
	Have, Want Embedding
}

func (m *Mismatch) Error() string {
	return fmt.Sprintf("the bank's %s were embedded with %s, not with %s: configure that embedder, or embed the bank anew with `legomem memory reembed`",
		m.Collection, m.Have, m.Want)
}

func (e Embedding) String() string {
	if e.Dim == 0 {
		return "no embedder"
	}
	return fmt.Sprintf("%s (%d numbers)", e.Model, e.Dim)
}
