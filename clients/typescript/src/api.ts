// Generated from the contract by tools/clientgen; do not edit.
import { pages, type Caller, type Download } from "./call.js";

/** The codes of this version. A later server may answer others. */
export const Code = {
  Unauthenticated: 1001,
  ScopeMissing: 1002,
  AccountDisabled: 1003,
  Expired: 1004,
  TooFrequent: 2001,
  PromptLimit: 2002,
  DailyLimit: 2003,
  RunGap: 2004,
  PointsShort: 2005,
  CapReached: 2006,
  NoSuchThing: 3001,
  Duplicate: 3002,
  RunInFlight: 3003,
  NoPrompt: 3004,
  NoPlatform: 3005,
  GenerationRunning: 3006,
  OrderState: 3007,
  MediaUnavailable: 3008,
  KeyReused: 3009,
  TopicNotEmpty: 3010,
  RunEnded: 3011,
  PriceAbove: 3012,
  ArticleErrors: 3013,
  AccountBusy: 3014,
  BrandArchived: 3015,
  BriefNotArticle: 3016,
  Unreadable: 4000,
  NoRoute: 4040,
  NoMethod: 4050,
  TooLarge: 4130,
  RangeOutside: 4160,
  Malformed: 4220,
  Internal: 5000,
  NotBuilt: 5010,
  Unavailable: 5030,
} as const;

export interface BrandCreate {
  name: string;
  /** What the brand is and offers; generation draws on it. */
  introduction: string;
  product_type?: string;
  marketing_goal?: string | null;
  /** An http or https address; its domain counts as the brand's own source. */
  homepage_url?: string | null;
  keywords?: string[] | null;
  selling_points?: string[] | null;
  core_audience?: string | null;
  /** Other spellings that count as a mention of the brand. */
  aliases?: string[] | null;
  /** Phrases in which the name does not count, as 青禾路 for 青禾. */
  exclusions?: string[] | null;
  /** For a name that is an ordinary word: it counts only in an answer that holds one of these terms. */
  contexts?: string[] | null;
  /** Product lines, as iPhone for Apple: naming one names the brand. */
  product_lines?: string[] | null;
  /** Own sites beside the homepage, shops and official accounts, as hosts or addresses. */
  domains?: string[] | null;
}

/** Free-form: every key is optional, a known key is checked as at creation, null clears what may be null, and an unknown key is no error: the answer lists its name in `ignored`. */
export interface BrandUpdate {
  name?: string;
  /** What the brand is and offers; generation draws on it. */
  introduction?: string;
  product_type?: string;
  marketing_goal?: string | null;
  /** An http or https address; its domain counts as the brand's own source. */
  homepage_url?: string | null;
  keywords?: string[] | null;
  selling_points?: string[] | null;
  core_audience?: string | null;
  /** Other spellings that count as a mention of the brand. */
  aliases?: string[] | null;
  /** Phrases in which the name does not count, as 青禾路 for 青禾. */
  exclusions?: string[] | null;
  /** For a name that is an ordinary word: it counts only in an answer that holds one of these terms. */
  contexts?: string[] | null;
  /** Product lines, as iPhone for Apple: naming one names the brand. */
  product_lines?: string[] | null;
  /** Own sites beside the homepage, shops and official accounts, as hosts or addresses. */
  domains?: string[] | null;
  schedule?: ScheduleUpdate;
}

/** When the plan's own monitoring starts; null for none. It does not count against the daily number of runs. A brand has one such run a day (trial, upper tier) or week (standard), in Beijing time, counted by the last one whatever the schedule was changed to, and an account as many of its sub-tasks (samples count) in that period as its plan has prompts × platforms. A due time at which the run cannot be made lapses. */
export interface ScheduleUpdate {
  /** Hour of the day in Beijing time. */
  hour: number;
  /** 1 Monday to 7 Sunday: once a week. Null or omitted: every day, which trial and upper tier include. */
  weekday?: number | null;
  /** How often each prompt is asked on each platform in a run; more than 1 on the upper tier alone (otherwise 422). A run asks as often as the account's sub-tasks in the period have room for, at least once. */
  samples?: number | null;
}

export interface TopicCreate {
  name: string;
  description?: string | null;
  region?: string;
  language?: string;
}

/** Sent fields are changed. Null clears `description` and leaves any other field as it is. */
export interface TopicUpdate {
  name?: string | null;
  /** Null clears it. */
  description?: string | null;
  region?: string | null;
  language?: string | null;
}

export interface PromptCreate {
  /** A topic of this brand. */
  topic_id: string;
  /** The question as a user would put it to an assistant. */
  text: string;
  /** Which analyses count the answers; omitted or empty means both, or `sentiment` alone when the text names the brand. */
  types?: PromptType[];
  /** Stage of the buyer's journey. */
  stage?: string;
  /** Opaque strings of the caller. */
  tag_ids?: string[] | null;
  /** Null: the topic's. */
  region?: string | null;
  /** Null: the topic's. */
  language?: string | null;
  source?: Source;
  /** `active` means enabled and counts against the tier's limit. */
  status?: PromptStatus;
}

/** Sent fields are changed. Null clears `tag_ids`, `region` and `language` and leaves any other field as it is. */
export interface PromptUpdate {
  text?: string | null;
  /** A topic of the same brand. */
  topic_id?: string | null;
  /** An empty list means both, or `sentiment` alone when the text names the brand. */
  types?: PromptType[] | null;
  stage?: string | null;
  tag_ids?: string[] | null;
  region?: string | null;
  language?: string | null;
  /** Any status may follow any; `active` is subject to the tier's limit. */
  status?: PromptStatus | null;
}

export interface PromptsStatus {
  /** Of the brand in the path; an id repeated in the list counts once. */
  prompt_ids: string[];
  status: PromptStatus;
}

export interface PromptsDelete {
  /** Of the brand in the path; an id repeated in the list counts once. */
  prompt_ids: string[];
}

export interface CompetitorCreate {
  name: string;
  /** Other spellings that count as a mention of the competitor. */
  aliases?: string[] | null;
  /** An http or https address; its domain counts as a competitor's source. */
  website_url?: string | null;
  /** An http or https address. */
  logo_icon?: string | null;
  description?: string | null;
  /** Phrases in which the name does not count, as 青禾路 for 青禾. */
  exclusions?: string[] | null;
  /** For a name that is an ordinary word: it counts only in an answer that holds one of these terms. */
  contexts?: string[] | null;
  /** Product lines, as iPhone for Apple: naming one names the brand. */
  product_lines?: string[] | null;
  /** Own sites beside the homepage, shops and official accounts, as hosts or addresses. */
  domains?: string[] | null;
}

/** How a value is read and compared; of a `text` only known wrong variants contradict. */
export type FactKind = "number" | "price" | "date" | "place" | "feature" | "choice" | "text";

/** Only active facts are used for judging. */
export type FactStatus = "active" | "disabled" | "suggested";

export interface AnnotationCreate {
  /** A day in Beijing, as 2026-09-03. */
  day: string;
  /** What happened, in one line. */
  text: string;
}

export interface FactCreate {
  /** The fact in a sentence; made from the rest when it is left out. */
  statement?: string | null;
  /** The brand or a product line, as texts name it; the brand when it is left out. */
  subject?: string | null;
  /** What is said of the subject, as 门店数. */
  attribute: string;
  /** Other words by which texts speak of the attribute. */
  terms?: string[] | null;
  /** As the value looks when it is left out. */
  kind?: FactKind | null;
  /** A number or a range, a date (2016, 2016-05, 2016-05-20), a city, yes or no, one of `options`, or text. */
  value: string;
  /** As 家, mL, 元/袋, USD/month. */
  unit?: string | null;
  /** The closed set that the value is one of. */
  options?: string[] | null;
  /** Variants that are known and wrong. */
  wrong?: string[] | null;
  /** First day, YYYY-MM-DD; null: always was. */
  valid_from?: string | null;
  /** Last day, YYYY-MM-DD; null: still is. */
  valid_to?: string | null;
  /** Where it stands. It is kept, never fetched; without one the fact is not used for judging. */
  source_url?: string | null;
  /** `active` when it is left out. */
  status?: FactStatus | null;
}

/** Sent fields are changed. Null leaves attribute, value, kind and status as they are and clears any other field. */
export interface FactUpdate {
  /** The fact in a sentence; made from the rest when it is left out. */
  statement?: string | null;
  /** The brand or a product line, as texts name it; the brand when it is left out. */
  subject?: string | null;
  /** What is said of the subject, as 门店数. */
  attribute?: string | null;
  /** Other words by which texts speak of the attribute. */
  terms?: string[] | null;
  /** As the value looks when it is left out. */
  kind?: FactKind | null;
  /** A number or a range, a date (2016, 2016-05, 2016-05-20), a city, yes or no, one of `options`, or text. */
  value?: string | null;
  /** As 家, mL, 元/袋, USD/month. */
  unit?: string | null;
  /** The closed set that the value is one of. */
  options?: string[] | null;
  /** Variants that are known and wrong. */
  wrong?: string[] | null;
  /** First day, YYYY-MM-DD; null: always was. */
  valid_from?: string | null;
  /** Last day, YYYY-MM-DD; null: still is. */
  valid_to?: string | null;
  /** Where it stands. It is kept, never fetched; without one the fact is not used for judging. */
  source_url?: string | null;
  /** `active` when it is left out. */
  status?: FactStatus | null;
}

/** Sent fields are changed. Null leaves `name` as it is and clears any other field. */
export interface CompetitorUpdate {
  name?: string | null;
  /** Other spellings that count as a mention of the competitor. */
  aliases?: string[] | null;
  /** An http or https address; its domain counts as a competitor's source. */
  website_url?: string | null;
  /** An http or https address. */
  logo_icon?: string | null;
  description?: string | null;
  /** Phrases in which the name does not count, as 青禾路 for 青禾. */
  exclusions?: string[] | null;
  /** For a name that is an ordinary word: it counts only in an answer that holds one of these terms. */
  contexts?: string[] | null;
  /** Product lines, as iPhone for Apple: naming one names the brand. */
  product_lines?: string[] | null;
  /** Own sites beside the homepage, shops and official accounts, as hosts or addresses. */
  domains?: string[] | null;
}

export interface CompetitorsDelete {
  /** Of the brand in the path; an id repeated in the list counts once. */
  competitor_ids: string[];
}

export interface GenerationCreate {
  /** How many prompts to create; null means 10 as well. */
  count?: number | null;
}

export interface RunCreate {
  brand_id: string;
  /** Platform identifiers; omitted or null means all that the tier allows. Unknown and out-of-tier entries are ignored, duplicates count once; when nothing is left the answer is code 3005. */
  platforms?: string[] | null;
  /** `search` (web search on, as in the assistants' apps; the default), `chat` (model knowledge alone) or `reasoning` (deep thinking with search). */
  mode?: Mode | null;
  /** `api` (the assistants' interface for programs; the default) or `app` (their own apps, through a browser in which a person has logged in; mode `search` alone). In apps a run takes hours; a platform without such a browser is skipped with `not_logged_in`. A brand may have one run in flight on each surface. */
  surface?: Surface | null;
  /** How often each prompt is asked on each platform; more than 1 on the upper tier alone (otherwise 422). It counts as one run. */
  samples?: number | null;
}

export interface ContentCreate {
  title: string;
  /** Markdown. */
  body: string;
  content_type?: ContentType;
  /** Whether AI helped to write it. It has to be declared before it is ordered; null is not yet. */
  ai_assisted?: boolean | null;
  /** What holds up sentences that no fact and no link in the text does. */
  supports?: SupportInput[] | null;
  /** The brand that it is for; without one the only brand there is. */
  brand_id?: string | null;
}

export interface SupportInput {
  /** As `sentence` of an inspection has it. */
  sentence: string;
  /** Where it stands, never fetched; null: it is the brand's own opinion. */
  source_url?: string | null;
}

/** Sent fields are changed and raise the revision; null leaves a field as it is. */
export interface ContentUpdate {
  title?: string | null;
  /** Markdown. */
  body?: string | null;
  content_type?: ContentType | null;
  /** Whether AI helped to write it. */
  ai_assisted?: boolean | null;
  /** Takes the place of what was given before. */
  supports?: SupportInput[] | null;
  /** The brand that it is for. It raises no revision. */
  brand_id?: string | null;
}

export interface EndpointCreate {
  kind: EndpointKind;
  name: string;
  /** Of a webhook or bot: https, at most 2,048 bytes; of a mailbox: the e-mail address of a member of the space. */
  address: string;
  /** That a bot of 飞书 or 钉钉 signs with; a webhook's is made here. */
  secret?: string | null;
  types: EventType[];
  language?: EndpointLanguage;
  quiet_hours?: QuietHours;
}

/** Sent fields are changed; null leaves a field as it is, but ends quiet hours. */
export interface EndpointUpdate {
  name?: string | null;
  address?: string | null;
  secret?: string | null;
  types?: EventType[] | null;
  language?: EndpointLanguage;
  quiet_hours?: QuietHours;
  enabled?: boolean | null;
}

/** Times of the day in Beijing between which a bot says nothing; what happens meanwhile is told afterwards, in one message. To is on the next day when it is not after from. */
export interface QuietHours {
  /** As 22:00. */
  from: string;
  to: string;
}

export interface ReplayRequest {
  /** A moment as RFC 3339, included. */
  from: string;
  /** A moment as RFC 3339, not included. */
  to: string;
  /** Those that were taken too. */
  all?: boolean | null;
}

export type EndpointKind = "webhook" | "feishu" | "dingtalk" | "wecom" | "mail";

/** Of messages to groups and mailboxes. */
export type EndpointLanguage = "zh" | "en";

export type EventType = "run.finished" | "run.degraded" | "alert.raised" | "citation.first" | "order.published" | "order.failed" | "order.needs_revision" | "platform.skipped" | "runtime.stopped" | "digest.weekly" | "fact.contradicted" | "campaign.verdict";

export interface OrderCreate {
  content_id: string;
  /** One order per media; an id repeated in the list counts once. */
  media_ids: string[];
  /** Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets. */
  requirements?: number | null;
  /** Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets. */
  account_rule?: number | null;
  /** Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets. */
  article_type?: number | null;
  /** Stored and returned verbatim. An outlet that understands it as a time delays the push. */
  scheduled_at?: string | null;
  /** The brand that these orders are for; without one that of the campaign, else that of the content. */
  brand_id?: string | null;
  /** A campaign that these orders belong to and that has not ended. */
  campaign_id?: string | null;
  /** Places the orders of a campaign in random order, spread over so many weeks: an experiment. Needs `campaign_id`, at least two media and no `scheduled_at`. */
  random_weeks?: number | null;
  /** The most that the orders may cost together. Prices may have changed since they were read: more answers 3012, and nothing is charged. */
  max_points?: number | null;
}

export interface Identity {
  user_id: string;
  key_id: string;
  /** As granted, wildcards (`*`, `geo:*`, `media:*`) included. */
  scopes: string[];
}

/** The plan of the account, and what is left of it now. */
export interface Limits {
  tier: Tier;
  /** Null: it does not end. */
  expires_at: string | null;
  /** Then runs, generations and orders answer 1004. */
  expired: boolean;
  limits: TierLimits;
  used: UsedLimits;
  /** When daily number and gap let the next run start; null: now. */
  next_run_allowed_at: string | null;
  /** When the daily number of runs begins anew, at midnight in Beijing. */
  resets_at: string;
  points: LimitsPoints;
  /** Those of the tier. */
  platforms: AvailablePlatform[];
}

