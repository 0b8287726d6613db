package changes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/folders"
	"legomem/lists"
	"legomem/tools/facts"
)

// folders makes changes of the empty folders that were made, and of those that are gone.
// Those that lie in one of them belong to it.
func (b *builder) folders(before, after *tree) {
	made, gone := folders.Between(slices.Values(before.paths()), slices.Values(after.paths()))
	room := maxChanges
	for _, all := range []struct {
		paths []string
		does  facts.Operation
	}{{made, facts.Made}, {gone, facts.Deleted}} {
		groups := folders.Grouped(all.paths)
		listed := min(len(groups), room)
		room -= listed
		for _, group := range groups[:listed] {
			b.folder(all.does, group)
		}
		if rest := slices.Concat(groups[listed:]...); len(rest) > 0 {
			b.leftOver(lists.Map(rest, func(path string) difference { return difference{path: path} }), "folder")
		}
	}
}

// paths are the files and the empty folders of a tree.
func (t *tree) paths() []string {
	return slices.AppendSeq(folders.Empty(t.folders, maps.Keys(t.files)), maps.Keys(t.files))
}

// folder adds an empty folder with those that lie in it. Whoever names the innermost of a
// new one means those around it too, and whoever names one to be deleted those in it.
func (b *builder) folder(does facts.Operation, paths []string) {
	c := b.add(Change{Kind: Empty, Operation: does, Files: lists.Map(paths, func(path string) File { return File{Path: path} })})
	meant := innermost(paths)
	if does == facts.Deleted {
		c.mark(facts.Deletion, "")
		meant = paths[:1]
	}
	for _, path := range meant {
		c.target(Path, folders.Name(path))
	}
	for _, path := range paths {
		b.named(c, folders.Name(path))
		if owner, ok := mailboxHolding(path); ok && !b.isOwn(owner) {
			c.mark(facts.OthersOwn, owner)
		}
	}
}

// innermost are the folders in which no other one lies. The paths are in order.
func innermost(paths []string) (all []string) {
	for i, path := range paths {
		if i+1 == len(paths) || !strings.HasPrefix(paths[i+1], path) {
			all = append(all, path)
		}
	}
	return all
}

// mailboxHolding is the owner of the mailbox that a folder is, or lies in.
func mailboxHolding(path string) (owner string, ok bool) {
	parts := strings.Split(folders.Name(path), "/")
	if len(parts) < 2 || parts[0] != "emails" {
		return "", false
	}
	return parts[1], true
}

// folderSentence says which folders are made, or which one is deleted with those in it.
func folderSentence(c Change) string {
	names := c.values(Path)
	switch inside := lists.Map(c.Files[1:], func(f File) string { return folders.Name(f.Path) }); {
	case c.Operation == facts.Made && len(names) == 1:
		return fmt.Sprintf("Makes the folder %s.", listed(names))
	case c.Operation == facts.Made:
		return fmt.Sprintf("Makes the folders %s.", listed(names))
	case len(inside) > 0:
		return fmt.Sprintf("Deletes the folder %s, with %s.", listed(names), listed(inside))
	}
	return fmt.Sprintf("Deletes the folder %s.", listed(names))
}
