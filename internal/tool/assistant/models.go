package assistant

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Listed is a model as its platform lists it.
type Listed struct {
	ID   string
	Ends string // the day on which the platform ends it, as it says; empty where it does not
}

// ErrNotListed says that a platform lists its models nowhere.
var ErrNotListed = errors.New("the platform lists its models nowhere")

// Models asks a platform which models it has. It costs nothing.
func (c *Client) Models(ctx context.Context, id string) ([]Listed, error) {
	t, ok := c.targets[id]
	if !ok || t.platform.Models == "" {
		return nil, ErrNotListed
	}
	x := &exchange{target: t, parent: ctx, left: min(t.platform.Timeout, 30*time.Second)}
	raw, err := x.send(http.MethodGet, t.platform.Models, nil, false)
	if err != nil {
		return nil, t.name(err)
	}
	var body struct {
		Data, Models []struct {
			ID, Name scalar
			Shutdown scalar `json:"shutdown_date"`
			Retires  scalar `json:"deprecation_date"`
		}
	}
	if err := json.Unmarshal(raw, &body); err != nil || len(body.Data)+len(body.Models) == 0 {
		return nil, t.name(faultf(Malformed, "no list of models in the reply"))
	}
	var list []Listed
	for _, m := range append(body.Data, body.Models...) {
		name := strings.TrimPrefix(first(string(m.ID), string(m.Name)), "models/")
		list = append(list, Listed{shorten(name, 100), shorten(first(string(m.Shutdown), string(m.Retires)), 40)})
	}
	return list, nil
}

// ModelOf is the model that a mode asks.
func (p *Platform) ModelOf(m Mode) string {
	for _, fragment := range []map[string]any{p.Options.Modes[m], p.Options.Body} {
		if model, ok := fragment["model"].(string); ok {
			return model
		}
	}
	return p.Model
}

// Asked lists the models that the entry asks, each once.
func (p *Platform) Asked() (models []string) {
	for _, m := range p.Capabilities().Modes {
		if model := p.ModelOf(m); !slices.Contains(models, model) {
			models = append(models, model)
		}
	}
	return models
}
