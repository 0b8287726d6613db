package qdrant_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
	client "github.com/qdrant/go-client/qdrant"

	"legomem/membank/store/qdrant"
	"legomem/must"
)

// prefix is one for this test alone; the collections are removed from the real
// server when it is over.
func prefix(t *testing.T) string {
	t.Helper()
	name := "test-" + uuid.NewString()
	t.Cleanup(func() {
		a := must.Have(qdrant.ParseAddress("qdrant://" + os.Getenv(realServer)))(t)
		c := must.Have(client.NewClient(&client.Config{Host: a.Host, Port: a.Port, APIKey: os.Getenv("QDRANT_API_KEY"), SkipCompatibilityCheck: true, PoolSize: 1}))(t)
		defer c.Close()
		all := must.Have(c.ListCollections(context.Background()))(t)
		for _, collection := range all {
			if strings.HasPrefix(collection, name+"_") {
				must.Do(t, c.DeleteCollection(context.Background(), collection))
			}
		}
	})
	return name
}
