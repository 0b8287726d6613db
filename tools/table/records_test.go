package table

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRecords(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		want       []Record
	}{
		{"as it is spelled", "id,price\n007,18.50\n", []Record{{1, []string{"id", "price"}}, {2, []string{"007", "18.50"}}}},
		{"a mark at the start, CRLF, blanks", "\xef\xbb\xbfto , subject\r\n Ann, \"Hi, all\"\r\n", []Record{{1, []string{"to", "subject"}}, {2, []string{"Ann", "Hi, all"}}}},
		{"semicolons where the first line has no comma", "to;cost\nAnn;2,5\n", []Record{{1, []string{"to", "cost"}}, {2, []string{"Ann", "2,5"}}}},
		{"a comma in a quoted header is none", "\"to, cc\";cost\nAnn;2\n", []Record{{1, []string{"to, cc", "cost"}}, {2, []string{"Ann", "2"}}}},
		{"tabs, and nothing between two", "to\tcc\tcost\nAnn\t\t2\n", []Record{{1, []string{"to", "cc", "cost"}}, {2, []string{"Ann", "", "2"}}}},
		{"a line break in quotes, and lines counted over it", "to,text\nAnn,\"one\ntwo\"\nBob,x\n",
			[]Record{{1, []string{"to", "text"}}, {2, []string{"Ann", "one\ntwo"}}, {4, []string{"Bob", "x"}}}},
		{"empty lines, and those of delimiters alone", "\na,b\n\n,,,\n1,2\n , \n", []Record{{2, []string{"a", "b"}}, {5, []string{"1", "2"}}}},
		{"rows of any length", "a,b\n1\n1,2,3\n", []Record{{1, []string{"a", "b"}}, {2, []string{"1"}}, {3, []string{"1", "2", "3"}}}},
		{"nothing", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Records([]byte(tt.data))
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got)\n%s", err, diff)
			}
		})
	}
}

func TestRecordsRefused(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		line       int
	}{
		{"a quote inside a value", "a,b\n1,2\n3,5\" pipe\n", 3},
		{"a quote that is not closed", "a,b\n1,\"2\n3,4\n", 2},
		{"not UTF-8", "a\nRen\xe9\n", 2},
		{"binary", "PK\x03\x04\x00", 1},
	} {
		if rows, err := Records([]byte(tt.data)); line(err) != tt.line {
			t.Errorf("%s: %v, %v", tt.name, rows, err)
		}
	}
}

func line(err error) int {
	if at := (*LineError)(nil); errors.As(err, &at) {
		return at.Line
	}
	return 0
}