export interface TierLimits {
  /** Platforms that can be asked. */
  platforms: number;
  /** Prompts that can be enabled, over all brands. */
  active_prompts: number;
  /** Runs a Beijing day; scheduled ones do not count. */
  runs_per_day: number;
  /** Between the beginnings of two runs. */
  run_gap_seconds: number;
  /** Granted at the beginning of each cycle. */
  points_per_cycle: number;
  /** How often a run may ask a prompt on a platform. */
  samples: number;
}

export interface UsedLimits {
  /** Prompts enabled now. */
  active_prompts: number;
  /** Runs of this Beijing day that count. */
  runs_today: number;
}

/** More is in `GET /media/publish-quota`. */
export interface LimitsPoints {
  /** What can be spent now. */
  balance: number;
  /** Held by open orders. */
  held: number;
  /** Not included; what is left then lapses. */
  cycle_end: string;
}

export interface Deleted {
  id: string;
  deleted: boolean;
}

export interface DeletedList {
  items: Deleted[];
  /** Number of items. */
  total: number;
}

/** When scheduled monitoring starts; null when there is none. */
export interface Schedule {
  /** Hour of the day in Beijing time. */
  hour: number;
  /** 1 Monday to 7 Sunday; null: every day. */
  weekday: number | null;
  /** How often a run asks each prompt on each platform. */
  samples: number;
}

/** The brand's newest run; null when there never was one. */
export interface LastRun {
  run_id: string;
  status: RunStatus;
  /** Null while the run is queued or running. */
  finished_at: string | null;
}

