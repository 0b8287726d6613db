// Package qdrant is a store.Store on a Qdrant server, for banks that several machines
// share. The package does what the server does not. The server has no transactions, so
// another process may see the records that one call writes appear one after the other;
// each method documents what it promises.
//
// Start with Open. Collections are in collection.go, and part.go is the only way to a
// tenant's points; words.go makes the vectors of lexical search. qdranttest has a fake
// server.
package qdrant

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"legomem/lists"
	"legomem/membank/store"
)

// Conditional updates, the constant of rank fusion and the metadata of collections came
// with this version.
const minMajor, minMinor = 1, 16

const (
	openTimeout = 5 * time.Second
	callTimeout = time.Minute
	// maxReply is the largest answer accepted: a page of records, or what a search
	// found.
	maxReply = 256 << 20
	// maxRequest is the most that an Upsert puts into one request.
	maxRequest = 16 << 20
)

// DefaultPrefix begins the names of all our collections on a server.
const DefaultPrefix = "legomem"

// Options are which server to use, and how.
type Options struct {
	Address string      // qdrant://host:port, see ParseAddress
	APIKey  string      // empty: none is sent
	TLS     *tls.Config // for qdrants://; nil: what the system trusts

	// Prefix begins the names of the collections, for several banks on one
	// server: lower-case letters, digits and "-". Empty: DefaultPrefix.
	Prefix string
	// Indexed are fields that filters often name. They are found faster.
	Indexed []string
	// ReadOnly refuses writes with store.ErrReadOnly.
	ReadOnly bool
	// NewToken makes the tokens that tell two versions of a record apart:
	// letters, digits and "-", no two the same, ever. Nil: random UUIDs.
	NewToken func() string
}

// Store is a store.Store on a server. Make one with Open.
type Store struct {
	address  Address
	key      string
	prefix   string
	indexed  []string
	readOnly bool
	token    func() string
	steps    []step
	timeout  time.Duration // of one call
	request  int           // bytes of one at most

	client      *qdrant.Client
	points      qdrant.PointsClient
	collections qdrant.CollectionsClient
	amending    chan struct{} // a semaphore: one Amend at a time
	close       func() error
}

var prefixName = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// Open connects to the server and checks that it can be used: it answers within five
// seconds, accepts the key, and is new enough. If not, the error is ErrUnreachable, and
// names the address and what to do.
func Open(ctx context.Context, o Options) (*Store, error) {
	return open(ctx, o, openTimeout)
}

func open(ctx context.Context, o Options, patience time.Duration) (*Store, error) {
	s, err := newStore(o)
	if err != nil {
		return nil, err
	}
	s.timeout = patience
	if err := s.connect(o.TLS); err != nil {
		return nil, err
	}
	if err := s.probe(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.timeout = callTimeout
	return s, nil
}

func newStore(o Options) (*Store, error) {
	a, err := ParseAddress(o.Address)
	if err != nil {
		return nil, err
	}
	if o.APIKey != "" && !a.TLS && !a.local() {
		return nil, fmt.Errorf("memory bank %s: the API key would cross the network unencrypted; use qdrants:// with a server that speaks TLS, or unset QDRANT_API_KEY", a)
	}
	if strings.ContainsFunc(o.APIKey, func(r rune) bool { return r < ' ' || r > '~' }) {
		return nil, fmt.Errorf("memory bank %s: the API key has line breaks or letters that no key has; set QDRANT_API_KEY again", a)
	}
	o.Prefix = cmp.Or(o.Prefix, DefaultPrefix)
	if !prefixName.MatchString(o.Prefix) {
		return nil, fmt.Errorf("%q cannot begin the names of collections: lower-case letters, digits and \"-\" can", o.Prefix)
	}
	indexed := lists.Map(o.Indexed, func(name string) store.Match { return store.Match{Field: name} })
	if err := store.Filter(indexed).Check(); err != nil {
		return nil, err
	}
	if o.NewToken == nil {
		o.NewToken = uuid.NewString
	}
	return &Store{
		address: a, key: o.APIKey, prefix: o.Prefix, indexed: o.Indexed, readOnly: o.ReadOnly, token: o.NewToken,
		steps: migrations, request: maxRequest, amending: make(chan struct{}, 1),
	}, nil
}

func (s *Store) connect(conf *tls.Config) error {
	client, err := qdrant.NewClient(&qdrant.Config{
		Host: s.address.dial(), Port: s.address.Port, UseTLS: s.address.TLS, TLSConfig: conf,
		SkipCompatibilityCheck: true, // it has no deadline; probe checks instead
		PoolSize:               1,
		GrpcOptions: []grpc.DialOption{
			grpc.WithChainUnaryInterceptor(s.call),
			grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxReply)),
		},
	})
	if err != nil {
		return fmt.Errorf("memory bank %s: %w", s.address, err)
	}
	s.client, s.points, s.collections = client, client.GetPointsClient(), client.GetCollectionsClient()
	s.close = sync.OnceValue(client.Close)
	return nil
}

// call wraps every request: it adds the key and the deadline, and explains the error.
// The client's own handling of a key prints warnings to standard error.
func (s *Store) call(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	if s.key != "" {
		limited = metadata.AppendToOutgoingContext(limited, "api-key", s.key)
	}
	err := invoke(limited, method, req, reply, cc, opts...)
	if status.Code(err) == codes.DeadlineExceeded && sameDeadline(ctx, limited) {
		return fmt.Errorf("memory bank %s: %w", s.address, context.DeadlineExceeded)
	}
	return s.explain(ctx, err)
}

// sameDeadline reports whether the caller's deadline is the one that counts. The server
// knows it too, and may report it as passed before the caller's clock does.
func sameDeadline(ctx, limited context.Context) bool {
	theirs, ok := ctx.Deadline()
	ours, _ := limited.Deadline()
	return ok && theirs.Equal(ours)
}

// probe checks that the server can be used. It reports its health to anybody, but lists
// its collections only to holders of the key.
func (s *Store) probe(ctx context.Context) error {
	health, err := s.client.GetQdrantClient().HealthCheck(ctx, &qdrant.HealthCheckRequest{})
	if err != nil {
		return err
	}
	if err := newEnough(health.GetVersion()); err != nil {
		return &serverError{address: s.address.String(), causes: []error{ErrUnreachable, err}}
	}
	_, err = s.collections.List(ctx, &qdrant.ListCollectionsRequest{})
	return err
}

func newEnough(version string) error {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) == 3 {
		major, majorErr := strconv.Atoi(parts[0])
		minor, minorErr := strconv.Atoi(parts[1])
		if majorErr == nil && minorErr == nil && (major > minMajor || major == minMajor && minor >= minMinor) {
			return nil
		}
	}
	return fmt.Errorf("the server is of version %q; legomem needs %d.%d or newer: bring it up to date", version, minMajor, minMinor)
}

// Address is where the server is.
func (s *Store) Address() string { return s.address.String() }

// Close implements store.Store.
func (s *Store) Close() error {
	if err := s.close(); err != nil {
		return fmt.Errorf("close the memory bank %s: %w", s.address, err)
	}
	return nil
}

// mayWrite returns an error if the store was opened for reading.
func (s *Store) mayWrite() error {
	if s.readOnly {
		return fmt.Errorf("%w: %s", store.ErrReadOnly, s.address)
	}
	return nil
}
