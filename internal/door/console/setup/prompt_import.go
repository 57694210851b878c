package setup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
	"renown/internal/tool/csvcell"
	"renown/internal/tool/draft"
	"renown/internal/tool/textfile"
)

const (
	pasteMax  = 200     // prompts at once
	uploadMax = 1 << 20 // bytes of a file
)

// importing is the page on which prompts are added: what was pasted, and what becomes of each line.
type importing struct {
	brand    brand.Brand
	form     kit.Form
	topics   []brand.Topic
	rows     []importRow
	looked   bool
	encoding textfile.Encoding // of a file that was sent
	places   int64             // that the plan still has
}

// importRow is one line. why stands in the way of adding it; warn does not.
type importRow struct {
	n                  int // of the line among the rows, from 0
	text, topic, stage string
	topicID            string
	tags               []string
	why, warn          string
	twice, homeless    bool // is there already; has no topic
}

// sound are the rows that can be added.
func (in importing) sound() (list []importRow) {
	for _, r := range in.rows {
		if r.why == "" {
			list = append(list, r)
		}
	}
	return list
}

// enabled is how many of the sound rows become active.
func (in importing) enabled() int {
	if in.form.Value("active") == "" {
		return 0
	}
	return int(min(int64(len(in.sound())), in.places))
}

// mark tells the text and choices that were looked at from others.
func (in importing) mark() string {
	sum := sha256.Sum256([]byte(in.form.Text("text")))
	return hex.EncodeToString(sum[:8])
}

func (pages *Pages) showNewPrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := kit.Filled("stage", "awareness", "active", "on", "topic_id", v.URL.Query().Get("topic"))
	return pages.importPage(ctx, v, importing{form: f})
}

func (pages *Pages) importPage(ctx context.Context, v *kit.Visit, in importing) (kit.Reply, error) {
	in.brand = v.Brand
	var err error
	if in.topics == nil {
		if in.topics, err = pages.Brands.Topics(ctx, v.Caller, v.Brand.ID); err != nil {
			return kit.Reply{}, err
		}
	}
	active, limit, err := pages.Brands.Enabled(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	in.places = max(0, limit-active)
	status := http.StatusOK
	if !in.form.Sound() {
		status = http.StatusUnprocessableEntity
	}
	return kit.Show(kit.Page{Title: kit.Key("导入问题"), Entry: "prompts", Body: importBody(in), Status: status})
}

// importTemplate is a table of one line with the columns that are read.
func (pages *Pages) importTemplate(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return kit.TableOf(ctx, []string{v.T("养猫家庭选什么扫地机器人好？")}, func(text string) []kit.Cell {
		return []kit.Cell{
			kit.Column("one|问题", text), kit.Column("one|主题", v.T("宠物家庭")), kit.Column("阶段", v.T("考虑")), kit.Column("标签", ""),
		}
	}).CSV(v.ListFile(v.T("导入问题")))
}

// addPrompts looks at what was pasted or sent as a file, and adds it when it was looked at before or nothing is wrong with it.
func (pages *Pages) addPrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	in := importing{}
	if err := in.receive(v); err != nil {
		return kit.Reply{}, err
	}
	if err := pages.read(ctx, v, &in); err != nil {
		return kit.Reply{}, err
	}
	rows, seen := in.sound(), in.form.Value("seen")
	if in.looked = len(in.rows) > 0; !in.form.Sound() || in.encoding != "" || in.form.Value("look") != "" || seen != "" && seen != in.mark() {
		return pages.importPage(ctx, v, in)
	}
	faulty := slices.ContainsFunc(in.rows, func(r importRow) bool { return r.why != "" && !r.twice })
	switch {
	case len(rows) > 0 && (seen != "" || !faulty):
	case slices.ContainsFunc(in.rows, func(r importRow) bool { return r.homeless }):
		in.form.Blame("topic_name", v.T("请填写"))
		return pages.importPage(ctx, v, in)
	default:
		in.form.Blame("text", v.T("没有可以添加的问题"))
		return pages.importPage(ctx, v, in)
	}
	over, err := pages.Brands.AddPrompts(ctx, v.Caller, v.Brand.ID, in.drafted(rows)...)
	if err != nil {
		return in.form.Refused(v, err, func() (kit.Reply, error) { return pages.importPage(ctx, v, in) })
	}
	if over > 0 {
		v.Say("已添加 %d 条，其中 %d 条超出启用上限，存为建议", len(rows), over)
	} else {
		v.Say("已添加 %d 个问题", len(rows))
	}
	return kit.LeadTo("/brands/" + v.Brand.ID + "/prompts")
}

