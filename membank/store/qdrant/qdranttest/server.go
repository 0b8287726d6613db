// Package qdranttest has a fake Qdrant server for tests: it speaks the real protocol on
// a loopback port, within the program, and keeps everything in memory. It does what
// package qdrant asks for, with the real server's semantics as far as they are known,
// and refuses the rest with codes.Unimplemented: what passes on the fake alone is not
// proven on a real server.
//
// Start with Start.
package qdranttest

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"path"
	"sync"
	"testing"
	"time"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Start starts a fake server for the duration of the test, and returns its address,
// qdrant://127.0.0.1:port.
func Start(t testing.TB) string { return New(t, Options{}).Address }

// Options make a server differ from an open, healthy one.
type Options struct {
	APIKey  string // required for every request but HealthCheck
	TLS     bool   // with a certificate of its own, see Server.Roots
	Version string // the version it reports; empty: 1.17.1
	// Before is called with every request before it is answered, with the method's name
	// ("Upsert") and the number of earlier requests of that method. If it returns an
	// error, that is the answer; it may also wait.
	Before func(ctx context.Context, method string, nth int, req any) error
}

// Server is a fake Qdrant server.
type Server struct {
	qdrant.UnimplementedQdrantServer
	Address string
	Roots   *x509.CertPool // the roots to trust, if it speaks TLS
	options Options

	mu          sync.Mutex
	calls       map[string]int
	collections map[string]*collection
	aliases     map[string]string
}

// New starts a fake server for the duration of the test.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	o.Version = cmp.Or(o.Version, "1.17.1")
	s := &Server{options: o, calls: map[string]int{}, collections: map[string]*collection{}, aliases: map[string]string{}}
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Address = "qdrant://" + lis.Addr().String()
	opts := []grpc.ServerOption{
		grpc.UnaryInterceptor(s.before), grpc.MaxRecvMsgSize(1 << 30),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: time.Second, PermitWithoutStream: true}),
	}
	if o.TLS {
		cert, roots := certificate(t)
		s.Address, s.Roots = "qdrants://"+lis.Addr().String(), roots
		opts = append(opts, grpc.Creds(credentials.NewServerTLSFromCert(&cert)))
	}
	server := grpc.NewServer(opts...)
	qdrant.RegisterQdrantServer(server, s)
	qdrant.RegisterCollectionsServer(server, &collectionsServer{s: s})
	qdrant.RegisterPointsServer(server, &pointsServer{s: s})
	served := make(chan error, 1)
	go func() { served <- server.Serve(lis) }()
	t.Cleanup(func() {
		server.Stop()
		if err := <-served; err != nil {
			t.Errorf("the fake Qdrant server: %v", err)
		}
	})
	return s
}

// before handles the key and the faults ahead of every request.
func (s *Server) before(ctx context.Context, req any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	method := path.Base(info.FullMethod)
	if method != "HealthCheck" && s.options.APIKey != "" {
		md, _ := metadata.FromIncomingContext(ctx)
		if got := md.Get("api-key"); len(got) != 1 || got[0] != s.options.APIKey {
			return nil, status.Error(codes.Unauthenticated, "Must provide an API key or an Authorization bearer token")
		}
	}
	s.mu.Lock()
	nth := s.calls[method]
	s.calls[method]++
	s.mu.Unlock()
	if s.options.Before != nil {
		if err := s.options.Before(ctx, method, nth, req); err != nil {
			return nil, err
		}
	}
	return handle(ctx, req)
}

// HealthCheck returns the server's version.
func (s *Server) HealthCheck(context.Context, *qdrant.HealthCheckRequest) (*qdrant.HealthCheckReply, error) {
	return &qdrant.HealthCheckReply{Title: "a fake Qdrant server", Version: s.options.Version}, nil
}

// Mute returns the address of a listener that accepts connections and never answers,
// for the duration of the test.
func Mute(t testing.TB) string {
	t.Helper()
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open []net.Conn
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := lis.Accept()
			if err != nil {
				return
			}
			open = append(open, conn)
		}
	}()
	t.Cleanup(func() {
		lis.Close()
		<-done
		for _, conn := range open {
			conn.Close()
		}
	})
	return "qdrant://" + lis.Addr().String()
}

// Refusing is an address where nobody listens, nor can while the test runs: a connection
// begins there.
func Refusing(t testing.TB) string {
	t.Helper()
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lis.Close() })
	conn, err := net.Dial("tcp", lis.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return "qdrant://" + conn.LocalAddr().String()
}

// certificate makes a self-signed certificate for 127.0.0.1.
func certificate(t testing.TB) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0), // whenever a test runs
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, roots
}

func unimplemented(what string) error {
	return status.Errorf(codes.Unimplemented, "the fake Qdrant server has no %s", what)
}
