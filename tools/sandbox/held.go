package sandbox

import (
	"maps"
	"strings"
)

// partOwn is the part of a resident in namespaces of its own.
const partOwn = "files, processes and network of its own"

// held is what the kernel has granted of a resident's confinement. The resident
// reports it before it reads the first file, so it is its launcher's own word.
type held struct {
	// NoNamespaces is set if a resident that was started in namespaces of its own could
	// not furnish them: it has confined itself in no way, and is to be started without.
	NoNamespaces string `json:"no_namespaces,omitempty"`
	// Parts and Lacks say in words what holds and what does not.
	Parts []string `json:"parts,omitempty"`
	Lacks []string `json:"lacks,omitempty"`
}

func (h *held) add(part string)  { h.Parts = append(h.Parts, part) }
func (h *held) lack(part string) { h.Lacks = append(h.Lacks, part) }

// about is how a run's header and doctor say it, beside what else there is to say.
func (h *held) about(besides map[string]string) map[string]string {
	all := maps.Clone(besides)
	if all == nil {
		all = map[string]string{}
	}
	if len(h.Parts) > 0 {
		all[AboutHeld] = plain(strings.Join(h.Parts, ", "))
	}
	if len(h.Lacks) > 0 {
		all[AboutLacks] = plain(strings.Join(h.Lacks, lackMark))
	}
	return all
}

// The keys under which a local sandbox's About says what holds it, and what this
// machine cannot do for it.
const (
	AboutHeld  = "sandbox"
	AboutLacks = "sandbox lacks"
)

const lackMark = "; "

// Lacks splits what About says is missing.
func Lacks(about map[string]string) []string {
	if about[AboutLacks] == "" {
		return nil
	}
	return strings.Split(about[AboutLacks], lackMark)
}

// unfurnished is the error of a resident that is to be started without namespaces.
type unfurnished struct{ why string }

func (u *unfurnished) Error() string { return "namespaces of its own: " + u.why }
