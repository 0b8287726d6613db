package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/peterh/liner"

	"legomem/desk"
)

// longestTurn is how many bytes a turn may have: reading takes longer than its length does.
const longestTurn = 8 << 10

// errTooLong is the error of a line that is no turn; the next one may be.
var errTooLong = fmt.Errorf("a line has more than %d bytes, and was left out: put long texts into a file of the office, and name that", longestTurn)

// lines are what the user types in a conversation: with editing, history and completion on
// a terminal, plain lines elsewhere.
type lines struct {
	editor *liner.State // nil where there is no terminal
	plain  *bufio.Reader
}

func (a *app) newLines(chat *desk.Chat) *lines {
	if !a.attended() || a.json {
		return &lines{plain: bufio.NewReaderSize(a.in, longestTurn+1)}
	}
	e := liner.NewLiner()
	e.SetCtrlCAborts(true)
	e.SetWordCompleter(func(line string, pos int) (string, []string, string) { return completeWord(a.desk, chat, line, pos) })
	for _, t := range chat.Turns() {
		e.AppendHistory(strings.ReplaceAll(t.Said, "\n", " "))
	}
	return &lines{editor: e}
}

// next is the next line; io.EOF at the end. Asked says that a question waits for it.
func (l *lines) next(ctx context.Context, asked bool) (string, error) {
	if l.editor != nil {
		prompt := "> "
		if asked {
			prompt = "? "
		}
		said, err := l.editor.Prompt(prompt)
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			return "", io.EOF
		case err != nil:
			return "", err
		}
		if len(said) > longestTurn {
			return "", errTooLong
		}
		if said = strings.TrimSpace(said); said != "" {
			l.editor.AppendHistory(said)
		}
		return said, nil
	}
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	said, err := l.plain.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		for errors.Is(err, bufio.ErrBufferFull) { // the rest of the line
			_, err = l.plain.ReadSlice('\n')
		}
		return "", errTooLong
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(said)) > 0:
		err = nil
	}
	return string(bytes.TrimSpace(said)), err
}

func (l *lines) close() {
	if l.editor != nil {
		_ = l.editor.Close() // the terminal is as it was
	}
}

// completeWord completes the word before the cursor with the office's people and files, and
// with what the conversation has spoken of.
func completeWord(d *desk.Desk, chat *desk.Chat, line string, pos int) (head string, all []string, tail string) {
	runes := []rune(line)
	head, tail = string(runes[:pos]), string(runes[pos:])
	start := strings.LastIndexAny(head, " \t\"") + 1
	begun := strings.ToLower(head[start:])
	if begun == "" {
		return head, nil, tail
	}
	for _, name := range d.ChatNames(chat) {
		if strings.HasPrefix(strings.ToLower(name), begun) {
			all = append(all, name)
		}
	}
	return head[:start], all, tail
}
