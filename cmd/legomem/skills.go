package main

import (
	"github.com/spf13/cobra"

	"legomem/desk"
)

func newSkillsCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "skills [APP or SKILL]",
		Short: "The everyday skills: what can be asked for without teaching",
		Long: `Lists what can be asked for in everyday words, without a model and without having
been taught: each skill with a sentence that asks for it. Other words for the same will
do; what is not certain is asked, see legomem run.

  legomem skills
  legomem skills calendar        those of calendars
  legomem skills mail.reply      one, with more sentences and the values that it takes`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.listSkills(args) },
	}
}

func (a *app) listSkills(args []string) error {
	app := ""
	if len(args) == 1 {
		app = args[0]
	}
	all, err := a.desk.Skills(app)
	return showResult(a, all, err, a.tellSkills)
}

func (a *app) tellSkills(all []desk.EverydaySkill) {
	app := ""
	for _, s := range all {
		if s.App != app {
			tellLine(a.out, s.App)
			app = s.App
		}
		tellf(a.out, "  %s\n", s.Does)
		said := s.Examples
		if len(all) > 1 {
			said = said[:min(1, len(said))]
		}
		for _, e := range said {
			tellf(a.out, "    %q\n", e)
		}
	}
	if len(all) == 1 {
		for _, v := range all[0].Values {
			tellf(a.out, "  takes %s\n", v)
		}
	}
}
