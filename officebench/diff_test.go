package officebench

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestUnifiedDiff(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"the same", "a\nb", "a\nb", ""},
		{"a changed line", "a\nb\nc", "a\nB\nc", "--- \n+++ \n@@ -2 +2 @@\n-b\n+B\n"},
		{"an added line", "a\nb", "a\nx\nb", "--- \n+++ \n@@ -1,0 +2 @@\n+x\n"},
		{"removed lines", "a\nb\nc", "a", "--- \n+++ \n@@ -2,2 +1,0 @@\n-b\n-c\n"},
		{"two places", "a\nb\nc\nd", "A\nb\nc\nD", "--- \n+++ \n@@ -1 +1 @@\n-a\n+A\n@@ -4 +4 @@\n-d\n+D\n"},
		{"a last line end", "a", "a\n", "--- \n+++ \n@@ -1,0 +2 @@\n+\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := must.Have(unifiedDiff(tt.before, tt.after))(t)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestJudgeDiff(t *testing.T) {
	before, after := "Alice\t78\nBob\t5", "Alice\t75\nBob\t5"
	tests := []struct {
		name, after, keywords string
		want                  bool
	}{
		{"added and removed", after, `["Alice", "78", "75"]`, true},
		{"case counts", after, `["alice"]`, false},
		{"what did not change", after, `["Bob"]`, false},
		{"untouched", before, `[]`, false},
		{"no keywords", after, `[]`, true},
	}
	for _, tt := range tests {
		got, err := judgeDiff("f", before, tt.after, parseArgs(t, `{"keywords": `+tt.keywords+`}`))
		if err != nil || got.passed != tt.want || got.detail == "" {
			t.Errorf("%s: %+v, %v; want %v", tt.name, got, err, tt.want)
		}
	}
}
