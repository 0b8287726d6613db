package report

// method says in words what the numbers mean.
func method(opts Options, seeds int) Method {
	return Method{
		Seed: opts.Seed, Resamples: opts.Resamples, Permutations: opts.Permutations,
		Confidence: confidence, Alpha: alpha, Power: power, Seeds: seeds,
		Words: []string{
			"Success is the share of runs that the evaluation passed, whatever the system claims. Everything that was run is in the denominator: errors, exhausted runs and runs without a verdict count as not passed.",
			"The runs of a task (its seeds) are averaged first; a figure is the mean over tasks. The tasks, not the runs, are what is averaged. Tasks of one id (2-3/0 and 2-3/1) start from the same files and are variations of one work, so that they are no independent observations: whatever says how sure a figure is goes by ids.",
			"Intervals are 95% percentile bootstrap intervals: ids are resampled, each with all its tasks, not stratified by level. Where the tasks of a single id came out differently, there is none. Where every task came out the same there is nothing to resample, and the interval has no width although the truth has. A footnote then says what the tasks of n ids leave open: the exact one-sided 95% bound of Clopper and Pearson, which is 1 − 0.05^(1/n) the other way, near 3/n; of a difference that is all one way, twice that, since the ids not seen may go as far the other way, and of none at all, that much each way. Of wrong claims the upper bound always stands beside the share; where some of an id's runs are wrong, the id counts in part.",
			"Comparisons are paired by task: the mean of the differences, and a two-sided sign-flip permutation test, in which the tasks of an id change their signs together (every pattern where at most 16 ids differ, drawn otherwise, then p = (extreme + 1) / (draws + 1)). Every cell is held against its team's run without memory; Synapse and AWM also against each LEGOMem variant in full placement; and what was asked for. Holm's correction is over all the tests shown.",
			"The smallest detectable difference is 2.8016 × s (1.9600 + 0.8416: two-sided alpha 0.05, power 80%), s being the standard error of the mean of the paired differences: over ids, and with one task each their standard deviation over the root of their number. It assumes that their mean is near normal and that a repetition would spread as this one did, and it is that of one test, without Holm's correction. One task is 1/n of a figure, and a single run that share divided by the seeds: nothing smaller can be seen at all.",
			"Steps are tool calls. The failed-step rate is failed over all steps of each run, then averaged; runs without a step have no such rate and are left out of it, and tasks without any are counted. Steps on tasks that both solve are over the passing runs of tasks in which both cells have one.",
			"Coverage is the share of runs that called themselves solved and passed: what is done right without anybody looking. It stands by level, by app and by family, which is the kind of work that the suite says a task is; a task of several apps counts under each. Intervals and bounds are those of that family's tasks alone.",
			"A wrong claim is a run that calls itself solved and did not pass, or that nothing judged. Whether a task has the same id as one in the bank is decided once for each task: some run saw it so.",
		},
	}
}
