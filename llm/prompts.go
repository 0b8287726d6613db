package llm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"text/template"
)

// promptSuffix ends the name of a template's file.
const promptSuffix = ".tmpl"

// Prompts is a set of prompt templates: text/template files, each replaceable by the
// user's own. Besides the built-in functions a template may use json and indent. Load
// them with LoadPrompts.
type Prompts struct {
	templates map[string]*template.Template
	braces    map[string]string // the texts of those with Placeholders
	versions  map[string]string
	version   string
}

// LoadPrompts reads the templates named in samples, each from dir if it has a file of
// that name ("plan.tmpl" for "plan") and from builtin otherwise; dir may be "". A
// sample is a complete value of the template's data: a template that names a field its
// data lacks, or does not parse, fails here and not in the middle of a run. So does a
// file in dir that replaces nothing. A nil sample marks a file of definitions for the
// others to use; Placeholders mark a text with names in braces.
func LoadPrompts(builtin fs.FS, dir string, samples map[string]any) (*Prompts, error) {
	p := &Prompts{templates: map[string]*template.Template{}, braces: map[string]string{}, versions: map[string]string{}}
	if err := checkDir(dir, samples); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	all := sha256.New()
	for _, name := range sortedKeys(samples) {
		text, err := readTemplate(builtin, dir, name)
		if err != nil {
			return nil, err
		}
		texts[name] = text
		fmt.Fprintf(all, "%s\x00%s\x00", name, text)
	}
	p.version = short(all.Sum(nil))
	shared, sharedText, err := definitions(texts, samples)
	if err != nil {
		return nil, err
	}
	for _, name := range sortedKeys(samples) {
		if samples[name] == nil {
			continue
		}
		if err := p.add(shared, name, texts[name], samples[name]); err != nil {
			return nil, fmt.Errorf("prompt %s: %w", name, err)
		}
		sum := sha256.Sum256([]byte(sharedText + texts[name]))
		p.versions[name] = short(sum[:])
	}
	return p, nil
}

// definitions parses the files that hold nothing but definitions.
func definitions(texts map[string]string, samples map[string]any) (*template.Template, string, error) {
	shared := template.New("").Option("missingkey=error").Funcs(template.FuncMap{"json": toJSON, "indent": Indent})
	var all string
	for _, name := range sortedKeys(samples) {
		if samples[name] != nil {
			continue
		}
		if _, err := shared.New(name).Parse(texts[name]); err != nil {
			return nil, "", fmt.Errorf("prompt %s: %w", name, err)
		}
		all += texts[name]
	}
	return shared, all, nil
}

func (p *Prompts) add(shared *template.Template, name, text string, sample any) error {
	if places, ok := sample.(Placeholders); ok {
		p.braces[name] = text
		return places.check(text)
	}
	set, err := shared.Clone()
	if err != nil {
		return err
	}
	t, err := set.New(name).Parse(text)
	if err != nil {
		return err
	}
	// The full sample runs the branches for values that are set, the zero value those
	// for values that are not.
	for _, data := range []any{sample, reflect.Zero(reflect.TypeOf(sample)).Interface()} {
		if err := t.Execute(io.Discard, data); err != nil {
			return err
		}
	}
	p.templates[name] = t
	return nil
}

// Render fills a template in. Runs of blank lines become one, and the ends are
// trimmed, so that templates can be laid out to be read.
func (p *Prompts) Render(name string, data any) (string, error) {
	if text, ok := p.braces[name]; ok {
		values, ok := data.(map[string]string)
		if !ok {
			return "", fmt.Errorf("prompt %s is filled with %T, not with names and values", name, data)
		}
		return tidy(fillBraces(text, values)), nil
	}
	t, ok := p.templates[name]
	if !ok {
		return "", fmt.Errorf("no prompt named %q", name)
	}
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		return "", fmt.Errorf("prompt %s: %w", name, err)
	}
	return tidy(b.String()), nil
}

// Version identifies the whole set, by its content.
func (p *Prompts) Version() string { return p.version }

// Label is a template's name with the version of its content, for the log.
func (p *Prompts) Label(name string) string { return name + "@" + p.versions[name] }

func checkDir(dir string, samples map[string]any) error {
	if dir == "" {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("read the prompts' folder: %w", err)
	}
	for _, e := range entries {
		name, isTemplate := strings.CutSuffix(e.Name(), promptSuffix)
		if _, known := samples[name]; isTemplate && !known {
			return fmt.Errorf("%s replaces no prompt; there are: %s", filepath.Join(dir, e.Name()), strings.Join(sortedKeys(samples), ", "))
		}
	}
	return nil
}

func readTemplate(builtin fs.FS, dir, name string) (string, error) {
	if dir != "" {
		b, err := os.ReadFile(filepath.Join(dir, name+promptSuffix))
		if err == nil {
			return string(b), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("read prompt %s: %w", name, err)
		}
	}
	b, err := fs.ReadFile(builtin, name+promptSuffix)
	if err != nil {
		return "", fmt.Errorf("read prompt %s: %w", name, err)
	}
	return string(b), nil
}

// lineBreaks turns everything that a reader may see as a line break into the one that
// Indent splits at.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// Indent puts prefix before each line. Text quoted in this way cannot pass for the text
// around it, whatever it contains.
func Indent(prefix, text string) string {
	lines := strings.Split(strings.TrimRight(lineBreaks.Replace(text), "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(prefix+l, " ")
	}
	return strings.Join(lines, "\n")
}

func toJSON(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

func tidy(s string) string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		l = strings.TrimRight(l, " \t\r")
		if l == "" && len(out) > 0 && out[len(out)-1] == "" {
			continue
		}
		out = append(out, l)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

func short(sum []byte) string { return hex.EncodeToString(sum)[:12] }

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
