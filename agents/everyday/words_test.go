package everyday

import (
	"bytes"
	"testing"

	"legomem/must"
)

// TestWords: what words.json tells of words is what the wordings tell now.
func TestWords(t *testing.T) {
	if !bytes.Equal(wordsFile, must.Have(MakeWords())(t)) {
		t.Error("words.json is of other wordings, or was made by another program; go run ./reading/train -ready makes it anew")
	}
}
