package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
)

// attended reports whether a person is at a terminal: one who sees what is asked, and can
// answer it.
func (a *app) attended() bool { return isTerminal(a.in) && isTerminal(a.err) }

// asker asks on a terminal, one question after the other.
type asker struct {
	in    io.Reader
	out   io.Writer
	flush func() // discards what was typed before the question

	typing chan line // the line that is waited for, nil if none is
}

// line is one line of the input, or its end.
type line struct {
	text string
	err  error
}

// newAsker asks on the terminal; nil where there is none.
func newAsker(a *app) *asker {
	f, ok := fileOf(a.in)
	if !ok || !a.attended() {
		return nil // nobody is there to ask
	}
	return &asker{in: a.in, out: a.err, flush: func() { flushInput(f.Fd()) }}
}

// ask prints a prompt, on one line, and returns the line that is typed after it, without
// the space around it. An error is ctx's cause, or says that the input has ended.
func (k *asker) ask(ctx context.Context, prompt string) (string, error) {
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	k.flush()
	tellf(k.out, "%s", prompt)
	text, err := k.read(ctx)
	if err != nil {
		tellf(k.out, "\n")
		return "", err
	}
	return strings.TrimSpace(text), nil
}

// read waits for a line. A terminal delivers one at a time, so nothing that was typed
// ahead is lost in between. If ctx ends first, the next question gets the line that is
// still to come.
func (k *asker) read(ctx context.Context) (string, error) {
	if k.typing == nil {
		typing := make(chan line, 1)
		k.typing = typing
		go func() { // it ends with the line, or with the program
			text, err := bufio.NewReader(k.in).ReadString('\n')
			typing <- line{text, err}
		}()
	}
	select {
	case l := <-k.typing:
		k.typing = nil
		if l.err != nil { // half a line is no answer
			return "", errors.New("there was no answer: the input has ended")
		}
		return l.text, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// agrees asks the person at the terminal, who may say y or yes; no answer is no. Who calls
// it has seen to it that the terminal is attended.
func (a *app) agrees(ctx context.Context, question string) (bool, error) {
	k := newAsker(a)
	if k == nil {
		return false, nil
	}
	said, err := k.ask(ctx, question+" [y/N] ")
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	return err == nil && slices.Contains([]string{"y", "yes"}, strings.ToLower(said)), nil
}
