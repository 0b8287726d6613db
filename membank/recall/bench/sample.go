package bench

import (
	"math/rand/v2"
	"slices"
)

// Estimate is a mean over goals with its 95% interval, by a bootstrap over users.
type Estimate struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// resamples is how often users are drawn anew.
const resamples = 1000

// sample holds a number for each goal, by user.
type sample struct{ byUser [][]float64 }

// draws are the users of each resample, the same for all samples of one seed.
func draws(users int, seed uint64) [][]int {
	random := rand.New(rand.NewPCG(seed, 11))
	out := make([][]int, resamples)
	for i := range out {
		out[i] = make([]int, users)
		for j := range out[i] {
			out[i][j] = random.IntN(users)
		}
	}
	return out
}

func everyone(users int) []int {
	out := make([]int, users)
	for i := range out {
		out[i] = i
	}
	return out
}

// mean is over the goals of some users.
func (s *sample) mean(users []int) float64 {
	sum, n := 0.0, 0
	for _, u := range users {
		for _, x := range s.byUser[u] {
			sum += x
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// estimate is of any statistic of users.
func estimate(users int, seed uint64, of func(users []int) float64) Estimate {
	all := make([]float64, 0, resamples)
	for _, d := range draws(users, seed) {
		all = append(all, of(d))
	}
	slices.Sort(all)
	return Estimate{Mean: of(everyone(users)), Low: all[resamples*25/1000], High: all[resamples*975/1000-1]}
}
