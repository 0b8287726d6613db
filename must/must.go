// Package must checks errors in tests in one line: Do and Have end a test that cannot go
// on, NoError and NoDiff fail it and let it go on. It is for tests alone.
package must

import "testing"

// Do ends the test if something that it needs has failed.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Have returns what a call returned, or ends the test: must.Have(os.ReadFile(name))(t).
func Have[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return v
	}
}

// NoError fails the test on an error, and lets it go on.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// NoDiff fails the test, and lets it go on, if diff, as of cmp.Diff, is not empty. The
// difference is the format's last argument.
func NoDiff(t testing.TB, diff, format string, args ...any) {
	t.Helper()
	if diff != "" {
		t.Errorf(format, append(args, diff)...)
	}
}
