package qdrant

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// The errors a caller may act on, besides those of package store.
var (
	// ErrUnreachable is for a server that cannot be used: it does not answer in time or
	// at all, it is no Qdrant server, or it refuses the key.
	ErrUnreachable = errors.New("the Qdrant server cannot be used")
	// ErrKey is for a server that wants another API key. It comes with ErrUnreachable.
	ErrKey = errors.New("the server refuses the API key")
	// ErrNewer is for a collection that a newer program made.
	ErrNewer = errors.New("it was made by a newer legomem; use that version, or name another bank with --bank")
)

// serverError is an error of a server, worded for the user.
type serverError struct {
	address string
	way     string // what to do
	causes  []error
}

func (e *serverError) Error() string {
	s := "memory bank " + e.address + ": "
	if e.way != "" {
		s += e.way + " "
	}
	var said []string
	for _, err := range e.causes {
		if err != ErrUnreachable && err != ErrKey {
			said = append(said, plain(err))
		}
	}
	if e.way != "" {
		return s + "(" + strings.Join(said, ": ") + ")"
	}
	return s + strings.Join(said, ": ")
}

func (e *serverError) Unwrap() []error { return e.causes }

// plain is the message of a gRPC error without the text around it.
func plain(err error) string {
	if s, ok := err.(interface{ GRPCStatus() *status.Status }); ok {
		return s.GRPCStatus().Message()
	}
	return err.Error()
}

// explain words the error of a call for the user. The caller's own deadline and
// cancellation stay what they are.
func (s *Store) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	name := s.address.String()
	if ctx.Err() != nil {
		return fmt.Errorf("memory bank %s: %w", name, ctx.Err())
	}
	e := &serverError{address: name, causes: []error{err}}
	if e.way = s.wayOut(err); e.way != "" {
		e.causes = []error{ErrUnreachable, err}
	}
	if code := status.Code(err); code == codes.Unauthenticated || code == codes.PermissionDenied {
		e.causes = []error{ErrUnreachable, ErrKey, err}
	}
	return e
}

// wayOut is the advice on an error of a server that cannot be used, "" for others.
func (s *Store) wayOut(err error) string {
	says := func(part string) bool { return strings.Contains(err.Error(), part) }
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied:
		return "the server refuses the API key; set the environment variable QDRANT_API_KEY to one that may read and write"
	case codes.DeadlineExceeded:
		return fmt.Sprintf("the server did not answer within %s; see whether it is running and not overloaded", s.timeout)
	case codes.Unimplemented:
		return fmt.Sprintf("what answers there is no Qdrant server, or an old one; legomem needs %d.%d or newer", minMajor, minMinor)
	case codes.Unavailable, codes.Internal:
	default:
		return ""
	}
	switch {
	case says("x509:"), says("failed to verify certificate"):
		return "the server's certificate cannot be trusted; have the system trust who signed it, and use the name it was made for"
	case says("first record does not look like a TLS handshake"):
		return "the server speaks no TLS there; write qdrant:// in place of qdrants://, or have the server use TLS"
	case says("frame too large"), says("HTTP/1.1"), says("malformed HTTP"), says("server preface"):
		return fmt.Sprintf("what answers there does not speak gRPC; name the server's gRPC port (%d unless it was set; 6333 is for REST), and write qdrants:// if it uses TLS", DefaultPort)
	case status.Code(err) == codes.Internal:
		return ""
	}
	return "nobody answers there; start the server (`docker compose -f docker/compose.yaml up -d`), or name another bank with --bank"
}

func isMissing(err error) bool { return status.Code(err) == codes.NotFound }
func isInvalid(err error) bool { return status.Code(err) == codes.InvalidArgument }
