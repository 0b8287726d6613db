package main

import "testing"

// TestWrapped: lines are broken at blanks alone, and what goes on is indented.
func TestWrapped(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"short\n", "short\n"},
		{"one line that is longer than it may be\n", "one line that is\n  longer than it may\n  be\n"},
		{"  12. a reading that goes on\n", "  12. a reading that\n      goes on\n"},
		{"  - a value that goes on\n", "  - a value that\n    goes on\n"},
		{"    deep and going on\n", "    deep and going\n      on\n"},
		{"say /a/path/that/is/longer/than/a/line now\n", "say\n  /a/path/that/is/longer/than/a/line\n  now\n"},
		{"  - /a/path/that/is/longer/than/a/line\n", "  - /a/path/that/is/longer/than/a/line\n"},
		{"Your answer, whichever (yes, no): ", "Your answer,\n  whichever (yes,\n  no): "},
		{"  run this now   what it is for\n", "  run this now\n    what it is for\n"},
		{"日本語日本語 日本語 日本\n", "日本語日本語 日本語\n  日本\n"},
		{"e\u0301e\u0301e\u0301e\u0301e\u0301 e\u0301e\u0301e\u0301e\u0301e\u0301 1234567\n", "e\u0301e\u0301e\u0301e\u0301e\u0301 e\u0301e\u0301e\u0301e\u0301e\u0301 1234567\n"},
		{"two\nlines, the second of them long\n", "two\nlines, the second of\n  them long\n"},
	} {
		if got := wrapped(tc.text, 20); got != tc.want {
			t.Errorf("%q becomes\n%s\nnot\n%s", tc.text, got, tc.want)
		}
		if got := wrapped(tc.text, 0); got != tc.text {
			t.Errorf("%q becomes %q where no width is known", tc.text, got)
		}
	}
}
