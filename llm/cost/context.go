package cost

import "context"

type spenderKey struct{}

// Spender is told of an embedding: its model, and the tokens.
type Spender func(model string, u Usage)

// With makes a context whose embeddings are told to a Spender: a bank embeds what is
// searched for without knowing whose search it is.
func With(ctx context.Context, s Spender) context.Context {
	return context.WithValue(ctx, spenderKey{}, s)
}

// Embedded tells the context's Spender of an embedding; nobody without one.
func Embedded(ctx context.Context, model string, u Usage) {
	if s, ok := ctx.Value(spenderKey{}).(Spender); ok {
		s(model, u)
	}
}
