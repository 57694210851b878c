package setup

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/tool/draft"
)

// newTopic is a topic of the questions that were typed, in their language: the first one's, and the others their own where it differs.
func newTopic(name string, topics []brand.Topic, texts []string) brand.DraftedTopic {
	topic := brand.DraftedTopic{TopicFields: brand.TopicFields{Name: name}}
	for i, text := range texts {
		language, region := askedIn(topics, text)
		p := brand.PromptFields{Text: text}
		if i == 0 {
			topic.Language, topic.Region = language, region
		} else if language != topic.Language {
			p.Language, p.Region = &language, &region
		}
		topic.Prompts = append(topic.Prompts, p)
	}
	return topic
}

// askedIn is the language of a question and where it is asked: as the brand's other topics in that language, or where most speak it.
func askedIn(topics []brand.Topic, text string) (language, region string) {
	language, region = draft.LanguageOf(text)
	for _, t := range topics {
		if said, _, _ := strings.Cut(t.Language, "-"); said == language || language == "" {
			return t.Language, t.Region
		}
	}
	if language == "" {
		return "zh", "CN"
	}
	return language, region
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
	topics, err := pages.Brands.Topics(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return "", err
	}
	made, err := pages.Brands.CreateTopic(ctx, v.Caller, v.Brand.ID,
		newTopic(f.Text("topic_name"), topics, []string{f.Text("text")}).TopicFields)
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
	return kit.Show(kit.Page{Title: kit.Key("编辑问题"), Entry: "prompts", Body: editPromptBody(v.Brand, prompt, f, topics)}, f)
}

func (pages *Pages) savePrompt(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	prompt, err := pages.promptOf(ctx, v, v.PathValue("prompt_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	f := v.Submitted()
	v.Join(f, kit.PromptForm(prompt), "topic_id", "stage", "type")
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
