package email

import (
	"fmt"
	"slices"

	"legomem/words"
)

// few is how many mails, or senders, a glance names.
const few = 5

// glance says in a line or two what was looked through, for who found nothing in it.
func (b *box) glance() string {
	if len(b.letters) == 0 {
		return "It holds no mails."
	}
	out := "It holds " + words.Count(len(b.letters), "mail") + b.span()
	if len(b.letters) > few {
		return out + ", from " + words.Some(b.senders(), few)
	}
	for i, l := range b.letters {
		out += fmt.Sprintf("%s %q from %s", []string{":", ";"}[min(i, 1)], words.Cut(l.subject, maxShown), or(words.Cut(l.sender(), maxShown), none))
	}
	return out
}

// span is from when to when the mails are, those without a date left out.
func (b *box) span() string {
	dated := b.where(func(l *letter) bool { return !l.date.IsZero() }) // oldest first
	if len(dated) == 0 {
		return ", without dates"
	}
	return fmt.Sprintf(", %s to %s", dated[0].date.Format("2006-01-02"), dated[len(dated)-1].date.Format("2006-01-02"))
}

func (l *letter) sender() string {
	if len(l.from) == 0 {
		return ""
	}
	return l.from[0].Address
}

// senders are who the mails are from, the most frequent first.
func (b *box) senders() []string {
	count := map[string]int{}
	var all []string
	for _, l := range b.letters {
		who := or(words.Cut(l.sender(), maxShown), none)
		if count[who] == 0 {
			all = append(all, who)
		}
		count[who]++
	}
	slices.SortStableFunc(all, func(x, y string) int { return count[y] - count[x] })
	return all
}
