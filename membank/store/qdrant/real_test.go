package qdrant_test

import (
	"context"
	"legomem/must"
	"strings"
	"testing"

	"github.com/google/uuid"
	client "github.com/qdrant/go-client/qdrant"

	"legomem/membank/store/qdrant"
	"os"
)

// prefix is one for this test alone; the collections are removed from the real
// server when it is over.
func prefix(t *testing.T) string {
	t.Helper()
	name := "test-" + uuid.NewString()
	t.Cleanup(func() {
		a, err := qdrant.ParseAddress("qdrant://" + os.Getenv(realServer))
		must.Do(t, err)
		c, err := client.NewClient(&client.Config{Host: a.Host, Port: a.Port, APIKey: os.Getenv("QDRANT_API_KEY"), SkipCompatibilityCheck: true, PoolSize: 1})
		must.Do(t, err)
		defer c.Close()
		all, err := c.ListCollections(context.Background())
		must.Do(t, err)
		for _, collection := range all {
			if strings.HasPrefix(collection, name+"_") {
				must.Do(t, c.DeleteCollection(context.Background(), collection))
			}
		}
	})
	return name
}
