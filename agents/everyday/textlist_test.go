package everyday

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// TestTextLists: a list that is not among the lists is a text file of that name; one that is,
// is the list.
func TestTextLists(t *testing.T) {
	files := map[string]string{"data/lists/packing.txt": "tea\n", "data/packing.txt": "socks\n", "data/todo.txt": "call Jo\n", "data/plans/todo_old.txt": "x\n"}
	for said, want := range map[string]string{"todo": "data/todo.txt", "packing": "packing"} {
		b := must.Have(bindingIn(t, newOffice(t, files), "list.show", []given{{Slot: "list", Text: said, Last: true}}))(t)
		must.NoDiff(t, cmp.Diff([]string{want}, canonsOf(b, "list")), said+": (-want +got)\n%s")
	}
}

func canonsOf(b *binder, slot string) []string {
	var out []string
	for _, o := range b.bound {
		if o.Slot == slot {
			out = append(out, o.Canon)
		}
	}
	return out
}
