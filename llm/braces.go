package llm

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Placeholders, given as a prompt's sample, makes the prompt a text with names in
// braces ("{task_description}") instead of a template. Published prompts often have
// this form and can be used unchanged. The text must contain every placeholder. A
// doubled brace stands for one; any other brace is text. The values come as a
// map[string]string.
type Placeholders []string

// bracesToken is a doubled brace, or a name in braces.
var bracesToken = regexp.MustCompile(`\{\{|\}\}|\{[a-z][a-z0-9_]*\}`)

func (p Placeholders) check(text string) error {
	var seen []string
	for _, token := range bracesToken.FindAllString(text, -1) {
		name := strings.Trim(token, "{}")
		if name == "" {
			continue
		}
		if !slices.Contains(p, name) {
			return fmt.Errorf("there is no placeholder %s; there are: %s (write {{ and }} for braces)", token, p)
		}
		seen = append(seen, name)
	}
	for _, name := range p {
		if !slices.Contains(seen, name) {
			return fmt.Errorf("the placeholder {%s} is missing", name)
		}
	}
	return nil
}

func (p Placeholders) String() string {
	return "{" + strings.Join(p, "}, {") + "}"
}

// fillBraces replaces all tokens in one pass, so that braces in a value are never read
// as a placeholder.
func fillBraces(text string, values map[string]string) string {
	return bracesToken.ReplaceAllStringFunc(text, func(token string) string {
		if name := strings.Trim(token, "{}"); name != "" {
			return values[name]
		}
		return token[:1]
	})
}
