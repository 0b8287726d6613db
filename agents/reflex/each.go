package reflex

import (
	"runtime"
	"sync"
	"sync/atomic"

	"legomem/tools/value"
	"legomem/trajectory"
)

// mostReaders is how many families are read at the same time: reading takes
// milliseconds, and each reader takes the text apart for itself.
const mostReaders = 4

// each calls f for every family with the task's text, several at a time.
func each(task trajectory.Task, all []tried, f func(*utterance, *tried)) {
	var next atomic.Int64
	work := func() {
		u := read(task.Text, value.Reference{Now: task.Now, DayFirst: task.DayFirst})
		for i := next.Add(1) - 1; i < int64(len(all)); i = next.Add(1) - 1 {
			f(u, &all[i])
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), mostReaders, len(all)) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
}

// least is the lowest number of those that several readers put.
type least struct{ n atomic.Int64 }

func newLeast(n int) *least {
	l := &least{}
	l.n.Store(int64(n))
	return l
}

func (l *least) get() int { return int(l.n.Load()) }

func (l *least) put(n int) {
	for have := l.n.Load(); int64(n) < have && !l.n.CompareAndSwap(have, int64(n)); {
		have = l.n.Load()
	}
}
