package llm

import "strings"

// thoughtTags are the tags between which reasoning models think aloud, where their server
// leaves that in the text.
var thoughtTags = []struct{ begin, end string }{
	{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"}, {"<reasoning>", "</reasoning>"}, {"[THINK]", "[/THINK]"},
}

// splitThinking separates what a reasoning model wrote before its reply from the reply: a
// block at the start of the text, even if the endpoint has cut off its opening tag. Such
// tags further down belong to the reply. Open is set if the block has no end, so that
// there is no reply.
func splitThinking(text string) (thinking, reply string, open bool) {
	text = strings.TrimSpace(text)
	for _, tag := range thoughtTags {
		begin, end := strings.Index(text, tag.begin), strings.Index(text, tag.end)
		switch {
		case begin == 0 && end < 0:
			return strings.TrimSpace(text[len(tag.begin):]), "", true
		case begin == 0, end >= 0 && tag.begin == "<think>" && (begin < 0 || end < begin):
			thinking = strings.TrimSpace(strings.TrimPrefix(text[:end], tag.begin))
			return thinking, strings.TrimSpace(text[end+len(tag.end):]), false
		}
	}
	return "", text, false
}

// afterThinking is the reply alone.
func afterThinking(text string) string {
	_, reply, _ := splitThinking(text)
	return reply
}
