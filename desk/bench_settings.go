package desk

import (
	"fmt"
	"reflect"
	"time"

	"go.yaml.in/yaml/v3"

	"legomem/configs"
)

// settings is the whole configuration as a file that --config takes, without
// this machine's paths and addresses; keys are never in it.
func settings(c configs.Config) (string, error) {
	c.Out, c.Memory.Bank, c.Model.Record, c.Model.Replay, c.Model.Cache, c.Model.BaseURL = "", "", "", "", "", ""
	c.Model.Prompts, c.Curate.Prompts, c.OCR.Prompts = "", "", "" // for prompts, the versions are recorded
	text, err := yaml.Marshal(byKey(reflect.ValueOf(c)))
	if err != nil {
		return "", fmt.Errorf("write down the configuration: %w", err)
	}
	return string(text), nil
}

// byKey turns the configuration into plain maps, named as its keys are. What is
// not set is left out.
func byKey(v reflect.Value) any {
	if d, ok := v.Interface().(time.Duration); ok {
		return d.String()
	}
	switch v.Kind() {
	case reflect.Pointer:
		return byKey(v.Elem())
	case reflect.Struct:
		out := map[string]any{}
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() != reflect.Pointer || !f.IsNil() {
				out[v.Type().Field(i).Tag.Get("mapstructure")] = byKey(f)
			}
		}
		return out
	case reflect.Slice:
		out := []any{}
		for i := range v.Len() {
			out = append(out, byKey(v.Index(i)))
		}
		return out
	}
	return v.Interface()
}
