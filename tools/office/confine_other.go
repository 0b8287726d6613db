//go:build !linux

package office

// confined calls f; only Linux has a way to keep what it starts from files and
// network.
func confined[T any](_, _ string, f func() (T, error)) (T, error) { return f() }
