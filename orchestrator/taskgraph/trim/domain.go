package trim

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"legomem/tools/value"
)

//go:embed domains/*.yaml
var domains embed.FS

// Domain says which slots the conversations of a domain have, and in which shape they hang
// together. It holds no wordings: adding one takes a file, and no code.
type Domain struct {
	Name string `yaml:"domain"`
	// Root is the slot of the node that a conversation begins with.
	Root  string `yaml:"root"`
	Shape Shape  `yaml:"shape"`
	Slots []Slot `yaml:"slots"`
}

// Shape is how the nodes of a domain hang together.
type Shape string

// The shapes.
const (
	Form     Shape = "form"     // one root, and a value for each slot
	List     Shape = "list"     // one root, and a node for each item (tme-dag 5.4, flat)
	Shared   Shape = "shared"   // several roots, whose parts may be of more than one
	Sessions Shape = "sessions" // one root with values, and steps that stand on all of them
	Office   Shape = "office"   // a root for each piece of work, with its skill's slots
)

// Slot is a value or a step of a domain.
type Slot struct {
	Name string     `yaml:"name"`
	Kind value.Kind `yaml:"kind"` // "" for any words
	// Says tells in plain words what it is.
	Says string `yaml:"says"`
	// List says that it has several values.
	List bool `yaml:"list"`
	// Step says that something is to be done for it; Needs are the slots that it stands on.
	Step  bool     `yaml:"step"`
	Needs []string `yaml:"needs"`
	// Apart says that it is a task of its own, and no part of the root.
	Apart bool `yaml:"apart"`

	via *ThingSlot // with which it is changed; nil where the work itself has it
}

// Slot is the domain's slot of a name.
func (d *Domain) Slot(name string) (Slot, bool) {
	i := slices.IndexFunc(d.Slots, func(s Slot) bool { return s.Name == name })
	if i < 0 {
		return Slot{}, false
	}
	return d.Slots[i], true
}

// Domains are the names of the domains that come with the program.
func Domains() []string {
	files, err := domains.ReadDir("domains")
	if err != nil {
		return nil
	}
	out := []string{string(Office)}
	for _, f := range files {
		out = append(out, strings.TrimSuffix(f.Name(), ".yaml"))
	}
	slices.Sort(out)
	return out
}

// OpenDomain is a domain that comes with the program, by its name, or one in a file.
func OpenDomain(name string) (*Domain, error) {
	if name == string(Office) || name == "" {
		return &Domain{Name: string(Office), Shape: Office}, nil
	}
	if slices.Contains(Domains(), name) {
		text, err := domains.ReadFile(path.Join("domains", name+".yaml"))
		if err != nil {
			return nil, err
		}
		return ParseDomain(name, text)
	}
	if !strings.ContainsAny(name, "./\\") {
		return nil, fmt.Errorf("there is no domain %q; there are %s, and one of your own is named by its file, such as ./shop.yaml", name, strings.Join(Domains(), ", "))
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read the domain: %w", err)
	}
	return ParseDomain(name, text)
}

// ParseDomain reads a domain, and says what is wrong with it; file names it in errors.
func ParseDomain(file string, text []byte) (*Domain, error) {
	d := &Domain{}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(d); err != nil {
		return nil, fmt.Errorf("the domain in %s cannot be read: %w", file, err)
	}
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("the domain in %s: %w", file, err)
	}
	return d, nil
}

func (d *Domain) check() error {
	shapes := []Shape{Form, List, Shared, Sessions}
	switch {
	case d.Name == "":
		return fmt.Errorf("it has no name; say domain: trip")
	case !slices.Contains(shapes, d.Shape):
		return fmt.Errorf("there is no shape %q; there are form, list, shared and sessions", d.Shape)
	case d.Root == "":
		return fmt.Errorf("it has no root; say which slot the conversation begins with, as root: trip")
	case len(d.Slots) == 0:
		return fmt.Errorf("it has no slots")
	}
	seen := map[string]bool{d.Root: true}
	for _, s := range d.Slots {
		if s.Name == "" || seen[s.Name] {
			return fmt.Errorf("the slot %q is there twice, or has no name", s.Name)
		}
		seen[s.Name] = true
	}
	for _, s := range d.Slots {
		for _, need := range s.Needs {
			if !seen[need] {
				return fmt.Errorf("the slot %s needs %q, which there is not", s.Name, need)
			}
		}
	}
	return nil
}
