// Package store keeps records with vectors, in named collections, each record
// owned by a tenant, and finds the ones nearest to a vector. It knows nothing
// of memory units, and makes no vectors.
//
// Start with Store. The embedded implementation is in store/sqlite; Memory,
// here, forgets everything at the end and is for tests and throw-away banks.
// store/conformance holds every implementation to what is written here.
package store

import (
	"context"
	"errors"
	"fmt"
)

// Store is a place for records. Every call names a tenant in its Scope and
// sees that tenant's records alone. Reading a collection that was never made
// gives nothing. Safe for several goroutines.
type Store interface {
	// Ensure makes the collection, or checks that the one that is there was
	// made with the same embedding; if not, the error is a *Mismatch. A
	// read-only store only checks.
	Ensure(ctx context.Context, collection string, e Embedding) error
	// Upsert writes all the records or, on an error, none. A record whose id
	// is there already is replaced. The collection must have been made.
	Upsert(ctx context.Context, s Scope, records []Record) error
	// Amend changes the fields of records in one transaction; everything else
	// stays as it is. Ids that are not there are passed over.
	Amend(ctx context.Context, s Scope, ids []string, change func(fields map[string]string)) error
	// Delete removes records and says how many were there.
	Delete(ctx context.Context, s Scope, ids []string) (int, error)
	// Get returns the records that are there, in the order of ids.
	Get(ctx context.Context, s Scope, ids []string) ([]Record, error)
	// List returns records by ascending id, without their vectors.
	List(ctx context.Context, s Scope, p Page) ([]Record, error)
	// Count counts the records a filter lets through.
	Count(ctx context.Context, s Scope, f Filter) (int, error)
	// Search returns the records that answer a query best, best first, without
	// their vectors; of two equally good ones, the lower id comes first. By
	// Dense, records that have no vector are not found; by Lexical, those that
	// share no word with the query.
	Search(ctx context.Context, s Scope, q Query) ([]Hit, error)
	// Reembed gives every record that has a vector, of every tenant, the one
	// that embed makes of its text, and the collection its new embedding: all
	// or nothing. It is the one call without a tenant, and gives nobody what
	// it reads. It says how many records that were. Embed may be called for
	// some texts at a time, and once for several records of one text.
	Reembed(ctx context.Context, collection string, e Embedding, embed EmbedFunc) (int, error)
	// Close gives up what the store holds. It may be called twice.
	Close() error
}

// Scope is a tenant's part of a collection.
type Scope struct {
	Tenant     string
	Collection string
}

// Record is one thing kept. Its vector is kept at length one, so what comes
// back has the direction that went in.
type Record struct {
	ID      string
	Vector  []float32 // empty: the record is kept, but not searched
	Text    string
	Fields  map[string]string // names are lower-case letters, digits and "_"
	Payload []byte
}

// Embedding names what a collection's vectors were made with, and their
// length. The zero value is that of a collection without vectors.
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
}

// EmbedFunc makes one vector for each text, in order.
type EmbedFunc func(ctx context.Context, texts []string) ([][]float32, error)

// Ranking says what a search goes by.
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

// Vectors says whether the ranking goes by vectors, alone or among others.
func (r Ranking) Vectors() bool { return r != Lexical }

// Words says whether the ranking goes by words, alone or among others.
func (r Ranking) Words() bool { return r == Lexical || r == Hybrid }

// FusionK is the constant of reciprocal rank fusion: a record that is nth in a
// ranking gets 1/(FusionK+n) from it. FusionDepth is how deep at least each
// ranking goes into the fusion.
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

// Hit is a found record. Score is what the ranking goes by, higher is better:
// the cosine, from -1 to 1 (Dense), BM25 (Lexical), or the fused 1/(FusionK+n)
// (Hybrid). Scores of two rankings cannot be compared.
type Hit struct {
	Record
	Score float64
}

// The errors a caller may decide on; see also Mismatch.
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
