package setup

import (
	"context"
	"net/http"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/geo/brand"
	"renown/internal/tool/requestschema"
)

const pasteMax = 200 // prompts at once

func (pages *Pages) showNewPrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := kit.Filled("stage", "awareness", "active", "on", "topic_id", v.URL.Query().Get("topic"))
	return pages.newPromptPage(ctx, v, f)
}

func (pages *Pages) newPromptPage(ctx context.Context, v *kit.Visit, f kit.Form) (kit.Reply, error) {
	topics, err := pages.Brands.Topics(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	p := kit.Page{Title: kit.Key("新建意图词"), Entry: "prompts", Body: newPromptsBody(v.Brand, f, topics)}
	if !f.Sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return kit.Show(p)
}

// addPrompts stores one prompt a line. Those past the plan's limit are kept as suggestions.
func (pages *Pages) addPrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	texts := promptLines(f.Value("text"))
	if len(texts) == 0 {
		f.Blame("text", v.T("请填写"))
	}
	if len(texts) > pasteMax {
		f.Blame("text", v.T("一次最多 %d 条", pasteMax))
	}
	for _, text := range texts {
		pages.checkPrompt(v, f, text)
	}
	if f.Value("topic_id") == "" {
		v.Check(f, "TopicUpdate", requestschema.Member{Name: "name", Value: requestschema.Text(f.Text("topic_name"))})
		if said, wrong := f.Faults["name"]; wrong {
			delete(f.Faults, "name")
			f.Blame("topic_name", said)
		}
	}
	if !f.Sound() {
		return pages.newPromptPage(ctx, v, f)
	}
	over, err := pages.Brands.AddPrompts(ctx, v.Caller, v.Brand.ID, drafted(f, texts))
	if err != nil {
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
		return pages.newPromptPage(ctx, v, f)
	}
	if over > 0 {
		v.Say("已添加 %d 条，其中 %d 条超出启用上限，存为建议", len(texts), over)
	} else {
		v.Say("已添加 %d 条意图词", len(texts))
	}
	return kit.LeadTo("/brands/" + v.Brand.ID + "/prompts")
}

// drafted is the topic that was chosen, or a new one, with the prompts that were typed.
func drafted(f kit.Form, texts []string) brand.DraftedTopic {
	status := brand.Suggested
	if f.Value("active") != "" {
		status = brand.Active
	}
	topic := brand.DraftedTopic{ID: f.Value("topic_id"), TopicFields: newTopic(f)}
	types := f.Values["type"]
	if len(types) > 1 { // both: as the text would have it
		types = nil
	}
	for _, text := range texts {
		topic.Prompts = append(topic.Prompts, brand.PromptFields{Text: text, Types: types, Stage: f.Text("stage"), Status: status})
	}
	return topic
}

func newTopic(f kit.Form) brand.TopicFields {
	return brand.TopicFields{Name: f.Text("topic_name"), Region: "CN", Language: "zh"}
}

// topicFor is the topic that was chosen, or a new one by its name.
func (pages *Pages) topicFor(ctx context.Context, v *kit.Visit, f kit.Form) (string, error) {
	if id := f.Value("topic_id"); id != "" {
		topic, err := pages.Brands.Topic(ctx, v.Caller, id)
		if err == nil && topic.BrandID != v.Brand.ID {
			err = fault.NotFound("topic", id)
		}
		return topic.ID, err
	}
	made, err := pages.Brands.CreateTopic(ctx, v.Caller, v.Brand.ID, newTopic(f))
	return made.ID, err
}

// promptLines is one prompt a line; a question may hold commas.
func promptLines(text string) []string {
	var list []string
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !seen[line] {
			seen[line] = true
			list = append(list, line)
		}
	}
	return list
}

func (pages *Pages) promptForm(ctx context.Context, v *kit.Visit, prompt brand.Prompt, f kit.Form) (kit.Reply, error) {
	topics, err := pages.Brands.Topics(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	p := kit.Page{Title: kit.Key("编辑意图词"), Entry: "prompts", Body: editPromptBody(v.Brand, prompt, f, topics)}
	if !f.Sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return kit.Show(p)
}

func (pages *Pages) savePrompt(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	prompt, err := pages.promptOf(ctx, v, v.PathValue("prompt_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	f := v.Submitted()
	pages.checkPrompt(v, f, f.Text("text"))
	if f.Sound() {
		topicID, err := pages.topicFor(ctx, v, f)
		if err == nil {
			_, err = pages.Brands.UpdatePrompt(ctx, v.Caller, prompt.ID, func(p *brand.PromptFields) {
				p.Text, p.Stage, p.Types, p.TopicID = f.Text("text"), f.Text("stage"), f.Values["type"], topicID
				if f.Values.Has("tags") {
					p.TagIDs = kit.Lines(f.Text("tags"))
				}
			})
		}
		if err == nil {
			v.Say("已保存")
			return kit.LeadTo("/brands/" + v.Brand.ID + "/prompts/" + prompt.ID)
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.promptForm(ctx, v, prompt, f)
}
