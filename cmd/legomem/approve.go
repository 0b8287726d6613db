package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"legomem/tools/policy"
	"legomem/words"
)

// ofTasks are the flags of the commands that carry out a task, with their config
// keys.
var ofTasks = []sharedFlag{
	{"approve", "policy.approve", "ask you before such actions: never, send (mail), write (all that changes something) or all"},
}

func addTaskFlags(cmd *cobra.Command) {
	for _, s := range ofTasks {
		cmd.Flags().String(s.flag, "", s.usage)
	}
	_ = cmd.RegisterFlagCompletionFunc("approve", cobra.FixedCompletions([]string{"never", "send", "write", "all"}, cobra.ShellCompDirectiveNoFileComp))
}

// neverAsks refuses a configuration that would have a person asked in the middle
// of many runs.
func (a *app) neverAsks(what string) error {
	if a.config.Policy.Approve != string(policy.Never) {
		return usage("%s never asks: policy.approve is %s; set it to never, and see what agents may do in docs/policy.md", what, a.config.Policy.Approve)
	}
	return nil
}

// approver asks on the terminal; nil where there is none.
func (a *app) approver() policy.Approver {
	in, ok := a.in.(interface{ Fd() uintptr })
	if !ok || !isatty.IsTerminal(in.Fd()) || !isTerminal(a.err) {
		return nil // nobody is there to ask
	}
	return &asker{in: a.in, out: a.err, flush: func() { flushInput(in.Fd()) }}
}

// asker asks on a terminal, one question at a time.
type asker struct {
	in    io.Reader
	out   io.Writer
	flush func() // discards what was typed before the question

	mu     sync.Mutex
	typing chan line // the line that is waited for, nil if none is
}

// line is one line of the input, or its end.
type line struct {
	text string
	err  error
}

// Approve implements policy.Approver.
func (k *asker) Approve(ctx context.Context, q policy.Question) (policy.Answer, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if ctx.Err() != nil {
		return policy.Answer{}, context.Cause(ctx)
	}
	k.flush()
	tellPage(k.out, questionText(q))
	for {
		tellf(k.out, "Allow this? [y]es, [n]o (a reason may follow, for the agent), [a]lways in this run: ")
		text, err := k.read(ctx)
		if err != nil {
			tellf(k.out, "\n")
			return policy.Answer{}, err
		}
		if answer, ok := readAnswer(text); ok {
			return answer, nil
		}
	}
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

// readAnswer reads y, n or a, and what follows a no.
func readAnswer(text string) (policy.Answer, bool) {
	word, rest, _ := strings.Cut(words.Visible(strings.TrimSpace(text)), " ")
	word = strings.TrimRight(strings.ToLower(word), ",.:")
	switch {
	case slices.Contains([]string{"y", "yes"}, word) && rest == "":
		return policy.Answer{Yes: true}, true
	case slices.Contains([]string{"a", "always"}, word) && rest == "":
		return policy.Answer{Yes: true, Always: true}, true
	case slices.Contains([]string{"n", "no"}, word):
		return policy.Answer{Reason: strings.TrimSpace(rest)}, true
	}
	return policy.Answer{}, false
}