// receive takes the form, and the text of a file in place of what was pasted.
func (in *importing) receive(v *kit.Visit) error {
	in.form = v.Submitted()
	if kind, _, _ := strings.Cut(v.Header.Get("Content-Type"), ";"); kind != "multipart/form-data" {
		return nil
	}
	if err := v.ParseMultipartForm(uploadMax); err != nil {
		return kit.Unreadable(err)
	}
	defer func() { _ = v.MultipartForm.RemoveAll() }()
	in.form = v.Submitted()
	upload, _, err := v.FormFile("file")
	if err != nil {
		return nil // none was chosen
	}
	defer upload.Close()
	raw, err := io.ReadAll(io.LimitReader(upload, uploadMax+1))
	switch {
	case err != nil:
		return err
	case len(raw) > uploadMax:
		in.form.Blame("file", v.T("文件超过 1 MiB，请分成几个"))
	case len(raw) > 0:
		in.decode(v, raw)
	}
	return nil
}

// decode puts the text of a file into the form.
func (in *importing) decode(v *kit.Visit, raw []byte) {
	encoding, err := textfile.Guess(bytes.NewReader(raw))
	text := []byte{}
	if err == nil {
		text, err = io.ReadAll(encoding.Reader(bytes.NewReader(raw)))
	}
	if err != nil || !encoding.Readable(string(text)) || bytes.ContainsRune(text, 0) {
		in.form.Blame("file", v.T("认不出这个文件的编码。请另存为 UTF-8 的 CSV 再选。"))
		return
	}
	in.encoding = encoding
	in.form.Values.Set("text", string(text))
}

// read finds the rows of what was pasted, and what is wrong with each.
func (pages *Pages) read(ctx context.Context, v *kit.Visit, in *importing) (err error) {
	var wrong string
	if in.rows, wrong = readRows(ctx, in.form.Text("text")); wrong != "" {
		in.form.Blame("text", wrong)
	}
	if len(in.rows) == 0 {
		in.form.Blame("text", v.T("请填写"))
	}
	if len(in.rows) > pasteMax {
		in.form.Blame("text", v.T("一次最多 %d 条，这里有 %s 条。请分几次导入。", pasteMax, kit.Number(int64(len(in.rows)))))
		in.rows = nil
	}
	if in.topics, err = pages.Brands.Topics(ctx, v.Caller, v.Brand.ID); err != nil || len(in.rows) == 0 {
		return err
	}
	had, err := pages.Brands.Existing(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return err
	}
	texts, seen := []string{}, map[string]bool{}
	for _, p := range had.Prompts {
		seen[p.Text] = true
	}
	for _, r := range in.rows {
		texts = append(texts, r.text)
	}
	naming, err := pages.Brands.Naming(ctx, v.Brand.ID, texts)
	if err != nil {
		return err
	}
	for i := range in.rows {
		r := &in.rows[i]
		in.place(r)
		in.judge(v, r, seen[r.text], naming.Names(r.text))
		if pages.blame(v, r); r.why == "" {
			seen[r.text] = true
		}
	}
	return nil
}

// place finds the topic and the stage of a row: its own, the one chosen beside it, or the form's.
func (in *importing) place(r *importRow) {
	if r.stage == "" {
		r.stage = in.form.Text("stage")
	}
	if chosen := in.form.Text("topic_" + strconv.Itoa(r.n)); r.topic == "" && chosen != "" {
		r.topicID = chosen
	} else if r.topic == "" {
		r.topicID, r.topic = in.form.Text("topic_id"), in.form.Text("topic_name")
	}
	for _, t := range in.topics {
		if r.topicID == t.ID || r.topicID == "" && r.topic == t.Name {
			r.topicID, r.topic = t.ID, t.Name
		}
	}
	r.homeless = r.topicID == "" && r.topic == ""
}

// judge says what is to be known of a row.
func (in *importing) judge(v *kit.Visit, r *importRow, twice, branded bool) {
	switch r.twice = twice; {
	case r.text == "":
		r.why = v.T("缺问题")
	case twice:
		r.why = v.T("已有这个问题：会跳过")
	case strings.HasPrefix(r.text, "="):
		r.why = v.T("像表格公式，不是问题")
	case r.homeless:
		r.why = v.T("缺主题")
	case branded:
		r.warn = v.T("含品牌名：只测口碑")
	case draft.AsksKnowledge(r.text):
		r.warn = v.T("知识题很少提到品牌，建议改成「推荐…」")
	}
}

