// Code generated from the contract by tools/clientgen. DO NOT EDIT.

package client_test

import (
	"context"

	"renown/client"
)

// The calls that the reference shows compile.
var _ = func(ctx context.Context, renown *client.Client) (err error) {
	{
		result, err := renown.Identity.Get(ctx)
		_, _ = result, err
	}
	{
		result, err := renown.Identity.Limits(ctx)
		_, _ = result, err
	}
	{
		result, err := renown.Brands.List(ctx, client.BrandsListQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Brands.Create(ctx, client.BrandCreate{
			Name:          "青禾咖啡",
			Introduction:  "青禾咖啡是一家主打云南精品豆的连锁咖啡品牌，面向一线城市的年轻白领，提供手冲、拿铁与挂耳咖啡，线上下单三十分钟送达。",
			ProductType:   "coffee",
			HomepageURL:   "https://www.qinghe-coffee.example",
			Keywords:      []string{"精品咖啡", "云南咖啡豆", "连锁咖啡", "挂耳咖啡"},
			SellingPoints: []string{"豆子新鲜烘焙", "三十分钟送达", "价格亲民"},
			CoreAudience:  "一线城市年轻白领",
			Aliases:       []string{"青禾", "Qinghe Coffee"},
			Exclusions:    []string{"青禾路"},
			Contexts:      []string{},
			ProductLines:  []string{},
			Domains:       []string{},
		})
		_, _ = result, err
	}
	{
		result, err := renown.Brands.Get(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2")
		_, _ = result, err
	}
	{
		result, err := renown.Brands.Update(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.BrandUpdate{CoreAudience: client.Null[string](), Schedule: client.Set[client.ScheduleUpdate](client.ScheduleUpdate{Hour: 8, Weekday: client.Set[int](1)})})
		_, _ = result, err
	}
	{
		result, err := renown.Brands.ListAnnotations(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2")
		_, _ = result, err
	}
	{
		result, err := renown.Brands.CreateAnnotation(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnnotationCreate{Day: "2026-09-03", Text: "官网改版上线"})
		_, _ = result, err
	}
	{
		result, err := renown.Brands.DeleteAnnotation(ctx, "ann_01kbe77g5b6neh9gs6fe47yx9n")
		_, _ = result, err
	}
	{
		result, err := renown.Topics.List(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.TopicsListQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Topics.Create(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.TopicCreate{
			Name:        "选购与比较",
			Description: "用户挑选咖啡时会问的问题",
			Region:      "CN",
			Language:    "zh",
		})
		_, _ = result, err
	}
	{
		result, err := renown.Topics.Get(ctx, "top_01kbe7y1hs9c5ac0wrp96zrv5n")
		_, _ = result, err
	}
	{
		result, err := renown.Topics.Update(ctx, "top_01kbe7y1hs9c5ac0wrp96zrv5n", client.TopicUpdate{Name: client.Set[string]("选购、比较与替换"), Description: client.Null[string]()})
		_, _ = result, err
	}
	{
		result, err := renown.Topics.Delete(ctx, "top_01kbe7y1hs9c5ac0wrp96zrv5n")
		_, _ = result, err
	}
	{
		result, err := renown.Campaigns.List(ctx, client.CampaignsListQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Campaigns.Create(ctx, client.CampaignCreate{
			BrandID:   "brd_01jcp7x0b3m5v8w2y4z6a8c0e2",
			Name:      "通勤外带",
			Sentence:  "写字楼店设有自提柜",
			TargetIDs: []string{"pmt_01kbe7z1v8qj0m2x4c6e8g0k2n"},
		})
		_, _ = result, err
	}
	{
		result, err := renown.Campaigns.Get(ctx, "cam_01kbe8a2m4q6s8v0x2z4b6d8f0")
		_, _ = result, err
	}
	{
		result, err := renown.Campaigns.End(ctx, "cam_01kbe8a2m4q6s8v0x2z4b6d8f0")
		_, _ = result, err
	}
	{
		result, err := renown.Prompts.List(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.PromptsListQuery{TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Prompts.Create(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.PromptCreate{
			TopicID: "top_01kbe7y1hs9c5ac0wrp96zrv5n",
			Text:    "哪家连锁咖啡适合上班路上买？",
			Types:   []client.PromptType{"visibility", "sentiment"},
			Stage:   "consideration",
			TagIDs:  []string{"q4"},
			Source:  "user",
			Status:  "active",
		})
		_, _ = result, err
	}
	{
		result, err := renown.Prompts.Set(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.PromptsStatus{PromptIDs: []string{"pmt_01kbe7tw834ed5jhyzp1j2qjjq"}, Status: "active"})
		_, _ = result, err
	}
	{
		result, err := renown.Prompts.DeleteMany(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.PromptsDelete{PromptIDs: []string{"pmt_01kbe7tw834ed5jhyzp1j2qjjq"}})
		_, _ = result, err
	}
	{
		result, err := renown.Prompts.Get(ctx, "pmt_01kbe7tw834ed5jhyzp1j2qjjq")
		_, _ = result, err
	}
	{
		result, err := renown.Prompts.Update(ctx, "pmt_01kbe7tw834ed5jhyzp1j2qjjq", client.PromptUpdate{Status: client.Set[client.PromptStatus]("archived"), TagIDs: client.Null[[]string]()})
		_, _ = result, err
	}
	{
		result, err := renown.Prompts.Delete(ctx, "pmt_01kbe7tw834ed5jhyzp1j2qjjq")
		_, _ = result, err
	}
	{
		result, err := renown.Competitors.List(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.CompetitorsListQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Competitors.Create(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.CompetitorCreate{
			Name:         "松果咖啡",
			Aliases:      []string{"Songguo Docs"},
			WebsiteURL:   "https://songguo.example",
			LogoIcon:     "https://songguo.example/favicon.png",
			Description:  "以手冲见长的连锁咖啡",
			Exclusions:   []string{"松果体"},
			Contexts:     []string{"咖啡"},
			ProductLines: []string{},
			Domains:      []string{},
		})
		_, _ = result, err
	}
	{
		result, err := renown.Competitors.DeleteMany(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.CompetitorsDelete{CompetitorIDs: []string{"cmp_01kbe77g5b6neh9gs6fe47yx9n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Competitors.Get(ctx, "cmp_01kbe77g5b6neh9gs6fe47yx9n")
		_, _ = result, err
	}
	{
		result, err := renown.Competitors.Update(ctx, "cmp_01kbe77g5b6neh9gs6fe47yx9n", client.CompetitorUpdate{Aliases: client.Set[[]string]([]string{"Songguo Coffee", "松果"}), LogoIcon: client.Null[string]()})
		_, _ = result, err
	}
	{
		result, err := renown.Competitors.Delete(ctx, "cmp_01kbe77g5b6neh9gs6fe47yx9n")
		_, _ = result, err
	}
	{
		result, err := renown.Facts.List(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.FactsListQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Facts.Create(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.FactCreate{
			Statement: "截至 2026 年 9 月末，持证咖啡师 412 人",
			Attribute: "持证咖啡师",
			Value:     "412",
			Unit:      "人",
			Wrong:     []string{"500 人"},
			ValidFrom: "2026-09-30",
			SourceURL: "https://qinghe.example/notice/2026q3",
		})
		_, _ = result, err
	}
	{
		result, err := renown.Facts.Get(ctx, "fct_01kbe77g5b6neh9gs6fe47yx9n")
		_, _ = result, err
	}
	{
		result, err := renown.Facts.Update(ctx, "fct_01kbe77g5b6neh9gs6fe47yx9n", client.FactUpdate{SourceURL: client.Set[string]("https://qinghe.example/notice/2026q3")})
		_, _ = result, err
	}
	{
		result, err := renown.Facts.Delete(ctx, "fct_01kbe77g5b6neh9gs6fe47yx9n")
		_, _ = result, err
	}
	{
		result, err := renown.Facts.FactHistory(ctx, "fct_01kbe77g5b6neh9gs6fe47yx9n")
		_, _ = result, err
	}
	{
		result, err := renown.Generation.Start(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.GenerationCreate{Count: 12})
		_, _ = result, err
	}
	{
		result, err := renown.Generation.Get(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2")
		_, _ = result, err
	}
	{
		result, err := renown.Generation.StartDraft(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.DraftCreate{OpportunityID: "opp_k3m5v8w2y4z6a7c5e2g4j6k2"})
		_, _ = result, err
	}
	{
		result, err := renown.Generation.ListDrafts(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.GenerationListDraftsQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Runs.List(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.RunsListQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Runs.Cost(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.RunsCostQuery{Platform: []string{"doubao", "qwen"}})
		_, _ = result, err
	}
	{
		result, err := renown.Runs.Start(ctx, client.RunCreate{
			BrandID:   "brd_01jcp7x0b3m5v8w2y4z6a8c0e2",
			Platforms: []string{"doubao", "deepseek", "qwen", "ernie"},
			Mode:      "search",
		})
		_, _ = result, err
	}
	{
		result, err := renown.Runs.Get(ctx, "run_01kbe7xv7v3902pxdxer5cem0q", client.RunsGetQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Runs.ListAnswers(ctx, "run_01kbe7xv7v3902pxdxer5cem0q", client.RunsListAnswersQuery{Platform: []string{"deepseek"}, PromptID: []string{"pmt_01kbe7tw834ed5jhyzp1j2qjjq"}})
		_, _ = result, err
	}
	{
		result, err := renown.Runs.Cancel(ctx, "run_01kbe7xv7v3902pxdxer5cem0q")
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Overview(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesOverviewQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Visibility(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesVisibilityQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Sampling(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesSamplingQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Sentiment(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesSentimentQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Accuracy(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesAccuracyQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Citations(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesCitationsQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.ExportTable(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", "answers", client.AnalysesExportTableQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Searches(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesSearchesQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Opportunities(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesOpportunitiesQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}, Action: []string{"write"}})
		_, _ = result, err
	}
	{
		result, err := renown.Analyses.Surfaces(ctx, "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", client.AnalysesSurfacesQuery{Platform: []string{"doubao", "qwen"}, TopicID: []string{"top_01kbe7y1hs9c5ac0wrp96zrv5n"}})
		_, _ = result, err
	}
	{
		result, err := renown.Media.Channels(ctx)
		_, _ = result, err
	}
	{
		result, err := renown.Media.List(ctx, client.MediaListQuery{MediaType: []string{"news"}, Industry: []string{"technology"}, Region: []string{"北京"}, Platform: []string{"tuwenhao"}, Portal: []string{"青岚内参"}, Level: []string{"vertical"}, Language: []string{"zh"}, Country: []string{"CN"}, PriceTier: []string{"50_200"}})
		_, _ = result, err
	}
	{
		result, err := renown.Media.Get(ctx, "med_01kbe77ngb7h4z44q2r10qwe3c")
		_, _ = result, err
	}
	{
		result, err := renown.Contents.List(ctx, client.ContentsListQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Contents.Create(ctx, client.ContentCreate{
			Title:       "精品咖啡怎么选",
			Body:        "## 先看豆子\n\n豆子是不是新鲜烘焙的，决定了一杯咖啡值不值得再买。\n",
			ContentType: "article",
		})
		_, _ = result, err
	}
	{
		result, err := renown.Contents.Get(ctx, "cnt_01kbe7bdjrevgaf5jjqeg58deh")
		_, _ = result, err
	}
	{
		result, err := renown.Contents.Update(ctx, "cnt_01kbe7bdjrevgaf5jjqeg58deh", client.ContentUpdate{Title: client.Set[string]("精品咖啡怎么选：先看豆子")})
		_, _ = result, err
	}
	{
		result, err := renown.Contents.Delete(ctx, "cnt_01kbe7bdjrevgaf5jjqeg58deh")
		_, _ = result, err
	}
	{
		result, err := renown.Contents.Inspect(ctx, "cnt_01kbe7bdjrevgaf5jjqeg58deh")
		_, _ = result, err
	}
	{
		result, err := renown.Orders.List(ctx, client.OrdersListQuery{Status: []string{"awaiting_review"}, MediaID: []string{"med_01kbe77ngb7h4z44q2r10qwe3c"}, ContentID: []string{"cnt_01kbe7bdjrevgaf5jjqeg58deh"}, ID: []string{"ord_01kbe765mt8t6sjrxrdew4r26f"}})
		_, _ = result, err
	}
	{
		result, err := renown.Orders.Create(ctx, client.OrderCreate{
			ContentID:    "cnt_01kbe7bdjrevgaf5jjqeg58deh",
			MediaIDs:     []string{"med_01kbe77ngb7h4z44q2r10qwe3c", "med_01kbe7kqpq3jrf17mjn800xxrn"},
			Requirements: 0,
			AccountRule:  1,
			ScheduledAt:  "2026-11-16 10:00",
		})
		_, _ = result, err
	}
	{
		result, err := renown.Orders.Get(ctx, "ord_01kbe765mt8t6sjrxrdew4r26f")
		_, _ = result, err
	}
	{
		result, err := renown.Orders.Withdraw(ctx, "ord_01kbe765mt8t6sjrxrdew4r26f")
		_, _ = result, err
	}
	{
		result, err := renown.Orders.Resubmit(ctx, "ord_01kbe765mt8t6sjrxrdew4r26f")
		_, _ = result, err
	}
	{
		result, err := renown.Points.PublishQuota(ctx)
		_, _ = result, err
	}
	{
		result, err := renown.Points.ListPointsRecords(ctx, client.PointsListPointsRecordsQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Events.ListEndpoints(ctx)
		_, _ = result, err
	}
	{
		result, err := renown.Events.CreateEndpoint(ctx, client.EndpointCreate{
			Kind:    "webhook",
			Name:    "数据中台",
			Address: "https://hooks.qinghe.example/renown",
			Types:   []client.EventType{"run.finished", "alert.raised"},
		})
		_, _ = result, err
	}
	{
		result, err := renown.Events.Endpoint(ctx, "end_01kbe8q4h2m7c5t9w0x3y6z8ab")
		_, _ = result, err
	}
	{
		result, err := renown.Events.UpdateEndpoint(ctx, "end_01kbe8q4h2m7c5t9w0x3y6z8ab", client.EndpointUpdate{Types: client.Set[[]client.EventType]([]client.EventType{"run.finished", "citation.first"}), Enabled: client.Set[bool](true)})
		_, _ = result, err
	}
	{
		result, err := renown.Events.DeleteEndpoint(ctx, "end_01kbe8q4h2m7c5t9w0x3y6z8ab")
		_, _ = result, err
	}
	{
		result, err := renown.Events.RotateEndpointSecret(ctx, "end_01kbe8q4h2m7c5t9w0x3y6z8ab")
		_, _ = result, err
	}
	{
		result, err := renown.Events.TestEndpoint(ctx, "end_01kbe8q4h2m7c5t9w0x3y6z8ab")
		_, _ = result, err
	}
	{
		result, err := renown.Events.ReplayPeriod(ctx, "end_01kbe8q4h2m7c5t9w0x3y6z8ab", client.ReplayRequest{From: "2026-11-13T00:00:00Z", To: "2026-11-14T00:00:00Z"})
		_, _ = result, err
	}
	{
		result, err := renown.Events.ListDeliveries(ctx, client.EventsListDeliveriesQuery{})
		_, _ = result, err
	}
	{
		result, err := renown.Events.Delivery(ctx, "dlv_01kbe8r0v5n8d2f4g6h7j9k1m3")
		_, _ = result, err
	}
	{
		result, err := renown.Events.ReplayDelivery(ctx, "dlv_01kbe8r0v5n8d2f4g6h7j9k1m3")
		_, _ = result, err
	}
	return err
}
