package mcp

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"renown/internal/door/locale"
	"renown/internal/floor/fault"
)

// addPrompts offers what people ask an agent for again and again.
func addPrompts(s *mcp.Server, l *locale.Language) {
	addPrompt(s, l, &mcp.Prompt{Name: "weekly_review", Title: l.T("agent.weekly_title"), Description: l.T("agent.weekly_about")},
		func(brand, _ string) string { return l.T("agent.weekly_text", brand) })
	addPrompt(s, l, &mcp.Prompt{Name: "brief_a_gap", Title: l.T("agent.gap_title"), Description: l.T("agent.gap_about")},
		func(brand, _ string) string { return l.T("agent.gap_text", brand) })
	addPrompt(s, l, &mcp.Prompt{
		Name: "check_a_claim", Title: l.T("agent.claim_title"),
		Description: l.T("agent.claim_about"), Arguments: []*mcp.PromptArgument{
			{Name: "claim", Description: l.T("agent.claim"), Required: true},
		},
	}, func(brand, claim string) string { return l.T("agent.claim_text", brand, claim) })
}

// claimMax bounds what is put into a prompt, in characters.
const claimMax = 2000

func addPrompt(s *mcp.Server, l *locale.Language, p *mcp.Prompt, text func(brand, claim string) string) {
	p.Arguments = append([]*mcp.PromptArgument{{Name: "brand_id", Description: l.T("agent_argument.brand_id"), Required: true}},
		p.Arguments...)
	s.AddPrompt(p, func(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		sent := r.Params.Arguments
		for _, a := range p.Arguments {
			if a.Required && sent[a.Name] == "" {
				return nil, visitOf(ctx).failure(rpcInvalidParams, fault.Value("is required", nil, "arguments", a.Name))
			}
		}
		return &mcp.GetPromptResult{Description: p.Description, Messages: []*mcp.PromptMessage{
			{Role: "user", Content: &mcp.TextContent{Text: text(clip(sent["brand_id"], 64), clip(sent["claim"], claimMax))}},
		}}, nil
	})
}
