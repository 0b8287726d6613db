package desk

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/tools/office"
	"legomem/tools/sandbox"
	"legomem/words"
)

// Finding is one thing doctor looked at.
type Finding struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Needed bool   `json:"needed"` // the present configuration cannot work without it
	Detail string `json:"detail"`
	// Without lists what the thing cannot do.
	Without []string           `json:"without,omitempty"`
	Left    []sandbox.Leftover `json:"left,omitempty"`
	Fix     string             `json:"fix,omitempty"`
}

// Examine looks at what the program can use: the office, sandboxes, converters, OCR, the memory
// bank, and model endpoints, also on this machine. It changes nothing.
func (d *Desk) Examine(ctx context.Context) []Finding {
	all := []Finding{{Name: "program", OK: true, Needed: true, Detail: fmt.Sprintf("%s, %s, %s/%s", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)}}
	all = append(all, d.examineOffice(), d.examineLocal(ctx), d.examineDocker(ctx))
	all = append(all, examinePrograms(ctx)...)
	all = append(all, d.examineBank(ctx))
	return append(all, d.examineEndpoints(ctx)...)
}

func (d *Desk) examineOffice() Finding {
	f := Finding{Name: "office"}
	office, err := d.Office()
	switch {
	case err != nil:
		f.Needed, f.Detail = true, err.Error()
	case office == "":
		f.Detail, f.Fix = "none is set: a run without --testbed starts from an empty one", "legomem init DIR says which folder is yours"
	default:
		f.OK, f.Needed, f.Detail = true, true, fmt.Sprintf("%s, for %s, at %s", office, d.userName(), d.config.Domain)
	}
	return f
}

// examinePrograms looks for the converters and OCR. Each is used by some tools only, so
// none is marked as needed.
func examinePrograms(ctx context.Context) []Finding {
	var out []Finding
	for _, p := range office.Programs() {
		f := Finding{Name: p.Command, OK: true}
		if _, err := p.Find(); err != nil {
			f.OK, f.Detail, f.Fix = false, "not installed: no "+p.For, "Debian: apt-get install "+p.Package
		} else if v, err := p.Version(ctx); err != nil {
			f.OK, f.Detail = false, fmt.Sprintf("installed, but does not run: %v", err)
		} else {
			f.Detail = v + ": " + p.For
		}
		out = append(out, f)
	}
	return out
}

func (d *Desk) examineBank(ctx context.Context) Finding {
	f := Finding{Name: "memory bank", Needed: d.config.Brain != "model"}
	file, own, err := bankFile(d.config, d.Lookup)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	if _, err := os.Stat(file); err != nil && !isServer(file) {
		f.OK, f.Detail = true, file+" is made at the first run"
		if own {
			f.Detail += ", from the starter bank"
		}
		return f
	}
	n, err := d.countTasks(ctx, file)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	f.OK, f.Detail = true, fmt.Sprintf("%s: %s learned, embedder %s", file, words.Count(n, "task"), d.config.Embedder.Kind)
	return f
}

// countTasks counts the tasks in a bank and changes nothing: it does not even seed it.
func (d *Desk) countTasks(ctx context.Context, file string) (int, error) {
	bank, done, err := d.openBankFile(ctx, d.config, file, false, sqlite.ReadOnly)
	if err != nil {
		return 0, err
	}
	defer done()
	return bank.Count(ctx, membank.Filter{Kind: membank.FullTask})
}
