package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/words"
)

func newReadCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "read [SENTENCE]",
		Short: "Tell how sentences are read, without doing anything",
		Long: `Reads a sentence, or each line of standard input, as a request for one of the
everyday skills, and tells which it asks for, how sure that is, which words are
which of its values, and which nothing accounts for. Nothing is done.

With --json each line gives one object on a line, so that any set of sentences
can be measured.

  legomem read "move my 2pm to 4"
  legomem read --json < sentences.txt`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.runRead(cmd.Context(), args) },
	}
}

func (a *app) runRead(ctx context.Context, args []string) error {
	reader, err := a.desk.NewReader()
	if err != nil {
		return err
	}
	tell := func(sentence string) error { return a.showRead(reader.Sentence(ctx, sentence)) }
	if len(args) == 1 {
		return tell(args[0])
	}
	return eachLine(ctx, a.in, tell)
}

func (a *app) showRead(read desk.Read, err error) error {
	switch {
	case err != nil:
		return err
	case a.json:
		return json.NewEncoder(jsonStream{rawOf(a.out)}).Encode(read)
	}
	a.tellRead(read)
	return nil
}

// longestLine is how many bytes a line may have.
const longestLine = 1 << 20

// eachLine goes through the lines that are not empty.
func eachLine(ctx context.Context, in io.Reader, use func(line string) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := use(line); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return desk.BadInput("read the sentences: %w", err)
	}
	return nil
}

func (a *app) tellRead(r desk.Read) {
	tellf(a.out, "%s\n", words.OnLine(r.Text))
	if r.Skill == "" {
		tellf(a.out, "  asks for nothing that is known\n")
		return
	}
	tellf(a.out, "  %s: %s (%s)\n", r.Skill, r.Does, likelihood(r.Confidence))
	for _, s := range r.Slots {
		shown := words.OnLine(s.Text)
		if s.Value != "" && s.Value != s.Text {
			shown += " = " + s.Value
		}
		tellf(a.out, "  %-10s %s\n", s.Name, shown)
	}
	if len(r.Missing) > 0 {
		tellf(a.out, "  needs      %s\n", strings.Join(r.Missing, ", "))
	}
	if len(r.LeftOver) > 0 {
		tellf(a.out, "  left over  %s\n", words.OnLine(strings.Join(r.LeftOver, " ")))
	}
	for _, o := range r.Others {
		tellf(a.out, "  or %s (%s)\n", o.Skill, likelihood(o.Confidence))
	}
}

func likelihood(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }
