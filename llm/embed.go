package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	openai "github.com/sashabaranov/go-openai"

	"legomem/llm/cost"
)

// embedBatch is how many texts go into one request: Gemini takes a hundred.
const embedBatch = 100

// EndpointEmbedder turns texts into unit vectors, whose dot product is their
// similarity, through an OpenAI-compatible endpoint.
type EndpointEmbedder struct {
	client *Client
	model  string
	dim    int
}

// NewEndpointEmbedder embeds with a model of the client's endpoint. Dim is the
// length of its vectors (1536 for text-embedding-3-small): another length in a
// reply is an error.
func NewEndpointEmbedder(c *Client, model string, dim int) *EndpointEmbedder {
	return &EndpointEmbedder{client: c, model: model, dim: dim}
}

// Model names the embedding model.
func (e *EndpointEmbedder) Model() string { return e.model }

// Dim is the vectors' length.
func (e *EndpointEmbedder) Dim() int { return e.dim }

// Embed asks in batches.
func (e *EndpointEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for from := 0; from < len(texts); from += embedBatch {
		batch := texts[from:min(from+embedBatch, len(texts))]
		vectors, err := e.batch(ctx, batch)
		if err != nil {
			return nil, fmt.Errorf("embed %d texts with %s: %w", len(texts), e.model, err)
		}
		out = append(out, vectors...)
	}
	return out, nil
}

func (e *EndpointEmbedder) batch(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(openai.EmbeddingRequestStrings{Input: texts, Model: openai.EmbeddingModel(e.model)})
	if err != nil {
		return nil, err
	}
	var resp openai.EmbeddingResponse
	err = e.client.retry(ctx, e.model, e.client.newAttempts(), func(ctx context.Context) error {
		resp = openai.EmbeddingResponse{}
		return e.client.post(ctx, "embeddings", e.model, body, &resp)
	})
	if err != nil {
		return nil, err
	}
	e.meter(ctx, resp.Usage, texts)
	out := make([][]float32, len(texts))
	for _, d := range resp.Data {
		if d.Index < 0 || d.Index >= len(texts) {
			return nil, fmt.Errorf("the endpoint sent a vector for text %d of %d", d.Index, len(texts))
		}
		if out[d.Index], err = e.unit(d.Embedding); err != nil {
			return nil, err
		}
	}
	for i, v := range out {
		if v == nil {
			return nil, fmt.Errorf("the endpoint sent no vector for text %d", i)
		}
	}
	return out, nil
}

// meter tells the context's Spender what a batch used.
func (e *EndpointEmbedder) meter(ctx context.Context, u openai.Usage, texts []string) {
	used := cost.Usage{Prompt: u.PromptTokens}
	if used.Prompt == 0 {
		used.Counted = true
		for _, t := range texts {
			used.Prompt += CountTokens(t)
		}
	}
	cost.Embedded(ctx, e.model, used)
}

func (e *EndpointEmbedder) unit(v []float32) ([]float32, error) {
	if len(v) != e.dim {
		return nil, fmt.Errorf("the vectors have %d numbers, not the configured %d", len(v), e.dim)
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 || math.IsNaN(sum) || math.IsInf(sum, 0) {
		return nil, errors.New("the endpoint sent a vector without a direction")
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v, nil
}
