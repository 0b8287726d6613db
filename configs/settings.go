package configs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"go.yaml.in/yaml/v3"
)

// settings are values by their whole key in small letters, such as
// "sandbox.limits.cpus". An empty section is a value too, that sets nothing.
type settings map[string]any

// parse reads settings from YAML.
func parse(data []byte) (settings, error) {
	var tree map[string]any
	if err := yaml.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("While parsing config: %w", err)
	}
	s := settings{}
	for key, value := range tree {
		s.add(strings.ToLower(key), lowered(value))
	}
	return s, nil
}

// lowered is a value of YAML with the keys inside it in small letters.
func lowered(value any) any {
	section := map[string]any{}
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			section[strings.ToLower(key)] = lowered(inner)
		}
	case map[any]any: // a section with a key that is no text
		for key, inner := range v {
			section[strings.ToLower(fmt.Sprint(key))] = lowered(inner)
		}
	case []any:
		for i := range v {
			v[i] = lowered(v[i])
		}
		return v
	default:
		return value
	}
	return section
}

func (s settings) add(key string, value any) {
	section, ok := value.(map[string]any)
	if !ok || len(section) == 0 {
		s[key] = value
		return
	}
	for name, inner := range section {
		s.add(key+"."+name, inner)
	}
}

// keys are those of values, in order.
func (s settings) keys() []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(s)) {
		if _, section := s[key].(map[string]any); !section {
			out = append(out, key)
		}
	}
	return out
}

// tree puts the values into sections again.
func (s settings) tree() map[string]any {
	root := map[string]any{}
	for _, key := range s.keys() {
		path := strings.Split(key, ".")
		last := len(path) - 1
		section := root
		for _, name := range path[:last] {
			if section[name] == nil {
				section[name] = map[string]any{}
			}
			section = section[name].(map[string]any)
		}
		section[path[last]] = s[key]
	}
	return root
}

func (s settings) config() (Config, error) {
	var c Config
	decoder, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
		Result:           &c,
		WeaklyTypedInput: true,
		ErrorUnused:      true,
		DecodeHook:       mapstructure.ComposeDecodeHookFunc(exactly, mapstructure.StringToTimeDurationHookFunc()),
	})
	if err != nil {
		return c, err
	}
	return c, decoder.Decode(s.tree())
}
