package console

import (
	"context"
	"net/http"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/brand"
	"renown/internal/tool/requestschema"
)

const pasteMax = 200 // prompts at once

func (c *Console) showNewPrompts(ctx context.Context, v *visit) (reply, error) {
	f := filled("stage", "awareness", "active", "on", "topic_id", v.URL.Query().Get("topic"))
	return c.newPromptPage(ctx, v, f)
}

func (c *Console) newPromptPage(ctx context.Context, v *visit, f form) (reply, error) {
	topics, err := c.rooms.Brands.Topics(ctx, v.caller, v.brand.ID)
	if err != nil {
		return reply{}, err
	}
	p := page{Title: key("新建意图词"), Entry: "prompts", Body: newPromptsBody(v.brand, f, topics)}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

// addPrompts stores one prompt a line. Those past the plan's limit are kept as suggestions.
func (c *Console) addPrompts(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	texts := promptLines(f.value("text"))
	if len(texts) == 0 {
		f.blame("text", v.t("请填写"))
	}
	if len(texts) > pasteMax {
		f.blame("text", v.t("一次最多 %d 条", pasteMax))
	}
	for _, text := range texts {
		c.checkPrompt(v, f, text)
	}
	if f.value("topic_id") == "" {
		c.check(v, f, "TopicUpdate", requestschema.Member{Name: "name", Value: requestschema.Text(f.text("topic_name"))})
		if said, wrong := f.faults["name"]; wrong {
			delete(f.faults, "name")
			f.blame("topic_name", said)
		}
	}
	if !f.sound() {
		return c.newPromptPage(ctx, v, f)
	}
	over, err := c.rooms.Brands.AddPrompts(ctx, v.caller, v.brand.ID, drafted(f, texts))
	if err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return c.newPromptPage(ctx, v, f)
	}
	if over > 0 {
		v.say("已添加 %d 条，其中 %d 条超出启用上限，存为建议", len(texts), over)
	} else {
		v.say("已添加 %d 条意图词", len(texts))
	}
	return leadTo("/brands/" + v.brand.ID + "/prompts")
}

// drafted is the topic that was chosen, or a new one, with the prompts that were typed.
func drafted(f form, texts []string) brand.DraftedTopic {
	status := brand.Suggested
	if f.value("active") != "" {
		status = brand.Active
	}
	topic := brand.DraftedTopic{ID: f.value("topic_id"), TopicFields: newTopic(f)}
	for _, text := range texts {
		topic.Prompts = append(topic.Prompts, brand.PromptFields{Text: text, Types: f.values["type"], Stage: f.text("stage"), Status: status})
	}
	return topic
}

func newTopic(f form) brand.TopicFields {
	return brand.TopicFields{Name: f.text("topic_name"), Region: "CN", Language: "zh"}
}

// topicFor is the topic that was chosen, or a new one by its name.
func (c *Console) topicFor(ctx context.Context, v *visit, f form) (string, error) {
	if id := f.value("topic_id"); id != "" {
		topic, err := c.rooms.Brands.Topic(ctx, v.caller, id)
		if err == nil && topic.BrandID != v.brand.ID {
			err = fault.NotFound("topic", id)
		}
		return topic.ID, err
	}
	made, err := c.rooms.Brands.CreateTopic(ctx, v.caller, v.brand.ID, newTopic(f))
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

func (c *Console) showPrompt(ctx context.Context, v *visit) (reply, error) {
	p, err := c.promptOf(ctx, v, v.PathValue("prompt_id"))
	if err != nil {
		return reply{}, err
	}
	f := filled("text", p.Text, "stage", p.Stage, "topic_id", p.TopicID, "status", p.Status)
	f.values["type"] = p.Types
	return c.promptForm(ctx, v, p, f)
}

func (c *Console) promptForm(ctx context.Context, v *visit, prompt brand.Prompt, f form) (reply, error) {
	topics, err := c.rooms.Brands.Topics(ctx, v.caller, v.brand.ID)
	if err != nil {
		return reply{}, err
	}
	p := page{Title: key("编辑意图词"), Entry: "prompts", Body: editPromptBody(v.brand, prompt, f, topics)}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) savePrompt(ctx context.Context, v *visit) (reply, error) {
	prompt, err := c.promptOf(ctx, v, v.PathValue("prompt_id"))
	if err != nil {
		return reply{}, err
	}
	f := v.form()
	c.checkPrompt(v, f, f.text("text"))
	if f.sound() {
		topicID, err := c.topicFor(ctx, v, f)
		if err == nil {
			_, err = c.rooms.Brands.UpdatePrompt(ctx, v.caller, prompt.ID, func(p *brand.PromptFields) {
				p.Text, p.Stage, p.Types, p.TopicID = f.text("text"), f.text("stage"), f.values["type"], topicID
			})
		}
		if err == nil {
			v.say("已保存")
			return leadTo("/brands/" + v.brand.ID + "/prompts")
		}
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return c.promptForm(ctx, v, prompt, f)
}
