package officebench

// Unwinnable are the tasks that no honest answer passes, with the reason; nil
// where the suite does not say (it has no needs.json).
func (s *Suite) Unwinnable() map[string]string {
	if s.needs == nil {
		return nil
	}
	out := map[string]string{}
	for _, id := range s.ids {
		if n := s.needs[id]; n.Note != "" {
			out[id] = n.Note
		}
	}
	return out
}