export interface Brand {
  /** Prefix `brd_`. */
  id: string;
  name: string;
  introduction: string;
  product_type: string;
  marketing_goal: string | null;
  homepage_url: string | null;
  keywords: string[];
  selling_points: string[];
  core_audience: string | null;
  /** Other spellings that count as a mention of the brand. */
  aliases: string[];
  /** Phrases in which the name does not count, as 青禾路 for 青禾. */
  exclusions: string[];
  /** For a name that is an ordinary word: it counts only in an answer that holds one of these terms. */
  contexts: string[];
  /** Product lines whose mention names it. */
  product_lines: string[];
  /** Own sites, shops and official accounts beside the homepage. */
  domains: string[];
  counts: BrandCounts;
  schedule: Schedule;
  last_run: LastRun;
  /** Since when it is archived; its prompts count for no limit then and it is not monitored (3015). */
  archived_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface BrandCounts {
  topics: number;
  prompts: number;
  /** Enabled ones. */
  active_prompts: number;
  competitors: number;
}

export interface BrandUpdated extends Brand {
  /** Names of the keys that were sent and are not known. */
  ignored: string[];
}

export interface BrandList {
  items: Brand[];
  /** Number of items over all pages. */
  total: number;
  /** Only of a list that was asked for by page. */
  page?: number;
  /** Only of a list that was asked for by page. */
  page_size?: number;
  /** Whether a later page holds more. Only of a list that was asked for by page. */
  has_more?: boolean;
}

export interface Topic {
  /** Prefix `top_`. */
  id: string;
  brand_id: string;
  name: string;
  description: string | null;
  region: string;
  language: string;
  /** Prompts of any status under this topic. */
  prompt_count: number;
  created_at: string;
  updated_at: string;
}

export interface TopicList {
  items: Topic[];
  /** Number of items over all pages. */
  total: number;
  /** Only of a list that was asked for by page. */
  page?: number;
  /** Only of a list that was asked for by page. */
  page_size?: number;
  /** Whether a later page holds more. Only of a list that was asked for by page. */
  has_more?: boolean;
}

export interface Prompt {
  /** Prefix `pmt_`. */
  id: string;
  brand_id: string;
  topic_id: string;
  text: string;
  /** Which analyses count the answers; never empty. */
  types: PromptType[];
  /** The text names the brand, by its name, aliases or product lines. It never counts for visibility, whatever its types. */
  branded: boolean;
  stage: string;
  tag_ids: string[];
  /** Null: the topic's. */
  region: string | null;
  /** Null: the topic's. */
  language: string | null;
  /** `agent` when generated. */
  source: Source;
  /** `active` means enabled. */
  status: PromptStatus;
  created_at: string;
  updated_at: string;
}

export interface ChangedPrompts {
  items: Prompt[];
  total: number;
}

export interface PromptList {
  filters: PromptFilters;
  items: Prompt[];
  /** Number of items over all pages. */
  total: number;
  /** Only of a list that was asked for by page. */
  page?: number;
  /** Only of a list that was asked for by page. */
  page_size?: number;
  /** Whether a later page holds more. Only of a list that was asked for by page. */
  has_more?: boolean;
}

export interface Annotation {
  /** Prefix `ann_`. */
  id: string;
  brand_id: string;
  /** A day in Beijing. */
  day: string;
  text: string;
  created_at: string;
  updated_at: string;
}

export interface Competitor {
  /** Prefix `cmp_`. */
  id: string;
  brand_id: string;
  name: string;
  /** Other spellings that count as a mention of the competitor. */
  aliases: string[];
  /** Phrases in which the name does not count, as 青禾路 for 青禾. */
  exclusions: string[];
  /** For a name that is an ordinary word: it counts only in an answer that holds one of these terms. */
  contexts: string[];
  /** Product lines whose mention names it. */
  product_lines: string[];
  /** Own sites, shops and official accounts beside the homepage. */
  domains: string[];
  website_url: string | null;
  logo_icon: string | null;
  description: string | null;
  /** `agent` when generated. */
  source: Source;
  created_at: string;
  updated_at: string;
}

export interface AnnotationList {
  items: Annotation[];
  /** Number of items. */
  total: number;
}

export interface CompetitorList {
  items: Competitor[];
  /** Number of items over all pages. */
  total: number;
  /** Only of a list that was asked for by page. */
  page?: number;
  /** Only of a list that was asked for by page. */
  page_size?: number;
  /** Whether a later page holds more. Only of a list that was asked for by page. */
  has_more?: boolean;
}

export interface Fact {
  /** Prefix `fct_`. */
  id: string;
  brand_id: string;
  statement: string;
  subject: string;
  attribute: string;
  terms: string[];
  kind: FactKind;
  value: string;
  unit: string;
  options: string[];
  wrong: string[];
  valid_from: string | null;
  valid_to: string | null;
  source_url: string | null;
  status: FactStatus;
  /** Whether texts are held against it: it is active, has a source and a value that can be read. */
  judging: boolean;
  /** `agent` when proposed. */
  source: Source;
  created_at: string;
  updated_at: string;
}

/** A fact as it was. */
export interface FactFields {
  statement: string;
  subject: string;
  attribute: string;
  terms: string[];
  kind: FactKind;
  value: string;
  unit: string;
  options: string[];
  wrong: string[];
  valid_from: string | null;
  valid_to: string | null;
  source_url: string | null;
  status: FactStatus;
}

export interface FactPage {
  items: Fact[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
}

export interface FactChange {
  /** Prefix `fcc_`. */
  id: string;
  /** Who changed it; null when the account is gone. */
  user_id: string | null;
  /** Null: it was created. */
  before: FactFields | null;
  /** Null: it was deleted. */
  after: FactFields | null;
  at: string;
}

export interface FactHistory {
  items: FactChange[];
  total: number;
}

export interface AccuracyPlatform {
  platform: string;
  /** Null without a sample. */
  value: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Lower 95 % bound for questions like these; null under three prompts. */
  low_wide?: number | null;
  /** Upper 95 % bound for questions like these. */
  high_wide?: number | null;
  /** Independent answers that would tell as much about questions like these. */
  effective_n?: number | null;
  /** How much of a day's answer the next day repeats, as with an indicator. */
  persistence?: number | null;
  audited?: Audited;
  /** Answers that contradict. */
  numerator: number;
  denominator: number;
  /** The same figure in the period of equal length before. */
  previous: number | null;
  /** Value less previous. */
  change: number | null;
  significant: Verdict;
  /** What the previous figure rests on. */
  previous_denominator?: number;
  /** Lower 95 % bound of `change_parts.same`. */
  change_low?: number | null;
  /** Upper 95 % bound of `change_parts.same`. */
  change_high?: number | null;
  change_parts?: ChangeParts;
  /** The smallest true change over the same cells that these data show with 80 % power. */
  smallest_change?: number | null;
  helps?: Helps;
}

export interface AccuracyPrompt {
  prompt_id: string;
  text: string;
  /** Null without a sample. */
  value: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Lower 95 % bound for questions like these; null under three prompts. */
  low_wide?: number | null;
  /** Upper 95 % bound for questions like these. */
  high_wide?: number | null;
  /** Independent answers that would tell as much about questions like these. */
  effective_n?: number | null;
  /** Answers that contradict. */
  numerator: number;
  denominator: number;
}

export interface AccuracyFact {
  fact_id: string;
  statement: string;
  subject: string;
  attribute: string;
  /** Value with unit. */
  expected: string;
  /** Null without a sample. */
  value: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Lower 95 % bound for questions like these; null under three prompts. */
  low_wide?: number | null;
  /** Upper 95 % bound for questions like these. */
  high_wide?: number | null;
  /** Independent answers that would tell as much about questions like these. */
  effective_n?: number | null;
  /** Answers that contradict. */
  numerator: number;
  denominator: number;
}

export interface AccuracyByModel {
  /** Null without a sample. */
  value: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Lower 95 % bound for questions like these; null under three prompts. */
  low_wide?: number | null;
  /** Upper 95 % bound for questions like these. */
  high_wide?: number | null;
  /** Independent answers that would tell as much about questions like these. */
  effective_n?: number | null;
  /** Answers in which the model found a contradiction. */
  numerator: number;
  /** Answers that it has looked at. */
  denominator: number;
}

export interface Contradiction {
  answer_id: string;
  platform: string;
  prompt_id: string;
  question: string;
  answered_at: string;
  /** Null when the text of the answer is no longer kept. */
  sentence: string | null;
  /** The words in the sentence that are wrong. */
  said: string | null;
  reason: ContradictionReason;
  /** Whether rules or a configured model found it. */
  judge: Judge;
  fact_id: string;
  statement: string;
  attribute: string;
  /** Value with unit. */
  expected: string;
  /** Of the fact. */
  source_url: string | null;
  /** Pages cited beside the sentence, or, where none is, by the answer as a whole; at most 5. */
  citations: AnswerCitation[];
  /** Whether the pages stand beside the sentence. */
  cited_beside: boolean;
  /** Whom to ask for a correction: the outlet of the catalogue that the first such page is on; null when none is. */
  outlet: CorrectionOutlet | null;
  /** A text that asks for a correction, in Chinese; null when nothing is cited. Nobody sends it but you. */
  request: string | null;
}

export interface CorrectionOutlet {
  /** Of the outlet in the catalogue. */
  id: string;
  name: string;
  url: string | null;
  /** The cited page. */
  page_url: string;
}

export interface Accuracy {
  period: Period;
  filters: AnalysisFilters;
  /** Of the answers that name the brand, those that contradict a fact. */
  contradicted: Indicator;
  /** Of the answers that name the brand, those that agree with a fact or contradict one. */
  judged: Indicator;
  /** Of the answers that a configured model has looked at, those in which it found a contradiction that rules had left open. It is in no figure with theirs; null when it has looked at none. */
  by_model: AccuracyByModel | null;
  /** Answers that are being read again after facts or names have changed. */
  pending: number;
  /** Facts that answers are held against. */
  judging: number;
  platforms: AccuracyPlatform[];
  /** At most 100, those with the most contradictions first. */
  prompts: AccuracyPrompt[];
  /** At most 200, those with the most contradictions first. */
  facts: AccuracyFact[];
  /** Newest first. */
  contradictions: Contradiction[];
  /** Contradictions over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
}

export interface GenerationAccepted {
  generation_id: string;
  status: string;
  /** Prompts that will be created. */
  count: number;
}

export interface Generation {
  /** `idle` when the brand never had a generation. */
  status: GenerationStatus;
  /** Prefix `gen_`. */
  generation_id: string | null;
  /** The count asked for. */
  requested: number | null;
  topics_created: number;
  prompts_created: number;
  competitors_found: number;
  /** What wrote the drafts: a language model, or templates without network. */
  drafter: Drafter | null;
  /** Why it failed, in Chinese. */
  error: string | null;
  started_at: string | null;
  finished_at: string | null;
}

export interface RunCreated {
  status: AcceptedRunStatus;
  run_id: string;
}

/** Progress record. */
export interface Run {
  /** Prefix `run_`. */
  run_id: string;
  brand_id: string;
  status: RunStatus;
  mode: Mode;
  surface: Surface;
  /** What started it; scheduled runs do not count against the daily number. */
  trigger: RunTrigger;
  /** How often each prompt is asked on each platform. */
  samples: number;
  progress: RunProgress;
  /** One entry per platform. */
  platforms: RunPlatform[];
  /** When it was accepted. */
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface RunProgress {
  /** Answered, failed, skipped and cancelled sub-tasks; equals `total` exactly when the run has ended. */
  done: number;
  /** Enabled prompts x platforms x samples, fixed at creation. */
  total: number;
}

export interface RunPlatform {
  /** Platform identifier. */
  platform: string;
  /** Name to show. */
  name: string;
  status: RunPlatformStatus;
  done: number;
  /** Failed sub-tasks. */
  failed: number;
  total: number;
  /** Only when skipped, as a whole or from some question on, or when its model is gone: why, as a Chinese sentence. */
  reason?: string;
  /** Only with a reason. */
  reason_code?: SkipReason;
}

export interface Costs {
  filters: CostFilters;
  /** One run with the chosen platforms and samples. */
  run: Cost;
  /** Null without a schedule. */
  schedule: ScheduleCost | null;
}

/** What the run was narrowed to, by parameter name; a parameter that narrowed nothing is absent. */
export interface CostFilters {
  platform?: string[];
}

export interface ScheduleCost {
  /** In thirty days. */
  runs_per_month: number;
  month: Cost;
}

export interface Cost {
  questions: number;
  platforms: PlatformCost[];
  /** By currency, of what is known. */
  totals: Money[];
  /** Whether `totals` are all of it. */
  complete: boolean;
}

export interface PlatformCost {
  platform: string;
  name: string;
  questions: number;
  /** Past answers, of which the next three are means. */
  answers: number;
  input_tokens: number | null;
  output_tokens: number | null;
  searches: number | null;
  /** The part that is known. */
  amount: Money | null;
  /** What the price is worth: `documented`, `unverified`, `own` (of the configuration) or `told` (by the platform with its answers). */
  price_confidence: string | null;
  unknown: UnknownCost[];
}

/** `no_answers`: there is no past answer to go by. `part_price`: the price of tokens or of searches is not known. */
export type UnknownCost = "no_answers" | "no_price" | "part_price";

export interface Money {
  /** ISO 4217. */
  currency: string;
  amount: number;
}

export interface RunPage {
  items: Run[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
}

export interface Answer {
  /** Prefix `ans_`. */
  id: string;
  run_id: string;
  prompt_id: string;
  /** The question as it was when the run was created. */
  prompt_text: string;
  platform: string;
  /** The model that answered. */
  model: string | null;
  mode: Mode;
  surface: Surface;
  status: AnswerStatus;
  text: string | null;
  citations: AnswerCitation[];
  /** Whether the brand is named; null without an answer. */
  mentioned: boolean | null;
  /** How the brand is mentioned: `named`; `echoed`, the answer only repeats the question; `unknown`, the assistant says that it knows nothing of it. Only `named` makes visible, places and has a tone. Null when it is not mentioned. */
  mention_state: MentionState | null;
  /** Place of the brand among all names that the answer recommends, watched or not, 1 first, ties share it: a stated ranking before the order of first mention. Null when it is not named. */
  position: number | null;
  /** Place among the brand and its competitors alone. */
  watched_position: number | null;
  /** What the answer does with the brand; null when it is not named. */
  stance: Stance | null;
  sentiment: AnswerSentiment;
  confidence: AnswerConfidence;
  /** Competitors that the answer names. */
  competitors: AnswerCompetitor[];
  /** What is known about the web search behind the answer: none, one that the answer cites nothing of, one with sources of which the platform does not say which it used, one that the answer cites, or no sign either way. */
  retrieval: Retrieval | null;
  /** Why there is no answer, in Chinese. */
  error: string | null;
  answered_at: string | null;
  latency_ms: number | null;
}

/** Towards the brand; null when it is not named or the answer could not be judged. */
export interface AnswerSentiment {
  label: SentimentLabel;
  score: number;
  /** The sentence it rests on. */
  sentence: string;
  /** Who judged. */
  judge: Judge;
}

/** How likely it is that what was read of the brand is right, measured on cases of the kind: of findings with 0.9 or more, at least 95 in 100 are. Null when there is no answer, or it is a refusal or an error. */
export interface AnswerConfidence {
  /** That the answer names the brand, or does not. */
  named: number;
  /** That the stance is right; null when the brand is not named. */
  stance: number | null;
  /** That the tone is right, or that nothing good or bad is said; null when the brand is not named. */
  tone: number | null;
  /** What it rests on, as `word_hinted` or `says_but`; more may come. */
  grounds: string[];
}

export interface AnswerCompetitor {
  competitor_id: string;
  name: string;
  position: number;
  /** Place among the brand and its competitors alone; absent in answers that were read before. */
  watched_position?: number;
  /** Null when unjudged. */
  sentiment: SentimentLabel | null;
  score: number | null;
  /** There when a language model judged the tone. */
  judge?: "model";
  /** Absent in answers that were read before. */
  stance?: Stance;
}

export interface AnswerCitation {
  /** Canonical address. */
  url: string;
  title: string | null;
  /** Registrable domain. */
  domain: string;
  /** The domain, or the part of a portal that one can act on; absent in answers that were not read yet. */
  channel?: string;
  class: CitationClass;
  /** True when the answer refers to it, false when it was only retrieved. */
  cited: boolean;
  /** Only when true. An order of the account placed the page; it counts as an own citation. */
  placed?: boolean;
}

export interface AnswerPage {
  items: Answer[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
  filters: AnswerFilters;
}

export interface Period {
  /** First Beijing day. */
  from: string;
  /** Last Beijing day, included. */
  to: string;
}

/** Answers left out of every denominator. */
export interface Excluded {
  failed: number;
  empty: number;
  refused: number;
  /** Cut at the token limit, or where the page of an app stopped. */
  cut?: number;
  /** An error text of the service instead of an answer. */
  error?: number;
}

export interface Indicator {
  /** Null without a sample. A mean (`average_position`, `sentiment`) needs ten answers that are not all alike; without it `low` and `high` are null as well, and so is `change`. */
  value: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Lower 95 % bound for questions like these; null under three prompts. */
  low_wide?: number | null;
  /** Upper 95 % bound for questions like these. */
  high_wide?: number | null;
  /** Independent answers that would tell as much about questions like these. */
  effective_n?: number | null;
  /** How much of a day's answer the next day repeats, 0 to 1, estimated from the brand's own days; it widens the interval. Of a mean of fewer than 30 answers it is how much of being named (or judged) the next day repeats. Null where there are too few days to tell, and then none is assumed. */
  persistence?: number | null;
  audited?: Audited;
  read?: Read;
  /** For a mean: the sum. */
  numerator: number;
  /** For a mean: the sample size. */
  denominator: number;
  /** The same figure in the period of equal length before. */
  previous: number | null;
  /** Value less previous. */
  change: number | null;
  significant: Verdict;
  /** What the previous figure rests on. */
  previous_denominator?: number;
  /** Lower 95 % bound of `change_parts.same`. */
  change_low?: number | null;
  /** Upper 95 % bound of `change_parts.same`. */
  change_high?: number | null;
  change_parts?: ChangeParts;
  /** The smallest true change over the same cells that these data show with 80 % power. */
  smallest_change?: number | null;
  helps?: Helps;
}

/** There for visibility and share of voice once people have decided at least 30 checked readings of the reader in use. The value and both intervals are then corrected by them (difference estimator) and include the uncertainty of the checks; `read` is the value before. Null otherwise. */
export interface Audited {
  /** Readings that were decided. */
  answers: number;
  /** Of answers read as naming the brand, those that do. */
  precision: number | null;
  /** Of answers that name the brand, those read so. */
  recall: number | null;
}

/** The rate as it was read, before checked readings corrected it; absent where they do not. */
export type Read = number;

/** Whether the part of the change over the same prompts and platforms is more than chance (paired, p < 0.05). Null where no verdict is possible: fewer than 30 answers or 3 prompts in either period. */
export type Verdict = boolean;

/** Where no clear change is seen or none can be told, what would let a smaller one be seen, of `more_runs`, `more_samples` and `more_prompts`; otherwise empty. */
export type Helps = SamplingAction[];

/** Something that makes figures more exact; `now` is to do nothing. */
export type SamplingAction = "now" | "more_runs" | "more_samples" | "more_prompts";

/** What the change is made of: `same`, `prompts`, `rest`, `reading` and `model` add up to it. Only the first can be significant. */
export interface ChangeParts {
  /** The same prompts on the same platforms answered by the same models. */
  same: number;
  /** Lower 95 % bound of `same`; `change_low` is the same. */
  same_low: number | null;
  /** Upper 95 % bound of `same`; `change_high` is the same. */
  same_high: number | null;
  /** Prompts added or removed. */
  prompts: number;
  /** What is left over: platforms added or removed, or asked more or less often, and of means how they weigh answers. */
  rest: number;
  /** The same number as `rest`, under its former name; it goes with the next version. */
  platforms: number;
  /** Names or reader changed; 0, as both periods are read alike. */
  reading: number;
  /** Cells that other models answer than before. */
  model: number;
}

export interface Overview {
  period: Period;
  filters: AnalysisFilters;
  indicators: Indicators;
  /** Of the answers that name the brand, those that contradict one of its facts; null while none was held against a fact. */
  contradicted: Indicator | null;
  checked_readings?: CheckedReadings;
  /** One entry per day that has answers. Rates are means over prompts x platforms, so that several runs a day weigh as one. */
  trend: OverviewDay[];
  /** The mode whose answers were counted. */
  mode?: Mode;
  /** The surface whose answers were counted. */
  surface?: Surface;
  judges?: Judges;
  /** Days on which other models answered than on the platform's day before. */
  model_changes?: ModelChange[];
  platforms: OverviewPlatform[];
  /** The brand included, ranked by visibility. */
  competitors: OverviewCompetitor[];
  /** Names found in recommendation lists that are neither the brand nor a competitor. */
  suggested_competitors: SuggestedCompetitor[];
  /** Newest first. */
  alerts: Alert[];
  /** Platforms of the caller's tier. */
  available_platforms: AvailablePlatform[];
  last_run: LastRun;
  excluded: Excluded;
  rereading: Rereading;
  /** The Beijing day on which a newer version of the reader had read the whole history again: figures of days before it may differ from what was told or exported until then. Null where only one version has read it. */
  read_anew_on: string | null;
}

/** How many of the places and tones that people judged were read wrongly; there once people have decided 30 readings of the reader in use. It stands beside `average_position`, `first_rate`, `top3_rate`, `sentiment` and `negative_share` and corrects none of them: a no does not say which place or tone would be right. */
export interface CheckedReadings {
  /** Readings that were decided. */
  answers: number;
  /** Places read wrongly, of those that were judged. */
  position: Share;
  /** Tones read wrongly, of those that were judged. */
  tone: Share;
}

/** Who judged the tone of the period's answers. Means and shares of tone rest on the judgements of one of them; those of the other are counted and enter no figure. The period before is compared by the same judge. */
export interface Judges {
  /** Whose judgements are used: the judge of most answers. Null where nothing was judged. */
  used: Judge | null;
  /** Answers judged by rules. */
  offline: number;
  /** Answers judged by a language model. */
  model: number;
}

export interface ModelChange {
  date: string;
  platform: string;
  from: string[];
  to: string[];
}

export interface Indicators {
  visibility: Indicator;
  share_of_voice: Indicator;
  average_position: Indicator;
  sentiment: Indicator;
  /** Answers that cite an own site or a page that an order placed, of all answers. */
  own_citation_rate: Indicator;
  /** The part of `own_citation_rate` that cites an own site. An answer may be in both parts. */
  own_site_rate?: Indicator;
  /** The part of `own_citation_rate` that cites a page that an order placed. */
  placed_rate?: Indicator;
  /** Answers that place the brand first, of all answers. */
  first_rate: Indicator;
  /** Answers that place it among the first three, of all answers. */
  top3_rate: Indicator;
  /** Negative among judged answers. */
  negative_share: Indicator;
  /** Answers that say they do not know the brand, of all answers. */
  unknown_rate: Indicator;
  /** Answers that cite anything, of all answers: a property of the platforms rather than of the brand. */
  citation_rate: Indicator;
}

export interface SuggestedCompetitor {
  name: string;
  /** Answers that recommend it. */
  answers: number;
  /** Some of the answers that show it. */
  answer_ids: string[];
}

export interface AvailablePlatform {
  platform: string;
  name: string;
  available: boolean;
  /** Why it is not available, in Chinese. */
  reason: string | null;
}

/** How far the history has been read again after a change of names; until it is complete, all figures are those of the names before. Null when nothing is being read again. */
export interface Rereading {
  done: number;
  total: number;
  started_at: string;
}

export interface OverviewDay {
  /** Beijing day. */
  date: string;
  answers: number;
  /** Answers that name the brand. */
  mentions: number;
  visibility: number | null;
  read?: Read;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  share_of_voice: number | null;
  /** Null where fewer than ten answers name it, or all at the same place. */
  average_position: number | null;
  /** Null where fewer than ten answers were judged, or all alike. */
  sentiment: number | null;
  own_citation_rate?: number | null;
  first_rate?: number | null;
  top3_rate?: number | null;
  negative_share?: number | null;
  citation_rate: number | null;
}

export interface OverviewPlatform {
  platform: string;
  name: string;
  answers: number;
  /** Answers that name the brand. */
  mentions: number;
  visibility: number | null;
  read?: Read;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** The same figure in the period of equal length before. */
  previous: number | null;
  /** Value less previous. */
  change: number | null;
  significant: Verdict;
  /** What the previous figure rests on. */
  previous_denominator?: number;
  /** Lower 95 % bound of `change_parts.same`. */
  change_low?: number | null;
  /** Upper 95 % bound of `change_parts.same`. */
  change_high?: number | null;
  change_parts?: ChangeParts;
  /** The smallest true change over the same cells that these data show with 80 % power. */
  smallest_change?: number | null;
  helps?: Helps;
  /** Lower 95 % bound for questions like these; null under three prompts. */
  low_wide?: number | null;
  /** Upper 95 % bound for questions like these. */
  high_wide?: number | null;
  /** Independent answers that would tell as much about questions like these. */
  effective_n?: number | null;
  /** Mean over the prompts that all platforms answered, each weighing the same; null under three of them. */
  visibility_standardised?: number | null;
  share_of_voice: number | null;
  /** Null where fewer than ten answers name it, or all at the same place. */
  average_position: number | null;
  /** Null where fewer than ten answers were judged, or all alike. */
  sentiment: number | null;
  own_citation_rate?: number | null;
  first_rate?: number | null;
  top3_rate?: number | null;
  negative_share?: number | null;
  citation_rate: number | null;
}

export interface OverviewCompetitor {
  rank: number;
  /** It cannot be told apart from the one before it, for these questions; over others like them the order may differ. */
  tied?: boolean;
  /** Lower 95 % bound for questions like these; null under three prompts. */
  low_wide?: number | null;
  /** Upper 95 % bound for questions like these. */
  high_wide?: number | null;
  /** Independent answers that would tell as much about questions like these. */
  effective_n?: number | null;
  /** Null for the brand itself. */
  competitor_id: string | null;
  name: string;
  is_brand: boolean;
  answers: number;
  /** Answers that name it. */
  mentions: number;
  visibility: number | null;
  read?: Read;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** The same figure in the period of equal length before. */
  previous: number | null;
  /** Value less previous. */
  change: number | null;
  significant: Verdict;
  /** What the previous figure rests on. */
  previous_denominator?: number;
  /** Lower 95 % bound of `change_parts.same`. */
  change_low?: number | null;
  /** Upper 95 % bound of `change_parts.same`. */
  change_high?: number | null;
  change_parts?: ChangeParts;
  /** The smallest true change over the same cells that these data show with 80 % power. */
  smallest_change?: number | null;
  helps?: Helps;
  share_of_voice: number | null;
  /** Null where fewer than ten answers name it, or all at the same place. */
  average_position: number | null;
}

export interface Alert {
  id: string;
  /** `significant_change`, `competitor_passed`, `run_failed`, `platform_skipped`, `name_conflict` or `fact_contradicted`. */
  kind: string;
  severity: AlertSeverity;
  /** Chinese. */
  text: string;
  /** The figures it rests on. */
  figures: Record<string, unknown>;
  created_at: string;
  /** Acknowledged in the console. */
  acknowledged_at: string | null;
  /** How often such an alert would arise in a quarter if nothing changed, measured by dealing the last eight weeks of the brand's own history, each with all its prompts and platforms, to the two periods in every other way. Null for alerts that are no matter of chance. */
  by_chance_per_quarter?: number | null;
}

export interface Visibility {
  period: Period;
  filters: AnalysisFilters;
  /** One per prompt x platform. */
  items: VisibilityItem[];
  total: number;
  by_topic: VisibilityTopic[];
  by_stage: VisibilityStage[];
  excluded: Excluded;
}

export interface VisibilityTopic {
  topic_id: string;
  /** What it is called now; 已删除的主题 for one that was deleted. */
  name: string;
  answers: number;
  /** Answers that name the brand. */
  mentions: number;
  rate: number | null;
  read?: Read;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Null where fewer than ten answers name it, or all at the same place. */
  average_position: number | null;
}

export interface VisibilityStage {
  stage: string;
  answers: number;
  /** Answers that name the brand. */
  mentions: number;
  rate: number | null;
  read?: Read;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Null where fewer than ten answers name it, or all at the same place. */
  average_position: number | null;
}

export interface Sampling {
  period: Period;
  filters: AnalysisFilters;
  wanted: SamplingWanted;
  now: SamplingNow;
  these: SamplingThese;
  like_these: SamplingLikeThese;
  detection: SamplingDetection;
  /** What helps, of `more_prompts`, `more_runs`, `more_samples`; or `enough`, or `unknown` without answers. */
  advice: string[];
  /** What each thing to do would bring, if answers go on to vary as they do; the first is as it is. Empty without answers. */
  options: SamplingOption[];
  /** How many of `cells` are settled. */
  settled: number;
  cells: SamplingCell[];
}

export interface SamplingWanted {
  precision: number;
  change: number;
  /** Null when it was not given. */
  target: number | null;
}

/** What there is. What cannot be told is null. */
export interface SamplingNow {
  visibility: number | null;
  answers: number;
  prompts: number;
  platforms: number;
  /** Days with answers. */
  days: number;
  answers_per_day: number | null;
  /** Half width of the interval for these questions. */
  half: number | null;
  /** Half width of the interval for questions like these. */
  half_wide: number | null;
  /** The change that could have been seen with 80 % power. */
  smallest_change: number | null;
  effective_n: number | null;
  /** Estimated from the brand's own days. */
  persistence: number | null;
}

/** What the precision takes for these questions. */
export interface SamplingThese {
  answers: number | null;
  /** At the present answers a day. */
  days: number | null;
}

/** What the precision takes for questions like these. */
export interface SamplingLikeThese {
  /** In all. */
  prompts: number | null;
  /** Half width that no number of answers to the present prompts gets below. */
  floor: number | null;
}

/** What the change takes to be seen, in each of two periods. */
export interface SamplingDetection {
  answers: number | null;
  days: number | null;
  /** Answers a prompt and run with which the present period would do; null when it takes more than 5. */
  samples: number | null;
}

export interface SamplingOption {
  action: SamplingAction;
  /** In all: days with answers, samples a prompt and run, or prompts. */
  amount: number;
  /** In the period. */
  answers: number;
  prompts: number;
  /** Half width for these questions; null with more prompts, which would be others. */
  half: number | null;
  /** Half width for questions like these; null under three prompts. */
  half_wide: number | null;
  /** The change that would be seen with 80 % power. */
  smallest_change: number | null;
}

export interface SamplingCell {
  prompt_id: string;
  text: string;
  platform: string;
  answers: number;
  /** Answers that name the brand. */
  mentions: number;
  rate: number | null;
  /** Lower 95 % bound. */
  low: number | null;
  /** Upper 95 % bound. */
  high: number | null;
  /** Lower 95 % bound for those who look after every run, all looks together; `settled` goes by these bounds. */
  low_always?: number | null;
  /** Upper bound of the same. */
  high_always?: number | null;
  /** Null where fewer than ten answers name it, or all at the same place. */
  average_position: number | null;
  /** The interval lies on one side of the target. */
  settled: boolean;
  /** Answers until it is settled, at its present rate; null when it is, or when it would take more than 120. */
  more: number | null;
}

export interface VisibilityItem {
  prompt_id: string;
  text: string;
  topic_id: string;
  platform: string;
  answers: number;
  /** Answers that name the brand. */
  mentions: number;
  rate: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Null where fewer than ten answers name it, or all at the same place. */
  average_position: number | null;
  last: VisibilityLast;
}

/** The newest answer; null without one. */
export interface VisibilityLast {
  answered_at: string;
  mentioned: boolean;
  position: number | null;
  answer_id: string;
}

export interface SentimentTotals {
  positive: number;
  neutral: number;
  negative: number;
  /** Names the brand, but could not be judged; enters no mean. */
  unjudged: number;
  /** Mean over judged answers that name the brand; null, with its bounds, where they are fewer than ten or all alike. */
  score: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Negative among judged answers. */
  negative_share?: number | null;
  /** Judged, but by the judge that is not used; enters no mean. */
  judged_otherwise?: number;
}

export interface Sentiment {
  period: Period;
  filters: AnalysisFilters;
  totals: SentimentTotals;
  /** One entry per day that has answers. */
  trend: SentimentDay[];
  platforms: SentimentPlatform[];
  /** Sentences about the brand, the strongest first. */
  quotes: Quote[];
  /** The brand included, ranked by score. */
  competitors: SentimentCompetitor[];
  excluded: Excluded;
  judges?: Judges;
}

/** Counts are of all answers; score and share weigh each prompt on each platform once, however many runs the day had. */
export interface SentimentDay {
  /** Beijing day. */
  date: string;
  positive: number;
  neutral: number;
  negative: number;
  unjudged: number;
  /** Null where fewer than ten answers were judged, or all alike. */
  score: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Negative among judged answers. */
  negative_share?: number | null;
  /** Judged, but by the judge that is not used; enters no mean. */
  judged_otherwise?: number;
}

export interface SentimentPlatform {
  platform: string;
  name: string;
  positive: number;
  neutral: number;
  negative: number;
  unjudged: number;
  /** Null where fewer than ten answers were judged, or all alike. */
  score: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Negative among judged answers. */
  negative_share?: number | null;
  /** Judged, but by the judge that is not used; enters no mean. */
  judged_otherwise?: number;
  /** The same figure in the period of equal length before. */
  previous: number | null;
  /** Value less previous. */
  change: number | null;
  significant: Verdict;
  /** What the previous figure rests on. */
  previous_denominator?: number;
  /** Lower 95 % bound of `change_parts.same`. */
  change_low?: number | null;
  /** Upper 95 % bound of `change_parts.same`. */
  change_high?: number | null;
  change_parts?: ChangeParts;
  /** The smallest true change over the same cells that these data show with 80 % power. */
  smallest_change?: number | null;
  helps?: Helps;
}

export interface Quote {
  sentence: string;
  sentiment: QuoteSentiment;
  score: number | null;
  judge?: Judge;
  platform: string;
  prompt_id: string;
  answer_id: string;
  answered_at: string;
}

export interface SentimentCompetitor {
  /** Null for the brand itself. */
  competitor_id: string | null;
  name: string;
  is_brand: boolean;
  positive: number;
  neutral: number;
  negative: number;
  unjudged: number;
  /** Null where fewer than ten answers were judged, or all alike. */
  score: number | null;
  /** Lower 95 % bound for these very questions. */
  low: number | null;
  /** Upper 95 % bound for these very questions. */
  high: number | null;
  /** Negative among judged answers. */
  negative_share?: number | null;
  /** Judged, but by the judge that is not used; enters no mean. */
  judged_otherwise?: number;
}

export interface Citations {
  period: Period;
  filters: AnalysisFilters;
  totals: CitationTotals;
  /** By channel, most cited first. */
  domains: CitedDomain[];
  /** Sites that hold several channels, as a whole, most cited first. */
  portals: CitedPortal[];
  /** Most cited first. */
  urls: CitedURL[];
  classes: CitedClass[];
  /** Channels whose citing answers name the brand significantly less often than the other answers do to the same prompts on the same platforms, largest shortfall first; the same list as the opportunities of channels. Compared are the newest 20,000 answers of the period. */
  gaps: CitationGap[];
  excluded: Excluded;
}

export interface DraftCreate {
  opportunity_id: string;
}

export interface Draft {
  id: string;
  brand_id: string;
  opportunity_id: string;
  status: DraftStatus;
  /** offline: a brief with an outline; model: an article. */
  drafter: Drafter | null;
  /** A model wrote it. */
  ai_assisted: boolean;
  /** The content it became; null before, and once that is gone. */
  content_id: string | null;
  error: string | null;
  created_at: string;
  finished_at: string | null;
}

export interface DraftList {
  items: Draft[];
  total: number;
  page: number;
  page_size: number;
  has_more: boolean;
}

export interface Opportunities {
  period: Period;
  filters: OpportunityFilters;
  /** To prompts that count for visibility. */
  answers: number;
  /** Topics and channels that have enough answers to tell. */
  compared: number;
  /** Topics that have too few. */
  untested: number;
  sort: OpportunitySort;
  items: Opportunity[];
  total: number;
}

export interface Opportunity {
  /** The same as long as it is about the same. */
  id: string;
  action: OpportunityAction;
  kind: PageKind;
  /** One sentence. */
  why: string;
  basis: OpportunityBasis;
  topic: unknown;
  channel: string | null;
  gain: OpportunityGain;
  ours: Share;
  /** The competitor that is ahead the most. */
  theirs: unknown;
  /** Those where a competitor is ahead, the farthest first. */
  prompts: OpportunityPrompt[];
  /** Cited there, by how many answers name a competitor alone; those of a topic in the month in which the period ends and the two before it. */
  channels: OpportunityChannel[];
  pages: OpportunityPage[];
  /** Some newest answers that do not name the brand. */
  answer_ids: string[];
  fact: unknown;
  /** For write and place: outlets on the channels cited, else the nearest. Empty only where the catalogue has none that can be ordered. */
  outlets: OpportunityOutlet[];
}

/** What was applied. */
export interface OpportunityFilters {
  platform?: string[];
  topic_id?: string[];
  action?: string[];
}

/** Who decides what a page says. */
export type PageKind = "own" | "rival" | "listing" | "editorial" | "community" | "encyclopedia";

export interface OpportunityTopic {
  topic_id: string;
  name: string;
}

/** Answers of the period that there are to win, for these questions; over others like them it may be more or less. */
export interface OpportunityGain {
  answers: number;
  /** 95 % interval. */
  low: number;
  high: number;
  of: number;
}

export interface RivalShare {
  competitor_id: string;
  name: string;
  count: number;
  of: number;
  rate: number | null;
  /** 95 % interval. */
  low: number | null;
  high: number | null;
}

export interface OpportunityPrompt {
  prompt_id: string;
  text: string;
  /** Those on which a competitor is named more often. */
  platforms: OpportunityCell[];
}

export interface OpportunityCell {
  platform: string;
  ours: Share;
  theirs: RivalShare;
}

export interface OpportunityChannel {
  channel: string;
  domain: string;
  kind: PageKind;
  /** Answers that cite it. */
  citing: number;
  /** Of them, those that name a competitor alone; of a fact, those that get it wrong. */
  without: number;
  /** Over all topics, its citing answers name the brand significantly less often than the others to the same prompts on the same platforms. */
  gap: boolean;
}

export interface OpportunityPage {
  url: string;
  title: string | null;
  channel: string;
  kind: PageKind;
  citing: number;
  without: number;
}

export interface OpportunityFact {
  fact_id: string;
  statement: string;
  expected: string;
  /** By the newest answer. */
  said: string | null;
}

export interface OpportunityOutlet {
  media_id: string;
  name: string;
  media_type: MediaType;
  channel: string | null;
  match: OutletMatch;
  /** Answers here that cite its channel. */
  citing: number;
  points: number;
  /** Placements likely to be cited for 100 points; null where too little was placed to tell. */
  expected: ExpectedCitations | null;
  /** To the first citation; null where it is unknown, or fewer than half are cited. */
  median_days: number | null;
}

export interface ExpectedCitations {
  per_100_points: number;
  /** 95 % interval. */
  low: number;
  high: number;
  basis: ExpectedBasis;
}

export interface Searches {
  period: Period;
  filters: AnalysisFilters;
  totals: SearchTotals;
  terms: SearchTerms;
  platforms: SearchPlatform[];
  /** Most searches first. */
  prompts: SearchPrompt[];
  /** Most frequent first. */
  items: Search[];
  /** Searches that differ. */
  total: number;
  /** Only the newest 20,000 answers of the period were read. */
  truncated: boolean;
}

export interface Surfaces {
  period: Period;
  filters: AnalysisFilters;
  /** Those with pairs in the period. */
  platforms: SurfacePlatform[];
  /** Only the newest 20,000 answers of each surface were read. */
  truncated: boolean;
}

/** A pair is a prompt on a day with answers on both surfaces; several answers of it are averaged. Intervals are over prompts. */
export interface SurfacePlatform {
  platform: string;
  name: string;
  pairs: number;
  /** Different prompts among the pairs. */
  prompts: number;
  /** Pairs that were drawn at random; those of runs in apps that somebody started were not. */
  drawn: number;
  /** Both name the brand, or neither does. */
  named: Agreement;
  /** Jaccard index of the watched brands that are named; pairs that name none are left out. */
  brands: Agreement;
  /** Jaccard index of the channels that are cited; pairs that cite none are left out. */
  channels: Agreement;
  /** Share of answers that name the brand: in the app less by the interface. */
  mention: Agreement;
  /** Places further down in the app, of pairs that name the brand on both. */
  position: Agreement;
  /** Sentiment in the app less by the interface, of pairs that are judged on both. */
  tone: Agreement;
  /** Share of answers that name the brand by the interface, of the pairs. */
  mention_api: number | null;
  /** And in the app. */
  mention_app: number | null;
  app_rate: AppRate;
}

export interface Agreement {
  /** The mean over pairs. */
  value: number | null;
  /** 95 % interval; null for fewer than five prompts. */
  low: number | null;
  high: number | null;
  /** That enter it. */
  pairs: number;
}

/** Regression estimator of double sampling, from the pairs that were drawn and all answers by the interface. */
export interface AppRate {
  value: number | null;
  /** 95 % interval. */
  low: number | null;
  high: number | null;
  /** Prompts on days that the interface was asked. */
  units: number;
  /** How many times as many answers of the app alone would be as exact. */
  gain: number | null;
  /** Why there is none: fewer than thirty pairs were drawn, or one of the surfaces always answers the same. */
  unusable: AppRateReason | null;
}

export interface Share {
  count: number;
  of: number;
  rate: number | null;
  /** 95 % interval. */
  low: number | null;
  high: number | null;
}

/** Over platforms that told a search in the period. Naming counts prompts that do not name the brand. */
export interface SearchTotals {
  searched: Share;
  searches: number;
  named_searched: Share;
  named_unsearched: Share;
}

/** Words of questions and of the searches for them, the most frequent first. */
export interface SearchTerms {
  kept: SearchTerm[];
  added: SearchTerm[];
  dropped: SearchTerm[];
}

export interface SearchTerm {
  term: string;
  times: number;
}

export interface SearchPlatform {
  platform: string;
  /** It told a search in the period; otherwise nothing is known of its searches and the shares are empty. */
  disclosed: boolean;
  answers: number;
  searched: Share;
  searches: number;
  named_searched: Share;
  named_unsearched: Share;
}

export interface SearchPrompt {
  prompt_id: string;
  text: string;
  /** Answers that told searches. */
  answers: number;
  searches: number;
  /** Searches that differ. */
  distinct: number;
}

/** A search, whatever the order and the punctuation of its words. */
export interface Search {
  /** As it was most often written. */
  text: string;
  /** Answers that ran it. */
  times: number;
  /** Words shared with the question it was most often run for. */
  kept: string[];
  added: string[];
  dropped: string[];
  named: Share;
  contrast: SearchContrast;
  platforms: SearchedOn[];
  prompts: SearchedFor[];
  /** Named in answers that ran it, the most frequent first. */
  competitors: GapCompetitor[];
  /** A prompt of the brand that asks the same. */
  prompt_id: string | null;
  /** It names the brand: as a prompt it would not count for visibility. */
  branded: boolean;
  /** The newest answer that ran it. */
  answer_id: string;
}

export interface SearchedOn {
  platform: string;
  times: number;
}

export interface SearchedFor {
  prompt_id: string;
  text: string;
  times: number;
}

/** Answers that ran it beside the other answers to the same prompts on the same platforms: they name the brand significantly `more` or `less` often, `none`: no difference is to be seen, `few`: too few answers with or without it, `never`: it names the brand itself. */
export type SearchContrast = "more" | "less" | "none" | "few" | "never";

export interface CampaignCreate {
  brand_id: string;
  name: string;
  /** That should become known. */
  sentence?: string | null;
  /** Prompts that should change. One that names the brand is refused. */
  target_ids: string[];
  /** Prompts to compare with. Absent: the brand's other enabled prompts that do not name it. Empty: competitors on the targets are compared instead, which gives an estimate and no verdict. */
  control_ids?: string[] | null;
  /** Draw by lot: half of `target_ids`, of which there are at least six, are the targets, and the others the controls, to be published for later; without `control_ids`. The two differ in publishing alone, so that the verdict rests on no adjustment. */
  draw?: boolean;
}

export interface CampaignPrompt {
  prompt_id: string;
  /** As it was when the campaign was declared. */
  text: string;
}

export interface Campaign {
  id: string;
  brand_id: string;
  name: string;
  sentence: string;
  targets: CampaignPrompt[];
  controls: CampaignPrompt[];
  /** Since then it is frozen. */
  declared_at: string;
  ended_at: string | null;
  washout_days: CampaignWashout;
  /** Targets were drawn by lot with this seed, and the controls are the others. Null: they were chosen. */
  lot_seed: number | null;
  judged: CampaignJudged | null;
}

/** Days after a publication that are left out on a platform, by its usual time to the first citation when the campaign was declared. A platform that is not listed has 7. */
export type CampaignWashout = Record<string, unknown>;

/** What was said when the promised time had passed. It does not change any more. */
export interface CampaignJudged {
  at: string;
  verdict: EffectVerdict;
  reason: CampaignReason | null;
  difference: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
}

export interface CampaignPage {
  items: Campaign[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
}

export interface CampaignEffect {
  id: string;
  brand_id: string;
  name: string;
  sentence: string;
  targets: CampaignPrompt[];
  controls: CampaignPrompt[];
  declared_at: string;
  ended_at: string | null;
  washout_days: CampaignWashout;
  /** Targets were drawn by lot with this seed, and the controls are the others. Null: they were chosen. */
  lot_seed: number | null;
  judged: CampaignJudged | null;
  basis: CampaignBasis;
  verdict: EffectVerdict;
  reason: CampaignReason | null;
  /** How far the targets' level before lay from that of the controls, in standard deviations of prompts. Null without an estimate. */
  baseline_gap: number | null;
  /** Targets that were not drawn by lot lay more than one standard deviation below: adjusting for the level is an extrapolation. */
  far_below: boolean;
  /** All days have passed, or it has ended. Before that a verdict may still change. */
  final: boolean;
  judged_on: string | null;
  /** Day of the first publication. */
  started_on: string | null;
  /** When texts and sources of answers were last read, which a job does every hour. Null: just now. */
  read_at: string | null;
  promise: CampaignPromise | null;
  outcomes: CampaignOutcome[];
  /** Second control: how much more often than its competitors the brand is named, compared in the same way. Null without competitors or controls, or too early. */
  competitors: CampaignBeside | null;
  platforms: CampaignPlatform[];
  curve: CampaignDay[];
  publications: CampaignPublication[];
  arrivals: CampaignArrival[];
  outlets: CampaignOutlet[];
  absorption: CampaignAbsorption | null;
  experiment: CampaignExperiment | null;
  dropped: CampaignDropped[];
}

/** `differs`: it is something else; `outdated`: it was true once; `known_wrong`: the sheet names it as wrong. */
export type ContradictionReason = "differs" | "outdated" | "known_wrong";

/** `effective`: targets rose significantly more than the controls, adjusted for the level before; `not_visible`: that cannot be seen, the interval says how large an effect could be; `too_early`; `not_identifiable`: what is there cannot tell an effect from other things. `reason` says why. */
export type EffectVerdict = "effective" | "not_visible" | "too_early" | "not_identifiable";

/** Of `effective`: `above_controls`, or `lower_bound` where answers to the controls cite pages of the campaign. Of `not_visible`: `within_chance`, `controls_exposed` (as well, and those answers cite them), `below_controls` (targets changed significantly less). Of `too_early`: `unpublished`, `few_days`. Of `not_identifiable`: `few_targets` or `few_controls` that were asked before and after (three of each), `no_history`, `placebo` (they moved apart before anything was published). */
export type CampaignReason = "above_controls" | "lower_bound" | "within_chance" | "controls_exposed" | "below_controls" | "unpublished" | "few_days" | "few_targets" | "few_controls" | "no_history" | "placebo";

/** What the targets are compared with. */
export type CampaignBasis = "controls" | "competitors";

/** The brand is named; named before all others; a page of the campaign is cited; it is at least found; any page of a channel that the campaign published in is cited; the answer repeats stretches of an article that no answer held before, cited or not; any page of the brand's own or placed by an order is cited. */
export type CampaignOutcomeKind = "named" | "named_first" | "page_cited" | "page_found" | "channel_cited" | "absorbed" | "own_cited";

/** Why a prompt is left out. `treated` means that another campaign has published for it. */
export type CampaignDropReason = "edited" | "deleted" | "treated";

/** What the campaign could see, judged by how the brand's prompts moved when nothing was published. */
export interface CampaignPromise {
  /** After the first publication. */
  days: number;
  /** Effect that is found four times out of five. */
  smallest: number;
  effects: CampaignPower[];
}

export interface CampaignPower {
  effect: number;
  power: number;
  visible: boolean;
}

export interface CampaignOutcome {
  outcome: CampaignOutcomeKind;
  /** Change of the targets less that of what they are compared with, adjusted for the level before. */
  difference: number | null;
  /** 95 % interval. */
  low: number | null;
  high: number | null;
  p: number | null;
  /** False: `p` is by Student's distribution. */
  exact: boolean;
  target_before: number | null;
  target_after: number | null;
  control_before: number | null;
  control_after: number | null;
  /** The same comparison within the time before, which should find nothing. */
  placebo: number | null;
  placebo_p: number | null;
  /** How much faster targets rose before, a week: the placebo over the time between its halves. */
  trend: number | null;
  verdict: EffectVerdict;
  reason: CampaignReason | null;
}

export interface CampaignPlatform {
  platform: string;
  difference: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  /** After Benjamini and Hochberg over all platforms. */
  believed: boolean;
}

export interface CampaignDay {
  day: string;
  target: number | null;
  target_low: number | null;
  target_high: number | null;
  control: number | null;
  control_low: number | null;
  control_high: number | null;
  target_answers: number;
  control_answers: number;
}

export interface CampaignPublication {
  order_id: string;
  media_id: string;
  media: string;
  title: string;
  status: OrderStatus;
  points: number;
  url: string | null;
  /** By lot: not handed to the outlet before. */
  planned_at: string | null;
  published_at: string | null;
  first_cited_at: string | null;
  /** The answer that cited it first. */
  first_answer_id: string | null;
  /** Answers to targets and controls that cite it; `citations` of the order counts all. */
  citations: number;
}

export interface CampaignArrival {
  platform: string;
  cited: number;
  of: number;
  /** By which half are cited; null where fewer are. */
  median_days: number | null;
  /** After the first citation, by which half are not cited any more; null where more are. Fourteen days without a citation count as its end. */
  half_life_days: number | null;
  /** Kaplan and Meier's curve. */
  steps: CampaignStep[];
}

/** An outlet with what it placed. Each article on each platform counts by itself. */
export interface CampaignOutlet {
  media_id: string;
  media: string;
  articles: number;
  points: number;
  /** Answers to targets and controls that cite one of them. */
  citations: number;
  cited: number;
  of: number;
  median_days: number | null;
  half_life_days: number | null;
  steps: CampaignStep[];
}

export interface CampaignBeside {
  difference: number;
  low: number | null;
  high: number | null;
  p: number | null;
}

/** How much of the articles' own wording answers repeat: stretches of eight Chinese characters or six words that no answer of the 92 days before held. An answer counts from three on. */
export interface CampaignAbsorption {
  stretches: number;
  /** By any answer since. */
  repeated: number;
  answers: number;
  /** Of these answers, those that do not cite the article. */
  uncited: number;
  examples: CampaignEcho[];
  /** Sentences of the articles that answers repeat, those that most answers repeat first. */
  sentences: CampaignSaid[];
  /** Sentences of the articles that no answer repeats. */
  unsaid: number;
}

export interface CampaignSaid {
  sentence: string;
  /** Whether it says what the campaign wants to become known. */
  declared: boolean;
  /** Of the sentence that no answer held before. */
  stretches: number;
  /** That repeat at least three of these stretches, or all of them. */
  answers: number;
  /** Of these answers, those that do not cite the article. */
  uncited: number;
  examples: CampaignEcho[];
}

export interface CampaignEcho {
  answer_id: string;
  platform: string;
  prompt_id: string;
  day: string;
  stretches: number;
  cited: boolean;
}

/** What placing in random order shows: how much more often answers to the targets cite a channel once its turn had come than channels whose turn had not. Planned days are compared, so that a reviewer's delay weakens an effect and cannot fake one. */
export interface CampaignExperiment {
  /** Of the draw. */
  seed: number;
  orders: number;
  /** Null: not all turns have come, or fewer than four orders. */
  difference: number | null;
  p: number | null;
  /** Mean from the planned to the real day. */
  delay_days: number | null;
}

export interface CampaignStep {
  day: number;
  share: number;
  low: number;
  high: number;
  at_risk: number;
  arrived: number;
}

export interface CampaignDropped {
  prompt_id: string;
  text: string;
  reason: CampaignDropReason;
}

export interface CitationTotals {
  answers: number;
  /** Answers that cite at least one source. */
  with_citation: number;
  /** Times any source is cited. */
  citations: number;
  /** Citations of the brand's own domain. */
  own: number;
  /** Citations of competitors' domains. */
  competitor: number;
}

export interface CitedPortal {
  /** Registrable domain of a site that holds several channels. */
  domain: string;
  class: CitationClass;
  /** Times cited. */
  citations: number;
  /** Answers that cite it. */
  answers: number;
  /** Of the answers that cite anything. */
  share: number | null;
  platforms: string[];
  first_seen: string;
  last_seen: string;
}

export interface CitedDomain {
  /** The unit one can act on: the domain, or the part of a portal (baike.baidu.com, 163.com/dy, an account of mp.weixin.qq.com). */
  channel: string;
  /** Registrable domain above the channel. */
  domain: string;
  class: CitationClass;
  /** Times cited. */
  citations: number;
  /** Answers that cite it. */
  answers: number;
  /** Of the answers that cite anything. */
  share: number | null;
  platforms: string[];
  first_seen: string;
  last_seen: string;
}

export interface CitedURL {
  url: string;
  title: string | null;
  domain: string;
  class: CitationClass;
  /** Times cited. */
  citations: number;
  /** Answers that cite it. */
  answers: number;
  /** Of the answers that cite anything. */
  share: number | null;
  platforms: string[];
  first_seen: string;
  last_seen: string;
}

export interface CitedClass {
  class: CitationClass;
  citations: number;
  /** Of all citations. */
  share: number | null;
}

export interface CitationGap {
  channel: string;
  domain: string;
  class: CitationClass;
  /** Answers that cite it and name a competitor, but not the brand. */
  answers: number;
  /** Answers that cite it. */
  citing: number;
  /** Answers that cite it and name the brand. */
  with_brand: number;
  /** Share of the citing answers that name the brand. */
  rate: number | null;
  /** Share that name the brand of the answers to the same prompts on the same platforms that do not cite it, weighed as those that do. */
  rate_elsewhere: number | null;
  /** How much less often the brand is named, comparing answers to the same prompt on the same platform. */
  shortfall: number;
  competitors: GapCompetitor[];
  /** Some of the answers behind it. */
  answer_ids: string[];
}

export interface GapCompetitor {
  competitor_id: string;
  name: string;
  answers: number;
}

export interface Media {
  /** Prefix `med_`. */
  id: string;
  name: string;
  logo_url: string | null;
  url: string | null;
  /** Registrable domain. */
  domain: string | null;
  media_type: MediaType;
  content_types: ContentType[];
  /** The portal that the outlet belongs to. */
  portal: string | null;
  /** The column or channel that publishes. */
  channel: string | null;
  /** The platform of an account, for self-media and short video. */
  platform: string | null;
  account_name: string | null;
  /** Rank of the outlet, as central, provincial or vertical. */
  level: string | null;
  industries: string[];
  region: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  language: string | null;
  price: MediaPrice;
  indexing: MediaIndexing;
  authority: MediaAuthority;
  policy: MediaPolicy;
  delivery: MediaDelivery;
  audience: MediaAudience;
  geo: MediaGeo;
  /** An article published there. */
  sample_url: string | null;
  recommended: boolean;
  status: MediaStatus;
  updated_at: string;
}

export interface MediaPrice {
  /** Points that one order costs. */
  points: number;
  /** Key of a price tier of the dictionary. */
  tier: string;
}

export interface MediaIndexing {
  /** Where articles are indexed. */
  type: string | null;
  /** Share of articles indexed. */
  rate: number | null;
}

export interface MediaAuthority {
  pc_weight: number | null;
  mobile_weight: number | null;
  domain_authority: number | null;
}

export interface MediaPolicy {
  /** Whether an article may carry links. */
  links: boolean | null;
  /** Kinds of contact details allowed. */
  contacts: string[];
  /** Whether an article may carry images. */
  images: boolean | null;
  /** In characters. */
  title_max_length: number | null;
  notes: string | null;
}

export interface MediaDelivery {
  average_hours: number | null;
  success_rate: number | null;
  /** Whether it publishes at weekends. */
  weekend: boolean | null;
}

export interface MediaAudience {
  followers: number | null;
  average_reads: number | null;
  verification: string | null;
}

/** Measured by this installation's own runs. */
export interface MediaGeo {
  /** Times assistants cited the outlet. */
  citations: number;
  /** Of all citations of the window; null when there are none. */
  citation_rate: number | null;
  window_days: number;
  by_platform: MediaGeoPlatform[];
  /** How widely it is cited; null when it was not. */
  reach?: Reach | null;
  /** What became of articles that accounts placed there, 30 days after each, up to the last month that has ended; null unless six accounts that are not on trial did, of each of which at most three articles count. It is told in steps that no account can be subtracted from. */
  effect?: MediaEffect | null;
}

export interface MediaEffect {
  /** At least so many: 5, 10, 20, 50, 100, 200, 500 or 1000. */
  placements: number;
  /** At most so many; null for any number. */
  placements_to: number | null;
  /** Of `placements`, how many `rate` is: no count. */
  cited: number;
  /** Half of them are cited within these days, in steps of 1, 3, 7, 14, 21 and 30; null where fewer than half are. */
  median_days: number | null;
  /** Share that an assistant cited within 30 days, to the nearest 0.05. */
  rate: number;
  /** 95 % interval of `rate` over `placements`, which is the widest. */
  low: number;
  high: number;
  /** Points for a placement that is cited, at the price of today; null where none was. */
  points_per_citation: number | null;
  points_low: number | null;
  /** Null where it may be any number. */
  points_high: number | null;
}

export interface MediaGeoPlatform {
  platform: string;
  citations: number;
  citation_rate: number | null;
  /** Prompts on this platform whose answers cite it. */
  cells?: number;
  /** Prompts on this platform whose answers cite anything. */
  cells_citing?: number;
}

/** How widely something is cited. A cell is a prompt on a platform; one that is asked every day counts once. Each count stands beside how many cells, days and answers cite anything at all in the same time. */
export interface Reach {
  /** Cells whose answers cite it. */
  cells: number;
  /** Cells whose answers cite anything. */
  cells_citing: number;
  /** Beijing days on which it is cited. */
  days: number;
  /** Beijing days on which anything is cited. */
  days_citing: number;
  /** Answers that cite anything. */
  answers_citing: number;
}

/** As `Reach`, in answers about the account's own brands, since the day of publication. */
export interface OrderReach {
  /** Answers that cite the published address. */
  answers: number;
  /** Cells whose answers cite it. */
  cells: number;
  /** Cells whose answers cite anything. */
  cells_citing: number;
  /** Beijing days on which it is cited. */
  days: number;
  /** Beijing days on which anything is cited. */
  days_citing: number;
  /** Answers that cite anything. */
  answers_citing: number;
}

export interface MediaPage {
  items: Media[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
  filters: MediaFilters;
  /** The sort that was applied. */
  sort: string;
}

/** What the analysis was narrowed to, by parameter name; a parameter that narrowed nothing is absent. */
export interface AnalysisFilters {
  platform?: string[];
  topic_id?: string[];
}

/** What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent. */
export interface PromptFilters {
  topic_id?: string[];
  status?: string;
}

/** What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent. */
export interface AnswerFilters {
  platform?: string[];
  prompt_id?: string[];
}

/** What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent. */
export interface OrderFilters {
  status?: OrderStatus[];
  media_id?: string[];
  content_id?: string[];
  id?: string[];
  brand_id?: string;
  from?: string;
  to?: string;
}

/** What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent. */
export interface MediaFilters {
  media_type?: MediaType[];
  content_type?: ContentType;
  q?: string;
  industry?: string[];
  region?: string[];
  platform?: string[];
  portal?: string[];
  level?: string[];
  language?: string[];
  country?: string[];
  price_tier?: string[];
  min_price?: number;
  max_price?: number;
  min_weight?: number;
  min_followers?: number;
  max_delivery_hours?: number;
  min_success_rate?: number;
  weekend?: boolean;
  links?: boolean;
  recommended?: boolean;
}

export interface Channels {
  media_types: ChannelOption[];
  /** Every filter of the media list. */
  dimensions: ChannelDimension[];
  /** Half-open ranges of points. */
  price_tiers: PriceTier[];
  /** The first is the default. */
  sorts: ChannelSort[];
}

export interface ChannelOption {
  value: string;
  /** Chinese. */
  label: string;
  /** Media that match it. */
  count: number;
}

export interface ChannelDimension {
  /** Name of the query parameter. */
  key: string;
  /** Chinese. */
  label: string;
  /** `multi` may be repeated, `single` takes one value, `flag` is `true` or `false`, `number` is a bound, `text` is searched for. */
  kind: DimensionKind;
  /** Media types for which the filter means something. */
  applies_to: MediaType[];
  /** Empty for `number` and `text`. */
  options: ChannelOption[];
}

export interface PriceTier {
  key: string;
  /** Chinese. */
  label: string;
  /** Included. */
  min: number;
  /** Not included; null: no upper bound. */
  max: number | null;
}

export interface ChannelSort {
  value: string;
  /** Chinese. */
  label: string;
}

export interface Content {
  /** Prefix `cnt_`. */
  id: string;
  /** The brand that it is for. */
  brand_id?: string | null;
  title: string;
  /** Markdown. */
  body: string;
  content_type: ContentType;
  /** Whether AI helped to write it, as declared; null: not yet. */
  ai_assisted: boolean | null;
  supports: Support[];
  /** Of the body as read, counted as outlets do: each Chinese, Japanese or Korean character and full-width mark is one, each other word or number is one; Markdown marks and addresses are nothing. */
  length: number;
  /** Raised by each change. */
  revision: number;
  /** It is a brief to write along, as drafts without a model are, and cannot be ordered (3016). It becomes an article when it is saved without the sentence that says so. */
  brief: boolean;
  created_at: string;
  updated_at: string;
}

export interface Support {
  sentence: string;
  /** Null: the brand's own opinion. */
  source_url: string | null;
}

export interface Inspection {
  gate: ArticleGate;
  /** Of the content that was inspected. */
  revision: number;
  /** Errors first, at most 100. */
  issues: ArticleIssue[];
  /** Statements of fact with what holds them up, at most 200. */
  claims: ArticleClaim[];
}

/** Something that stands against ordering an article as it is. */
export interface ArticleIssue {
  level: IssueLevel;
  code: IssueCode;
  /** The words in question; empty where it concerns the whole. */
  text: string;
  /** Where they stand. */
  sentence: string;
  /** Of `banned_wording`: the rule's code. */
  rule?: string;
  /** Of `banned_wording`: where the rule comes from, in Chinese. */
  law?: string;
  /** Why a claim could not be judged or contradicts: `hearsay`, `partial`, `vague`, `other_unit`, `other_time`, `outdated`, `known_wrong`, `unclear`, `not_offline`. */
  reason?: string;
  fact_id?: string;
  /** What the fact says. */
  expected?: string;
}

export interface ArticleClaim {
  text: string;
  sentence: string;
  support: ClaimSupport;
  fact_id?: string;
  /** Of the fact. */
  statement?: string;
  source_url?: string;
}

export interface ContentPage {
  items: Content[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
}

export interface Endpoint {
  /** Prefix `end_`. */
  id: string;
  kind: EndpointKind;
  name: string;
  /** Of a bot only its host and the last four characters. */
  address: string;
  types: EventType[];
  language: string;
  quiet_hours: QuietHours;
  enabled: boolean;
  /** Why it is off: by_user, gone (it answered 410), failing (for five days), unsubscribed (by the link in a mail) or departed (the reader of a mailbox has left the space). */
  disabled_reason: string | null;
  disabled_at: string | null;
  /** Until when the secret before is signed with too. */
  former_secret_until: string | null;
  /** Since when nothing has reached it; null while it works. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
}

export interface EndpointMade {
  /** Prefix `end_`. */
  id: string;
  kind: EndpointKind;
  name: string;
  address: string;
  types: EventType[];
  language: string;
  quiet_hours: QuietHours;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: string | null;
  former_secret_until: string | null;
  failing_since: string | null;
  created_at: string;
  updated_at: string;
  /** Of a webhook, shown this once: `whsec_` and base64; null for bots and mailboxes. */
  secret: string | null;
}

export interface EndpointList {
  items: Endpoint[];
  total: number;
}

export type DeliveryStatus = "pending" | "delivered" | "failed";

export interface Delivery {
  /** Prefix `dlv_`. */
  id: string;
  /** Prefix `evt_`; the `webhook-id` of every attempt. */
  event_id: string;
  /** As EventType, or `endpoint.test`. */
  type: string;
  endpoint_id: string;
  status: DeliveryStatus;
  attempts: number;
  /** Of the last attempt, as a code; null when it was taken: forbidden, timed_out, no_link, broken, not_taken, throttling, gone, bad_signature, address_not_allowed, no_keyword, bad_token, mail_refused, quiet_hours, endpoint_disabled, unopened. */
  reason: string | null;
  next_attempt_at: string | null;
  created_at: string;
  ended_at: string | null;
  /** The last ten attempts. */
  tries: DeliveryTry[];
}

export interface DeliveryTry {
  at: string;
  /** 0 without an answer. */
  http_status: number;
  reason: string | null;
  /** The first kilobyte of what was answered. */
  answer: string;
  took_ms: number;
}

export interface DeliveryDetail {
  id: string;
  event_id: string;
  type: string;
  endpoint_id: string;
  status: DeliveryStatus;
  attempts: number;
  reason: string | null;
  next_attempt_at: string | null;
  created_at: string;
  ended_at: string | null;
  tries: DeliveryTry[];
  request: EventMessage;
}

/** What a webhook is sent. The fields of `data` follow from the type; docs/events.md lists them. */
export interface EventMessage {
  type: string;
  /** When it happened. */
  timestamp: string;
  data: Record<string, unknown>;
}

export interface DeliveryPage {
  items: Delivery[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
}

export interface Replay {
  /** How many events are on their way. */
  replayed: number;
}

export interface Order {
  /** Prefix `ord_`. */
  id: string;
  /** Shared by the orders of one submission. */
  batch_id: string;
  content: OrderContent;
  media: OrderMedia;
  /** Price at submission. */
  points: number;
  status: OrderStatus;
  /** The status in Chinese. */
  status_label: string;
  /** Why it was rejected, sent back or failed. */
  reason: string | null;
  requirements: number | null;
  account_rule: number | null;
  article_type: number | null;
  /** As submitted. */
  scheduled_at: string | null;
  /** The brand that it is for; what is published counts for it alone. */
  brand_id?: string | null;
  /** The campaign that it belongs to. */
  campaign_id?: string | null;
  /** By lot: it is not handed to the outlet before. */
  planned_at?: string | null;
  published_url: string | null;
  published_at: string | null;
  /** Answers that cite the published address since the day of publication: about its brand, else about the brands of the space. Counted every hour. */
  citations: number;
  /** How widely it is cited; null until it is published and counted. */
  reach?: OrderReach | null;
  /** What the caller may do now. */
  allowed_actions: OrderAction[];
  /** Oldest first. */
  events: OrderEvent[];
  /** What was declared when it was submitted or resubmitted, never changed; null on orders from before there were any. */
  declaration?: OrderDeclaration | null;
  /** Of a single order, where there are any. What the article gate found when it was submitted. */
  warnings?: ArticleIssue[];
  created_at: string;
  updated_at: string;
}

export interface OrderDeclaration {
  /** Always; the article is labelled so where it is published. */
  paid: boolean;
  /** As declared; null: not declared. */
  ai_assisted: boolean | null;
  /** Of the content. */
  revision: number;
  /** SHA-256 of the title, a line feed and the body, in hexadecimal. */
  text_sha256: string;
  /** Who submitted; prefix `usr_`. */
  declared_by: string;
  declared_at: string;
  gate: ArticleGate;
  /** How many errors the gate found. */
  errors: number;
}

/** As it was when the order was submitted or resubmitted. */
export interface OrderContent {
  id: string;
  title: string;
  content_type: ContentType;
  revision: number;
}

export interface OrderMedia {
  id: string;
  name: string;
  media_type: MediaType;
}

export interface OrderEvent {
  at: string;
  from: OrderStatus | null;
  to: OrderStatus;
  /** `user`, `operator`, `outlet` or `system`. */
  actor: string;
  note: string | null;
}

export interface OrderPage {
  items: Order[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
  filters: OrderFilters;
}

export interface OrdersCreated {
  /** One per media, in the order of the request. */
  items: Order[];
  points: OrderPoints;
  /** What the article gate found, errors first; kept with each order. Empty when there is nothing, or the gate is off. */
  warnings: ArticleIssue[];
}

export interface OrderPoints {
  charged: number;
  /** What is left. */
  balance: number;
}

/** Points of the current cycle. */
export interface PublishQuota {
  cycle_start: string;
  /** Not included; what is left then lapses. */
  cycle_end: string;
  tier: Tier;
  granted: number;
  /** Captured by published orders. */
  used: number;
  /** Held by open orders. */
  held: number;
  /** Released by withdrawn, rejected, expired and failed orders. */
  refunded: number;
  /** What can be spent now. */
  balance: number;
}

export interface PointsRecord {
  /** Prefix `pts_`. */
  id: string;
  kind: PointsKind;
  /** Signed: a hold is negative, a release positive, a capture 0. */
  points: number;
  balance_after: number;
  order_id: string | null;
  /** Why, in Chinese. */
  note: string | null;
  created_at: string;
}

export interface PointsRecordPage {
  items: PointsRecord[];
  /** Number of items over all pages. */
  total: number;
  page: number;
  page_size: number;
  /** Whether a later page holds more. */
  has_more: boolean;
}

/** Nothing beyond the code is to be told. */
export type NoDetail = Record<string, unknown>;

/** Where it can be helped: what to change or when to come back, in Chinese. */
export type Hint = string;

export interface PaymentRequiredDetail {
  /** points that the orders cost */
  required: number;
  /** points there are */
  balance: number;
  /** points missing */
  shortfall: number;
}

/** Which fields there are follows from the code. */
export interface ForbiddenDetail {
  /** 1002: scopes that the operation needs */
  required?: string[];
  /** 1002: those the key lacks */
  missing?: string[];
  /** 1004: when it ended */
  expired_at?: string;
}

export interface NotFoundDetail {
  /** kind of thing */
  resource: string;
  /** the id asked for */
  id: string;
}

/** Which fields there are follows from the code. */
export interface ConflictDetail {
  /** 2002: the tier's limit; 2006: the cap */
  limit?: number;
  /** 2006, of a cap for a day: so many of this Beijing day */
  used?: number;
  /** 2006, of a cap for a day: next midnight in Beijing */
  resets_at?: string;
  /** 2002: prompts enabled now */
  active?: number;
  /** 2002: how many more can be enabled */
  remaining?: number;
  /** 3002: the run accepted before (runs); 3003: that run */
  run_id?: string;
  /** 3002: the open orders for the same content and media (orders) */
  order_ids?: string[];
  /** 3003: queued or running; 3007: status of the order; 3011: status of the run */
  status?: string;
  /** 3005: platforms asked for */
  requested?: string[];
  /** 3005: platforms of the tier */
  allowed?: string[];
  /** 3006: that generation */
  generation_id?: string;
  /** 3007: what may be done now */
  allowed_actions?: string[];
  /** 3008: the media concerned */
  media_ids?: string[];
  /** 3010: prompts under it */
  prompt_count?: number;
  /** 3012: points that the orders cost */
  required?: number;
  /** 3012: as sent */
  max_points?: number;
  /** 3013: what is wrong with the article */
  errors?: ArticleIssue[];
  /** 3014: ids of the open orders */
  orders?: string[];
  /** 3014: ids of the runs */
  runs?: string[];
  /** 3014: ids of the teams */
  teams?: string[];
  /** 3015: since when */
  archived_at?: string;
  /** 3016: the brief */
  content_id?: string;
}

/** Which fields there are follows from the code. */
export interface TooManyDetail {
  /** 2001: seconds to wait, at least 1; 2003: seconds to wait; 2004: seconds to wait */
  retry_after: number;
  /** 2003: runs a day */
  limit?: number;
  /** 2003: runs of this Beijing day */
  used?: number;
  /** 2003: next midnight in Beijing */
  resets_at?: string;
  /** 2004: when the next run may start */
  next_allowed_at?: string;
}

export interface InternalDetail {
  /** as in `X-Request-Id` */
  request_id: string;
}

export interface UnavailableDetail {
  /** seconds to wait */
  retry_after: number;
  /** why the database is not available: `disk_full`, `away` or `timeout`; absent otherwise */
  reason?: string;
}

export interface ValidationFailure {
  /** Kind of failure, as `missing`, `string_too_long` or `literal_error`. */
  type: string;
  /** Where: `body`, `query`, `path` or `header`, then names and indices. */
  loc: unknown[];
  /** English. */
  msg: string;
  /** The value that was refused; any JSON value. */
  input: unknown;
  /** Limits and expectations. */
  ctx?: Record<string, unknown>;
}

/** Which analyses count the answers to a prompt. */
export type PromptType = "visibility" | "sentiment";

/** Who made it: `agent` drafted by generation, `user` by a person or a program. */
export type Source = "agent" | "user";

/** `active` means enabled and counts against the tier's limit, over all brands: 10 on trial and standard, 20 on upper. */
export type PromptStatus = "active" | "suggested" | "archived";

/** Where an assistant was asked: `api`, its interface for programs, or `app`, as its users see it. */
export type Surface = "api" | "app";

export type Mode = "search" | "chat" | "reasoning";

export type ContentType = "article" | "video";

/** What happens to orders of an article with errors. It is not checked; it is warned of; it is refused with 3013. */
export type ArticleGate = "off" | "warn" | "require";

/** An error stops an order where the gate is `require`. */
export type IssueLevel = "error" | "warning";

/** A fact says otherwise; no fact, no source and no opinion; a fact speaks of it but the two cannot be compared; wording that a rule forbids; whether AI helped is not declared; more than could be checked. */
export type IssueCode = "contradiction" | "unsupported" | "unjudged" | "banned_wording" | "undeclared" | "incomplete";

export type ClaimSupport = "fact" | "source" | "opinion" | "none";

export type RunStatus = "queued" | "running" | "completed" | "failed" | "cancelled";

export type SentimentLabel = "positive" | "neutral" | "negative";

/** Whose source it is. */
export type CitationClass = "own" | "competitor" | "news" | "self_media" | "social" | "encyclopedia" | "ecommerce" | "government" | "other";

export type MediaType = "news" | "wemedia" | "short_video" | "overseas";

export type OrderStatus = "awaiting_review" | "needs_revision" | "publishing" | "published" | "withdrawn" | "rejected" | "expired" | "failed";

export type GenerationStatus = "idle" | "queued" | "running" | "completed" | "failed";

export type RunTrigger = "api" | "console" | "schedule";

export type RunPlatformStatus = "queued" | "running" | "completed" | "failed" | "skipped" | "cancelled";

/** `retired`: the platform says that the model it is asked by is gone; `reason` names the model. */
export type SkipReason = "not_implemented" | "not_configured" | "not_logged_in" | "suspended" | "unavailable" | "balance" | "retired";

export type MentionState = "named" | "echoed" | "unknown";

/** What an answer does with a name: puts it forward as a choice; names it and no more; only holds others against it; says not to take it. */
export type Stance = "recommended" | "mentioned" | "compared" | "advised_against";

export type AnswerStatus = "answered" | "failed" | "skipped";

export type Judge = "offline" | "model";

export type Retrieval = "not_searched" | "searched_none_cited" | "searched_citation_undisclosed" | "cited" | "unknown";

export type DraftStatus = "queued" | "running" | "completed" | "failed";

/** What to do. */
export type OpportunityAction = "write" | "place" | "ask" | "refresh" | "correct";

/** What it is about. */
export type OpportunityBasis = "topic" | "source" | "own" | "fact";

export type OpportunitySort = "gain" | "certain";

/** channel: on a channel cited here; topic: on one that other answers about the brand cite; portal: on another channel of the same site; cited: elsewhere, among those cited most; catalogue: no outlet is known to be cited. */
export type OutletMatch = "channel" | "topic" | "portal" | "cited" | "catalogue";

/** outlet: its own placements, drawn towards those of the whole catalogue; catalogue: those alone. */
export type ExpectedBasis = "outlet" | "catalogue";

export type AppRateReason = "few_pairs" | "no_variation";

export type Drafter = "model" | "offline";

export type AlertSeverity = "info" | "warning" | "critical";

export type QuoteSentiment = "positive" | "neutral" | "negative" | "unjudged";

export type MediaStatus = "available" | "paused" | "retired";

export type DimensionKind = "multi" | "single" | "flag" | "number" | "text";

export type OrderAction = "withdraw" | "resubmit";

export type Tier = "trial" | "standard" | "upper";

export type PointsKind = "grant" | "hold" | "release" | "capture" | "expire" | "adjust";

export type AcceptedRunStatus = "queued" | "running";

/** A table of bulk data. */
export type BulkTable = "answers" | "mentions" | "citations" | "searches" | "claims" | "daily" | "campaigns" | "campaign_orders" | "campaign_outcomes" | "opportunities";

/** A form of bulk data. */
export type BulkFormat = "ndjson" | "csv" | "parquet";

/** Who is calling. */
export class IdentityService {
  constructor(protected readonly caller: Caller) {}
  /** Who is calling. */
  get(): Promise<Identity> {
    return this.caller.call<Identity>("GET", `/me`);
  }
  /** What the plan allows, and what is left of it. */
  limits(): Promise<Limits> {
    return this.caller.call<Limits>("GET", `/me/limits`);
  }
}

/** What is watched. The profile is the basis on which prompts are generated. */
export class BrandsService {
  constructor(protected readonly caller: Caller) {}
  /** List brands. */
  list(query: { page?: number; page_size?: number } = {}): Promise<BrandList> {
    return this.caller.call<BrandList>("GET", `/geo/brands`, { query });
  }
  /** All pages of list. */
  all(query: { page?: number; page_size?: number } = {}): AsyncGenerator<Brand> {
    return pages((page, page_size) => this.list({ ...query, page, page_size }));
  }
  /** Create a brand. */
  create(body: BrandCreate): Promise<Brand> {
    return this.caller.call<Brand>("POST", `/geo/brands`, { body });
  }
  /** Read a brand. */
  get(brandId: string): Promise<Brand> {
    return this.caller.call<Brand>("GET", `/geo/brands/${encodeURIComponent(brandId)}`);
  }
  /** Change a brand. */
  update(brandId: string, body: BrandUpdate): Promise<BrandUpdated> {
    return this.caller.call<BrandUpdated>("PATCH", `/geo/brands/${encodeURIComponent(brandId)}`, { body });
  }
  /** List annotations. */
  listAnnotations(brandId: string): Promise<AnnotationList> {
    return this.caller.call<AnnotationList>("GET", `/geo/brands/${encodeURIComponent(brandId)}/annotations`);
  }
  /** Annotate a day. */
  createAnnotation(brandId: string, body: AnnotationCreate): Promise<Annotation> {
    return this.caller.call<Annotation>("POST", `/geo/brands/${encodeURIComponent(brandId)}/annotations`, { body: { ...body, brand_id: brandId } });
  }
  /** Delete an annotation. */
  deleteAnnotation(annotationId: string): Promise<Deleted> {
    return this.caller.call<Deleted>("DELETE", `/geo/annotations/${encodeURIComponent(annotationId)}`);
  }
}

/** Groups of prompts. */
export class TopicsService {
  constructor(protected readonly caller: Caller) {}
  /** List topics. */
  list(brandId: string, query: { page?: number; page_size?: number } = {}): Promise<TopicList> {
    return this.caller.call<TopicList>("GET", `/geo/brands/${encodeURIComponent(brandId)}/topics`, { query });
  }
  /** All pages of list. */
  all(brandId: string, query: { page?: number; page_size?: number } = {}): AsyncGenerator<Topic> {
    return pages((page, page_size) => this.list(brandId, { ...query, page, page_size }));
  }
  /** Create a topic. */
  create(brandId: string, body: TopicCreate): Promise<Topic> {
    return this.caller.call<Topic>("POST", `/geo/brands/${encodeURIComponent(brandId)}/topics`, { body: { ...body, brand_id: brandId } });
  }
  /** Read a topic. */
  get(topicId: string): Promise<Topic> {
    return this.caller.call<Topic>("GET", `/geo/topics/${encodeURIComponent(topicId)}`);
  }
  /** Change a topic. */
  update(topicId: string, body: TopicUpdate): Promise<Topic> {
    return this.caller.call<Topic>("PATCH", `/geo/topics/${encodeURIComponent(topicId)}`, { body });
  }
  /** Delete a topic. */
  delete(topicId: string): Promise<Deleted> {
    return this.caller.call<Deleted>("DELETE", `/geo/topics/${encodeURIComponent(topicId)}`);
  }
}

/** What publishing is meant to change, declared beforehand, and what it changed. */
export class CampaignsService {
  constructor(protected readonly caller: Caller) {}
  /** List campaigns. */
  list(query: { brand_id?: string; page?: number; page_size?: number } = {}): Promise<CampaignPage> {
    return this.caller.call<CampaignPage>("GET", `/geo/campaigns`, { query });
  }
  /** All pages of list. */
  all(query: { brand_id?: string; page?: number; page_size?: number } = {}): AsyncGenerator<Campaign> {
    return pages((page, page_size) => this.list({ ...query, page, page_size }));
  }
  /** Declare a campaign. */
  create(body: CampaignCreate): Promise<Campaign> {
    return this.caller.call<Campaign>("POST", `/geo/campaigns`, { body });
  }
  /** Read a campaign and what it changed. */
  get(campaignId: string): Promise<CampaignEffect> {
    return this.caller.call<CampaignEffect>("GET", `/geo/campaigns/${encodeURIComponent(campaignId)}`);
  }
  /** End a campaign. */
  end(campaignId: string): Promise<Campaign> {
    return this.caller.call<Campaign>("POST", `/geo/campaigns/${encodeURIComponent(campaignId)}/end`);
  }
}

/** Questions that are put to the assistants; an `active` one is enabled. */
export class PromptsService {
  constructor(protected readonly caller: Caller) {}
  /** List prompts. */
  list(brandId: string, query: { topic_id?: string[]; status?: string; page?: number; page_size?: number } = {}): Promise<PromptList> {
    return this.caller.call<PromptList>("GET", `/geo/brands/${encodeURIComponent(brandId)}/prompts`, { query });
  }
  /** All pages of list. */
  all(brandId: string, query: { topic_id?: string[]; status?: string; page?: number; page_size?: number } = {}): AsyncGenerator<Prompt> {
    return pages((page, page_size) => this.list(brandId, { ...query, page, page_size }));
  }
  /** Create a prompt. */
  create(brandId: string, body: PromptCreate): Promise<Prompt> {
    return this.caller.call<Prompt>("POST", `/geo/brands/${encodeURIComponent(brandId)}/prompts`, { body: { ...body, brand_id: brandId } });
  }
  /** Change the status of several prompts. */
  set(brandId: string, body: PromptsStatus): Promise<ChangedPrompts> {
    return this.caller.call<ChangedPrompts>("POST", `/geo/brands/${encodeURIComponent(brandId)}/prompts/status`, { body });
  }
  /** Delete several prompts. */
  deleteMany(brandId: string, body: PromptsDelete): Promise<DeletedList> {
    return this.caller.call<DeletedList>("POST", `/geo/brands/${encodeURIComponent(brandId)}/prompts/delete`, { body });
  }
  /** Read a prompt. */
  get(promptId: string): Promise<Prompt> {
    return this.caller.call<Prompt>("GET", `/geo/prompts/${encodeURIComponent(promptId)}`);
  }
  /** Change a prompt. */
  update(promptId: string, body: PromptUpdate): Promise<Prompt> {
    return this.caller.call<Prompt>("PATCH", `/geo/prompts/${encodeURIComponent(promptId)}`, { body });
  }
  /** Delete a prompt. */
  delete(promptId: string): Promise<Deleted> {
    return this.caller.call<Deleted>("DELETE", `/geo/prompts/${encodeURIComponent(promptId)}`);
  }
}

/** Names that are compared with the brand. */
export class CompetitorsService {
  constructor(protected readonly caller: Caller) {}
  /** List competitors. */
  list(brandId: string, query: { page?: number; page_size?: number } = {}): Promise<CompetitorList> {
    return this.caller.call<CompetitorList>("GET", `/geo/brands/${encodeURIComponent(brandId)}/competitors`, { query });
  }
  /** All pages of list. */
  all(brandId: string, query: { page?: number; page_size?: number } = {}): AsyncGenerator<Competitor> {
    return pages((page, page_size) => this.list(brandId, { ...query, page, page_size }));
  }
  /** Create a competitor. */
  create(brandId: string, body: CompetitorCreate): Promise<Competitor> {
    return this.caller.call<Competitor>("POST", `/geo/brands/${encodeURIComponent(brandId)}/competitors`, { body: { ...body, brand_id: brandId } });
  }
  /** Delete several competitors. */
  deleteMany(brandId: string, body: CompetitorsDelete): Promise<DeletedList> {
    return this.caller.call<DeletedList>("POST", `/geo/brands/${encodeURIComponent(brandId)}/competitors/delete`, { body });
  }
  /** Read a competitor. */
  get(competitorId: string): Promise<Competitor> {
    return this.caller.call<Competitor>("GET", `/geo/competitors/${encodeURIComponent(competitorId)}`);
  }
  /** Change a competitor. */
  update(competitorId: string, body: CompetitorUpdate): Promise<Competitor> {
    return this.caller.call<Competitor>("PATCH", `/geo/competitors/${encodeURIComponent(competitorId)}`, { body });
  }
  /** Delete a competitor. */
  delete(competitorId: string): Promise<Deleted> {
    return this.caller.call<Deleted>("DELETE", `/geo/competitors/${encodeURIComponent(competitorId)}`);
  }
}

/** What is true of a brand, against which texts are held. */
export class FactsService {
  constructor(protected readonly caller: Caller) {}
  /** List facts. */
  list(brandId: string, query: { status?: string; q?: string; page?: number; page_size?: number } = {}): Promise<FactPage> {
    return this.caller.call<FactPage>("GET", `/geo/brands/${encodeURIComponent(brandId)}/facts`, { query });
  }
  /** All pages of list. */
  all(brandId: string, query: { status?: string; q?: string; page?: number; page_size?: number } = {}): AsyncGenerator<Fact> {
    return pages((page, page_size) => this.list(brandId, { ...query, page, page_size }));
  }
  /** Create a fact. */
  create(brandId: string, body: FactCreate): Promise<Fact> {
    return this.caller.call<Fact>("POST", `/geo/brands/${encodeURIComponent(brandId)}/facts`, { body: { ...body, brand_id: brandId } });
  }
  /** Read a fact. */
  get(factId: string): Promise<Fact> {
    return this.caller.call<Fact>("GET", `/geo/facts/${encodeURIComponent(factId)}`);
  }
  /** Change a fact. */
  update(factId: string, body: FactUpdate): Promise<Fact> {
    return this.caller.call<Fact>("PATCH", `/geo/facts/${encodeURIComponent(factId)}`, { body });
  }
  /** Delete a fact. */
  delete(factId: string): Promise<Deleted> {
    return this.caller.call<Deleted>("DELETE", `/geo/facts/${encodeURIComponent(factId)}`);
  }
  /** History of a fact. */
  factHistory(factId: string): Promise<FactHistory> {
    return this.caller.call<FactHistory>("GET", `/geo/facts/${encodeURIComponent(factId)}/history`);
  }
}

/** Drafting topics, prompts and competitors from the brand profile, in the background. */
export class GenerationService {
  constructor(protected readonly caller: Caller) {}
  /** Generate topics and prompts. */
  start(brandId: string, body: GenerationCreate, idempotencyKey?: string): Promise<GenerationAccepted> {
    return this.caller.call<GenerationAccepted>("POST", `/geo/brands/${encodeURIComponent(brandId)}/generate`, { body, idempotencyKey: idempotencyKey ?? crypto.randomUUID() });
  }
  /** Read the generation status. */
  get(brandId: string): Promise<Generation> {
    return this.caller.call<Generation>("GET", `/geo/brands/${encodeURIComponent(brandId)}/generate`);
  }
  /** Draft an article for an opportunity. */
  startDraft(brandId: string, body: DraftCreate, idempotencyKey?: string): Promise<Draft> {
    return this.caller.call<Draft>("POST", `/geo/brands/${encodeURIComponent(brandId)}/drafts`, { body, idempotencyKey: idempotencyKey ?? crypto.randomUUID() });
  }
  /** List drafts. */
  listDrafts(brandId: string, query: { page?: number; page_size?: number } = {}): Promise<DraftList> {
    return this.caller.call<DraftList>("GET", `/geo/brands/${encodeURIComponent(brandId)}/drafts`, { query });
  }
  /** All pages of listDrafts. */
  allDrafts(brandId: string, query: { page?: number; page_size?: number } = {}): AsyncGenerator<Draft> {
    return pages((page, page_size) => this.listDrafts(brandId, { ...query, page, page_size }));
  }
}

/** Putting the enabled prompts to the platforms, and the answers. */
export class RunsService {
  constructor(protected readonly caller: Caller) {}
  /** List the runs of a brand. */
  list(brandId: string, query: { page?: number; page_size?: number } = {}): Promise<RunPage> {
    return this.caller.call<RunPage>("GET", `/geo/brands/${encodeURIComponent(brandId)}/runs`, { query });
  }
  /** All pages of list. */
  all(brandId: string, query: { page?: number; page_size?: number } = {}): AsyncGenerator<Run> {
    return pages((page, page_size) => this.list(brandId, { ...query, page, page_size }));
  }
  /** Foretell what asking costs. */
  cost(brandId: string, query: { platform?: string[]; mode?: "search" | "chat" | "reasoning"; samples?: number } = {}): Promise<Costs> {
    return this.caller.call<Costs>("GET", `/geo/brands/${encodeURIComponent(brandId)}/cost`, { query });
  }
  /** Start a run. */
  start(body: RunCreate, idempotencyKey?: string): Promise<RunCreated> {
    return this.caller.call<RunCreated>("POST", `/geo/runs`, { body, idempotencyKey: idempotencyKey ?? crypto.randomUUID() });
  }
  /** Read the progress of a run. */
  get(runId: string, query: { wait?: number } = {}): Promise<Run> {
    return this.caller.call<Run>("GET", `/geo/runs/${encodeURIComponent(runId)}`, { query });
  }
  /** List the answers of a run. */
  listAnswers(runId: string, query: { platform?: string[]; prompt_id?: string[]; page?: number; page_size?: number } = {}): Promise<AnswerPage> {
    return this.caller.call<AnswerPage>("GET", `/geo/runs/${encodeURIComponent(runId)}/answers`, { query });
  }
  /** All pages of listAnswers. */
  allAnswers(runId: string, query: { platform?: string[]; prompt_id?: string[]; page?: number; page_size?: number } = {}): AsyncGenerator<Answer> {
    return pages((page, page_size) => this.listAnswers(runId, { ...query, page, page_size }));
  }
  /** Cancel a run. */
  cancel(runId: string): Promise<Run> {
    return this.caller.call<Run>("POST", `/geo/runs/${encodeURIComponent(runId)}/cancel`);
  }
}

/** What the answers mean: overview, visibility, sentiment, citations. */
export class AnalysesService {
  constructor(protected readonly caller: Caller) {}
  /** Overview. */
  overview(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[]; mode?: "search" | "chat" | "reasoning"; surface?: "api" | "app" } = {}): Promise<Overview> {
    return this.caller.call<Overview>("GET", `/geo/brands/${encodeURIComponent(brandId)}/overview`, { query });
  }
  /** Visibility per prompt and platform. */
  visibility(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[]; mode?: "search" | "chat" | "reasoning"; surface?: "api" | "app" } = {}): Promise<Visibility> {
    return this.caller.call<Visibility>("GET", `/geo/brands/${encodeURIComponent(brandId)}/visibility`, { query });
  }
  /** What the data can tell, and what it takes to tell more. */
  sampling(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[]; mode?: "search" | "chat" | "reasoning"; surface?: "api" | "app"; precision?: number; change?: number; target?: number } = {}): Promise<Sampling> {
    return this.caller.call<Sampling>("GET", `/geo/brands/${encodeURIComponent(brandId)}/sampling`, { query });
  }
  /** Sentiment. */
  sentiment(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[]; mode?: "search" | "chat" | "reasoning"; surface?: "api" | "app" } = {}): Promise<Sentiment> {
    return this.caller.call<Sentiment>("GET", `/geo/brands/${encodeURIComponent(brandId)}/sentiment`, { query });
  }
  /** Accuracy. */
  accuracy(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[]; mode?: "search" | "chat" | "reasoning"; surface?: "api" | "app"; fact_id?: string; judge?: "offline" | "model"; page?: number; page_size?: number } = {}): Promise<Accuracy> {
    return this.caller.call<Accuracy>("GET", `/geo/brands/${encodeURIComponent(brandId)}/accuracy`, { query });
  }
  /** Citation sources. */
  citations(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[]; mode?: "search" | "chat" | "reasoning"; surface?: "api" | "app" } = {}): Promise<Citations> {
    return this.caller.call<Citations>("GET", `/geo/brands/${encodeURIComponent(brandId)}/citations`, { query });
  }
  /** Bulk data. */
  exportTable(brandId: string, table: BulkTable, query: { format?: BulkFormat; from?: string; to?: string } = {}): Promise<Download> {
    return this.caller.download(`/geo/brands/${encodeURIComponent(brandId)}/export/${encodeURIComponent(table)}`, { query });
  }
  /** What assistants searched for. */
  searches(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[]; mode?: "search" | "chat" | "reasoning"; surface?: "api" | "app" } = {}): Promise<Searches> {
    return this.caller.call<Searches>("GET", `/geo/brands/${encodeURIComponent(brandId)}/searches`, { query });
  }
  /** Where something can be won. */
  opportunities(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[]; mode?: "search" | "chat" | "reasoning"; surface?: "api" | "app"; action?: string[]; sort?: string } = {}): Promise<Opportunities> {
    return this.caller.call<Opportunities>("GET", `/geo/brands/${encodeURIComponent(brandId)}/opportunities`, { query });
  }
  /** Agreement of interface and app. */
  surfaces(brandId: string, query: { from?: string; to?: string; platform?: string[]; topic_id?: string[] } = {}): Promise<Surfaces> {
    return this.caller.call<Surfaces>("GET", `/geo/brands/${encodeURIComponent(brandId)}/surfaces`, { query });
  }
}

/** The catalogue of outlets. */
export class MediaService {
  constructor(protected readonly caller: Caller) {}
  /** Filter dictionary. */
  channels(): Promise<Channels> {
    return this.caller.call<Channels>("GET", `/media/channels`);
  }
  /** List media. */
  list(query: { media_type?: string[]; content_type?: ContentType; q?: string; industry?: string[]; region?: string[]; platform?: string[]; portal?: string[]; level?: string[]; language?: string[]; country?: string[]; price_tier?: string[]; min_price?: number; max_price?: number; min_weight?: number; min_followers?: number; max_delivery_hours?: number; min_success_rate?: number; weekend?: string; links?: string; recommended?: string; page?: number; page_size?: number; sort?: string } = {}): Promise<MediaPage> {
    return this.caller.call<MediaPage>("GET", `/media`, { query });
  }
  /** All pages of list. */
  all(query: { media_type?: string[]; content_type?: ContentType; q?: string; industry?: string[]; region?: string[]; platform?: string[]; portal?: string[]; level?: string[]; language?: string[]; country?: string[]; price_tier?: string[]; min_price?: number; max_price?: number; min_weight?: number; min_followers?: number; max_delivery_hours?: number; min_success_rate?: number; weekend?: string; links?: string; recommended?: string; page?: number; page_size?: number; sort?: string } = {}): AsyncGenerator<Media> {
    return pages((page, page_size) => this.list({ ...query, page, page_size }));
  }
  /** Read a media item. */
  get(mediaId: string): Promise<Media> {
    return this.caller.call<Media>("GET", `/media/${encodeURIComponent(mediaId)}`);
  }
}

/** What is to be published. */
export class ContentsService {
  constructor(protected readonly caller: Caller) {}
  /** List contents. */
  list(query: { brand_id?: string; page?: number; page_size?: number } = {}): Promise<ContentPage> {
    return this.caller.call<ContentPage>("GET", `/media/contents`, { query });
  }
  /** All pages of list. */
  all(query: { brand_id?: string; page?: number; page_size?: number } = {}): AsyncGenerator<Content> {
    return pages((page, page_size) => this.list({ ...query, page, page_size }));
  }
  /** Create a content. */
  create(body: ContentCreate): Promise<Content> {
    return this.caller.call<Content>("POST", `/media/contents`, { body });
  }
  /** Read a content. */
  get(contentId: string): Promise<Content> {
    return this.caller.call<Content>("GET", `/media/contents/${encodeURIComponent(contentId)}`);
  }
  /** Change a content. */
  update(contentId: string, body: ContentUpdate): Promise<Content> {
    return this.caller.call<Content>("PATCH", `/media/contents/${encodeURIComponent(contentId)}`, { body });
  }
  /** Delete a content. */
  delete(contentId: string): Promise<Deleted> {
    return this.caller.call<Deleted>("DELETE", `/media/contents/${encodeURIComponent(contentId)}`);
  }
  /** Check a content before it is ordered. */
  inspect(contentId: string): Promise<Inspection> {
    return this.caller.call<Inspection>("GET", `/media/contents/${encodeURIComponent(contentId)}/inspection`);
  }
}

/** One content at one outlet each. */
export class OrdersService {
  constructor(protected readonly caller: Caller) {}
  /** List orders. */
  list(query: { status?: string[]; media_id?: string[]; content_id?: string[]; id?: string[]; brand_id?: string; from?: string; to?: string; page?: number; page_size?: number } = {}): Promise<OrderPage> {
    return this.caller.call<OrderPage>("GET", `/media/orders`, { query });
  }
  /** All pages of list. */
  all(query: { status?: string[]; media_id?: string[]; content_id?: string[]; id?: string[]; brand_id?: string; from?: string; to?: string; page?: number; page_size?: number } = {}): AsyncGenerator<Order> {
    return pages((page, page_size) => this.list({ ...query, page, page_size }));
  }
  /** Submit orders. */
  create(body: OrderCreate, idempotencyKey?: string): Promise<OrdersCreated> {
    return this.caller.call<OrdersCreated>("POST", `/media/orders`, { body, idempotencyKey: idempotencyKey ?? crypto.randomUUID() });
  }
  /** Read an order. */
  get(orderId: string): Promise<Order> {
    return this.caller.call<Order>("GET", `/media/orders/${encodeURIComponent(orderId)}`);
  }
  /** Withdraw an order. */
  withdraw(orderId: string): Promise<Order> {
    return this.caller.call<Order>("DELETE", `/media/orders/${encodeURIComponent(orderId)}`);
  }
  /** Resubmit an order. */
  resubmit(orderId: string): Promise<Order> {
    return this.caller.call<Order>("POST", `/media/orders/${encodeURIComponent(orderId)}/resubmit`);
  }
}

/** What publishing costs. */
export class PointsService {
  constructor(protected readonly caller: Caller) {}
  /** Points of the current cycle. */
  publishQuota(): Promise<PublishQuota> {
    return this.caller.call<PublishQuota>("GET", `/media/publish-quota`);
  }
  /** List points records. */
  listPointsRecords(query: { page?: number; page_size?: number } = {}): Promise<PointsRecordPage> {
    return this.caller.call<PointsRecordPage>("GET", `/media/points-records`, { query });
  }
  /** All pages of listPointsRecords. */
  allPointsRecords(query: { page?: number; page_size?: number } = {}): AsyncGenerator<PointsRecord> {
    return pages((page, page_size) => this.listPointsRecords({ ...query, page, page_size }));
  }
}

/** What happened, told to webhooks, group-chat bots and mailboxes. */
export class EventsService {
  constructor(protected readonly caller: Caller) {}
  /** List endpoints. */
  listEndpoints(): Promise<EndpointList> {
    return this.caller.call<EndpointList>("GET", `/events/endpoints`);
  }
  /** Create an endpoint. */
  createEndpoint(body: EndpointCreate): Promise<EndpointMade> {
    return this.caller.call<EndpointMade>("POST", `/events/endpoints`, { body });
  }
  /** Read an endpoint. */
  endpoint(endpointId: string): Promise<Endpoint> {
    return this.caller.call<Endpoint>("GET", `/events/endpoints/${encodeURIComponent(endpointId)}`);
  }
  /** Change an endpoint. */
  updateEndpoint(endpointId: string, body: EndpointUpdate): Promise<Endpoint> {
    return this.caller.call<Endpoint>("PATCH", `/events/endpoints/${encodeURIComponent(endpointId)}`, { body });
  }
  /** Delete an endpoint. */
  deleteEndpoint(endpointId: string): Promise<Deleted> {
    return this.caller.call<Deleted>("DELETE", `/events/endpoints/${encodeURIComponent(endpointId)}`);
  }
  /** Give a webhook a new secret. */
  rotateEndpointSecret(endpointId: string): Promise<EndpointMade> {
    return this.caller.call<EndpointMade>("POST", `/events/endpoints/${encodeURIComponent(endpointId)}/secret`);
  }
  /** Send a test event. */
  testEndpoint(endpointId: string): Promise<DeliveryDetail> {
    return this.caller.call<DeliveryDetail>("POST", `/events/endpoints/${encodeURIComponent(endpointId)}/test`);
  }
  /** Send the events of a period again. */
  replayPeriod(endpointId: string, body: ReplayRequest): Promise<Replay> {
    return this.caller.call<Replay>("POST", `/events/endpoints/${encodeURIComponent(endpointId)}/replay`, { body });
  }
  /** List deliveries. */
  listDeliveries(query: { endpoint_id?: string; status?: string; type?: string; page?: number; page_size?: number } = {}): Promise<DeliveryPage> {
    return this.caller.call<DeliveryPage>("GET", `/events/deliveries`, { query });
  }
  /** All pages of listDeliveries. */
  allDeliveries(query: { endpoint_id?: string; status?: string; type?: string; page?: number; page_size?: number } = {}): AsyncGenerator<Delivery> {
    return pages((page, page_size) => this.listDeliveries({ ...query, page, page_size }));
  }
  /** Read a delivery. */
  delivery(deliveryId: string): Promise<DeliveryDetail> {
    return this.caller.call<DeliveryDetail>("GET", `/events/deliveries/${encodeURIComponent(deliveryId)}`);
  }
  /** Send an event again. */
  replayDelivery(deliveryId: string): Promise<DeliveryDetail> {
    return this.caller.call<DeliveryDetail>("POST", `/events/deliveries/${encodeURIComponent(deliveryId)}/replay`);
  }
}

/** The operations, in groups. */
export class Groups {
  readonly identity: IdentityService;
  readonly brands: BrandsService;
  readonly topics: TopicsService;
  readonly campaigns: CampaignsService;
  readonly prompts: PromptsService;
  readonly competitors: CompetitorsService;
  readonly facts: FactsService;
  readonly generation: GenerationService;
  readonly runs: RunsService;
  readonly analyses: AnalysesService;
  readonly media: MediaService;
  readonly contents: ContentsService;
  readonly orders: OrdersService;
  readonly points: PointsService;
  readonly events: EventsService;
  constructor(caller: Caller) {
    this.identity = new IdentityService(caller);
    this.brands = new BrandsService(caller);
    this.topics = new TopicsService(caller);
    this.campaigns = new CampaignsService(caller);
    this.prompts = new PromptsService(caller);
    this.competitors = new CompetitorsService(caller);
    this.facts = new FactsService(caller);
    this.generation = new GenerationService(caller);
    this.runs = new RunsService(caller);
    this.analyses = new AnalysesService(caller);
    this.media = new MediaService(caller);
    this.contents = new ContentsService(caller);
    this.orders = new OrdersService(caller);
    this.points = new PointsService(caller);
    this.events = new EventsService(caller);
  }
}
