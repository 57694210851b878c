package console

import (
	"context"
	"net/http"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/brand"
	"renown/internal/tool/requestschema"
)

func (c *Console) showTopics(ctx context.Context, v *visit) (reply, error) {
	return c.topicPage(ctx, v, filled("region", "CN", "language", "zh"), "")
}

// topicPage lists the topics; the one with the id is shown with the form as it was typed.
func (c *Console) topicPage(ctx context.Context, v *visit, f form, id string) (reply, error) {
	topics, err := c.rooms.Brands.Topics(ctx, v.caller, v.brand.ID)
	if err != nil {
		return reply{}, err
	}
	p := page{Title: key("主题"), Entry: "prompts", Body: topicsBody(v.brand, topics, f, id)}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) topicOf(ctx context.Context, v *visit) (brand.Topic, error) {
	topic, err := c.rooms.Brands.Topic(ctx, v.caller, v.PathValue("topic_id"))
	if err == nil && topic.BrandID != v.brand.ID {
		err = fault.NotFound("topic", topic.ID)
	}
	return topic, err
}

func (c *Console) checkTopic(v *visit, f form) {
	v.check(f, "TopicUpdate", requiredText(f, "name"), optionalText(f, "description"),
		requestschema.Member{Name: "region", Value: requestschema.Text(f.text("region"))}, requestschema.Member{Name: "language", Value: requestschema.Text(f.text("language"))})
}

// typedTopic sets a topic to what was typed.
func typedTopic(f form) func(*brand.TopicFields) {
	return func(to *brand.TopicFields) {
		to.Name, to.Description, to.Region, to.Language = f.text("name"), orNil(f.text("description")), f.text("region"), f.text("language")
	}
}

func (c *Console) addTopic(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	if c.checkTopic(v, f); !f.sound() {
		return c.topicPage(ctx, v, f, "")
	}
	var fields brand.TopicFields
	typedTopic(f)(&fields)
	if _, err := c.rooms.Brands.CreateTopic(ctx, v.caller, v.brand.ID, fields); err != nil {
		return reply{}, err
	}
	v.say("已添加主题")
	return leadTo("/brands/" + v.brand.ID + "/topics")
}

func (c *Console) saveTopic(ctx context.Context, v *visit) (reply, error) {
	topic, err := c.topicOf(ctx, v)
	if err != nil {
		return reply{}, err
	}
	f := v.form()
	if c.checkTopic(v, f); !f.sound() {
		return c.topicPage(ctx, v, f, topic.ID)
	}
	if _, err := c.rooms.Brands.UpdateTopic(ctx, v.caller, topic.ID, typedTopic(f)); err != nil {
		return reply{}, err
	}
	v.say("已保存")
	return leadTo("/brands/" + v.brand.ID + "/topics")
}

func (c *Console) deleteTopic(ctx context.Context, v *visit) (reply, error) {
	topic, err := c.topicOf(ctx, v)
	if err != nil {
		return reply{}, err
	}
	if err := c.rooms.Brands.DeleteTopic(ctx, v.caller, topic.ID); err != nil {
		return reply{}, err
	}
	v.say("已删除主题")
	return leadTo("/brands/" + v.brand.ID + "/topics")
}

func (c *Console) exportTopics(ctx context.Context, v *visit) (reply, error) {
	topics, err := c.rooms.Brands.Topics(ctx, v.caller, v.brand.ID)
	if err != nil {
		return reply{}, err
	}
	header := []string{v.t("编号"), v.t("主题"), v.t("地区"), v.t("语言"), v.t("意图词"), v.t("创建")}
	var rows [][]string
	for _, topic := range topics {
		rows = append(rows, []string{topic.ID, topic.Name, topic.Region, topic.Language, strconv.FormatInt(topic.PromptCount, 10), exactTime(ctx, topic.CreatedAt)})
	}
	return table(v.brand.Name+" "+v.t("主题")+".csv", header, rows)
}
