package setup

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/tool/requestschema"
)

func (pages *Pages) showTopics(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.topicPage(ctx, v, kit.Filled(), "")
}

// topicPage lists the topics; the one with the id is shown with the form as it was typed.
func (pages *Pages) topicPage(ctx context.Context, v *kit.Visit, f kit.Form, id string) (kit.Reply, error) {
	all, err := pages.Brands.Topics(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	paging := topicPaging(v).Of(int64(len(all)))
	if len(f.Values) == 0 {
		f = nextTopic(all)
	}
	return kit.Show(kit.Page{
		Title: kit.Key("主题"), Entry: "prompts",
		Body: topicsBody(topicPage{v.Brand, kit.PartOf(paging, all), paging}, f, id),
	}, f)
}

// storedTopic is a topic as its form shows it.
func storedTopic(topic brand.Topic) kit.Form {
	return kit.Filled("name", topic.Name, "description", kit.OrEmpty(topic.Description), "region", topic.Region, "language", topic.Language)
}

// nextTopic is the form of a new topic: where and in what language the brand's others are asked.
func nextTopic(topics []brand.Topic) kit.Form {
	if len(topics) > 0 {
		return kit.Filled("region", topics[0].Region, "language", topics[0].Language)
	}
	return kit.Filled("region", "CN", "language", "zh")
}

// topicPage is a page of a brand's topics.
type topicPage struct {
	brand  brand.Brand
	topics []brand.Topic
	paging kit.Paging
}

// topicsPerPage is how many are shown at a time, each with its form.
const topicsPerPage = 50

func topicPaging(v *kit.Visit) kit.Paging {
	return kit.PagingAt(v, "/brands/"+v.Brand.ID+"/topics", topicsPerPage)
}

func (pages *Pages) topicOf(ctx context.Context, v *kit.Visit) (brand.Topic, error) {
	topic, err := pages.Brands.Topic(ctx, v.Caller, v.PathValue("topic_id"))
	if err == nil && topic.BrandID != v.Brand.ID {
		err = fault.NotFound("topic", topic.ID)
	}
	return topic, err
}

func (pages *Pages) checkTopic(v *kit.Visit, f kit.Form) {
	v.Check(f, "TopicUpdate", kit.RequiredText(f, "name"), kit.OptionalText(f, "description"),
		requestschema.Member{Name: "region", Value: requestschema.Text(f.Text("region"))},
		requestschema.Member{Name: "language", Value: requestschema.Text(f.Text("language"))})
}

// typedTopic sets a topic to what was typed.
func typedTopic(f kit.Form) func(*brand.TopicFields) {
	return func(to *brand.TopicFields) {
		to.Name, to.Description, to.Region, to.Language = f.Text("name"), kit.OrNil(f.Text("description")),
			f.Text("region"), f.Text("language")
	}
}

func (pages *Pages) addTopic(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if pages.checkTopic(v, f); !f.Sound() {
		return pages.topicPage(ctx, v, f, "")
	}
	var fields brand.TopicFields
	typedTopic(f)(&fields)
	if _, err := pages.Brands.CreateTopic(ctx, v.Caller, v.Brand.ID, fields); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.topicPage(ctx, v, f, "") })
	}
	v.Say("已添加主题")
	return kit.LeadTo("/brands/" + v.Brand.ID + "/topics")
}

func (pages *Pages) saveTopic(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	topic, err := pages.topicOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	f := v.Submitted()
	v.Join(f, storedTopic(topic))
	if pages.checkTopic(v, f); !f.Sound() {
		return pages.topicPage(ctx, v, f, topic.ID)
	}
	if _, err := pages.Brands.UpdateTopic(ctx, v.Caller, topic.ID, typedTopic(f)); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.topicPage(ctx, v, f, topic.ID) })
	}
	v.Say("已保存")
	return kit.LeadTo(topicPaging(v).Place())
}

func (pages *Pages) deleteTopic(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	topic, err := pages.topicOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	if err := pages.Brands.DeleteTopic(ctx, v.Caller, topic.ID); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已删除主题")
	return kit.LeadTo(topicPaging(v).Place())
}

func (pages *Pages) exportTopics(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	topics, err := pages.Brands.Topics(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.TableOf(ctx, topics, func(t brand.Topic) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", t.ID), kit.Column("one|主题", t.Name), kit.Column("地区", t.Region),
			kit.Column("语言", t.Language), kit.Column("问题", t.PromptCount), kit.Column("创建", t.CreatedAt),
		}
	}).CSV(kit.FileName("csv", v.Brand.Name, v.T("主题")))
}
