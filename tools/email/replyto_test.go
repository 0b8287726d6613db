package email

import (
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/must"
)

// TestReplyTo: a mail that wants its answers elsewhere says so wherever it is
// shown.
func TestReplyTo(t *testing.T) {
	for _, tt := range []struct {
		header string
		want   []string
	}{
		{"", nil},
		{"Reply-To: tom@example.com\n", nil},
		{"Reply-To: Tom <TOM@example.com>\n", nil},
		{"Reply-To: tom@elsewhere.org\n", []string{"tom@elsewhere.org"}},
		{"Reply-To: tom@example.com, ann@example.com\n", []string{"tom@example.com", "ann@example.com"}},
	} {
		l := must.Have(parse([]byte("From: tom@example.com\n"+tt.header+"Subject: x\n\nHi."), time.UTC))(t)
		if got := l.show(false).ReplyTo; !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v", tt.header, got)
		}
		if told := strings.Contains(l.full(), "Reply-To: "); told != (tt.want != nil) {
			t.Errorf("%q is told as\n%s", tt.header, l.full())
		}
	}
}
