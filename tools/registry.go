package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Registry is a fixed set of tools, by name.
type Registry struct {
	tools map[string]Tool
	names []string
	hash  func() string // computed once, on first use
}

// NewRegistry makes a registry of the given tools. It panics if two have the
// same name, a bug that any test finds.
func NewRegistry(groups ...[]Tool) *Registry {
	r := &Registry{tools: map[string]Tool{}}
	r.hash = sync.OnceValue(r.digest)
	for _, group := range groups {
		for _, t := range group {
			if _, dup := r.tools[t.Name]; dup {
				panic("tools: two tools named " + t.Name)
			}
			r.tools[t.Name] = t
			r.names = append(r.names, t.Name)
		}
	}
	sort.Strings(r.names)
	return r
}

// In is the registry of an office with that mail domain: its tools' effects tell the
// office's people from strangers by it.
func (r *Registry) In(domain string) *Registry {
	in := &Registry{tools: map[string]Tool{}, names: r.names, hash: r.hash}
	for name, t := range r.tools {
		in.tools[name] = t.In(domain)
	}
	return in
}

// Get returns the tool of that name. Endpoints refuse dots in names, so
// "calendar__create_event" is accepted too.
func (r *Registry) Get(name string) (Tool, bool) {
	t, ok := r.tools[strings.Replace(name, "__", ".", 1)]
	return t, ok
}

// Lookup is Get, or an UnknownTool failure that names the nearest tools.
func (r *Registry) Lookup(name string) (Tool, error) {
	if t, ok := r.Get(name); ok {
		return t, nil
	}
	return Tool{}, Failf(UnknownTool, "no tool %q; nearest: %s", name, strings.Join(r.nearest(name), ", "))
}

// All returns the tools an agent may be given, by name. Hidden ones are left out.
func (r *Registry) All() []Tool {
	var out []Tool
	for _, name := range r.names {
		if t := r.tools[name]; !t.Hidden {
			out = append(out, t)
		}
	}
	return out
}

// Hash identifies the tools and their parameters; the resident tool process
// and its launcher compare theirs before the first action.
func (r *Registry) Hash() string { return r.hash() }

func (r *Registry) digest() string {
	h := sha256.New()
	for _, name := range r.names {
		writeTerms(h, name)
		writeSchema(h, r.tools[name].Schema)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// writeSchema writes what Define puts into a schema. Its JSON would do too, and takes
// milliseconds at each start of a process.
func writeSchema(to io.Writer, s *jsonschema.Schema) {
	if s == nil {
		writeTerms(to, "none")
		return
	}
	writeTerms(to, s.Type, s.Description)
	writeTerms(to, s.Types...)
	writeTerms(to, s.Required...)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		writeTerms(to, "property", name)
		writeSchema(to, s.Properties[name])
	}
	if s.Items != nil {
		writeTerms(to, "items")
		writeSchema(to, s.Items)
	}
	writeTerms(to, "end")
}

// writeTerms writes texts so that no other texts are written alike. Of a hash, no write
// fails.
func writeTerms(to io.Writer, all ...string) {
	for _, one := range all {
		_, _ = io.WriteString(to, strconv.Itoa(len(one))+":"+one)
	}
	_, _ = io.WriteString(to, ";")
}

// nearest returns the tools of the same app, or else every app's name.
func (r *Registry) nearest(name string) []string {
	app, _, _ := strings.Cut(strings.Replace(name, "__", ".", 1), ".")
	var same []string
	apps := map[string]bool{}
	for _, n := range r.names {
		if r.tools[n].Hidden || r.tools[n].Unprompted {
			continue
		}
		a, _, _ := strings.Cut(n, ".")
		apps[a+".*"] = true
		if a == app {
			same = append(same, n)
		}
	}
	if len(same) > 0 {
		return same
	}
	return slices.Sorted(maps.Keys(apps))
}
