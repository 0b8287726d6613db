package records

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
)

// idForm is what an id may look like: fit for a command line and a file's name.
var idForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`)

// CheckID returns an error for what cannot be the id of a thing of the kind ("memory").
func CheckID(kind, id string) error {
	if !idForm.MatchString(id) {
		return fmt.Errorf("%q cannot be a %s's id: letters, digits, dot, dash and underscore are accepted", id, kind)
	}
	return nil
}

// Digest is a hash of content, in 64 hexadecimal digits: the same for the same JSON.
func Digest(content any) (string, error) {
	b, err := json.Marshal(content)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// Name is an id that is derived from what the thing is: a prefix and the beginning of a
// hash.
func Name(prefix string, of any) (string, error) {
	hash, err := Digest(of)
	if err != nil {
		return "", err
	}
	return prefix + hash[:12], nil
}
