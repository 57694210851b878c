package setup

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/drafting"
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
	tag        string
	tags       []string // of all prompts, sorted
	active     int64    // on the whole plan
	limit      int64
	shown      int
	generation drafting.Status
	fault      string
	full       bool // the fault is that no more prompts can be enabled
	sort       kit.Sorting
	paging     kit.Paging
}

// promptsPerPage is how many are shown at a time.
const promptsPerPage = 100

type promptGroup struct {
	topic   brand.Topic // none where all prompts are ranked together
	prompts []promptRow
	active  int
	total   int
}

// promptFilters are the parts of the URL that stay when something of the list is changed.
var promptFilters = []string{"status", "q", "topic", "tag", "sort"}

func (l promptList) path(rest string) string { return "/brands/" + l.brand.ID + "/prompts" + rest }

// state is the part of the URL that leads back to what is shown, its page included.
func (l promptList) state() string {
	if l.paging.Number > 1 {
		return strings.TrimPrefix(kit.WithQuery("", l.query, "page", strconv.FormatInt(l.paging.Number, 10)), "?")
	}
	return l.query.Encode()
}

// cut leaves what the page shows, once all that the filters ask for is in its order.
func (l *promptList) cut() {
	l.paging = l.paging.Of(int64(l.shown))
	var all []*promptRow
	for i := range l.groups {
		for j := range l.groups[i].prompts {
			all = append(all, &l.groups[i].prompts[j])
		}
	}
	shown := map[string]bool{}
	for _, p := range kit.PartOf(l.paging, all) {
		shown[p.ID] = true
	}
	var groups []promptGroup
	for _, g := range l.groups {
		g.prompts = slices.DeleteFunc(g.prompts, func(p promptRow) bool { return !shown[p.ID] })
		if len(g.prompts) > 0 {
			groups = append(groups, g)
		}
	}
	l.groups = groups
}

func (l promptList) filtered(name, value string) string {
	return kit.WithQuery(l.path(""), l.query, name, value)
}

func (pages *Pages) showPrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.promptPage(ctx, v, nil)
}

