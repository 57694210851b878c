package export

import (
	"renown/internal/floor/day"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

// origin is what every row of an answer has.
type origin struct {
	AnswerID   string `json:"answer_id" parquet:"answer_id,zstd"`
	BrandID    string `json:"brand_id" parquet:"brand_id,dict,zstd"`
	AnsweredMS int64  `json:"answered_at_ms" parquet:"answered_at_ms,zstd"` // UTC
	Day        string `json:"day" parquet:"day,dict,zstd"`                  // Beijing
	Platform   string `json:"platform" parquet:"platform,dict,zstd"`
	Surface    string `json:"surface" parquet:"surface,dict,zstd"`
	Mode       string `json:"mode" parquet:"mode,dict,zstd"`
	Model      string `json:"model" parquet:"model,dict,zstd"`
	PromptID   string `json:"prompt_id" parquet:"prompt_id,dict,zstd"`
	TopicID    string `json:"topic_id" parquet:"topic_id,dict,zstd"`
	Stage      string `json:"stage" parquet:"stage,dict,zstd"`
	// Counts is 1 when the answer is in denominators; ForVisibility and ForSentiment when its prompt counts there.
	Counts        int64 `json:"counts" parquet:"counts,zstd"`
	ForVisibility int64 `json:"for_visibility" parquet:"for_visibility,zstd"`
	ForSentiment  int64 `json:"for_sentiment" parquet:"for_sentiment,zstd"`
	Definitions   int64 `json:"definitions" parquet:"definitions,zstd"`
	Reader        int64 `json:"reader" parquet:"reader,zstd"`
}

func bit(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

func originOf(r *reading.Record) origin {
	surface, mode := reading.OfKey(r.Mode)
	visibility, sentiment := insight.CountsFor(r.Kinds)
	return origin{
		r.ID, r.BrandID, r.At.UnixMilli(), day.Of(r.At.Time).String(), r.Platform, surface, mode, r.Model, r.PromptID, r.TopicID, r.Stage,
		bit(r.Counts()), bit(visibility), bit(sentiment), reading.Definitions, answer.Version,
	}
}

// answerRow is a row of answers. Bits are 1 or 0 and add up to numerators.
type answerRow struct {
	origin
	RunID            string   `json:"run_id" parquet:"run_id,dict,zstd"`
	Question         string   `json:"question" parquet:"question,dict,zstd"`
	Text             *string  `json:"text" parquet:"text,optional,zstd"`
	Finish           string   `json:"finish" parquet:"finish,dict,zstd"`
	State            string   `json:"state" parquet:"state,dict,zstd"`
	LatencyMS        int64    `json:"latency_ms" parquet:"latency_ms,zstd"`
	Branded          int64    `json:"branded" parquet:"branded,zstd"`
	Named            int64    `json:"named" parquet:"named,zstd"`
	Mentions         int64    `json:"mentions" parquet:"mentions,zstd"`
	CompetitorsNamed int64    `json:"competitors_named" parquet:"competitors_named,zstd"`
	Position         *int64   `json:"position" parquet:"position,optional,zstd"`
	WatchedPosition  *int64   `json:"watched_position" parquet:"watched_position,optional,zstd"`
	First            int64    `json:"first" parquet:"first,zstd"`
	Top3             int64    `json:"top3" parquet:"top3,zstd"`
	Unknown          int64    `json:"unknown" parquet:"unknown,zstd"`
	Tone             *string  `json:"tone" parquet:"tone,optional,dict,zstd"`
	ToneScore        *float64 `json:"tone_score" parquet:"tone_score,optional,zstd"` // -1 to 1
	ToneJudge        *string  `json:"tone_judge" parquet:"tone_judge,optional,dict,zstd"`
	Citations        int64    `json:"citations" parquet:"citations,zstd"`
	OwnCitations     int64    `json:"own_citations" parquet:"own_citations,zstd"`
	Cited            int64    `json:"cited" parquet:"cited,zstd"`
	OwnCited         int64    `json:"own_cited" parquet:"own_cited,zstd"` // cites an own page, or one that an order placed
	Stance           *string  `json:"stance" parquet:"stance,optional,dict,zstd"`
}

func answerRows(_ *File, r *reading.Record) []answerRow {
	row := answerRow{
		origin: originOf(r), RunID: r.RunID, Question: r.Question, Text: r.Text, Finish: r.Finish,
		State: string(r.State), LatencyMS: r.LatencyMS, Branded: bit(r.Branded),
		Named: bit(r.Position != nil), Mentions: r.Mentions, CompetitorsNamed: int64(len(r.Others)),
		Position: r.Position, WatchedPosition: r.Watched, Unknown: bit(r.Unknown), Stance: r.Stance,
	}
	if r.Position != nil {
		row.First, row.Top3 = bit(*r.Position == 1), bit(*r.Position <= 3)
	}
	if s := r.Sentiment; s != nil {
		row.Tone, row.ToneScore, row.ToneJudge = &s.Label, &s.Score, &s.Judge
	}
	for _, s := range r.Sources {
		if s.Cited {
			row.Citations++
			own := bit(s.Class == string(address.Own))
			row.OwnCitations += own
			row.OwnCited = max(row.OwnCited, own, bit(s.Placed))
		}
	}
	row.Cited = bit(row.Citations > 0)
	return []answerRow{row}
}

// mentionRow is a row of mentions: a brand that an answer names.
type mentionRow struct {
	origin
	EntityID        string   `json:"entity_id" parquet:"entity_id,dict,zstd"`
	Name            string   `json:"name" parquet:"name,dict,zstd"`
	IsBrand         int64    `json:"is_brand" parquet:"is_brand,zstd"`
	Position        int64    `json:"position" parquet:"position,zstd"`
	WatchedPosition *int64   `json:"watched_position" parquet:"watched_position,optional,zstd"`
	Tone            *string  `json:"tone" parquet:"tone,optional,dict,zstd"`
	ToneScore       *float64 `json:"tone_score" parquet:"tone_score,optional,zstd"`
	ToneJudge       *string  `json:"tone_judge" parquet:"tone_judge,optional,dict,zstd"`
	Stance          *string  `json:"stance" parquet:"stance,optional,dict,zstd"`
}

func mentionRows(f *File, r *reading.Record) (rows []mentionRow) {
	if r.Position != nil {
		row := mentionRow{
			origin: originOf(r), EntityID: r.BrandID, Name: f.Brand.Name, IsBrand: 1,
			Position: *r.Position, WatchedPosition: r.Watched, Stance: r.Stance,
		}
		if s := r.Sentiment; s != nil {
			row.Tone, row.ToneScore, row.ToneJudge = &s.Label, &s.Score, &s.Judge
		}
		rows = append(rows, row)
	}
	for _, o := range r.Others {
		row := mentionRow{origin: originOf(r), EntityID: o.ID, Name: o.Name, Position: o.Position, Tone: o.Sentiment, ToneScore: o.Score}
		if o.Watched > 0 {
			row.WatchedPosition, row.Stance = &o.Watched, &o.Stance
		}
		if o.Sentiment != nil {
			row.ToneJudge = new(insight.OfflineJudge)
			if o.Judge != "" {
				row.ToneJudge = &o.Judge
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// citationRow is a row of citations: a page behind an answer.
type citationRow struct {
	origin
	URL     string  `json:"url" parquet:"url,zstd"`
	Title   *string `json:"title" parquet:"title,optional,zstd"`
	Domain  string  `json:"domain" parquet:"domain,dict,zstd"`
	Channel string  `json:"channel" parquet:"channel,dict,zstd"`
	Class   string  `json:"class" parquet:"class,dict,zstd"`
	Cited   int64   `json:"cited" parquet:"cited,zstd"` // 0: found, and not referred to
	Named   int64   `json:"named" parquet:"named,zstd"` // the answer names the brand
}

func citationRows(_ *File, r *reading.Record) (rows []citationRow) {
	for _, s := range r.Sources {
		rows = append(rows, citationRow{originOf(r), s.URL, s.Title, s.Domain, s.Channel, s.Class, bit(s.Cited), bit(r.Position != nil)})
	}
	return rows
}

// searchRow is a row of searches: what an assistant looked for, where it tells.
type searchRow struct {
	origin
	Place int64  `json:"place" parquet:"place,zstd"` // among the answer's searches, from 1
	Query string `json:"query" parquet:"query,zstd"`
	Named int64  `json:"named" parquet:"named,zstd"`
}

func searchRows(_ *File, r *reading.Record) (rows []searchRow) {
	for i, query := range r.Queries {
		rows = append(rows, searchRow{originOf(r), int64(i + 1), query, bit(r.Position != nil)})
	}
	return rows
}

// dayRow is a row of daily: a prompt on a platform on a day, as sums.
type dayRow struct {
	BrandID       string `json:"brand_id" parquet:"brand_id,dict,zstd"`
	Day           string `json:"day" parquet:"day,dict,zstd"` // Beijing
	Platform      string `json:"platform" parquet:"platform,dict,zstd"`
	Surface       string `json:"surface" parquet:"surface,dict,zstd"`
	Mode          string `json:"mode" parquet:"mode,dict,zstd"`
	PromptID      string `json:"prompt_id" parquet:"prompt_id,dict,zstd"`
	TopicID       string `json:"topic_id" parquet:"topic_id,dict,zstd"`
	Stage         string `json:"stage" parquet:"stage,dict,zstd"`
	ForVisibility int64  `json:"for_visibility" parquet:"for_visibility,zstd"`
	ForSentiment  int64  `json:"for_sentiment" parquet:"for_sentiment,zstd"`

	Answers         int64 `json:"answers" parquet:"answers,zstd"` // that count
	Named           int64 `json:"named" parquet:"named,zstd"`
	CompetitorNames int64 `json:"competitors_named" parquet:"competitors_named,zstd"`
	PositionSum     int64 `json:"position_sum" parquet:"position_sum,zstd"` // over named
	First           int64 `json:"first" parquet:"first,zstd"`
	Top3            int64 `json:"top3" parquet:"top3,zstd"`
	Unknown         int64 `json:"unknown" parquet:"unknown,zstd"`
	Cited           int64 `json:"cited" parquet:"cited,zstd"`
	OwnCited        int64 `json:"own_cited" parquet:"own_cited,zstd"`
	Citations       int64 `json:"citations" parquet:"citations,zstd"`
	OwnCitations    int64 `json:"own_citations" parquet:"own_citations,zstd"`

	JudgedOffline   int64   `json:"judged_offline" parquet:"judged_offline,zstd"`
	NegativeOffline int64   `json:"negative_offline" parquet:"negative_offline,zstd"`
	ToneSumOffline  float64 `json:"tone_sum_offline" parquet:"tone_sum_offline,zstd"` // scores, -1 to 1 each
	JudgedModel     int64   `json:"judged_model" parquet:"judged_model,zstd"`
	NegativeModel   int64   `json:"negative_model" parquet:"negative_model,zstd"`
	ToneSumModel    float64 `json:"tone_sum_model" parquet:"tone_sum_model,zstd"`
	Unjudged        int64   `json:"unjudged" parquet:"unjudged,zstd"`

	LeftOut     int64 `json:"left_out" parquet:"left_out,zstd"` // empty, refused, cut or an error text: in no denominator
	Definitions int64 `json:"definitions" parquet:"definitions,zstd"`
	Reader      int64 `json:"reader" parquet:"reader,zstd"`
}

func dayRowOf(brandID string, at reading.Spot, k reading.CellKey, f *reading.CellFigures) dayRow {
	c := &f.Counts
	surface, mode := reading.OfKey(at.Mode)
	visibility, sentiment := insight.CountsFor(k.Kinds)
	return dayRow{
		BrandID: brandID, Day: at.Day.String(), Platform: at.Platform, Surface: surface, Mode: mode,
		PromptID: k.Prompt, TopicID: k.Topic, Stage: k.Stage,
		ForVisibility: bit(visibility), ForSentiment: bit(sentiment),
		Answers: c[reading.Answers], Named: c[reading.Named], CompetitorNames: c[reading.Others], PositionSum: c[reading.Positions],
		First: c[reading.First], Top3: c[reading.Top3], Unknown: c[reading.Unknown],
		Cited: c[reading.Cited], OwnCited: c[reading.OwnCited], Citations: c[reading.Citations], OwnCitations: c[reading.Own],
		JudgedOffline: c.Judged() - c.ModelJudged(), NegativeOffline: c[reading.Negative] - c[reading.ModelNegative],
		ToneSumOffline: float64(c[reading.Score]-c[reading.ModelScore]) / reading.Scale,
		JudgedModel:    c.ModelJudged(), NegativeModel: c[reading.ModelNegative],
		ToneSumModel: float64(c[reading.ModelScore]) / reading.Scale,
		Unjudged:     c[reading.Unjudged], LeftOut: c.LeftOut(), Definitions: reading.Definitions, Reader: answer.Version,
	}
}
