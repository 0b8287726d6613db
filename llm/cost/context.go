package cost

import "context"

type meterKey struct{}

// With makes a context whose embeddings are entered into a meter: a bank embeds what is
// searched for without knowing whose search it is.
func With(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// MeterOf is the context's meter, nil without one.
func MeterOf(ctx context.Context) *Meter {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	return m
}
