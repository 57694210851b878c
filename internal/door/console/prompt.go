package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/generation"
	"renown/internal/tool/requestschema"
)

// promptList is a brand's prompts, narrowed by the URL.
type promptList struct {
	brand      brand.Brand
	groups     []promptGroup
	topics     []brand.Topic
	counts     map[string]int64 // by status; "" is all
	query      url.Values
	status, q  string
	topic      string
	active     int64 // on the whole plan
	limit      int64
	shown      int
	generation generation.Status
	fault      string
	sort       sorting
}

type promptGroup struct {
	topic   brand.Topic // none where all prompts are ranked together
	prompts []promptLine
	active  int
	total   int
}

// promptFilters are the parts of the URL that stay when something of the list is changed.
var promptFilters = []string{"status", "q", "topic", "sort"}

func (l promptList) path(rest string) string { return "/brands/" + l.brand.ID + "/prompts" + rest }

func (l promptList) filtered(name, value string) string {
	return withQuery(l.path(""), l.query, name, value)
}

func (c *Console) showPrompts(ctx context.Context, v *visit) (reply, error) {
	return c.promptPage(ctx, v, nil)
}

// promptPage shows the list; refusal says why what was asked for did not happen.
func (c *Console) promptPage(ctx context.Context, v *visit, refusal error) (reply, error) {
	l, err := c.promptList(ctx, v)
	if err != nil {
		return reply{}, err
	}
	p := page{Title: key("意图词"), Entry: "prompts"}
	if refusal != nil {
		f := v.form()
		if err := f.take(v, refusal); err != nil {
			return reply{}, err
		}
		l.fault, p.Status = f.faults[""], http.StatusConflict
	}
	p.Body = promptsBody(l)
	return show(p)
}

func (c *Console) promptList(ctx context.Context, v *visit) (l promptList, err error) {
	query := v.URL.Query()
	if v.Method == http.MethodPost { // the filters travel with the form
		query, _ = url.ParseQuery(v.PostForm.Get("filters"))
	}
	l = promptList{brand: v.brand, counts: map[string]int64{}, query: url.Values{}, status: query.Get("status"), q: strings.TrimSpace(query.Get("q")), topic: query.Get("topic")}
	for _, name := range promptFilters {
		if value := query.Get(name); value != "" {
			l.query.Set(name, value)
		}
	}
	l.sort = sorting{path: l.path(""), query: l.query, swap: "prompt-list prompt-tools"}
	if by, descending := strings.CutPrefix(query.Get("sort"), "-"); by == byVisibility {
		l.sort.column, l.sort.descending = by, descending
	}
	if l.topics, err = c.rooms.Brands.Topics(ctx, v.caller, v.brand.ID); err != nil {
		return l, err
	}
	prompts, err := c.rooms.Brands.Prompts(ctx, v.caller, v.brand.ID, brand.PromptFilter{})
	if err != nil {
		return l, err
	}
	l.group(prompts)
	if err := c.rates(ctx, v, &l); err != nil {
		return l, err
	}
	if l.sort.column != "" {
		l.rank(l.sort.descending)
	}
	if l.active, l.limit, err = c.rooms.Brands.Enabled(ctx, v.caller); err != nil {
		return l, err
	}
	l.generation, err = c.rooms.Generations.Latest(ctx, v.caller, v.brand.ID)
	return l, err
}

// group sorts the prompts under their topics and keeps those that the filters ask for.
func (l *promptList) group(prompts []brand.Prompt) {
	for _, topic := range l.topics {
		g := promptGroup{topic: topic}
		for _, p := range prompts {
			if p.TopicID != topic.ID {
				continue
			}
			g.total++
			l.counts[""]++
			l.counts[p.Status]++
			if p.Status == brand.Active {
				g.active++
			}
			if l.wants(p) {
				g.prompts = append(g.prompts, promptLine{Prompt: p})
				l.shown++
			}
		}
		if len(g.prompts) > 0 {
			l.groups = append(l.groups, g)
		}
	}
}

func (l *promptList) wants(p brand.Prompt) bool {
	return (l.status == "" || p.Status == l.status) && (l.topic == "" || p.TopicID == l.topic) &&
		(l.q == "" || strings.Contains(strings.ToLower(p.Text), strings.ToLower(l.q)))
}

