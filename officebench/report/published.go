package report

// published are the success rates that the paper printed (LEGOMem, tables 1 to
// 3), in percent: levels 1 to 3 and overall, by cell.
func published() map[string][]float64 {
	return map[string][]float64{
		// Table 1.
		"none.none.na.llm":      {49.31, 58.52, 33.33, 45.83},
		"synapse.both.na.llm":   {59.72, 75.56, 43.50, 58.11},
		"awm.both.na.llm":       {54.17, 58.52, 35.03, 48.03},
		"vanilla.both.with.llm": {57.99, 73.33, 47.46, 58.44},
		"dynamic.both.with.llm": {56.25, 75.56, 43.79, 57.12},
		"rewrite.both.with.llm": {54.17, 72.59, 42.94, 55.26},

		"none.none.na.hybrid":      {45.14, 48.89, 16.95, 35.31},
		"synapse.both.na.hybrid":   {46.53, 68.15, 29.94, 46.49},
		"awm.both.na.hybrid":       {43.75, 55.56, 18.64, 37.50},
		"vanilla.both.with.hybrid": {49.31, 62.22, 36.16, 48.03},
		"dynamic.both.with.hybrid": {44.44, 65.93, 36.16, 47.59},
		"rewrite.both.with.hybrid": {47.22, 66.67, 40.11, 50.22},

		"none.none.na.slm":      {36.81, 34.81, 7.34, 24.78},
		"synapse.both.na.slm":   {36.81, 42.22, 20.90, 32.24},
		"awm.both.na.slm":       {35.42, 36.30, 12.99, 26.97},
		"vanilla.both.with.slm": {38.89, 54.07, 25.42, 38.16},
		"dynamic.both.with.slm": {38.89, 50.37, 27.12, 37.72},
		"rewrite.both.with.slm": {36.81, 48.89, 26.55, 36.40},
		// Table 2.
		"vanilla.planning.with.llm":     {54.86, 76.30, 35.03, 53.51},
		"dynamic.planning.with.llm":     {54.86, 73.33, 41.81, 55.26},
		"rewrite.planning.with.llm":     {51.39, 70.37, 42.94, 53.73},
		"vanilla.orchestrator.with.llm": {51.39, 74.07, 38.98, 53.29},
		"vanilla.agents.with.llm":       {50.00, 63.70, 38.98, 49.78},
		"dynamic.agents.with.llm":       {49.31, 62.96, 38.98, 49.34},
		"rewrite.agents.with.llm":       {54.86, 66.67, 35.03, 50.66},

		"vanilla.planning.with.hybrid":     {45.14, 63.70, 30.51, 44.96},
		"dynamic.planning.with.hybrid":     {46.53, 64.44, 32.77, 46.49},
		"rewrite.planning.with.hybrid":     {49.31, 59.26, 35.59, 46.93},
		"vanilla.orchestrator.with.hybrid": {45.83, 68.89, 32.77, 47.59},
		"vanilla.agents.with.hybrid":       {44.44, 46.67, 19.21, 35.31},
		"dynamic.agents.with.hybrid":       {47.22, 55.56, 23.16, 40.35},
		"rewrite.agents.with.hybrid":       {44.44, 54.81, 24.29, 39.69},
		// Table 3.
		"vanilla.both.without.llm": {54.17, 75.93, 43.22, 56.36},
		"dynamic.both.without.llm": {56.94, 73.33, 44.63, 57.02},
		"rewrite.both.without.llm": {48.61, 69.63, 48.02, 54.61},

		"vanilla.both.without.hybrid": {48.61, 68.15, 36.72, 49.78},
		"dynamic.both.without.hybrid": {50.00, 68.15, 36.72, 50.22},
		"rewrite.both.without.hybrid": {37.50, 65.19, 36.16, 45.18},
	}
}

// beside is the cells whose figures the paper printed, where the bench is the
// paper's experiment.
func (r *Report) beside() any {
	known := published()
	is := func(c Cell) bool { return r.Bench.Preset == "paper" && known[c.ID] != nil }
	return struct {
		Teams []team
		Plan  string
	}{r.some(is), r.samePlan()}
}

// samePlan says how far the tested tasks are the paper's. Its published shares
// are whole numbers of runs on 48, 45 and 59 tasks.
func (r *Report) samePlan() string {
	if r.tasksAt(1) == 48 && r.tasksAt(2) == 45 && r.tasksAt(3) == 59 {
		return "As many tasks are tested on each level as in the paper (48, 45 and 59); whether they are the same ones is not known, and models, tools and prompts are others."
	}
	return "The tasks tested here are not those of the paper, and models, tools and prompts are others."
}
