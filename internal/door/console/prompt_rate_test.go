package console_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Each prompt shows its visibility with the interval; what was never answered is a dash and never 0, wherever it is sorted.
func TestPromptRates(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ctx := context.Background()
		w := newWatched(t, s, 5)
		topics := must.Get(s.App.Brands.Topics(ctx, w.who, w.id))(t)
		add := func(text string, types ...string) string {
			p, err := s.App.Brands.CreatePrompt(ctx, w.who, w.id,
				brand.NewPrompt{PromptFields: brand.PromptFields{
					TopicID: topics[0].ID, Text: text, Types: types,
					Stage: "decision", Status: brand.Suggested,
				}, Source: brand.FromUser})
			must.Do(t, err)
			return p.ID
		}
		silent, tone := add("还没问过的问题"), add("只看口碑的问题", brand.Sentiment)

		page := w.get(w.path+"/prompts").expect(200, "近 30 天可见度")
		row := func(p *received, id string) (text string, bars int) {
			t.Helper()
			cells := p.find(`#rate-` + id)
			must.Equal(t, len(cells), 1, "cells of", id)
			return textOf(cells[0]), len(find(cells[0].Parent, "svg.iv"))
		}
		figures := must.Get(s.App.Insights.Visibility(ctx, w.who, w.id, insight.Query{}))(t).ByPrompt
		for _, id := range w.prompts { // 30 answers each, but for a platform that failed now and then
			want := fmt.Sprintf("%.1f%% n %d", *figures[id].Rate*100, figures[id].Answers)
			if text, bars := row(page, id); text != want || bars != 1 {
				t.Errorf("shown are %q and %d bars, want %q", text, bars, want)
			}
		}
		if text, bars := row(page, silent); text != "—" || bars != 0 {
			t.Errorf("one that nobody answered shows %q and %d bars", text, bars)
		}
		if text, bars := row(page, tone); text != "不适用" || bars != 0 {
			t.Errorf("one that is asked for its tone shows %q and %d bars", text, bars)
		}
		low, high := w.prompts[0], w.prompts[1]
		if *figures[low].Rate > *figures[high].Rate {
			low, high = high, low
		}
		for query, first := range map[string]string{"visibility": low, "-visibility": high} {
			sorted := w.get(w.path+"/prompts?sort="+query).expect(200, "选型")
			var ids []string
			for _, n := range sorted.find("td[id]") {
				ids = append(ids, strings.TrimPrefix(attr(n, "id"), "rate-"))
			}
			if len(ids) != 4 || ids[0] != first || (ids[2] != silent && ids[2] != tone) {
				t.Errorf("sorted by %s: %v, want %s first and those without a figure last", query, ids, first)
			}
			expect.Equal(t, sorted.count("th[aria-sort]"), 1, "sorted by", query, "no column says so")
			moved := w.post(w.path+"/prompts/"+silent+"/switch", "filters", "sort="+query)
			moved.leads(w.path + "/prompts?sort=" + query)
		}
		if file := w.get(w.path + "/prompts.csv"); !strings.Contains(file.body, "可见度") ||
			!strings.Contains(file.body, fmt.Sprintf("%.4f", *figures[high].Rate)) {
			t.Errorf("the table: %s", file.body)
		}
	})
}

// A handful of answers is a count, no rate.
func TestPromptFewAnswers(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 1)
		figures := must.Get(s.App.Insights.Visibility(t.Context(), w.who, w.id, insight.Query{}))(t).ByPrompt
		n := figures[w.prompts[0]]
		if n.Answers == 0 || n.Answers > 6 {
			t.Fatalf("%d answers: the test proves nothing", n.Answers)
		}
		page := w.get(w.path + "/prompts")
		if got, want := page.one(`#rate-`+w.prompts[0]), fmt.Sprintf("%d / %d 样本不足", n.Mentions, n.Answers); got != want {
			t.Errorf("shown is %q, want %q", got, want)
		}
	})
}
