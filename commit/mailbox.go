package commit

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A mailbox is a folder of mails, a file each. Two sides that add different mails change
// different files; what is left to merge is two mails under one name, and one mail under
// two names.

const mailSuffix = ".eml"

// maxHeader is how much of a mail is searched for its Message-ID, in bytes.
const maxHeader = 256 << 10

func isMail(name string) bool { return strings.EqualFold(path.Ext(name), mailSuffix) }

// besides is the step for a mail that the run made under a name that another mail has
// taken since: it gets a name of its own, as the mail tools give it.
func (l *looking) besides(s Step, changed error) (Step, error) {
	mine, err := messageIDIn(l.t.root, s.Path)
	if err != nil {
		return s, err
	}
	theirs, err := messageIDOf(s.bytes)
	if err != nil {
		return s, err
	}
	if mine == "" || theirs == "" || mine == theirs {
		return s, changed
	}
	there, now, _, err := l.mailLike(s.Path, s.bytes, s.After.Hash)
	if err != nil || there != "" { // it was applied before
		s.Before = now
		return s, err
	}
	name, err := l.freeName(s.Path)
	s.Path, s.Before, s.seen, s.Merged = name, State{}, nil, true
	s.After.Mode = 0
	return s, err
}

// freeName is a name that neither the user nor the run has given to a mail.
func (l *looking) freeName(taken string) (string, error) {
	stem := strings.TrimSuffix(taken, path.Ext(taken))
	for n := 2; n < 10_000; n++ {
		name := fmt.Sprintf("%s (%d)%s", stem, n, mailSuffix)
		_, err := l.t.root.Lstat(filepath.FromSlash(name))
		_, ofRun := l.o.Is[name]
		if errors.Is(err, fs.ErrNotExist) && !ofRun && !l.named[name] {
			if l.named == nil {
				l.named = map[string]bool{}
			}
			l.named[name] = true
			return name, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return "", oddly("no name is free for it")
}

// movedMail is the step for a mail that the run changed or deleted, and that the user has
// given another name in its mailbox since: it goes on under that name. The error is gone
// where there is no such mail.
func (l *looking) movedMail(s Step, was string, gone error) (Step, error) {
	if l.t == nil || was == "" {
		return s, gone
	}
	if s.After.Hash != "" {
		there, now, _, err := l.mailLike(s.Path, s.bytes, s.After.Hash)
		if err != nil || there != "" { // it was applied before
			s.Before = now
			return s, err
		}
	}
	name, now, info, err := l.mailLike(s.Path, Content{File: filepath.Join(l.o.Start, filepath.FromSlash(s.Path))}, was)
	if err != nil || name == "" {
		return s, cmp.Or(err, gone)
	}
	s.Path, s.Before, s.seen, s.Merged = name, now, info, true
	s.After.Mode = now.Mode
	return s, nil
}

// mailLike finds the mail that the user has under another name in the mailbox of like, by
// its bytes, which have that hash. The name is "" where there is none.
func (l *looking) mailLike(like string, mail Content, hash string) (string, State, fs.FileInfo, error) {
	dir := path.Dir(like)
	size, err := mail.size()
	if err != nil {
		return "", State{}, nil, err
	}
	entries, err := fs.ReadDir(l.t.root.FS(), dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", State{}, nil, nil
	}
	if err != nil {
		return "", State{}, nil, err
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if !l.isUsersMail(name, entry, size) {
			continue
		}
		now, info, err := l.t.look(name)
		if err != nil {
			return "", State{}, nil, err
		}
		if now.Hash == hash {
			return name, now, info, nil
		}
	}
	return "", State{}, nil, nil
}

// isUsersMail reports whether an entry of a mailbox is a mail of that size which the run
// did not begin with.
func (l *looking) isUsersMail(name string, entry fs.DirEntry, size int64) bool {
	if _, ofRun := l.o.Was[name]; ofRun || !isMail(name) || !entry.Type().IsRegular() || checkName(name) != nil {
		return false
	}
	info, err := entry.Info()
	return err == nil && info.Size() == size
}

func messageIDIn(root *os.Root, name string) (string, error) {
	info, err := root.Lstat(filepath.FromSlash(name))
	if err != nil {
		return "", err
	}
	f, err := openSame(root, name, info)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return messageID(f), nil
}

func messageIDOf(mail Content) (string, error) {
	f, err := mail.Open()
	if err != nil {
		return "", err
	}
	defer f.Close()
	return messageID(f), nil
}

// messageID finds a mail's Message-ID in its header; "" where it has none. It compares
// mails alone, and nothing is decided by what it says.
func messageID(mail io.Reader) string {
	in := bufio.NewReader(io.LimitReader(mail, maxHeader))
	for {
		line, err := in.ReadString('\n')
		if strings.TrimSpace(line) == "" {
			return ""
		}
		name, value, _ := strings.Cut(line, ":")
		if strings.EqualFold(strings.TrimSpace(name), "Message-ID") {
			if value = strings.TrimSpace(value); value == "" { // it may be folded
				value, _ = in.ReadString('\n')
			}
			return strings.TrimSpace(value)
		}
		if err != nil {
			return ""
		}
	}
}
