package qdrant_test

import (
	"context"
	"os"
	"testing"

	"legomem/lists"
	"legomem/membank/store"
	"legomem/membank/store/conformance"
	"legomem/membank/store/qdrant"
	"legomem/membank/store/qdrant/qdranttest"
	"legomem/must"
)

var (
	three = store.Embedding{Model: "test-1", Dim: 3}
	at    = store.Scope{Tenant: "ann", Collection: "things"}
)

// realServer is set to the host:port of a Qdrant server to test with, too.
const realServer = "LEGOMEM_TEST_QDRANT"

func TestConformance(t *testing.T) {
	t.Run("fake", func(t *testing.T) {
		conformance.Test(t, func(t *testing.T) store.Store {
			return open(t, qdrant.Options{Address: qdranttest.Start(t)})
		})
	})
	server := os.Getenv(realServer)
	if server == "" {
		t.Logf("ran against the in-process fake; set %s=host:port to run against a real server", realServer)
		return
	}
	t.Logf("ran against the in-process fake, and against the Qdrant server at %s", server)
	t.Run("real", func(t *testing.T) {
		conformance.Test(t, func(t *testing.T) store.Store {
			return open(t, qdrant.Options{Address: "qdrant://" + server, APIKey: os.Getenv("QDRANT_API_KEY"), Prefix: prefix(t)})
		})
	})
}

func open(t testing.TB, o qdrant.Options) *qdrant.Store {
	t.Helper()
	s := must.Have(qdrant.Open(t.Context(), o))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func ensure(t testing.TB, s store.Store) {
	t.Helper()
	must.Do(t, s.Ensure(t.Context(), at.Collection, three))
}

// embedLength is an EmbedFunc for vectors of two numbers.
func embedLength(_ context.Context, texts []string) ([][]float32, error) {
	return lists.Map(texts, func(text string) []float32 { return []float32{1, float32(len(text))} }), nil
}
