package configs

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"
)

// Default is default.yaml: every key with its meaning.
//
//go:embed default.yaml
var Default []byte

// Problem is a setting that cannot be used: a user's mistake, reported by name.
type Problem struct {
	Where string // the file, the environment or the flags
	Err   error
}

func (p *Problem) Error() string { return fmt.Sprintf("configuration (%s): %v", p.Where, p.Err) }

// Unwrap returns the cause.
func (p *Problem) Unwrap() error { return p.Err }

// Load reads the configuration: the defaults, then the file (none when the name is
// empty; File is the user's own), the environment (lookup, as os.LookupEnv) and the flags that were set, by key;
// the later ones win. The checks judge what only other packages can (does that agent
// exist?). A setting that is refused is a *Problem.
func Load(file string, lookup func(string) (string, bool), flags map[string]any, checks ...func(Config) error) (Config, error) {
	v, err := defaults()
	if err != nil {
		return Config{}, err
	}
	known := v.AllKeys()
	if file != "" {
		if err := merge(v, file, known); err != nil {
			return Config{}, err
		}
	}
	if err := fromEnvironment(v, lookup, known); err != nil {
		return Config{}, err
	}
	for key, value := range flags {
		v.Set(key, value)
	}
	var c Config
	if err := v.UnmarshalExact(&c, viper.DecodeHook(mapstructure.ComposeDecodeHookFunc(exactly, mapstructure.StringToTimeDurationHookFunc()))); err != nil {
		return Config{}, &Problem{source(file), plainly(err)}
	}
	for _, check := range append([]func(Config) error{Config.check}, checks...) {
		if err := check(c); err != nil {
			return Config{}, &Problem{source(file), err}
		}
	}
	return c, nil
}

// defaults are the settings of default.yaml.
func defaults() (*viper.Viper, error) {
	v, err := parsed(Default)
	if err != nil {
		return nil, fmt.Errorf("read the embedded defaults: %w", err)
	}
	return v, nil
}

// parsed reads the settings in a file's text.
func parsed(yaml []byte) (*viper.Viper, error) {
	v := viper.New()
	v.SetConfigType("yaml")
	return v, v.ReadConfig(bytes.NewReader(yaml))
}

func source(file string) string {
	if file == "" {
		return "flags and environment"
	}
	return file + ", flags and environment"
}

// Paper is paper.yaml: the experiment of the LEGOMem paper, which --config paper
// chooses.
//
//go:embed paper.yaml
var Paper []byte

// read reads a configuration file, or the embedded one that is called paper.
func read(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && file == "paper" {
		return Paper, nil
	}
	return data, err
}

func merge(v *viper.Viper, file string, known []string) error {
	data, err := read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &Problem{file, errors.New("there is no such file (paper is the embedded one of the LEGOMem paper)")}
	}
	if err != nil {
		return &Problem{file, err}
	}
	own, err := parsed(data)
	if err != nil {
		return &Problem{file, err}
	}
	for _, key := range own.AllKeys() {
		if !slices.Contains(known, key) {
			return &Problem{file, unknown(key, known)}
		}
	}
	return v.MergeConfig(bytes.NewReader(data))
}

// lists are the keys of lists that the environment cannot set.
var lists = []string{"prices", "team.roles", "teams", "memory.agents"}

// prefix begins the environment's names.
const prefix = "LEGOMEM_"

func fromEnvironment(v *viper.Viper, lookup func(string) (string, bool), known []string) error {
	for _, key := range known {
		name := variable(key)
		value, ok := lookup(name)
		if !ok {
			continue
		}
		if slices.Contains(lists, key) {
			return &Problem{name, errors.New("a list is set in a file, not in the environment")}
		}
		v.Set(key, valueOf(v.Get(key), value))
	}
	return nil
}

// valueOf is the value that a variable gives to a key: a list where the key has one.
func valueOf(standing any, text string) any {
	if _, isList := standing.([]any); !isList {
		return text
	}
	texts := []string{}
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			texts = append(texts, one)
		}
	}
	return texts
}

// reserved matches names in the environment that are no settings: switches of the
// project's own tests.
var reserved = regexp.MustCompile(`^LEGOMEM_(SLOW|SWEEP|TEST_[A-Z_]+)$`)

// CheckNames refuses variables of an environment ("NAME=value") that look like settings
// and are not. What it refuses is a *Problem.
func CheckNames(environ []string) error {
	var keys []string // read once, and only where there is a name to look up
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, prefix) || reserved.MatchString(name) {
			continue
		}
		if keys == nil {
			v, err := defaults()
			if err != nil {
				return err
			}
			keys = v.AllKeys()
		}
		if !slices.ContainsFunc(keys, func(key string) bool { return variable(key) == name }) {
			return &Problem{name, unknownVariable(name, keys)}
		}
	}
	return nil
}

// moved are keys that there were, and where one sets that now.
var moved = map[string]string{
	"policy.recipients": "who may be sent mail is decided when a run's changes are applied: set commit.recipients",
	"policy.approve":    "you are asked once, when a run's changes are applied: see docs/commit.md",
}

func unknownVariable(name string, keys []string) error {
	for key, way := range moved {
		if variable(key) == name {
			return fmt.Errorf("it sets nothing any more; %s", way)
		}
	}
	if strings.HasSuffix(name, "_API_KEY") {
		return errors.New("a secret is no setting; set OPENAI_API_KEY in the environment")
	}
	byDistance := func(a, b string) int {
		return levenshtein.ComputeDistance(name, variable(a)) - levenshtein.ComputeDistance(name, variable(b))
	}
	return fmt.Errorf("it sets nothing; the nearest is %s (configs/default.yaml lists all keys)", variable(slices.MinFunc(keys, byDistance)))
}

// variable is a key's name in the environment.
func variable(key string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// unknown names a key that does not exist and the nearest that does.
func unknown(key string, known []string) error {
	switch {
	case strings.HasSuffix(key, "api_key"):
		return fmt.Errorf("unknown key %q; a secret does not belong into a file: set OPENAI_API_KEY in the environment", key)
	case moved[key] != "":
		return fmt.Errorf("unknown key %q; %s", key, moved[key])
	case len(under(key, known)) > 0:
		return fmt.Errorf("%q is a section; it holds the keys %s", key, strings.Join(under(key, known), ", "))
	}
	byDistance := func(a, b string) int {
		return levenshtein.ComputeDistance(key, a) - levenshtein.ComputeDistance(key, b)
	}
	return fmt.Errorf("unknown key %q; the nearest is %q (configs/default.yaml lists all)", key, slices.MinFunc(known, byDistance))
}

// under lists a section's keys.
func under(section string, known []string) []string {
	var out []string
	for _, k := range known {
		if strings.HasPrefix(k, section+".") {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// aboutKey matches the start of the decoder's message about a key.
var aboutKey = regexp.MustCompile(`^'([^']*)' it is `)

// plainly keeps only the decoder's message about the key.
func plainly(err error) error {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	last := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines[len(lines)-1]), "*"))
	return errors.New(aboutKey.ReplaceAllString(last, "$1 is "))
}
