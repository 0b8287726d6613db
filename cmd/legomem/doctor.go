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

	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/office"
	"legomem/tools/sandbox"
)

// finding is one thing doctor looked at.
type finding struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Needed bool   `json:"needed"` // the configuration as it is cannot do without
	Detail string `json:"detail"`
	Fix    string `json:"fix,omitempty"`
}

func newDoctorCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "What is there, what is missing, and how to get it", Args: cobra.NoArgs,
		Long: `Looks at what the program can use: sandboxes, converters, OCR, the memory bank,
and model endpoints, also on this machine. It changes nothing. Exit status 0
means that the configuration as it is can work.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runDoctor(cmd.Context()) },
	}
}

func (a *app) runDoctor(ctx context.Context) error {
	all := []finding{{Name: "program", OK: true, Needed: true, Detail: fmt.Sprintf("%s, %s, %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)}}
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
			return &missingError{f.Name + ": " + f.Detail}
		}
	}
	return nil
}

func (a *app) tellFindings(all []finding) {
	for _, f := range all {
		fmt.Fprintf(a.out, "%-7s  %-15s %s\n", f.mark(), f.Name, f.Detail)
		if f.Fix != "" {
			fmt.Fprintf(a.out, "%-7s  %-15s   %s\n", "", "", f.Fix)
		}
	}
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

// checkLocal really starts a local sandbox and calls a tool in it.
func (a *app) checkLocal(ctx context.Context) finding {
	f := finding{Name: "local sandbox", Needed: a.config.Sandbox.Kind == "local"}
	self, err := os.Executable()
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	local := &sandbox.Local{Command: []string{self, sandbox.Verb}, Tools: apps.Registry()}
	box, err := local.Open(ctx, sandbox.Spec{Run: "doctor", User: loginName(), Now: a.now()})
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	defer box.Close()
	obs, err := box.Call(ctx, tools.Action{Tool: "system.list_files", Args: map[string]any{}})
	switch {
	case err != nil:
		f.Detail = err.Error()
		return f
	case obs.Failed:
		f.Detail = obs.Text
		return f
	}
	st, err := local.Status(ctx)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	f.OK, f.Detail = true, "started and answered; Landlock "+landlockWords(st.Landlock)+leftWords(st.Leftovers)
	return f
}

func landlockWords(v int) string {
	if v == 0 {
		return "is not in this kernel: the sandbox limits files and memory, not what can be read; use docker for strangers' files"
	}
	return fmt.Sprintf("version %d", v)
}

func leftWords(left []sandbox.Leftover) string {
	n := 0
	for _, l := range left {
		if l.Abandoned {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %d left over from programs that were killed (the next run takes them away)", n)
}

func (a *app) checkDocker(ctx context.Context) finding {
	f := finding{Name: "docker sandbox", Needed: a.config.Sandbox.Kind == "docker", Fix: "start or install a Docker engine (Debian: apt-get install docker.io), or use --sandbox local"}
	docker, done, err := a.docker()
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	st, err := docker.Status(ctx)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	f.OK, f.Fix = st.ImageProblem == "", ""
	f.Detail = fmt.Sprintf("engine %s (API %s), seccomp %v, AppArmor %v, image %s%s", st.Version, st.API, st.Seccomp, st.AppArmor, imageWords(st), leftWords(st.Leftovers))
	if st.ImageProblem != "" {
		f.Fix = st.ImageProblem
	}
	return f
}

func imageWords(st sandbox.DockerStatus) string {
	switch {
	case st.ImageProblem != "":
		return "cannot be made from this binary"
	case st.ImagePresent:
		return st.Image
	}
	return "is made at the first run"
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
	f.OK, f.Detail = true, fmt.Sprintf("%s: %s learned, embedder %s", file, count(n, "task"), a.config.Embedder.Kind)
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
	f.OK, f.Fix, f.Detail = true, "", fmt.Sprintf("%s, %d models (%s)", base, len(models), short(strings.Join(models, ", "), 60))
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
