package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/tools/office"
	"legomem/tools/sandbox"
	"legomem/words"
)

// finding is one thing doctor looked at.
type finding struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Needed bool   `json:"needed"` // the configuration as it is cannot do without
	Detail string `json:"detail"`
	// Without is what the thing cannot do, in words.
	Without []string           `json:"without,omitempty"`
	Left    []sandbox.Leftover `json:"left,omitempty"`
	Fix     string             `json:"fix,omitempty"`
}

func newDoctorCommand(a *app) *cobra.Command {
	var reaps, builds bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "What is there, what is missing, and how to get it", Args: cobra.NoArgs,
		Long: `Looks at what the program can use: sandboxes, converters, OCR, the memory bank,
and model endpoints, also on this machine. It says what each sandbox cannot do,
and what sandboxes hold or have left. It changes nothing. Exit status 0 means that
the configuration as it is can work.

With --reap it removes what the sandboxes of dead programs left, and looks at
nothing else. Programs that run do that, too, and never touch what another living
one holds.

With --build-image it has the Docker engine build what the office image of docker
sandboxes stands on: a small Debian with LibreOffice, poppler and tesseract. The
engine must reach a registry and Debian's mirrors; it takes minutes.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case reaps:
				return a.runReap(cmd.Context())
			case builds:
				return a.runBuildImage(cmd.Context())
			}
			return a.runDoctor(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&reaps, "reap", false, "remove what the sandboxes of dead programs left")
	cmd.Flags().BoolVar(&builds, "build-image", false, "have the engine build the base of the office image")
	cmd.MarkFlagsMutuallyExclusive("reap", "build-image")
	return cmd
}

func (a *app) runDoctor(ctx context.Context) error {
	all := []finding{{Name: "program", OK: true, Needed: true, Detail: fmt.Sprintf("%s, %s, %s/%s", desk.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)}}
	all = append(all, a.checkLocal(ctx), a.checkDocker(ctx))
	all = append(all, checkPrograms(ctx)...)
	all = append(all, a.checkBank(ctx))
	all = append(all, a.checkEndpoints(ctx)...)
	if a.json {
		if err := a.printJSON(all); err != nil {
			return err
		}
	} else {
		a.tellFindings(all)
	}
	for _, f := range all {
		if f.Needed && !f.OK {
			return &desk.MissingError{Said: f.Name + ": " + f.Detail}
		}
	}
	return nil
}

func (a *app) tellFindings(all []finding) {
	for _, f := range all {
		fmt.Fprintf(a.out, "%-7s  %-15s %s\n", f.mark(), f.Name, f.Detail)
		for _, line := range a.more(f) {
			fmt.Fprintf(a.out, "%-7s  %-15s   %s\n", "", "", line)
		}
	}
}

// more is what is told under a finding's line.
func (a *app) more(f finding) []string {
	var lines []string
	for _, what := range f.Without {
		lines = append(lines, "without "+what)
	}
	for _, left := range f.Left {
		lines = append(lines, a.leftWords(left))
	}
	if f.Fix != "" {
		lines = append(lines, f.Fix)
	}
	return lines
}

// mark tells what is missing from what is merely not there.
func (f finding) mark() string {
	switch {
	case f.OK:
		return "ok"
	case f.Needed:
		return "missing"
	}
	return "-"
}

// checkPrograms looks for the converters and OCR: each is wanted by some
// tools only, and so needed by nobody in advance.
func checkPrograms(ctx context.Context) []finding {
	var out []finding
	for _, p := range office.Programs() {
		f := finding{Name: p.Command, OK: true}
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

func (a *app) checkBank(ctx context.Context) finding {
	f := finding{Name: "memory bank", Needed: a.config.Brain != "model"}
	file, own, err := a.bankFile()
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
	n, err := a.countTasks(ctx, file)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	f.OK, f.Detail = true, fmt.Sprintf("%s: %s learned, embedder %s", file, words.Count(n, "task"), a.config.Embedder.Kind)
	return f
}

// countTasks looks into a bank and changes nothing, not even to seed it.
func (a *app) countTasks(ctx context.Context, file string) (int, error) {
	bank, done, err := a.openBankFile(ctx, file, false, sqlite.ReadOnly)
	if err != nil {
		return 0, err
	}
	defer done()
	return bank.Count(ctx, membank.Filter{Kind: membank.FullTask})
}

// neighbours are where model servers listen on a person's own machine.
var neighbours = []struct{ name, base string }{
	{"Ollama", "http://127.0.0.1:11434/v1"},
	{"LM Studio", "http://127.0.0.1:1234/v1"},
	{"llama.cpp", "http://127.0.0.1:8080/v1"},
	{"vLLM", "http://127.0.0.1:8000/v1"},
}

// checkEndpoints asks the configured endpoint, and those on this machine, for
// their models, all at once.
func (a *app) checkEndpoints(ctx context.Context) []finding {
	base, key := a.endpointAddress()
	var wg sync.WaitGroup
	found := make([]string, len(neighbours))
	for i, n := range neighbours {
		wg.Go(func() {
			if models, err := askModels(ctx, n.base, ""); err == nil && len(models) > 0 {
				found[i] = models[0]
			}
		})
	}
	out := []finding{a.checkConfigured(ctx, base, key)}
	wg.Wait()
	for i, n := range neighbours {
		if found[i] != "" && base != n.base {
			out = append(out, finding{Name: n.name, OK: true, Detail: "a model server at " + n.base,
				Fix: fmt.Sprintf("OPENAI_BASE_URL=%s LEGOMEM_MODEL_NAME=%s legomem run --brain hybrid \"...\"", n.base, found[i])})
		}
	}
	return out
}

func (a *app) checkConfigured(ctx context.Context, base, key string) finding {
	f := finding{Name: "model endpoint", Needed: a.config.Brain == "model", Fix: "set OPENAI_API_KEY, and OPENAI_BASE_URL for another endpoint than OpenAI's"}
	if base == "" && key == "" {
		f.Detail = "none is set, and reflex needs none"
		return f
	}
	if base == "" {
		f.OK, f.Fix, f.Detail = true, "", "OPENAI_API_KEY is set, for OpenAI's endpoint (not called here)"
		return f
	}
	models, err := askModels(ctx, base, key)
	if err != nil {
		f.Detail, f.Fix = fmt.Sprintf("%s does not answer: %v", base, err), "start it, or set OPENAI_BASE_URL to one that runs"
		return f
	}
	f.OK, f.Fix, f.Detail = true, "", fmt.Sprintf("%s, %d models (%s)", base, len(models), words.Short(strings.Join(models, ", "), 60))
	return f
}

// askModels lists an endpoint's models, patiently for a second and a half.
func askModels(ctx context.Context, base, key string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(base, "/")+"/models", nil)
	if err != nil {
		return nil, err
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&list); err != nil {
		return nil, err
	}
	var models []string
	for _, m := range list.Data {
		models = append(models, m.ID)
	}
	return models, nil
}