// back leads to the list as it was filtered.
func (v *visit) backToPrompts() (reply, error) {
	filters, _ := url.ParseQuery(v.PostForm.Get("filters"))
	kept := url.Values{}
	for _, name := range promptFilters {
		if value := filters.Get(name); value != "" {
			kept.Set(name, value)
		}
	}
	path := "/brands/" + v.brand.ID + "/prompts"
	if len(kept) > 0 {
		path += "?" + kept.Encode()
	}
	return leadTo(path)
}

// promptOf finds a prompt of the brand in the path.
func (c *Console) promptOf(ctx context.Context, v *visit, id string) (brand.Prompt, error) {
	p, err := c.rooms.Brands.Prompt(ctx, v.caller, id)
	if err == nil && p.BrandID != v.brand.ID {
		err = fault.NotFound("prompt", id)
	}
	return p, err
}

// switchPrompt enables or disables one prompt.
func (c *Console) switchPrompt(ctx context.Context, v *visit) (reply, error) {
	p, err := c.promptOf(ctx, v, v.PathValue("prompt_id"))
	if err != nil {
		return reply{}, err
	}
	status := brand.Archived
	if v.PostForm.Get("active") != "" {
		status = brand.Active
	}
	if _, err := c.rooms.Brands.UpdatePrompt(ctx, v.caller, p.ID, func(f *brand.PromptFields) { f.Status = status }); err != nil {
		return c.promptPage(ctx, v, err)
	}
	return v.backToPrompts()
}

// tickedPrompts are those that are ticked and still there: the page may be older than the list.
func (c *Console) tickedPrompts(ctx context.Context, v *visit) (ids []string, err error) {
	prompts, err := c.rooms.Brands.Prompts(ctx, v.caller, v.brand.ID, brand.PromptFilter{})
	f := v.form()
	for _, p := range prompts {
		if f.has("prompt", p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids, err
}

// changePrompts does one thing with all that are ticked.
func (c *Console) changePrompts(ctx context.Context, v *visit) (reply, error) {
	ids, err := c.tickedPrompts(ctx, v)
	if err != nil {
		return reply{}, err
	}
	var said string
	switch action := v.PostForm.Get("action"); action {
	case "delete":
		said = key("已删除 %d 条意图词")
		_, err = c.rooms.Brands.DeletePrompts(ctx, v.caller, v.brand.ID, ids)
	case brand.Active, brand.Archived:
		if said = key("已停用 %d 条意图词"); action == brand.Active {
			said = key("已启用 %d 条意图词")
		}
		_, err = c.rooms.Brands.SetPrompts(ctx, v.caller, v.brand.ID, ids, action)
	default:
		return reply{}, fault.New(fault.Malformed)
	}
	switch {
	case err != nil:
		return c.promptPage(ctx, v, err)
	case len(ids) == 0:
		v.say("没有选中意图词")
	default:
		v.say(said, len(ids))
	}
	return v.backToPrompts()
}

func (c *Console) generatePrompts(ctx context.Context, v *visit) (reply, error) {
	count := int64(10)
	if _, err := c.rooms.Generations.Start(ctx, v.caller, v.brand.ID, &count, nil); err != nil {
		return c.promptPage(ctx, v, err)
	}
	return v.backToPrompts()
}

// exportPrompts is the list as a table.
func (c *Console) exportPrompts(ctx context.Context, v *visit) (reply, error) {
	l, err := c.promptList(ctx, v)
	if err != nil {
		return reply{}, err
	}
	header := []string{v.t("主题"), v.t("意图词"), v.t("状态"), v.t("阶段"), v.t("类型"), v.t("来源"), v.t("创建"), v.t("近 30 天可见度"), v.t("区间下限"), v.t("区间上限"), v.t("回答")}
	var rows [][]string
	for _, g := range l.groups {
		for _, p := range g.prompts {
			rows = append(rows, append([]string{
				orElse(p.topic, g.topic.Name), p.Text, v.t(promptStatus(p.Status)), stageName(ctx, p.Stage), strings.Join(typeNames(ctx, p.Types), " "), v.t(sourceName(p.Source)),
				exactTime(ctx, p.CreatedAt),
			}, p.rateCells()...))
		}
	}
	return table(v.brand.Name+" "+v.t("意图词")+".csv", header, rows)
}

// checkPrompt holds what was typed against the description.
func (c *Console) checkPrompt(v *visit, f form, text string) {
	c.check(v, f, "PromptUpdate", requestschema.Member{Name: "text", Value: requestschema.Text(text)}, requestschema.Member{Name: "stage", Value: requestschema.Text(f.text("stage"))})
}