// blame holds a row against the description.
func (pages *Pages) blame(v *kit.Visit, r *importRow) {
	f := kit.Filled("stage", r.stage, "tags", strings.Join(r.tags, "、"), "name", r.topic)
	pages.checkPrompt(v, f, r.text)
	if r.topicID == "" && !r.homeless {
		v.Check(f, "TopicUpdate", kit.RequiredText(f, "name"))
	}
	for _, name := range []string{"text", "stage", "tags", "name"} {
		if said := f.Faults[name]; said != "" && r.why == "" {
			r.why = said
		}
	}
}

// drafted groups rows by topic, in the order in which topics first stand.
func (in importing) drafted(rows []importRow) (topics []brand.DraftedTopic) {
	status := brand.Suggested
	if in.form.Value("active") != "" {
		status = brand.Active
	}
	at, groups := map[string]int{}, [][]importRow{}
	for _, r := range rows {
		key := r.topicID + "\n" + r.topic
		if _, known := at[key]; !known {
			at[key], groups = len(groups), append(groups, nil)
		}
		groups[at[key]] = append(groups[at[key]], r)
	}
	for _, group := range groups {
		var texts []string
		for _, r := range group {
			texts = append(texts, r.text)
		}
		topic := newTopic(group[0].topic, in.topics, texts)
		topic.ID = group[0].topicID
		for i, r := range group {
			p := &topic.Prompts[i]
			p.Stage, p.TagIDs, p.Status = r.stage, r.tags, status
			if topic.ID != "" {
				p.Language, p.Region = nil, nil // as that topic has it
			}
		}
		topics = append(topics, topic)
	}
	return topics
}

// The columns of a table, by what its head may call them.
const (
	textColumn = iota
	topicColumn
	stageColumn
	tagsColumn
	columns
)

var columnNames = map[string]int{
	"问题": textColumn, "提问": textColumn, "prompt": textColumn, "question": textColumn, "text": textColumn,
	"主题": topicColumn, "topic": topicColumn, "阶段": stageColumn, "stage": stageColumn,
	"标签": tagsColumn, "tag": tagsColumn, "tags": tagsColumn,
}

// readRows reads a table with a head, one without that is pasted from a sheet (cells between tabs), or one question a line.
func readRows(ctx context.Context, text string) (rows []importRow, wrong string) {
	text = strings.TrimPrefix(text, "\ufeff")
	first, rest, _ := strings.Cut(text, "\n")
	comma, at := headOf(first)
	switch {
	case comma != 0 && at[textColumn] < 0:
		return nil, kit.T(ctx, "第一行没有「问题」这一列。认得的列：问题、主题、阶段、标签。")
	case comma != 0:
		text = rest
	case strings.ContainsRune(first, '\t'):
		comma, at = '\t', [columns]int{0, 1, 2, 3}
	default:
		return lineRows(text), ""
	}
	table := csv.NewReader(strings.NewReader(text))
	table.Comma, table.LazyQuotes, table.FieldsPerRecord, table.ReuseRecord = comma, true, -1, true
	for {
		cells, err := table.Read()
		if err == io.EOF {
			return rows, wrong
		}
		if err != nil {
			return rows, kit.T(ctx, "表格第 %d 行读不出来，请检查引号。", len(rows)+2)
		}
		cell := func(column int) string {
			if i := at[column]; i >= 0 && i < len(cells) {
				return strings.TrimSpace(csvcell.Unguard(strings.TrimSpace(cells[i])))
			}
			return ""
		}
		r := importRow{
			n: len(rows), text: cell(textColumn), topic: cell(topicColumn), stage: stageOf(ctx, cell(stageColumn)), tags: kit.Lines(cell(tagsColumn)),
		}
		if r.text+r.topic != "" {
			rows = append(rows, r)
		}
	}
}

// headOf tells how the cells of a table are parted by the line that names its columns, and where each column is; 0: it names none.
func headOf(line string) (comma rune, at [columns]int) {
	for _, comma := range ",\t;，" {
		at, known := [columns]int{-1, -1, -1, -1}, false
		for i, name := range strings.Split(line, string(comma)) {
			name = strings.ToLower(strings.Trim(strings.TrimSpace(name), `"`))
			if column, is := columnNames[name]; is && at[column] < 0 {
				at[column], known = i, true
			}
		}
		if known {
			return comma, at
		}
	}
	return 0, at
}

// lineRows is one question a line, each once; a question may hold commas.
func lineRows(text string) (rows []importRow) {
	for _, line := range promptLines(text) {
		rows = append(rows, importRow{n: len(rows), text: line})
	}
	return rows
}

// stageOf is a stage by its code or its name in the language of the page; others are as they are written.
func stageOf(ctx context.Context, name string) string {
	for _, s := range kit.Stages(ctx) {
		if strings.EqualFold(name, s.Value) || strings.EqualFold(name, s.Label) {
			return s.Value
		}
	}
	return name
}
