package store_test

import (
	"testing"

	"legomem/membank/store"
	"legomem/membank/store/conformance"
)

func TestMemory(t *testing.T) {
	conformance.Test(t, func(*testing.T) store.Store { return &store.Memory{} })
}

func TestMemoryReembedMeanwhile(t *testing.T) {
	conformance.TestReembedMeanwhile(t, &store.Memory{})
}
