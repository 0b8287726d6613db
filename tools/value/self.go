package value

import "strings"

// self are the spellings of the one who speaks, as a person.
var self = map[string]bool{"me": true, "i": true, "myself": true, "mine": true, "my": true}

// IsSelf says that a text names the one who speaks, and nobody else.
func IsSelf(text string) bool { return self[strings.ToLower(strings.TrimSpace(text))] }
