package store_test

import (
	"testing"

	"legomem/membank/store"
	"legomem/membank/store/conformance"
)

func TestMemory(t *testing.T) {
	conformance.Test(t, func(*testing.T) store.Store { return &store.Memory{} })
}
