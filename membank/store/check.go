package store

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
)

// fieldName matches the names a field may have: every implementation can put them into
// a query as they are.
var fieldName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// Check returns an error unless the scope names a tenant and a collection.
func (s Scope) Check() error {
	switch {
	case s.Tenant == "":
		return ErrNoTenant
	case s.Collection == "":
		return ErrNoCollection
	}
	return nil
}

// Check returns an error unless a collection can have the embedding.
func (e Embedding) Check() error {
	if e.Dim < 0 || (e.Dim == 0) != (e.Model == "") {
		return fmt.Errorf("an embedding of model %q with vectors of %d numbers cannot be kept: both must be known", e.Model, e.Dim)
	}
	return nil
}

// Check returns an error unless a collection with that embedding can keep the record.
func (r Record) Check(e Embedding) error {
	if r.ID == "" {
		return errors.New("a record without an id cannot be kept")
	}
	for name := range r.Fields {
		if !fieldName.MatchString(name) {
			return fmt.Errorf("record %s: %q cannot be a field's name", r.ID, name)
		}
	}
	if len(r.Vector) == 0 {
		return nil
	}
	if err := e.CheckVector(r.Vector); err != nil {
		return fmt.Errorf("record %s: %w", r.ID, err)
	}
	return nil
}

// CheckVector returns an error unless the vector can be from the embedding.
func (e Embedding) CheckVector(v []float32) error {
	if len(v) != e.Dim {
		return fmt.Errorf("a vector of %d numbers does not fit %s", len(v), e)
	}
	for i, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return fmt.Errorf("number %d of the vector is %v", i, x)
		}
	}
	return nil
}

// Check returns an error unless all the filter's fields are valid names.
func (f Filter) Check() error {
	for _, m := range f {
		if !fieldName.MatchString(m.Field) {
			return fmt.Errorf("%q cannot be a field's name", m.Field)
		}
	}
	return nil
}

// Check returns an error unless the page's fields are valid names and it has one order.
func (p Page) Check() error {
	if p.Descending != "" && !fieldName.MatchString(p.Descending) {
		return fmt.Errorf("%q cannot be a field's name", p.Descending)
	}
	if p.Descending != "" && p.After != "" {
		return fmt.Errorf("a listing by %s has one page, and none after %q", p.Descending, p.After)
	}
	return p.Filter.Check()
}

// Check returns an error unless the query's filter and ranking are valid. Its vector is
// checked against the collection, with Embedding.CheckVector, if the ranking uses
// vectors.
func (q Query) Check() error {
	if err := q.Filter.Check(); err != nil {
		return err
	}
	if q.By != "" && !slices.Contains(Rankings(), q.By) {
		return fmt.Errorf("%q is no ranking; it is one of %q", q.By, Rankings())
	}
	return nil
}

// Unit returns the vector at length one, in a new slice. The zero vector, which
// is near to nothing, stays zero.
func Unit(v []float32) []float32 {
	out := make([]float32, len(v))
	var squares float64
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	if squares == 0 {
		return out
	}
	length := math.Sqrt(squares)
	for i, x := range v {
		out[i] = float32(float64(x) / length)
	}
	return out
}
