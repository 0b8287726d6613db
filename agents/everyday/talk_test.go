package everyday

import (
	"testing"

	"legomem/must"
)

// TestBare: a list's name is what people do not say of any list.
func TestBare(t *testing.T) {
	one := &task{skills: must.Have(load())(t)}
	for said, want := range map[string]string{"shopping list": "shopping", "to do": "to do", "list": "list", "guests": "guests"} {
		if got := one.bare("list", said); got != want {
			t.Errorf("%q is called %q, want %q", said, got, want)
		}
	}
}
