package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"legomem/agents/vision"
	"legomem/curate"
)

// otherVersions adds the versions of what is not the brain's: the prompts for curating
// and for reading scans, and the demonstrations that are played.
func (d *Desk) otherVersions(demos string, out map[string]string) error {
	if d.config.Curate.By == "model" {
		prompts, err := curate.LoadPrompts(d.config.Curate.Prompts)
		if err != nil {
			return BadInput("curate.prompts: %v", err)
		}
		out["curate prompts"] = prompts.Version()
	}
	if d.config.OCR.Engine == "vision" {
		prompts, err := vision.LoadPrompts(d.config.OCR.Prompts)
		if err != nil {
			return BadInput("ocr.prompts: %v", err)
		}
		out["vision prompts"] = prompts.Version()
	}
	if demos == "" {
		return nil
	}
	hash, err := hashFiles(filepath.Join(demos, "*.yaml"))
	out["demonstrations"] = hash
	return err
}

// hashFiles identifies files by their names and content.
func hashFiles(pattern string) (string, error) {
	files, err := filepath.Glob(pattern) // by name
	if err != nil || len(files) == 0 {
		return "", BadInput("there are no files %s", pattern)
	}
	sum := sha256.New()
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return "", fmt.Errorf("read %s: %w", f, err)
		}
		fmt.Fprintf(sum, "%s %d\n", filepath.Base(f), len(data))
		sum.Write(data)
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}