// promptPage shows the list; refusal says why what was asked for did not happen.
func (pages *Pages) promptPage(ctx context.Context, v *kit.Visit, refusal error) (kit.Reply, error) {
	l, err := pages.promptList(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	l.cut()
	p := kit.Page{Title: kit.Key("问题"), Entry: "prompts"}
	if refusal != nil {
		f := v.Submitted()
		if err := f.Take(v, refusal); err != nil {
			return kit.Reply{}, err
		}
		l.fault, l.full, p.Status = f.Faults[""], fault.Is(refusal, fault.PromptLimit), http.StatusConflict
	}
	p.Body = promptsBody(l)
	return kit.Show(p)
}

func (pages *Pages) promptList(ctx context.Context, v *kit.Visit) (l promptList, err error) {
	query := v.URL.Query()
	if v.Method == http.MethodPost { // the filters travel with the form
		query, _ = url.ParseQuery(v.PostForm.Get("filters"))
	}
	l = promptList{
		brand: v.Brand, counts: map[string]int64{}, query: url.Values{}, status: query.Get("status"),
		q: strings.TrimSpace(query.Get("q")), topic: query.Get("topic"), tag: query.Get("tag"),
	}
	for _, name := range promptFilters {
		if value := query.Get(name); value != "" {
			l.query.Set(name, value)
		}
	}
	number, _ := strconv.ParseInt(query.Get("page"), 10, 32)
	l.paging = kit.PagingAt(v, l.path(""), promptsPerPage)
	l.paging.Number, l.paging.Query = max(number, 1), l.query
	l.sort = kit.Sorting{Path: l.path(""), Query: l.query, Swap: "prompt-list prompt-tools"}
	if by, descending := strings.CutPrefix(query.Get("sort"), "-"); by == byVisibility {
		l.sort.Column, l.sort.Descending = by, descending
	}
	if l.topics, err = pages.Brands.Topics(ctx, v.Caller, v.Brand.ID); err != nil {
		return l, err
	}
	prompts, err := pages.Brands.Prompts(ctx, v.Caller, v.Brand.ID, brand.PromptFilter{})
	if err != nil {
		return l, err
	}
	for _, p := range prompts {
		l.tags = append(l.tags, p.TagIDs...)
	}
	slices.Sort(l.tags)
	l.tags = slices.Compact(l.tags)
	l.group(prompts)
	if err := pages.rates(ctx, v, &l); err != nil {
		return l, err
	}
	if l.sort.Column != "" {
		l.rank(l.sort.Descending)
	}
	if l.active, l.limit, err = pages.Brands.Enabled(ctx, v.Caller); err != nil {
		return l, err
	}
	l.generation, err = pages.Generations.Latest(ctx, v.Caller, v.Brand.ID)
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
				g.prompts = append(g.prompts, promptRow{Prompt: p})
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
		(l.tag == "" || slices.Contains(p.TagIDs, l.tag)) &&
		(l.q == "" || strings.Contains(strings.ToLower(p.Text), strings.ToLower(l.q)))
}

// back leads to the list as it was filtered.
func backToPrompts(v *kit.Visit) (kit.Reply, error) {
	filters, _ := url.ParseQuery(v.PostForm.Get("filters"))
	kept := url.Values{}
	for _, name := range append([]string{"page"}, promptFilters...) {
		if value := filters.Get(name); value != "" {
			kept.Set(name, value)
		}
	}
	path := "/brands/" + v.Brand.ID + "/prompts"
	if len(kept) > 0 {
		path += "?" + kept.Encode()
	}
	return kit.LeadTo(path)
}

// promptOf finds a prompt of the brand in the path.
func (pages *Pages) promptOf(ctx context.Context, v *kit.Visit, id string) (brand.Prompt, error) {
	p, err := pages.Brands.Prompt(ctx, v.Caller, id)
	if err == nil && p.BrandID != v.Brand.ID {
		err = fault.NotFound("prompt", id)
	}
	return p, err
}

// switchPrompt enables or disables one prompt.
func (pages *Pages) switchPrompt(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.promptOf(ctx, v, v.PathValue("prompt_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	status := brand.Archived
	if v.PostForm.Get("active") != "" {
		status = brand.Active
	}
	if _, err := pages.Brands.UpdatePrompt(ctx, v.Caller, p.ID, func(f *brand.PromptFields) { f.Status = status }); err != nil {
		return pages.promptPage(ctx, v, err)
	}
	return backToPrompts(v)
}

// tickedPrompts are those that are ticked and still there: the page may be older than the list. With every they are all that the
// filters ask for, on whatever page.
func (pages *Pages) tickedPrompts(ctx context.Context, v *kit.Visit) (ids []string, err error) {
	prompts, err := pages.Brands.Prompts(ctx, v.Caller, v.Brand.ID, brand.PromptFilter{})
	f := v.Submitted()
	filters, _ := url.ParseQuery(v.PostForm.Get("filters"))
	l := promptList{
		status: filters.Get("status"), q: strings.TrimSpace(filters.Get("q")), topic: filters.Get("topic"),
		tag: filters.Get("tag"),
	}
	every := f.Value("every") != ""
	for _, p := range prompts {
		if f.Has("prompt", p.ID) || every && l.wants(p) {
			ids = append(ids, p.ID)
		}
	}
	return ids, err
}

// changePrompts does one thing with all that are ticked.
func (pages *Pages) changePrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	ids, err := pages.tickedPrompts(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	var said string
	switch action := v.PostForm.Get("action"); action {
	case "delete":
		said = kit.Key("已删除 %d 个问题")
		_, err = pages.Brands.DeletePrompts(ctx, v.Caller, v.Brand.ID, ids)
	case brand.Active, brand.Archived:
		if said = kit.Key("已停用 %d 个问题"); action == brand.Active {
			said = kit.Key("已启用 %d 个问题")
		}
		_, err = pages.Brands.SetPrompts(ctx, v.Caller, v.Brand.ID, ids, action)
	case "edit":
		said = kit.Key("已修改 %d 个问题")
		err = pages.editPrompts(ctx, v, ids)
	default:
		return kit.Reply{}, fault.New(fault.Malformed)
	}
	switch {
	case err != nil:
		return pages.promptPage(ctx, v, err)
	case len(ids) == 0:
		v.Say("没有选中问题")
	default:
		v.Say(said, len(ids))
	}
	return backToPrompts(v)
}

// tagsMost is how many tags a prompt may have; the contract says the same.
const tagsMost = 50

// editPrompts moves prompts to a topic, gives them a stage and adds a tag, as far as each is filled in.
func (pages *Pages) editPrompts(ctx context.Context, v *kit.Visit, ids []string) error {
	f := v.Submitted()
	topic, stage, tag := f.Text("topic_id"), f.Text("stage"), f.Text("tag")
	if v.Check(f, "PromptUpdate", kit.OptionalText(f, "stage"),
		requestschema.Member{Name: "tag_ids", Value: requestschema.Texts([]string{tag})}); !f.Sound() {
		return fault.New(fault.Malformed)
	}
	return pages.Brands.EditPrompts(ctx, v.Caller, v.Brand.ID, ids, func(to *brand.PromptFields) {
		to.TopicID, to.Stage = kit.OrElse(topic, to.TopicID), kit.OrElse(stage, to.Stage)
		if tag != "" && !slices.Contains(to.TagIDs, tag) && len(to.TagIDs) < tagsMost {
			to.TagIDs = append(to.TagIDs, tag)
		}
	})
}

func (pages *Pages) generatePrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	count := int64(10)
	if _, err := pages.Generations.Start(ctx, v.Caller, v.Brand.ID, &count, nil); err != nil {
		return pages.promptPage(ctx, v, err)
	}
	return backToPrompts(v)
}

// exportPrompts is the list as a table.
func (pages *Pages) exportPrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.promptList(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	var list []promptRow
	for _, g := range l.groups {
		for _, p := range g.prompts {
			p.topic = kit.OrElse(p.topic, g.topic.Name)
			list = append(list, p)
		}
	}
	return kit.TableOf(ctx, list, func(p promptRow) []kit.Cell {
		return []kit.Cell{
			kit.Column("one|主题", p.topic), kit.Column("one|问题", p.Text), kit.Column("标签", strings.Join(p.TagIDs, " ")),
			kit.Column("状态", v.T(kit.PromptStatus(p.Status))),
			kit.Column("阶段", kit.StageName(ctx, p.Stage)), kit.Column("类型", strings.Join(typeNames(ctx, p.Types), " ")),
			kit.Column("来源", v.T(sourceName(p.Source))),
			kit.Column("创建", p.CreatedAt), kit.Column("近 30 天可见度", p.Rate), kit.Column("区间下限", p.Low),
			kit.Column("区间上限", p.High), kit.Column("回答", p.Answers),
		}
	}).CSV(kit.FileName("csv", v.Brand.Name, v.T("问题")))
}

// checkPrompt holds what was typed against the description.
func (pages *Pages) checkPrompt(v *kit.Visit, f kit.Form, text string) {
	v.Check(f, "PromptUpdate", requestschema.Member{Name: "text", Value: requestschema.Text(text)},
		requestschema.Member{Name: "stage", Value: requestschema.Text(f.Text("stage"))},
		requestschema.Member{Name: "tag_ids", Value: requestschema.Texts(kit.Lines(f.Text("tags")))})
	if said, wrong := f.Faults["tag_ids"]; wrong {
		f.Blame("tags", said)
	}
}
