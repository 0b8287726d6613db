package vision

import (
	"fmt"
	"strings"

	"legomem/llm"
	"legomem/tools"
	"legomem/tools/ocr"
)

// noText is what the model writes for a picture without text.
const noText = "(no text)"

// transcript gathers what the model wrote, page by page.
type transcript struct {
	file  string
	lines []string
	cut   []string // the pages whose text was cut off
	more  bool     // there are pages after the last that is shown
	// learned is what the last reply says of the model's endpoint.
	learned []string
}

func (t *transcript) add(page int, reply llm.Reply) {
	t.lines, t.learned = append(t.lines, linesOf(reply.Text)...), reply.Learned
	if reply.Cut {
		t.cut = append(t.cut, fmt.Sprint(page))
	}
}

// observation shows the part of the text that was asked for.
func (t *transcript) observation(part int) tools.Observation {
	remark := ""
	if len(t.cut) > 0 {
		remark = "the text of page " + strings.Join(t.cut, ", ") + " was cut off at the model's limit for a reply: the end is missing"
	}
	return ocr.Transcribed(t.file, t.lines, t.more, remark, part)
}

// linesOf returns a reply's lines without the code fence that models put around them
// unasked; none if the picture has no text.
func linesOf(reply string) []string {
	reply = strings.TrimSpace(strings.ReplaceAll(reply, "\r\n", "\n"))
	if strings.HasPrefix(reply, "```") {
		if inner, ok := strings.CutSuffix(reply, "\n```"); ok {
			_, reply, _ = strings.Cut(inner, "\n") // the first line is the fence and its language
		}
	}
	if reply == "" || strings.EqualFold(strings.Trim(reply, " ."), noText) {
		return nil
	}
	return strings.Split(reply, "\n")
}
