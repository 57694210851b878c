package analysis

import (
	"context"
	"net/http"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
	"renown/internal/room/insight/detail"
	"renown/internal/tool/requestschema"
)

// searches is what assistants searched for before they answered.
type searches struct {
	lens
	detail.Searches
	which   string // of the list: all, unnamed or unasked
	rows    []detail.Search
	counts  [3]int64 // by choice
	paging  kit.Paging
	longest int64 // of the words
	refused string
}

const searchesListed = 10

// searchChoice is a way to narrow the list.
type searchChoice struct {
	key, label string
	takes      func(detail.Search) bool
}

var searchChoices = []searchChoice{
	{"", kit.Key("全部"), func(detail.Search) bool { return true }},
	{"unnamed", kit.Key("没有提到你"), func(s detail.Search) bool { return s.Named.Of > 0 && s.Named.Count == 0 }},
	{"unasked", kit.Key("还不是问题"), func(s detail.Search) bool { return s.PromptID == nil && !s.Branded }},
}

func (pages *Pages) showSearches(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.searchesPage(ctx, v, "")
}

func (pages *Pages) searchesPage(ctx context.Context, v *kit.Visit, refused string) (kit.Reply, error) {
	p, err := pages.searches(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	p.refused, p.path = refused, "/brands/"+v.Brand.ID+"/searches" // also after a form of the page
	p.arrange(v)
	status := p.status()
	if refused != "" {
		status = http.StatusUnprocessableEntity
	}
	return kit.Show(kit.Page{Title: kit.Key("AI 的搜索"), Entry: "searches", Bar: lensBar(p.lens), Body: searchesBody(p), Status: status})
}

func (pages *Pages) searches(ctx context.Context, v *kit.Visit) (p searches, err error) {
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return p, err
	}
	p.Searches, err = pages.Details.Searches(ctx, v.Caller, v.Brand.ID, p.asked())
	return p, err
}

// arrange narrows and pages the list.
func (p *searches) arrange(v *kit.Visit) {
	p.which = p.query.Get("which")
	if !slices.ContainsFunc(searchChoices, func(c searchChoice) bool { return c.key == p.which }) {
		p.which = ""
	}
	for _, s := range p.Items {
		for i, c := range searchChoices {
			if !c.takes(s) {
				continue
			}
			p.counts[i]++
			if c.key == p.which {
				p.rows = append(p.rows, s)
			}
		}
	}
	p.paging = kit.PagingOf(v, searchesListed)
	p.paging.Total = int64(len(p.rows))
	p.rows = kit.PartOf(p.paging, p.rows)
	for _, list := range [][]detail.Term{p.Terms.Kept, p.Terms.Added, p.Terms.Dropped} {
		for _, t := range list {
			p.longest = max(p.longest, t.Times)
		}
	}
}

// askSearch makes a prompt of a search.
func (pages *Pages) askSearch(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	v.Check(f, "PromptCreate", requestschema.Member{Name: "brand_id", Value: requestschema.Text(v.Brand.ID)},
		requestschema.Member{Name: "stage", Value: requestschema.Text(searchStage)}, kit.RequiredText(f, "text"),
		kit.RequiredText(f, "topic_id"))
	if f.Sound() {
		_, err := pages.Brands.CreatePrompt(ctx, v.Caller, v.Brand.ID, brand.NewPrompt{
			PromptFields: brand.PromptFields{
				TopicID: f.Text("topic_id"), Text: f.Text("text"), Stage: searchStage,
				Status: brand.Active,
			}, Source: brand.FromUser,
		})
		if err == nil {
			v.Say("已加为问题，下次监测开始提问")
			return backTo(v, "searches")
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	for _, sentence := range f.Faults {
		return pages.searchesPage(ctx, v, sentence)
	}
	return backTo(v, "searches")
}

// searchStage is the stage of a prompt that was made of a search: who searches so is comparing.
const searchStage = "consideration"

func (pages *Pages) searchTables(ctx context.Context, v *kit.Visit) (pageTables, error) {
	p, err := pages.searches(ctx, v)
	return pageTables{lens: p.lens, page: "searches", list: []pageTable{{file: "searches", draw: p.table}}}, err
}

func (p searches) table(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Items, func(i detail.Search) []kit.Cell {
		prompt := ""
		if len(i.Prompts) > 0 {
			prompt = i.Prompts[0].Text
		}
		return []kit.Cell{
			kit.Column("搜索词", i.Text), kit.Column("words|次数", i.Times), kit.Column("平台", p.platformsOf(ctx, i)),
			kit.Column("问题", prompt),
			kit.Column("保留", kit.JoinWords(ctx, i.Kept)), kit.Column("添加", kit.JoinWords(ctx, i.Added)),
			kit.Column("words|丢弃", kit.JoinWords(ctx, i.Dropped)),
			kit.Column("提及", i.Named.Count), kit.Column("回答", i.Named.Of), kit.Column("区间下限", i.Named.Low),
			kit.Column("区间上限", i.Named.High),
			kit.Column("同一问题里比", kit.T(ctx, contrastWord(i.Contrast))),
		}
	})
}

func (p searches) platformsOf(ctx context.Context, s detail.Search) string {
	ids := make([]string, len(s.Platforms))
	for i, on := range s.Platforms {
		ids[i] = on.Platform
	}
	return platformList(ctx, p.lens, ids)
}

func ranOn(s detail.Search, platform string) bool {
	return slices.ContainsFunc(s.Platforms, func(on detail.SearchedOn) bool { return on.Platform == platform })
}

func contrastWord(contrast string) string {
	return kit.Label(map[string]string{
		detail.ContrastMore:  kit.Key("更常提到"),
		detail.ContrastLess:  kit.Key("更少提到"),
		detail.ContrastNone:  kit.Key("看不出差别"),
		detail.ContrastNever: kit.Key("不适用"),
	}, contrast, kit.Key("样本不足"))
}

// silent are the platforms that told no search.
func (p searches) silent(ctx context.Context) string {
	var ids []string
	for _, s := range p.Platforms {
		if !s.Disclosed {
			ids = append(ids, s.Platform)
		}
	}
	return platformList(ctx, p.lens, ids)
}

func searchesText(ctx context.Context, p searches) string {
	if p.Totals.Searches == 0 {
		return p.brand.Name
	}
	return kit.T(ctx, "AI 回答前自己搜了什么。%s 条回答给出搜索词，共 %s 次搜索。", kit.Number(p.Totals.Searched.Count), kit.Number(p.Totals.Searches))
}
