// Package must ends a test that cannot go on, in a line: what a test needs before it
// can show anything; and fails one that goes on. It is for tests alone.
package must

import "testing"

// Do ends the test where something that it needs has failed.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Have is what a call returned that the test needs: must.Have(os.ReadFile(name))(t).
func Have[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return v
	}
}

// NoError fails the test, which goes on, where there is an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// NoDiff fails the test, which goes on, where two things differ, as cmp.Diff tells it.
// The difference is the format's last argument.
func NoDiff(t testing.TB, diff, format string, args ...any) {
	t.Helper()
	if diff != "" {
		t.Errorf(format, append(args, diff)...)
	}
}
