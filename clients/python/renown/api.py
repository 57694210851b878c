# Generated from the contract by tools/clientgen; do not edit.
"""Types, errors and operations of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Literal, TypedDict, Union

from .call import Caller, Download, RenownError, pages, quote

if TYPE_CHECKING:
    from typing import NotRequired, Unpack


# One error a code of this version; a later server may answer others, which are a RenownError.
class Unauthenticated(RenownError):
    number = 1001


class ScopeMissing(RenownError):
    number = 1002


class AccountDisabled(RenownError):
    number = 1003


class Expired(RenownError):
    number = 1004


class TooFrequent(RenownError):
    number = 2001


class PromptLimit(RenownError):
    number = 2002


class DailyLimit(RenownError):
    number = 2003


class RunGap(RenownError):
    number = 2004


class PointsShort(RenownError):
    number = 2005


class CapReached(RenownError):
    number = 2006


class NoSuchThing(RenownError):
    number = 3001


class Duplicate(RenownError):
    number = 3002


class RunInFlight(RenownError):
    number = 3003


class NoPrompt(RenownError):
    number = 3004


class NoPlatform(RenownError):
    number = 3005


class GenerationRunning(RenownError):
    number = 3006


class OrderState(RenownError):
    number = 3007


class MediaUnavailable(RenownError):
    number = 3008


class KeyReused(RenownError):
    number = 3009


class TopicNotEmpty(RenownError):
    number = 3010


class RunEnded(RenownError):
    number = 3011


class PriceAbove(RenownError):
    number = 3012


class ArticleErrors(RenownError):
    number = 3013


class AccountBusy(RenownError):
    number = 3014


class BrandArchived(RenownError):
    number = 3015


class BriefNotArticle(RenownError):
    number = 3016


class Unreadable(RenownError):
    number = 4000


class NoRoute(RenownError):
    number = 4040


class NoMethod(RenownError):
    number = 4050


class TooLarge(RenownError):
    number = 4130


class RangeOutside(RenownError):
    number = 4160


class Malformed(RenownError):
    number = 4220


class Internal(RenownError):
    number = 5000


class NotBuilt(RenownError):
    number = 5010


class Unavailable(RenownError):
    number = 5030


ERRORS: dict[int, type[RenownError]] = {
    1001: Unauthenticated,
    1002: ScopeMissing,
    1003: AccountDisabled,
    1004: Expired,
    2001: TooFrequent,
    2002: PromptLimit,
    2003: DailyLimit,
    2004: RunGap,
    2005: PointsShort,
    2006: CapReached,
    3001: NoSuchThing,
    3002: Duplicate,
    3003: RunInFlight,
    3004: NoPrompt,
    3005: NoPlatform,
    3006: GenerationRunning,
    3007: OrderState,
    3008: MediaUnavailable,
    3009: KeyReused,
    3010: TopicNotEmpty,
    3011: RunEnded,
    3012: PriceAbove,
    3013: ArticleErrors,
    3014: AccountBusy,
    3015: BrandArchived,
    3016: BriefNotArticle,
    4000: Unreadable,
    4040: NoRoute,
    4050: NoMethod,
    4130: TooLarge,
    4160: RangeOutside,
    4220: Malformed,
    5000: Internal,
    5010: NotBuilt,
    5030: Unavailable,
}


FactKind = Literal["number", "price", "date", "place", "feature", "choice", "text"]

FactStatus = Literal["active", "disabled", "suggested"]

EndpointKind = Literal["webhook", "feishu", "dingtalk", "wecom", "mail"]

EndpointLanguage = Literal["zh", "en"]

EventType = Literal["run.finished", "run.degraded", "alert.raised", "citation.first", "order.published", "order.failed", "order.needs_revision", "platform.skipped", "runtime.stopped", "digest.weekly", "fact.contradicted", "campaign.verdict"]

UnknownCost = Literal["no_answers", "no_price", "part_price"]

Read = float

Verdict = bool

SamplingAction = Literal["now", "more_runs", "more_samples", "more_prompts"]

PageKind = Literal["own", "rival", "listing", "editorial", "community", "encyclopedia"]

SearchContrast = Literal["more", "less", "none", "few", "never"]

CampaignWashout = dict[str, Any]

ContradictionReason = Literal["differs", "outdated", "known_wrong"]

EffectVerdict = Literal["effective", "not_visible", "too_early", "not_identifiable"]

CampaignReason = Literal["above_controls", "lower_bound", "within_chance", "controls_exposed", "below_controls", "unpublished", "few_days", "few_targets", "few_controls", "no_history", "placebo"]

CampaignBasis = Literal["controls", "competitors"]

CampaignOutcomeKind = Literal["named", "named_first", "page_cited", "page_found", "channel_cited", "absorbed", "own_cited"]

CampaignDropReason = Literal["edited", "deleted", "treated"]

DeliveryStatus = Literal["pending", "delivered", "failed"]

NoDetail = dict[str, Any]

Hint = str

PromptType = Literal["visibility", "sentiment"]

Source = Literal["agent", "user"]

PromptStatus = Literal["active", "suggested", "archived"]

Surface = Literal["api", "app"]

Mode = Literal["search", "chat", "reasoning"]

ContentType = Literal["article", "video"]

ArticleGate = Literal["off", "warn", "require"]

IssueLevel = Literal["error", "warning"]

IssueCode = Literal["contradiction", "unsupported", "unjudged", "banned_wording", "undeclared", "incomplete"]

ClaimSupport = Literal["fact", "source", "opinion", "none"]

RunStatus = Literal["queued", "running", "completed", "failed", "cancelled"]

SentimentLabel = Literal["positive", "neutral", "negative"]

CitationClass = Literal["own", "competitor", "news", "self_media", "social", "encyclopedia", "ecommerce", "government", "other"]

MediaType = Literal["news", "wemedia", "short_video", "overseas"]

OrderStatus = Literal["awaiting_review", "needs_revision", "publishing", "published", "withdrawn", "rejected", "expired", "failed"]

GenerationStatus = Literal["idle", "queued", "running", "completed", "failed"]

RunTrigger = Literal["api", "console", "schedule"]

RunPlatformStatus = Literal["queued", "running", "completed", "failed", "skipped", "cancelled"]

SkipReason = Literal["not_implemented", "not_configured", "not_logged_in", "suspended", "unavailable", "balance", "retired"]

MentionState = Literal["named", "echoed", "unknown"]

Stance = Literal["recommended", "mentioned", "compared", "advised_against"]

AnswerStatus = Literal["answered", "failed", "skipped"]

Judge = Literal["offline", "model"]

Retrieval = Literal["not_searched", "searched_none_cited", "searched_citation_undisclosed", "cited", "unknown"]

DraftStatus = Literal["queued", "running", "completed", "failed"]

OpportunityAction = Literal["write", "place", "ask", "refresh", "correct"]

OpportunityBasis = Literal["topic", "source", "own", "fact"]

OpportunitySort = Literal["gain", "certain"]

OutletMatch = Literal["channel", "topic", "portal", "cited", "catalogue"]

ExpectedBasis = Literal["outlet", "catalogue"]

AppRateReason = Literal["few_pairs", "no_variation"]

Drafter = Literal["model", "offline"]

AlertSeverity = Literal["info", "warning", "critical"]

QuoteSentiment = Literal["positive", "neutral", "negative", "unjudged"]

MediaStatus = Literal["available", "paused", "retired"]

DimensionKind = Literal["multi", "single", "flag", "number", "text"]

OrderAction = Literal["withdraw", "resubmit"]

Tier = Literal["trial", "standard", "upper"]

PointsKind = Literal["grant", "hold", "release", "capture", "expire", "adjust"]

AcceptedRunStatus = Literal["queued", "running"]

BulkTable = Literal["answers", "mentions", "citations", "searches", "claims", "daily", "campaigns", "campaign_orders", "campaign_outcomes", "opportunities"]

BulkFormat = Literal["ndjson", "csv", "parquet"]

class BrandCreate(TypedDict):
    """BrandCreate."""

    name: str
    # What the brand is and offers; generation draws on it.
    introduction: str
    product_type: NotRequired[str]
    marketing_goal: NotRequired[str | None]
    # An http or https address; its domain counts as the brand's own source.
    homepage_url: NotRequired[str | None]
    keywords: NotRequired[list[str] | None]
    selling_points: NotRequired[list[str] | None]
    core_audience: NotRequired[str | None]
    # Other spellings that count as a mention of the brand.
    aliases: NotRequired[list[str] | None]
    # Phrases in which the name does not count, as 青禾路 for 青禾.
    exclusions: NotRequired[list[str] | None]
    # For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
    contexts: NotRequired[list[str] | None]
    # Product lines, as iPhone for Apple: naming one names the brand.
    product_lines: NotRequired[list[str] | None]
    # Own sites beside the homepage, shops and official accounts, as hosts or addresses.
    domains: NotRequired[list[str] | None]


class BrandUpdate(TypedDict):
    """Free-form: every key is optional, a known key is checked as at creation, null clears what may be null, and an unknown key is no error: the answer lists its name in `ignored`."""

    name: NotRequired[str]
    # What the brand is and offers; generation draws on it.
    introduction: NotRequired[str]
    product_type: NotRequired[str]
    marketing_goal: NotRequired[str | None]
    # An http or https address; its domain counts as the brand's own source.
    homepage_url: NotRequired[str | None]
    keywords: NotRequired[list[str] | None]
    selling_points: NotRequired[list[str] | None]
    core_audience: NotRequired[str | None]
    # Other spellings that count as a mention of the brand.
    aliases: NotRequired[list[str] | None]
    # Phrases in which the name does not count, as 青禾路 for 青禾.
    exclusions: NotRequired[list[str] | None]
    # For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
    contexts: NotRequired[list[str] | None]
    # Product lines, as iPhone for Apple: naming one names the brand.
    product_lines: NotRequired[list[str] | None]
    # Own sites beside the homepage, shops and official accounts, as hosts or addresses.
    domains: NotRequired[list[str] | None]
    schedule: NotRequired[ScheduleUpdate]


class ScheduleUpdate(TypedDict):
    """When the plan's own monitoring starts; null for none. It does not count against the daily number of runs. A brand has one such run a day (trial, upper tier) or week (standard), in Beijing time, counted by the last one whatever the schedule was changed to, and an account as many of its sub-tasks (samples count) in that period as its plan has prompts × platforms. A due time at which the run cannot be made lapses."""

    # Hour of the day in Beijing time.
    hour: int
    # 1 Monday to 7 Sunday: once a week. Null or omitted: every day, which trial and upper tier include.
    weekday: NotRequired[int | None]
    # How often each prompt is asked on each platform in a run; more than 1 on the upper tier alone (otherwise 422). A run asks as often as the account's sub-tasks in the period have room for, at least once.
    samples: NotRequired[int | None]


class TopicCreate(TypedDict):
    """TopicCreate."""

    name: str
    description: NotRequired[str | None]
    region: NotRequired[str]
    language: NotRequired[str]


class TopicUpdate(TypedDict):
    """Sent fields are changed. Null clears `description` and leaves any other field as it is."""

    name: NotRequired[str | None]
    # Null clears it.
    description: NotRequired[str | None]
    region: NotRequired[str | None]
    language: NotRequired[str | None]


class PromptCreate(TypedDict):
    """PromptCreate."""

    # A topic of this brand.
    topic_id: str
    # The question as a user would put it to an assistant.
    text: str
    # Which analyses count the answers; omitted or empty means both, or `sentiment` alone when the text names the brand.
    types: NotRequired[list[PromptType]]
    # Stage of the buyer's journey.
    stage: NotRequired[str]
    # Opaque strings of the caller.
    tag_ids: NotRequired[list[str] | None]
    # Null: the topic's.
    region: NotRequired[str | None]
    # Null: the topic's.
    language: NotRequired[str | None]
    source: NotRequired[Source]
    # `active` means enabled and counts against the tier's limit.
    status: NotRequired[PromptStatus]


class PromptUpdate(TypedDict):
    """Sent fields are changed. Null clears `tag_ids`, `region` and `language` and leaves any other field as it is."""

    text: NotRequired[str | None]
    # A topic of the same brand.
    topic_id: NotRequired[str | None]
    # An empty list means both, or `sentiment` alone when the text names the brand.
    types: NotRequired[list[PromptType] | None]
    stage: NotRequired[str | None]
    tag_ids: NotRequired[list[str] | None]
    region: NotRequired[str | None]
    language: NotRequired[str | None]
    # Any status may follow any; `active` is subject to the tier's limit.
    status: NotRequired[PromptStatus | None]


class PromptsStatus(TypedDict):
    """PromptsStatus."""

    # Of the brand in the path; an id repeated in the list counts once.
    prompt_ids: list[str]
    status: PromptStatus


class PromptsDelete(TypedDict):
    """PromptsDelete."""

    # Of the brand in the path; an id repeated in the list counts once.
    prompt_ids: list[str]


class CompetitorCreate(TypedDict):
    """CompetitorCreate."""

    name: str
    # Other spellings that count as a mention of the competitor.
    aliases: NotRequired[list[str] | None]
    # An http or https address; its domain counts as a competitor's source.
    website_url: NotRequired[str | None]
    # An http or https address.
    logo_icon: NotRequired[str | None]
    description: NotRequired[str | None]
    # Phrases in which the name does not count, as 青禾路 for 青禾.
    exclusions: NotRequired[list[str] | None]
    # For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
    contexts: NotRequired[list[str] | None]
    # Product lines, as iPhone for Apple: naming one names the brand.
    product_lines: NotRequired[list[str] | None]
    # Own sites beside the homepage, shops and official accounts, as hosts or addresses.
    domains: NotRequired[list[str] | None]


class AnnotationCreate(TypedDict):
    """AnnotationCreate."""

    # A day in Beijing, as 2026-09-03.
    day: str
    # What happened, in one line.
    text: str


class FactCreate(TypedDict):
    """FactCreate."""

    # The fact in a sentence; made from the rest when it is left out.
    statement: NotRequired[str | None]
    # The brand or a product line, as texts name it; the brand when it is left out.
    subject: NotRequired[str | None]
    # What is said of the subject, as 门店数.
    attribute: str
    # Other words by which texts speak of the attribute.
    terms: NotRequired[list[str] | None]
    # As the value looks when it is left out.
    kind: NotRequired[FactKind | None]
    # A number or a range, a date (2016, 2016-05, 2016-05-20), a city, yes or no, one of `options`, or text.
    value: str
    # As 家, mL, 元/袋, USD/month.
    unit: NotRequired[str | None]
    # The closed set that the value is one of.
    options: NotRequired[list[str] | None]
    # Variants that are known and wrong.
    wrong: NotRequired[list[str] | None]
    # First day, YYYY-MM-DD; null: always was.
    valid_from: NotRequired[str | None]
    # Last day, YYYY-MM-DD; null: still is.
    valid_to: NotRequired[str | None]
    # Where it stands. It is kept, never fetched; without one the fact is not used for judging.
    source_url: NotRequired[str | None]
    # `active` when it is left out.
    status: NotRequired[FactStatus | None]


class FactUpdate(TypedDict):
    """Sent fields are changed. Null leaves attribute, value, kind and status as they are and clears any other field."""

    # The fact in a sentence; made from the rest when it is left out.
    statement: NotRequired[str | None]
    # The brand or a product line, as texts name it; the brand when it is left out.
    subject: NotRequired[str | None]
    # What is said of the subject, as 门店数.
    attribute: NotRequired[str | None]
    # Other words by which texts speak of the attribute.
    terms: NotRequired[list[str] | None]
    # As the value looks when it is left out.
    kind: NotRequired[FactKind | None]
    # A number or a range, a date (2016, 2016-05, 2016-05-20), a city, yes or no, one of `options`, or text.
    value: NotRequired[str | None]
    # As 家, mL, 元/袋, USD/month.
    unit: NotRequired[str | None]
    # The closed set that the value is one of.
    options: NotRequired[list[str] | None]
    # Variants that are known and wrong.
    wrong: NotRequired[list[str] | None]
    # First day, YYYY-MM-DD; null: always was.
    valid_from: NotRequired[str | None]
    # Last day, YYYY-MM-DD; null: still is.
    valid_to: NotRequired[str | None]
    # Where it stands. It is kept, never fetched; without one the fact is not used for judging.
    source_url: NotRequired[str | None]
    # `active` when it is left out.
    status: NotRequired[FactStatus | None]


class CompetitorUpdate(TypedDict):
    """Sent fields are changed. Null leaves `name` as it is and clears any other field."""

    name: NotRequired[str | None]
    # Other spellings that count as a mention of the competitor.
    aliases: NotRequired[list[str] | None]
    # An http or https address; its domain counts as a competitor's source.
    website_url: NotRequired[str | None]
    # An http or https address.
    logo_icon: NotRequired[str | None]
    description: NotRequired[str | None]
    # Phrases in which the name does not count, as 青禾路 for 青禾.
    exclusions: NotRequired[list[str] | None]
    # For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
    contexts: NotRequired[list[str] | None]
    # Product lines, as iPhone for Apple: naming one names the brand.
    product_lines: NotRequired[list[str] | None]
    # Own sites beside the homepage, shops and official accounts, as hosts or addresses.
    domains: NotRequired[list[str] | None]


class CompetitorsDelete(TypedDict):
    """CompetitorsDelete."""

    # Of the brand in the path; an id repeated in the list counts once.
    competitor_ids: list[str]


class GenerationCreate(TypedDict):
    """GenerationCreate."""

    # How many prompts to create; null means 10 as well.
    count: NotRequired[int | None]


class RunCreate(TypedDict):
    """RunCreate."""

    brand_id: str
    # Platform identifiers; omitted or null means all that the tier allows. Unknown and out-of-tier entries are ignored, duplicates count once; when nothing is left the answer is code 3005.
    platforms: NotRequired[list[str] | None]
    # `search` (web search on, as in the assistants' apps; the default), `chat` (model knowledge alone) or `reasoning` (deep thinking with search).
    mode: NotRequired[Mode | None]
    # `api` (the assistants' interface for programs; the default) or `app` (their own apps, through a browser in which a person has logged in; mode `search` alone). In apps a run takes hours; a platform without such a browser is skipped with `not_logged_in`. A brand may have one run in flight on each surface.
    surface: NotRequired[Surface | None]
    # How often each prompt is asked on each platform; more than 1 on the upper tier alone (otherwise 422). It counts as one run.
    samples: NotRequired[int | None]


class ContentCreate(TypedDict):
    """ContentCreate."""

    title: str
    # Markdown.
    body: str
    content_type: NotRequired[ContentType]
    # Whether AI helped to write it. It has to be declared before it is ordered; null is not yet.
    ai_assisted: NotRequired[bool | None]
    # What holds up sentences that no fact and no link in the text does.
    supports: NotRequired[list[SupportInput] | None]
    # The brand that it is for; without one the only brand there is.
    brand_id: NotRequired[str | None]


class SupportInput(TypedDict):
    """SupportInput."""

    # As `sentence` of an inspection has it.
    sentence: str
    # Where it stands, never fetched; null: it is the brand's own opinion.
    source_url: NotRequired[str | None]


class ContentUpdate(TypedDict):
    """Sent fields are changed and raise the revision; null leaves a field as it is."""

    title: NotRequired[str | None]
    # Markdown.
    body: NotRequired[str | None]
    content_type: NotRequired[ContentType | None]
    # Whether AI helped to write it.
    ai_assisted: NotRequired[bool | None]
    # Takes the place of what was given before.
    supports: NotRequired[list[SupportInput] | None]
    # The brand that it is for. It raises no revision.
    brand_id: NotRequired[str | None]


class EndpointCreate(TypedDict):
    """EndpointCreate."""

    kind: EndpointKind
    name: str
    # Of a webhook or bot: https, at most 2,048 bytes; of a mailbox: the e-mail address of a member of the space.
    address: str
    # That a bot of 飞书 or 钉钉 signs with; a webhook's is made here.
    secret: NotRequired[str | None]
    types: list[EventType]
    language: NotRequired[EndpointLanguage]
    quiet_hours: NotRequired[QuietHours]


class EndpointUpdate(TypedDict):
    """Sent fields are changed; null leaves a field as it is, but ends quiet hours."""

    name: NotRequired[str | None]
    address: NotRequired[str | None]
    secret: NotRequired[str | None]
    types: NotRequired[list[EventType] | None]
    language: NotRequired[EndpointLanguage]
    quiet_hours: NotRequired[QuietHours]
    enabled: NotRequired[bool | None]


QuietHours = TypedDict(
    "QuietHours",
    {
        "from": "str",
        "to": "str",
    },
    total=False,
)


class ReplayRequest(TypedDict):
    """ReplayRequest."""

    # A moment as RFC 3339, included.
    from_: str
    # A moment as RFC 3339, not included.
    to: str
    # Those that were taken too.
    all: NotRequired[bool | None]


class OrderCreate(TypedDict):
    """OrderCreate."""

    content_id: str
    # One order per media; an id repeated in the list counts once.
    media_ids: list[str]
    # Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets.
    requirements: NotRequired[int | None]
    # Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets.
    account_rule: NotRequired[int | None]
    # Stored unchanged with each order and interpreted per outlet when the order is pushed; the meaning differs between outlets.
    article_type: NotRequired[int | None]
    # Stored and returned verbatim. An outlet that understands it as a time delays the push.
    scheduled_at: NotRequired[str | None]
    # The brand that these orders are for; without one that of the campaign, else that of the content.
    brand_id: NotRequired[str | None]
    # A campaign that these orders belong to and that has not ended.
    campaign_id: NotRequired[str | None]
    # Places the orders of a campaign in random order, spread over so many weeks: an experiment. Needs `campaign_id`, at least two media and no `scheduled_at`.
    random_weeks: NotRequired[int | None]
    # The most that the orders may cost together. Prices may have changed since they were read: more answers 3012, and nothing is charged.
    max_points: NotRequired[int | None]


class Identity(TypedDict):
    """Identity."""

    user_id: str
    key_id: str
    # As granted, wildcards (`*`, `geo:*`, `media:*`) included.
    scopes: list[str]


class Limits(TypedDict):
    """The plan of the account, and what is left of it now."""

    tier: Tier
    # Null: it does not end.
    expires_at: str | None
    # Then runs, generations and orders answer 1004.
    expired: bool
    limits: TierLimits
    used: UsedLimits
    # When daily number and gap let the next run start; null: now.
    next_run_allowed_at: str | None
    # When the daily number of runs begins anew, at midnight in Beijing.
    resets_at: str
    points: LimitsPoints
    # Those of the tier.
    platforms: list[AvailablePlatform]


class TierLimits(TypedDict):
    """TierLimits."""

    # Platforms that can be asked.
    platforms: int
    # Prompts that can be enabled, over all brands.
    active_prompts: int
    # Runs a Beijing day; scheduled ones do not count.
    runs_per_day: int
    # Between the beginnings of two runs.
    run_gap_seconds: int
    # Granted at the beginning of each cycle.
    points_per_cycle: int
    # How often a run may ask a prompt on a platform.
    samples: int


class UsedLimits(TypedDict):
    """UsedLimits."""

    # Prompts enabled now.
    active_prompts: int
    # Runs of this Beijing day that count.
    runs_today: int


class LimitsPoints(TypedDict):
    """More is in `GET /media/publish-quota`."""

    # What can be spent now.
    balance: int
    # Held by open orders.
    held: int
    # Not included; what is left then lapses.
    cycle_end: str


class Deleted(TypedDict):
    """Deleted."""

    id: str
    deleted: bool


class DeletedList(TypedDict):
    """DeletedList."""

    items: list[Deleted]
    # Number of items.
    total: int


class Schedule(TypedDict):
    """When scheduled monitoring starts; null when there is none."""

    # Hour of the day in Beijing time.
    hour: int
    # 1 Monday to 7 Sunday; null: every day.
    weekday: int | None
    # How often a run asks each prompt on each platform.
    samples: int


class LastRun(TypedDict):
    """The brand's newest run; null when there never was one."""

    run_id: str
    status: RunStatus
    # Null while the run is queued or running.
    finished_at: str | None


class Brand(TypedDict):
    """Brand."""

    # Prefix `brd_`.
    id: str
    name: str
    introduction: str
    product_type: str
    marketing_goal: str | None
    homepage_url: str | None
    keywords: list[str]
    selling_points: list[str]
    core_audience: str | None
    # Other spellings that count as a mention of the brand.
    aliases: list[str]
    # Phrases in which the name does not count, as 青禾路 for 青禾.
    exclusions: list[str]
    # For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
    contexts: list[str]
    # Product lines whose mention names it.
    product_lines: list[str]
    # Own sites, shops and official accounts beside the homepage.
    domains: list[str]
    counts: BrandCounts
    schedule: Schedule
    last_run: LastRun
    # Since when it is archived; its prompts count for no limit then and it is not monitored (3015).
    archived_at: str | None
    created_at: str
    updated_at: str


class BrandCounts(TypedDict):
    """BrandCounts."""

    topics: int
    prompts: int
    # Enabled ones.
    active_prompts: int
    competitors: int


class BrandList(TypedDict):
    """BrandList."""

    items: list[Brand]
    # Number of items over all pages.
    total: int
    # Only of a list that was asked for by page.
    page: NotRequired[int]
    # Only of a list that was asked for by page.
    page_size: NotRequired[int]
    # Whether a later page holds more. Only of a list that was asked for by page.
    has_more: NotRequired[bool]


class Topic(TypedDict):
    """Topic."""

    # Prefix `top_`.
    id: str
    brand_id: str
    name: str
    description: str | None
    region: str
    language: str
    # Prompts of any status under this topic.
    prompt_count: int
    created_at: str
    updated_at: str


class TopicList(TypedDict):
    """TopicList."""

    items: list[Topic]
    # Number of items over all pages.
    total: int
    # Only of a list that was asked for by page.
    page: NotRequired[int]
    # Only of a list that was asked for by page.
    page_size: NotRequired[int]
    # Whether a later page holds more. Only of a list that was asked for by page.
    has_more: NotRequired[bool]


class Prompt(TypedDict):
    """Prompt."""

    # Prefix `pmt_`.
    id: str
    brand_id: str
    topic_id: str
    text: str
    # Which analyses count the answers; never empty.
    types: list[PromptType]
    # The text names the brand, by its name, aliases or product lines. It never counts for visibility, whatever its types.
    branded: bool
    stage: str
    tag_ids: list[str]
    # Null: the topic's.
    region: str | None
    # Null: the topic's.
    language: str | None
    # `agent` when generated.
    source: Source
    # `active` means enabled.
    status: PromptStatus
    created_at: str
    updated_at: str


class ChangedPrompts(TypedDict):
    """ChangedPrompts."""

    items: list[Prompt]
    total: int


class PromptList(TypedDict):
    """PromptList."""

    filters: PromptFilters
    items: list[Prompt]
    # Number of items over all pages.
    total: int
    # Only of a list that was asked for by page.
    page: NotRequired[int]
    # Only of a list that was asked for by page.
    page_size: NotRequired[int]
    # Whether a later page holds more. Only of a list that was asked for by page.
    has_more: NotRequired[bool]


class Annotation(TypedDict):
    """Annotation."""

    # Prefix `ann_`.
    id: str
    brand_id: str
    # A day in Beijing.
    day: str
    text: str
    created_at: str
    updated_at: str


class Competitor(TypedDict):
    """Competitor."""

    # Prefix `cmp_`.
    id: str
    brand_id: str
    name: str
    # Other spellings that count as a mention of the competitor.
    aliases: list[str]
    # Phrases in which the name does not count, as 青禾路 for 青禾.
    exclusions: list[str]
    # For a name that is an ordinary word: it counts only in an answer that holds one of these terms.
    contexts: list[str]
    # Product lines whose mention names it.
    product_lines: list[str]
    # Own sites, shops and official accounts beside the homepage.
    domains: list[str]
    website_url: str | None
    logo_icon: str | None
    description: str | None
    # `agent` when generated.
    source: Source
    created_at: str
    updated_at: str


class AnnotationList(TypedDict):
    """AnnotationList."""

    items: list[Annotation]
    # Number of items.
    total: int


class CompetitorList(TypedDict):
    """CompetitorList."""

    items: list[Competitor]
    # Number of items over all pages.
    total: int
    # Only of a list that was asked for by page.
    page: NotRequired[int]
    # Only of a list that was asked for by page.
    page_size: NotRequired[int]
    # Whether a later page holds more. Only of a list that was asked for by page.
    has_more: NotRequired[bool]


class Fact(TypedDict):
    """Fact."""

    # Prefix `fct_`.
    id: str
    brand_id: str
    statement: str
    subject: str
    attribute: str
    terms: list[str]
    kind: FactKind
    value: str
    unit: str
    options: list[str]
    wrong: list[str]
    valid_from: str | None
    valid_to: str | None
    source_url: str | None
    status: FactStatus
    # Whether texts are held against it: it is active, has a source and a value that can be read.
    judging: bool
    # `agent` when proposed.
    source: Source
    created_at: str
    updated_at: str


class FactFields(TypedDict):
    """A fact as it was."""

    statement: str
    subject: str
    attribute: str
    terms: list[str]
    kind: FactKind
    value: str
    unit: str
    options: list[str]
    wrong: list[str]
    valid_from: str | None
    valid_to: str | None
    source_url: str | None
    status: FactStatus


class FactPage(TypedDict):
    """FactPage."""

    items: list[Fact]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool


class FactChange(TypedDict):
    """FactChange."""

    # Prefix `fcc_`.
    id: str
    # Who changed it; null when the account is gone.
    user_id: str | None
    # Null: it was created.
    before: FactFields | None
    # Null: it was deleted.
    after: FactFields | None
    at: str


class FactHistory(TypedDict):
    """FactHistory."""

    items: list[FactChange]
    total: int


class AccuracyPlatform(TypedDict):
    """AccuracyPlatform."""

    platform: str
    # Null without a sample.
    value: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Lower 95 % bound for questions like these; null under three prompts.
    low_wide: NotRequired[float | None]
    # Upper 95 % bound for questions like these.
    high_wide: NotRequired[float | None]
    # Independent answers that would tell as much about questions like these.
    effective_n: NotRequired[float | None]
    # How much of a day's answer the next day repeats, as with an indicator.
    persistence: NotRequired[float | None]
    audited: NotRequired[Audited]
    # Answers that contradict.
    numerator: float
    denominator: int
    # The same figure in the period of equal length before.
    previous: float | None
    # Value less previous.
    change: float | None
    significant: Verdict
    # What the previous figure rests on.
    previous_denominator: NotRequired[int]
    # Lower 95 % bound of `change_parts.same`.
    change_low: NotRequired[float | None]
    # Upper 95 % bound of `change_parts.same`.
    change_high: NotRequired[float | None]
    change_parts: NotRequired[ChangeParts]
    # The smallest true change over the same cells that these data show with 80 % power.
    smallest_change: NotRequired[float | None]
    helps: NotRequired[Helps]


class AccuracyPrompt(TypedDict):
    """AccuracyPrompt."""

    prompt_id: str
    text: str
    # Null without a sample.
    value: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Lower 95 % bound for questions like these; null under three prompts.
    low_wide: NotRequired[float | None]
    # Upper 95 % bound for questions like these.
    high_wide: NotRequired[float | None]
    # Independent answers that would tell as much about questions like these.
    effective_n: NotRequired[float | None]
    # Answers that contradict.
    numerator: int
    denominator: int


class AccuracyFact(TypedDict):
    """AccuracyFact."""

    fact_id: str
    statement: str
    subject: str
    attribute: str
    # Value with unit.
    expected: str
    # Null without a sample.
    value: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Lower 95 % bound for questions like these; null under three prompts.
    low_wide: NotRequired[float | None]
    # Upper 95 % bound for questions like these.
    high_wide: NotRequired[float | None]
    # Independent answers that would tell as much about questions like these.
    effective_n: NotRequired[float | None]
    # Answers that contradict.
    numerator: int
    denominator: int


class AccuracyByModel(TypedDict):
    """AccuracyByModel."""

    # Null without a sample.
    value: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Lower 95 % bound for questions like these; null under three prompts.
    low_wide: NotRequired[float | None]
    # Upper 95 % bound for questions like these.
    high_wide: NotRequired[float | None]
    # Independent answers that would tell as much about questions like these.
    effective_n: NotRequired[float | None]
    # Answers in which the model found a contradiction.
    numerator: int
    # Answers that it has looked at.
    denominator: int


class Contradiction(TypedDict):
    """Contradiction."""

    answer_id: str
    platform: str
    prompt_id: str
    question: str
    answered_at: str
    # Null when the text of the answer is no longer kept.
    sentence: str | None
    # The words in the sentence that are wrong.
    said: str | None
    reason: ContradictionReason
    # Whether rules or a configured model found it.
    judge: Judge
    fact_id: str
    statement: str
    attribute: str
    # Value with unit.
    expected: str
    # Of the fact.
    source_url: str | None
    # Pages cited beside the sentence, or, where none is, by the answer as a whole; at most 5.
    citations: list[AnswerCitation]
    # Whether the pages stand beside the sentence.
    cited_beside: bool
    # Whom to ask for a correction: the outlet of the catalogue that the first such page is on; null when none is.
    outlet: CorrectionOutlet | None
    # A text that asks for a correction, in Chinese; null when nothing is cited. Nobody sends it but you.
    request: str | None


class CorrectionOutlet(TypedDict):
    """CorrectionOutlet."""

    # Of the outlet in the catalogue.
    id: str
    name: str
    url: str | None
    # The cited page.
    page_url: str


class Accuracy(TypedDict):
    """Accuracy."""

    period: Period
    filters: AnalysisFilters
    # Of the answers that name the brand, those that contradict a fact.
    contradicted: Indicator
    # Of the answers that name the brand, those that agree with a fact or contradict one.
    judged: Indicator
    # Of the answers that a configured model has looked at, those in which it found a contradiction that rules had left open. It is in no figure with theirs; null when it has looked at none.
    by_model: AccuracyByModel | None
    # Answers that are being read again after facts or names have changed.
    pending: int
    # Facts that answers are held against.
    judging: int
    platforms: list[AccuracyPlatform]
    # At most 100, those with the most contradictions first.
    prompts: list[AccuracyPrompt]
    # At most 200, those with the most contradictions first.
    facts: list[AccuracyFact]
    # Newest first.
    contradictions: list[Contradiction]
    # Contradictions over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool


class GenerationAccepted(TypedDict):
    """GenerationAccepted."""

    generation_id: str
    status: str
    # Prompts that will be created.
    count: int


class Generation(TypedDict):
    """Generation."""

    # `idle` when the brand never had a generation.
    status: GenerationStatus
    # Prefix `gen_`.
    generation_id: str | None
    # The count asked for.
    requested: int | None
    topics_created: int
    prompts_created: int
    competitors_found: int
    # What wrote the drafts: a language model, or templates without network.
    drafter: Drafter | None
    # Why it failed, in Chinese.
    error: str | None
    started_at: str | None
    finished_at: str | None


class RunCreated(TypedDict):
    """RunCreated."""

    status: AcceptedRunStatus
    run_id: str


class Run(TypedDict):
    """Progress record."""

    # Prefix `run_`.
    run_id: str
    brand_id: str
    status: RunStatus
    mode: Mode
    surface: Surface
    # What started it; scheduled runs do not count against the daily number.
    trigger: RunTrigger
    # How often each prompt is asked on each platform.
    samples: int
    progress: RunProgress
    # One entry per platform.
    platforms: list[RunPlatform]
    # When it was accepted.
    created_at: str
    started_at: str | None
    finished_at: str | None


class RunProgress(TypedDict):
    """RunProgress."""

    # Answered, failed, skipped and cancelled sub-tasks; equals `total` exactly when the run has ended.
    done: int
    # Enabled prompts x platforms x samples, fixed at creation.
    total: int


class RunPlatform(TypedDict):
    """RunPlatform."""

    # Platform identifier.
    platform: str
    # Name to show.
    name: str
    status: RunPlatformStatus
    done: int
    # Failed sub-tasks.
    failed: int
    total: int
    # Only when skipped, as a whole or from some question on, or when its model is gone: why, as a Chinese sentence.
    reason: NotRequired[str]
    # Only with a reason.
    reason_code: NotRequired[SkipReason]


class Costs(TypedDict):
    """Costs."""

    filters: CostFilters
    # One run with the chosen platforms and samples.
    run: Cost
    # Null without a schedule.
    schedule: ScheduleCost | None


class CostFilters(TypedDict):
    """What the run was narrowed to, by parameter name; a parameter that narrowed nothing is absent."""

    platform: NotRequired[list[str]]


class ScheduleCost(TypedDict):
    """ScheduleCost."""

    # In thirty days.
    runs_per_month: float
    month: Cost


class Cost(TypedDict):
    """Cost."""

    questions: float
    platforms: list[PlatformCost]
    # By currency, of what is known.
    totals: list[Money]
    # Whether `totals` are all of it.
    complete: bool


class PlatformCost(TypedDict):
    """PlatformCost."""

    platform: str
    name: str
    questions: float
    # Past answers, of which the next three are means.
    answers: int
    input_tokens: float | None
    output_tokens: float | None
    searches: float | None
    # The part that is known.
    amount: Money | None
    # What the price is worth: `documented`, `unverified`, `own` (of the configuration) or `told` (by the platform with its answers).
    price_confidence: str | None
    unknown: list[UnknownCost]


class Money(TypedDict):
    """Money."""

    # ISO 4217.
    currency: str
    amount: float


class RunPage(TypedDict):
    """RunPage."""

    items: list[Run]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool


class Answer(TypedDict):
    """Answer."""

    # Prefix `ans_`.
    id: str
    run_id: str
    prompt_id: str
    # The question as it was when the run was created.
    prompt_text: str
    platform: str
    # The model that answered.
    model: str | None
    mode: Mode
    surface: Surface
    status: AnswerStatus
    text: str | None
    citations: list[AnswerCitation]
    # Whether the brand is named; null without an answer.
    mentioned: bool | None
    # How the brand is mentioned: `named`; `echoed`, the answer only repeats the question; `unknown`, the assistant says that it knows nothing of it. Only `named` makes visible, places and has a tone. Null when it is not mentioned.
    mention_state: MentionState | None
    # Place of the brand among all names that the answer recommends, watched or not, 1 first, ties share it: a stated ranking before the order of first mention. Null when it is not named.
    position: int | None
    # Place among the brand and its competitors alone.
    watched_position: int | None
    # What the answer does with the brand; null when it is not named.
    stance: Stance | None
    sentiment: AnswerSentiment
    confidence: AnswerConfidence
    # Competitors that the answer names.
    competitors: list[AnswerCompetitor]
    # What is known about the web search behind the answer: none, one that the answer cites nothing of, one with sources of which the platform does not say which it used, one that the answer cites, or no sign either way.
    retrieval: Retrieval | None
    # Why there is no answer, in Chinese.
    error: str | None
    answered_at: str | None
    latency_ms: int | None


class AnswerSentiment(TypedDict):
    """Towards the brand; null when it is not named or the answer could not be judged."""

    label: SentimentLabel
    score: float
    # The sentence it rests on.
    sentence: str
    # Who judged.
    judge: Judge


class AnswerConfidence(TypedDict):
    """How likely it is that what was read of the brand is right, measured on cases of the kind: of findings with 0.9 or more, at least 95 in 100 are. Null when there is no answer, or it is a refusal or an error."""

    # That the answer names the brand, or does not.
    named: float
    # That the stance is right; null when the brand is not named.
    stance: float | None
    # That the tone is right, or that nothing good or bad is said; null when the brand is not named.
    tone: float | None
    # What it rests on, as `word_hinted` or `says_but`; more may come.
    grounds: list[str]


class AnswerCompetitor(TypedDict):
    """AnswerCompetitor."""

    competitor_id: str
    name: str
    position: int
    # Place among the brand and its competitors alone; absent in answers that were read before.
    watched_position: NotRequired[int]
    # Null when unjudged.
    sentiment: SentimentLabel | None
    score: float | None
    # There when a language model judged the tone.
    judge: NotRequired[Literal["model"]]
    # Absent in answers that were read before.
    stance: NotRequired[Stance]


AnswerCitation = TypedDict(
    "AnswerCitation",
    {
        "url": "str",
        "title": "str | None",
        "domain": "str",
        "channel": "str",
        "class": "CitationClass",
        "cited": "bool",
        "placed": "bool",
    },
    total=False,
)


class AnswerPage(TypedDict):
    """AnswerPage."""

    items: list[Answer]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool
    filters: AnswerFilters


Period = TypedDict(
    "Period",
    {
        "from": "str",
        "to": "str",
    },
    total=False,
)


class Excluded(TypedDict):
    """Answers left out of every denominator."""

    failed: int
    empty: int
    refused: int
    # Cut at the token limit, or where the page of an app stopped.
    cut: NotRequired[int]
    # An error text of the service instead of an answer.
    error: NotRequired[int]


class Indicator(TypedDict):
    """Indicator."""

    # Null without a sample. A mean (`average_position`, `sentiment`) needs ten answers that are not all alike; without it `low` and `high` are null as well, and so is `change`.
    value: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Lower 95 % bound for questions like these; null under three prompts.
    low_wide: NotRequired[float | None]
    # Upper 95 % bound for questions like these.
    high_wide: NotRequired[float | None]
    # Independent answers that would tell as much about questions like these.
    effective_n: NotRequired[float | None]
    # How much of a day's answer the next day repeats, 0 to 1, estimated from the brand's own days; it widens the interval. Of a mean of fewer than 30 answers it is how much of being named (or judged) the next day repeats. Null where there are too few days to tell, and then none is assumed.
    persistence: NotRequired[float | None]
    audited: NotRequired[Audited]
    read: NotRequired[Read]
    # For a mean: the sum.
    numerator: float
    # For a mean: the sample size.
    denominator: int
    # The same figure in the period of equal length before.
    previous: float | None
    # Value less previous.
    change: float | None
    significant: Verdict
    # What the previous figure rests on.
    previous_denominator: NotRequired[int]
    # Lower 95 % bound of `change_parts.same`.
    change_low: NotRequired[float | None]
    # Upper 95 % bound of `change_parts.same`.
    change_high: NotRequired[float | None]
    change_parts: NotRequired[ChangeParts]
    # The smallest true change over the same cells that these data show with 80 % power.
    smallest_change: NotRequired[float | None]
    helps: NotRequired[Helps]


class Audited(TypedDict):
    """There for visibility and share of voice once people have decided at least 30 checked readings of the reader in use. The value and both intervals are then corrected by them (difference estimator) and include the uncertainty of the checks; `read` is the value before. Null otherwise."""

    # Readings that were decided.
    answers: int
    # Of answers read as naming the brand, those that do.
    precision: float | None
    # Of answers that name the brand, those read so.
    recall: float | None


class ChangeParts(TypedDict):
    """What the change is made of: `same`, `prompts`, `rest`, `reading` and `model` add up to it. Only the first can be significant."""

    # The same prompts on the same platforms answered by the same models.
    same: float
    # Lower 95 % bound of `same`; `change_low` is the same.
    same_low: float | None
    # Upper 95 % bound of `same`; `change_high` is the same.
    same_high: float | None
    # Prompts added or removed.
    prompts: float
    # What is left over: platforms added or removed, or asked more or less often, and of means how they weigh answers.
    rest: float
    # The same number as `rest`, under its former name; it goes with the next version.
    platforms: float
    # Names or reader changed; 0, as both periods are read alike.
    reading: float
    # Cells that other models answer than before.
    model: float


class Overview(TypedDict):
    """Overview."""

    period: Period
    filters: AnalysisFilters
    indicators: Indicators
    # Of the answers that name the brand, those that contradict one of its facts; null while none was held against a fact.
    contradicted: Indicator | None
    checked_readings: NotRequired[CheckedReadings]
    # One entry per day that has answers. Rates are means over prompts x platforms, so that several runs a day weigh as one.
    trend: list[OverviewDay]
    # The mode whose answers were counted.
    mode: NotRequired[Mode]
    # The surface whose answers were counted.
    surface: NotRequired[Surface]
    judges: NotRequired[Judges]
    # Days on which other models answered than on the platform's day before.
    model_changes: NotRequired[list[ModelChange]]
    platforms: list[OverviewPlatform]
    # The brand included, ranked by visibility.
    competitors: list[OverviewCompetitor]
    # Names found in recommendation lists that are neither the brand nor a competitor.
    suggested_competitors: list[SuggestedCompetitor]
    # Newest first.
    alerts: list[Alert]
    # Platforms of the caller's tier.
    available_platforms: list[AvailablePlatform]
    last_run: LastRun
    excluded: Excluded
    rereading: Rereading
    # The Beijing day on which a newer version of the reader had read the whole history again: figures of days before it may differ from what was told or exported until then. Null where only one version has read it.
    read_anew_on: str | None


class CheckedReadings(TypedDict):
    """How many of the places and tones that people judged were read wrongly; there once people have decided 30 readings of the reader in use. It stands beside `average_position`, `first_rate`, `top3_rate`, `sentiment` and `negative_share` and corrects none of them: a no does not say which place or tone would be right."""

    # Readings that were decided.
    answers: int
    # Places read wrongly, of those that were judged.
    position: Share
    # Tones read wrongly, of those that were judged.
    tone: Share


class Judges(TypedDict):
    """Who judged the tone of the period's answers. Means and shares of tone rest on the judgements of one of them; those of the other are counted and enter no figure. The period before is compared by the same judge."""

    # Whose judgements are used: the judge of most answers. Null where nothing was judged.
    used: Judge | None
    # Answers judged by rules.
    offline: int
    # Answers judged by a language model.
    model: int


ModelChange = TypedDict(
    "ModelChange",
    {
        "date": "str",
        "platform": "str",
        "from": "list[str]",
        "to": "list[str]",
    },
    total=False,
)


class Indicators(TypedDict):
    """Indicators."""

    visibility: Indicator
    share_of_voice: Indicator
    average_position: Indicator
    sentiment: Indicator
    # Answers that cite an own site or a page that an order placed, of all answers.
    own_citation_rate: Indicator
    # The part of `own_citation_rate` that cites an own site. An answer may be in both parts.
    own_site_rate: NotRequired[Indicator]
    # The part of `own_citation_rate` that cites a page that an order placed.
    placed_rate: NotRequired[Indicator]
    # Answers that place the brand first, of all answers.
    first_rate: Indicator
    # Answers that place it among the first three, of all answers.
    top3_rate: Indicator
    # Negative among judged answers.
    negative_share: Indicator
    # Answers that say they do not know the brand, of all answers.
    unknown_rate: Indicator
    # Answers that cite anything, of all answers: a property of the platforms rather than of the brand.
    citation_rate: Indicator


class SuggestedCompetitor(TypedDict):
    """SuggestedCompetitor."""

    name: str
    # Answers that recommend it.
    answers: int
    # Some of the answers that show it.
    answer_ids: list[str]


class AvailablePlatform(TypedDict):
    """AvailablePlatform."""

    platform: str
    name: str
    available: bool
    # Why it is not available, in Chinese.
    reason: str | None


class Rereading(TypedDict):
    """How far the history has been read again after a change of names; until it is complete, all figures are those of the names before. Null when nothing is being read again."""

    done: int
    total: int
    started_at: str


class OverviewDay(TypedDict):
    """OverviewDay."""

    # Beijing day.
    date: str
    answers: int
    # Answers that name the brand.
    mentions: int
    visibility: float | None
    read: NotRequired[Read]
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    share_of_voice: float | None
    # Null where fewer than ten answers name it, or all at the same place.
    average_position: float | None
    # Null where fewer than ten answers were judged, or all alike.
    sentiment: float | None
    own_citation_rate: NotRequired[float | None]
    first_rate: NotRequired[float | None]
    top3_rate: NotRequired[float | None]
    negative_share: NotRequired[float | None]
    citation_rate: float | None


class OverviewPlatform(TypedDict):
    """OverviewPlatform."""

    platform: str
    name: str
    answers: int
    # Answers that name the brand.
    mentions: int
    visibility: float | None
    read: NotRequired[Read]
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # The same figure in the period of equal length before.
    previous: float | None
    # Value less previous.
    change: float | None
    significant: Verdict
    # What the previous figure rests on.
    previous_denominator: NotRequired[int]
    # Lower 95 % bound of `change_parts.same`.
    change_low: NotRequired[float | None]
    # Upper 95 % bound of `change_parts.same`.
    change_high: NotRequired[float | None]
    change_parts: NotRequired[ChangeParts]
    # The smallest true change over the same cells that these data show with 80 % power.
    smallest_change: NotRequired[float | None]
    helps: NotRequired[Helps]
    # Lower 95 % bound for questions like these; null under three prompts.
    low_wide: NotRequired[float | None]
    # Upper 95 % bound for questions like these.
    high_wide: NotRequired[float | None]
    # Independent answers that would tell as much about questions like these.
    effective_n: NotRequired[float | None]
    # Mean over the prompts that all platforms answered, each weighing the same; null under three of them.
    visibility_standardised: NotRequired[float | None]
    share_of_voice: float | None
    # Null where fewer than ten answers name it, or all at the same place.
    average_position: float | None
    # Null where fewer than ten answers were judged, or all alike.
    sentiment: float | None
    own_citation_rate: NotRequired[float | None]
    first_rate: NotRequired[float | None]
    top3_rate: NotRequired[float | None]
    negative_share: NotRequired[float | None]
    citation_rate: float | None


class OverviewCompetitor(TypedDict):
    """OverviewCompetitor."""

    rank: int
    # It cannot be told apart from the one before it, for these questions; over others like them the order may differ.
    tied: NotRequired[bool]
    # Lower 95 % bound for questions like these; null under three prompts.
    low_wide: NotRequired[float | None]
    # Upper 95 % bound for questions like these.
    high_wide: NotRequired[float | None]
    # Independent answers that would tell as much about questions like these.
    effective_n: NotRequired[float | None]
    # Null for the brand itself.
    competitor_id: str | None
    name: str
    is_brand: bool
    answers: int
    # Answers that name it.
    mentions: int
    visibility: float | None
    read: NotRequired[Read]
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # The same figure in the period of equal length before.
    previous: float | None
    # Value less previous.
    change: float | None
    significant: Verdict
    # What the previous figure rests on.
    previous_denominator: NotRequired[int]
    # Lower 95 % bound of `change_parts.same`.
    change_low: NotRequired[float | None]
    # Upper 95 % bound of `change_parts.same`.
    change_high: NotRequired[float | None]
    change_parts: NotRequired[ChangeParts]
    # The smallest true change over the same cells that these data show with 80 % power.
    smallest_change: NotRequired[float | None]
    helps: NotRequired[Helps]
    share_of_voice: float | None
    # Null where fewer than ten answers name it, or all at the same place.
    average_position: float | None


class Alert(TypedDict):
    """Alert."""

    id: str
    # `significant_change`, `competitor_passed`, `run_failed`, `platform_skipped`, `name_conflict` or `fact_contradicted`.
    kind: str
    severity: AlertSeverity
    # Chinese.
    text: str
    # The figures it rests on.
    figures: dict[str, Any]
    created_at: str
    # Acknowledged in the console.
    acknowledged_at: str | None
    # How often such an alert would arise in a quarter if nothing changed, measured by dealing the last eight weeks of the brand's own history, each with all its prompts and platforms, to the two periods in every other way. Null for alerts that are no matter of chance.
    by_chance_per_quarter: NotRequired[float | None]


class Visibility(TypedDict):
    """Visibility."""

    period: Period
    filters: AnalysisFilters
    # One per prompt x platform.
    items: list[VisibilityItem]
    total: int
    by_topic: list[VisibilityTopic]
    by_stage: list[VisibilityStage]
    excluded: Excluded


class VisibilityTopic(TypedDict):
    """VisibilityTopic."""

    topic_id: str
    # What it is called now; 已删除的主题 for one that was deleted.
    name: str
    answers: int
    # Answers that name the brand.
    mentions: int
    rate: float | None
    read: NotRequired[Read]
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Null where fewer than ten answers name it, or all at the same place.
    average_position: float | None


class VisibilityStage(TypedDict):
    """VisibilityStage."""

    stage: str
    answers: int
    # Answers that name the brand.
    mentions: int
    rate: float | None
    read: NotRequired[Read]
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Null where fewer than ten answers name it, or all at the same place.
    average_position: float | None


class Sampling(TypedDict):
    """Sampling."""

    period: Period
    filters: AnalysisFilters
    wanted: SamplingWanted
    now: SamplingNow
    these: SamplingThese
    like_these: SamplingLikeThese
    detection: SamplingDetection
    # What helps, of `more_prompts`, `more_runs`, `more_samples`; or `enough`, or `unknown` without answers.
    advice: list[str]
    # What each thing to do would bring, if answers go on to vary as they do; the first is as it is. Empty without answers.
    options: list[SamplingOption]
    # How many of `cells` are settled.
    settled: int
    cells: list[SamplingCell]


class SamplingWanted(TypedDict):
    """SamplingWanted."""

    precision: float
    change: float
    # Null when it was not given.
    target: float | None


class SamplingNow(TypedDict):
    """What there is. What cannot be told is null."""

    visibility: float | None
    answers: int
    prompts: int
    platforms: int
    # Days with answers.
    days: int
    answers_per_day: float | None
    # Half width of the interval for these questions.
    half: float | None
    # Half width of the interval for questions like these.
    half_wide: float | None
    # The change that could have been seen with 80 % power.
    smallest_change: float | None
    effective_n: float | None
    # Estimated from the brand's own days.
    persistence: float | None


class SamplingThese(TypedDict):
    """What the precision takes for these questions."""

    answers: int | None
    # At the present answers a day.
    days: int | None


class SamplingLikeThese(TypedDict):
    """What the precision takes for questions like these."""

    # In all.
    prompts: int | None
    # Half width that no number of answers to the present prompts gets below.
    floor: float | None


class SamplingDetection(TypedDict):
    """What the change takes to be seen, in each of two periods."""

    answers: int | None
    days: int | None
    # Answers a prompt and run with which the present period would do; null when it takes more than 5.
    samples: int | None


class SamplingOption(TypedDict):
    """SamplingOption."""

    action: SamplingAction
    # In all: days with answers, samples a prompt and run, or prompts.
    amount: int
    # In the period.
    answers: int
    prompts: int
    # Half width for these questions; null with more prompts, which would be others.
    half: float | None
    # Half width for questions like these; null under three prompts.
    half_wide: float | None
    # The change that would be seen with 80 % power.
    smallest_change: float | None


class SamplingCell(TypedDict):
    """SamplingCell."""

    prompt_id: str
    text: str
    platform: str
    answers: int
    # Answers that name the brand.
    mentions: int
    rate: float | None
    # Lower 95 % bound.
    low: float | None
    # Upper 95 % bound.
    high: float | None
    # Lower 95 % bound for those who look after every run, all looks together; `settled` goes by these bounds.
    low_always: NotRequired[float | None]
    # Upper bound of the same.
    high_always: NotRequired[float | None]
    # Null where fewer than ten answers name it, or all at the same place.
    average_position: float | None
    # The interval lies on one side of the target.
    settled: bool
    # Answers until it is settled, at its present rate; null when it is, or when it would take more than 120.
    more: int | None


class VisibilityItem(TypedDict):
    """VisibilityItem."""

    prompt_id: str
    text: str
    topic_id: str
    platform: str
    answers: int
    # Answers that name the brand.
    mentions: int
    rate: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Null where fewer than ten answers name it, or all at the same place.
    average_position: float | None
    last: VisibilityLast


class VisibilityLast(TypedDict):
    """The newest answer; null without one."""

    answered_at: str
    mentioned: bool
    position: int | None
    answer_id: str


class SentimentTotals(TypedDict):
    """SentimentTotals."""

    positive: int
    neutral: int
    negative: int
    # Names the brand, but could not be judged; enters no mean.
    unjudged: int
    # Mean over judged answers that name the brand; null, with its bounds, where they are fewer than ten or all alike.
    score: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Negative among judged answers.
    negative_share: NotRequired[float | None]
    # Judged, but by the judge that is not used; enters no mean.
    judged_otherwise: NotRequired[int]


class Sentiment(TypedDict):
    """Sentiment."""

    period: Period
    filters: AnalysisFilters
    totals: SentimentTotals
    # One entry per day that has answers.
    trend: list[SentimentDay]
    platforms: list[SentimentPlatform]
    # Sentences about the brand, the strongest first.
    quotes: list[Quote]
    # The brand included, ranked by score.
    competitors: list[SentimentCompetitor]
    excluded: Excluded
    judges: NotRequired[Judges]


class SentimentDay(TypedDict):
    """Counts are of all answers; score and share weigh each prompt on each platform once, however many runs the day had."""

    # Beijing day.
    date: str
    positive: int
    neutral: int
    negative: int
    unjudged: int
    # Null where fewer than ten answers were judged, or all alike.
    score: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Negative among judged answers.
    negative_share: NotRequired[float | None]
    # Judged, but by the judge that is not used; enters no mean.
    judged_otherwise: NotRequired[int]


class SentimentPlatform(TypedDict):
    """SentimentPlatform."""

    platform: str
    name: str
    positive: int
    neutral: int
    negative: int
    unjudged: int
    # Null where fewer than ten answers were judged, or all alike.
    score: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Negative among judged answers.
    negative_share: NotRequired[float | None]
    # Judged, but by the judge that is not used; enters no mean.
    judged_otherwise: NotRequired[int]
    # The same figure in the period of equal length before.
    previous: float | None
    # Value less previous.
    change: float | None
    significant: Verdict
    # What the previous figure rests on.
    previous_denominator: NotRequired[int]
    # Lower 95 % bound of `change_parts.same`.
    change_low: NotRequired[float | None]
    # Upper 95 % bound of `change_parts.same`.
    change_high: NotRequired[float | None]
    change_parts: NotRequired[ChangeParts]
    # The smallest true change over the same cells that these data show with 80 % power.
    smallest_change: NotRequired[float | None]
    helps: NotRequired[Helps]


class Quote(TypedDict):
    """Quote."""

    sentence: str
    sentiment: QuoteSentiment
    score: float | None
    judge: NotRequired[Judge]
    platform: str
    prompt_id: str
    answer_id: str
    answered_at: str


class SentimentCompetitor(TypedDict):
    """SentimentCompetitor."""

    # Null for the brand itself.
    competitor_id: str | None
    name: str
    is_brand: bool
    positive: int
    neutral: int
    negative: int
    unjudged: int
    # Null where fewer than ten answers were judged, or all alike.
    score: float | None
    # Lower 95 % bound for these very questions.
    low: float | None
    # Upper 95 % bound for these very questions.
    high: float | None
    # Negative among judged answers.
    negative_share: NotRequired[float | None]
    # Judged, but by the judge that is not used; enters no mean.
    judged_otherwise: NotRequired[int]


class Citations(TypedDict):
    """Citations."""

    period: Period
    filters: AnalysisFilters
    totals: CitationTotals
    # By channel, most cited first.
    domains: list[CitedDomain]
    # Sites that hold several channels, as a whole, most cited first.
    portals: list[CitedPortal]
    # Most cited first.
    urls: list[CitedURL]
    classes: list[CitedClass]
    # Channels whose citing answers name the brand significantly less often than the other answers do to the same prompts on the same platforms, largest shortfall first; the same list as the opportunities of channels. Compared are the newest 20,000 answers of the period.
    gaps: list[CitationGap]
    excluded: Excluded


class DraftCreate(TypedDict):
    """DraftCreate."""

    opportunity_id: str


class Draft(TypedDict):
    """Draft."""

    id: str
    brand_id: str
    opportunity_id: str
    status: DraftStatus
    # offline: a brief with an outline; model: an article.
    drafter: Drafter | None
    # A model wrote it.
    ai_assisted: bool
    # The content it became; null before, and once that is gone.
    content_id: str | None
    error: str | None
    created_at: str
    finished_at: str | None


class DraftList(TypedDict):
    """DraftList."""

    items: list[Draft]
    total: int
    page: int
    page_size: int
    has_more: bool


class Opportunities(TypedDict):
    """Opportunities."""

    period: Period
    filters: OpportunityFilters
    # To prompts that count for visibility.
    answers: int
    # Topics and channels that have enough answers to tell.
    compared: int
    # Topics that have too few.
    untested: int
    sort: OpportunitySort
    items: list[Opportunity]
    total: int


class Opportunity(TypedDict):
    """Opportunity."""

    # The same as long as it is about the same.
    id: str
    action: OpportunityAction
    kind: PageKind
    # One sentence.
    why: str
    basis: OpportunityBasis
    topic: Any
    channel: str | None
    gain: OpportunityGain
    ours: Share
    # The competitor that is ahead the most.
    theirs: Any
    # Those where a competitor is ahead, the farthest first.
    prompts: list[OpportunityPrompt]
    # Cited there, by how many answers name a competitor alone; those of a topic in the month in which the period ends and the two before it.
    channels: list[OpportunityChannel]
    pages: list[OpportunityPage]
    # Some newest answers that do not name the brand.
    answer_ids: list[str]
    fact: Any
    # For write and place: outlets on the channels cited, else the nearest. Empty only where the catalogue has none that can be ordered.
    outlets: list[OpportunityOutlet]


class OpportunityFilters(TypedDict):
    """What was applied."""

    platform: NotRequired[list[str]]
    topic_id: NotRequired[list[str]]
    action: NotRequired[list[str]]


class OpportunityTopic(TypedDict):
    """OpportunityTopic."""

    topic_id: str
    name: str


class OpportunityGain(TypedDict):
    """Answers of the period that there are to win, for these questions; over others like them it may be more or less."""

    answers: float
    # 95 % interval.
    low: float
    high: float
    of: int


class RivalShare(TypedDict):
    """RivalShare."""

    competitor_id: str
    name: str
    count: int
    of: int
    rate: float | None
    # 95 % interval.
    low: float | None
    high: float | None


class OpportunityPrompt(TypedDict):
    """OpportunityPrompt."""

    prompt_id: str
    text: str
    # Those on which a competitor is named more often.
    platforms: list[OpportunityCell]


class OpportunityCell(TypedDict):
    """OpportunityCell."""

    platform: str
    ours: Share
    theirs: RivalShare


class OpportunityChannel(TypedDict):
    """OpportunityChannel."""

    channel: str
    domain: str
    kind: PageKind
    # Answers that cite it.
    citing: int
    # Of them, those that name a competitor alone; of a fact, those that get it wrong.
    without: int
    # Over all topics, its citing answers name the brand significantly less often than the others to the same prompts on the same platforms.
    gap: bool


class OpportunityPage(TypedDict):
    """OpportunityPage."""

    url: str
    title: str | None
    channel: str
    kind: PageKind
    citing: int
    without: int


class OpportunityFact(TypedDict):
    """OpportunityFact."""

    fact_id: str
    statement: str
    expected: str
    # By the newest answer.
    said: str | None


class OpportunityOutlet(TypedDict):
    """OpportunityOutlet."""

    media_id: str
    name: str
    media_type: MediaType
    channel: str | None
    match: OutletMatch
    # Answers here that cite its channel.
    citing: int
    points: int
    # Placements likely to be cited for 100 points; null where too little was placed to tell.
    expected: ExpectedCitations | None
    # To the first citation; null where it is unknown, or fewer than half are cited.
    median_days: float | None


class ExpectedCitations(TypedDict):
    """ExpectedCitations."""

    per_100_points: float
    # 95 % interval.
    low: float
    high: float
    basis: ExpectedBasis


class Searches(TypedDict):
    """Searches."""

    period: Period
    filters: AnalysisFilters
    totals: SearchTotals
    terms: SearchTerms
    platforms: list[SearchPlatform]
    # Most searches first.
    prompts: list[SearchPrompt]
    # Most frequent first.
    items: list[Search]
    # Searches that differ.
    total: int
    # Only the newest 20,000 answers of the period were read.
    truncated: bool


class Surfaces(TypedDict):
    """Surfaces."""

    period: Period
    filters: AnalysisFilters
    # Those with pairs in the period.
    platforms: list[SurfacePlatform]
    # Only the newest 20,000 answers of each surface were read.
    truncated: bool


class SurfacePlatform(TypedDict):
    """A pair is a prompt on a day with answers on both surfaces; several answers of it are averaged. Intervals are over prompts."""

    platform: str
    name: str
    pairs: int
    # Different prompts among the pairs.
    prompts: int
    # Pairs that were drawn at random; those of runs in apps that somebody started were not.
    drawn: int
    # Both name the brand, or neither does.
    named: Agreement
    # Jaccard index of the watched brands that are named; pairs that name none are left out.
    brands: Agreement
    # Jaccard index of the channels that are cited; pairs that cite none are left out.
    channels: Agreement
    # Share of answers that name the brand: in the app less by the interface.
    mention: Agreement
    # Places further down in the app, of pairs that name the brand on both.
    position: Agreement
    # Sentiment in the app less by the interface, of pairs that are judged on both.
    tone: Agreement
    # Share of answers that name the brand by the interface, of the pairs.
    mention_api: float | None
    # And in the app.
    mention_app: float | None
    app_rate: AppRate


class Agreement(TypedDict):
    """Agreement."""

    # The mean over pairs.
    value: float | None
    # 95 % interval; null for fewer than five prompts.
    low: float | None
    high: float | None
    # That enter it.
    pairs: int


class AppRate(TypedDict):
    """Regression estimator of double sampling, from the pairs that were drawn and all answers by the interface."""

    value: float | None
    # 95 % interval.
    low: float | None
    high: float | None
    # Prompts on days that the interface was asked.
    units: int
    # How many times as many answers of the app alone would be as exact.
    gain: float | None
    # Why there is none: fewer than thirty pairs were drawn, or one of the surfaces always answers the same.
    unusable: AppRateReason | None


class Share(TypedDict):
    """Share."""

    count: int
    of: int
    rate: float | None
    # 95 % interval.
    low: float | None
    high: float | None


class SearchTotals(TypedDict):
    """Over platforms that told a search in the period. Naming counts prompts that do not name the brand."""

    searched: Share
    searches: int
    named_searched: Share
    named_unsearched: Share


class SearchTerms(TypedDict):
    """Words of questions and of the searches for them, the most frequent first."""

    kept: list[SearchTerm]
    added: list[SearchTerm]
    dropped: list[SearchTerm]


class SearchTerm(TypedDict):
    """SearchTerm."""

    term: str
    times: int


class SearchPlatform(TypedDict):
    """SearchPlatform."""

    platform: str
    # It told a search in the period; otherwise nothing is known of its searches and the shares are empty.
    disclosed: bool
    answers: int
    searched: Share
    searches: int
    named_searched: Share
    named_unsearched: Share


class SearchPrompt(TypedDict):
    """SearchPrompt."""

    prompt_id: str
    text: str
    # Answers that told searches.
    answers: int
    searches: int
    # Searches that differ.
    distinct: int


class Search(TypedDict):
    """A search, whatever the order and the punctuation of its words."""

    # As it was most often written.
    text: str
    # Answers that ran it.
    times: int
    # Words shared with the question it was most often run for.
    kept: list[str]
    added: list[str]
    dropped: list[str]
    named: Share
    contrast: SearchContrast
    platforms: list[SearchedOn]
    prompts: list[SearchedFor]
    # Named in answers that ran it, the most frequent first.
    competitors: list[GapCompetitor]
    # A prompt of the brand that asks the same.
    prompt_id: str | None
    # It names the brand: as a prompt it would not count for visibility.
    branded: bool
    # The newest answer that ran it.
    answer_id: str


class SearchedOn(TypedDict):
    """SearchedOn."""

    platform: str
    times: int


class SearchedFor(TypedDict):
    """SearchedFor."""

    prompt_id: str
    text: str
    times: int


class CampaignCreate(TypedDict):
    """CampaignCreate."""

    brand_id: str
    name: str
    # That should become known.
    sentence: NotRequired[str | None]
    # Prompts that should change. One that names the brand is refused.
    target_ids: list[str]
    # Prompts to compare with. Absent: the brand's other enabled prompts that do not name it. Empty: competitors on the targets are compared instead, which gives an estimate and no verdict.
    control_ids: NotRequired[list[str] | None]
    # Draw by lot: half of `target_ids`, of which there are at least six, are the targets, and the others the controls, to be published for later; without `control_ids`. The two differ in publishing alone, so that the verdict rests on no adjustment.
    draw: NotRequired[bool]


class CampaignPrompt(TypedDict):
    """CampaignPrompt."""

    prompt_id: str
    # As it was when the campaign was declared.
    text: str


class Campaign(TypedDict):
    """Campaign."""

    id: str
    brand_id: str
    name: str
    sentence: str
    targets: list[CampaignPrompt]
    controls: list[CampaignPrompt]
    # Since then it is frozen.
    declared_at: str
    ended_at: str | None
    washout_days: CampaignWashout
    # Targets were drawn by lot with this seed, and the controls are the others. Null: they were chosen.
    lot_seed: int | None
    judged: CampaignJudged | None


class CampaignJudged(TypedDict):
    """What was said when the promised time had passed. It does not change any more."""

    at: str
    verdict: EffectVerdict
    reason: CampaignReason | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None


class CampaignPage(TypedDict):
    """CampaignPage."""

    items: list[Campaign]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool


class CampaignEffect(TypedDict):
    """CampaignEffect."""

    id: str
    brand_id: str
    name: str
    sentence: str
    targets: list[CampaignPrompt]
    controls: list[CampaignPrompt]
    declared_at: str
    ended_at: str | None
    washout_days: CampaignWashout
    # Targets were drawn by lot with this seed, and the controls are the others. Null: they were chosen.
    lot_seed: int | None
    judged: CampaignJudged | None
    basis: CampaignBasis
    verdict: EffectVerdict
    reason: CampaignReason | None
    # How far the targets' level before lay from that of the controls, in standard deviations of prompts. Null without an estimate.
    baseline_gap: float | None
    # Targets that were not drawn by lot lay more than one standard deviation below: adjusting for the level is an extrapolation.
    far_below: bool
    # All days have passed, or it has ended. Before that a verdict may still change.
    final: bool
    judged_on: str | None
    # Day of the first publication.
    started_on: str | None
    # When texts and sources of answers were last read, which a job does every hour. Null: just now.
    read_at: str | None
    promise: CampaignPromise | None
    outcomes: list[CampaignOutcome]
    # Second control: how much more often than its competitors the brand is named, compared in the same way. Null without competitors or controls, or too early.
    competitors: CampaignBeside | None
    platforms: list[CampaignPlatform]
    curve: list[CampaignDay]
    publications: list[CampaignPublication]
    arrivals: list[CampaignArrival]
    outlets: list[CampaignOutlet]
    absorption: CampaignAbsorption | None
    experiment: CampaignExperiment | None
    dropped: list[CampaignDropped]


class CampaignPromise(TypedDict):
    """What the campaign could see, judged by how the brand's prompts moved when nothing was published."""

    # After the first publication.
    days: int
    # Effect that is found four times out of five.
    smallest: float
    effects: list[CampaignPower]


class CampaignPower(TypedDict):
    """CampaignPower."""

    effect: float
    power: float
    visible: bool


class CampaignOutcome(TypedDict):
    """CampaignOutcome."""

    outcome: CampaignOutcomeKind
    # Change of the targets less that of what they are compared with, adjusted for the level before.
    difference: float | None
    # 95 % interval.
    low: float | None
    high: float | None
    p: float | None
    # False: `p` is by Student's distribution.
    exact: bool
    target_before: float | None
    target_after: float | None
    control_before: float | None
    control_after: float | None
    # The same comparison within the time before, which should find nothing.
    placebo: float | None
    placebo_p: float | None
    # How much faster targets rose before, a week: the placebo over the time between its halves.
    trend: float | None
    verdict: EffectVerdict
    reason: CampaignReason | None


class CampaignPlatform(TypedDict):
    """CampaignPlatform."""

    platform: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    # After Benjamini and Hochberg over all platforms.
    believed: bool


class CampaignDay(TypedDict):
    """CampaignDay."""

    day: str
    target: float | None
    target_low: float | None
    target_high: float | None
    control: float | None
    control_low: float | None
    control_high: float | None
    target_answers: int
    control_answers: int


class CampaignPublication(TypedDict):
    """CampaignPublication."""

    order_id: str
    media_id: str
    media: str
    title: str
    status: OrderStatus
    points: int
    url: str | None
    # By lot: not handed to the outlet before.
    planned_at: str | None
    published_at: str | None
    first_cited_at: str | None
    # The answer that cited it first.
    first_answer_id: str | None
    # Answers to targets and controls that cite it; `citations` of the order counts all.
    citations: int


class CampaignArrival(TypedDict):
    """CampaignArrival."""

    platform: str
    cited: int
    of: int
    # By which half are cited; null where fewer are.
    median_days: float | None
    # After the first citation, by which half are not cited any more; null where more are. Fourteen days without a citation count as its end.
    half_life_days: float | None
    # Kaplan and Meier's curve.
    steps: list[CampaignStep]


class CampaignOutlet(TypedDict):
    """An outlet with what it placed. Each article on each platform counts by itself."""

    media_id: str
    media: str
    articles: int
    points: int
    # Answers to targets and controls that cite one of them.
    citations: int
    cited: int
    of: int
    median_days: float | None
    half_life_days: float | None
    steps: list[CampaignStep]


class CampaignBeside(TypedDict):
    """CampaignBeside."""

    difference: float
    low: float | None
    high: float | None
    p: float | None


class CampaignAbsorption(TypedDict):
    """How much of the articles' own wording answers repeat: stretches of eight Chinese characters or six words that no answer of the 92 days before held. An answer counts from three on."""

    stretches: int
    # By any answer since.
    repeated: int
    answers: int
    # Of these answers, those that do not cite the article.
    uncited: int
    examples: list[CampaignEcho]
    # Sentences of the articles that answers repeat, those that most answers repeat first.
    sentences: list[CampaignSaid]
    # Sentences of the articles that no answer repeats.
    unsaid: int


class CampaignSaid(TypedDict):
    """CampaignSaid."""

    sentence: str
    # Whether it says what the campaign wants to become known.
    declared: bool
    # Of the sentence that no answer held before.
    stretches: int
    # That repeat at least three of these stretches, or all of them.
    answers: int
    # Of these answers, those that do not cite the article.
    uncited: int
    examples: list[CampaignEcho]


class CampaignEcho(TypedDict):
    """CampaignEcho."""

    answer_id: str
    platform: str
    prompt_id: str
    day: str
    stretches: int
    cited: bool


class CampaignExperiment(TypedDict):
    """What placing in random order shows: how much more often answers to the targets cite a channel once its turn had come than channels whose turn had not. Planned days are compared, so that a reviewer's delay weakens an effect and cannot fake one."""

    # Of the draw.
    seed: int
    orders: int
    # Null: not all turns have come, or fewer than four orders.
    difference: float | None
    p: float | None
    # Mean from the planned to the real day.
    delay_days: float | None


class CampaignStep(TypedDict):
    """CampaignStep."""

    day: float
    share: float
    low: float
    high: float
    at_risk: int
    arrived: int


class CampaignDropped(TypedDict):
    """CampaignDropped."""

    prompt_id: str
    text: str
    reason: CampaignDropReason


class CitationTotals(TypedDict):
    """CitationTotals."""

    answers: int
    # Answers that cite at least one source.
    with_citation: int
    # Times any source is cited.
    citations: int
    # Citations of the brand's own domain.
    own: int
    # Citations of competitors' domains.
    competitor: int


CitedPortal = TypedDict(
    "CitedPortal",
    {
        "domain": "str",
        "class": "CitationClass",
        "citations": "int",
        "answers": "int",
        "share": "float | None",
        "platforms": "list[str]",
        "first_seen": "str",
        "last_seen": "str",
    },
    total=False,
)


CitedDomain = TypedDict(
    "CitedDomain",
    {
        "channel": "str",
        "domain": "str",
        "class": "CitationClass",
        "citations": "int",
        "answers": "int",
        "share": "float | None",
        "platforms": "list[str]",
        "first_seen": "str",
        "last_seen": "str",
    },
    total=False,
)


CitedURL = TypedDict(
    "CitedURL",
    {
        "url": "str",
        "title": "str | None",
        "domain": "str",
        "class": "CitationClass",
        "citations": "int",
        "answers": "int",
        "share": "float | None",
        "platforms": "list[str]",
        "first_seen": "str",
        "last_seen": "str",
    },
    total=False,
)


CitedClass = TypedDict(
    "CitedClass",
    {
        "class": "CitationClass",
        "citations": "int",
        "share": "float | None",
    },
    total=False,
)


CitationGap = TypedDict(
    "CitationGap",
    {
        "channel": "str",
        "domain": "str",
        "class": "CitationClass",
        "answers": "int",
        "citing": "int",
        "with_brand": "int",
        "rate": "float | None",
        "rate_elsewhere": "float | None",
        "shortfall": "float",
        "competitors": "list[GapCompetitor]",
        "answer_ids": "list[str]",
    },
    total=False,
)


class GapCompetitor(TypedDict):
    """GapCompetitor."""

    competitor_id: str
    name: str
    answers: int


class Media(TypedDict):
    """Media."""

    # Prefix `med_`.
    id: str
    name: str
    logo_url: str | None
    url: str | None
    # Registrable domain.
    domain: str | None
    media_type: MediaType
    content_types: list[ContentType]
    # The portal that the outlet belongs to.
    portal: str | None
    # The column or channel that publishes.
    channel: str | None
    # The platform of an account, for self-media and short video.
    platform: str | None
    account_name: str | None
    # Rank of the outlet, as central, provincial or vertical.
    level: str | None
    industries: list[str]
    region: str | None
    # ISO 3166-1 alpha-2.
    country: str | None
    language: str | None
    price: MediaPrice
    indexing: MediaIndexing
    authority: MediaAuthority
    policy: MediaPolicy
    delivery: MediaDelivery
    audience: MediaAudience
    geo: MediaGeo
    # An article published there.
    sample_url: str | None
    recommended: bool
    status: MediaStatus
    updated_at: str


class MediaPrice(TypedDict):
    """MediaPrice."""

    # Points that one order costs.
    points: int
    # Key of a price tier of the dictionary.
    tier: str


class MediaIndexing(TypedDict):
    """MediaIndexing."""

    # Where articles are indexed.
    type: str | None
    # Share of articles indexed.
    rate: float | None


class MediaAuthority(TypedDict):
    """MediaAuthority."""

    pc_weight: int | None
    mobile_weight: int | None
    domain_authority: int | None


class MediaPolicy(TypedDict):
    """MediaPolicy."""

    # Whether an article may carry links.
    links: bool | None
    # Kinds of contact details allowed.
    contacts: list[str]
    # Whether an article may carry images.
    images: bool | None
    # In characters.
    title_max_length: int | None
    notes: str | None


class MediaDelivery(TypedDict):
    """MediaDelivery."""

    average_hours: float | None
    success_rate: float | None
    # Whether it publishes at weekends.
    weekend: bool | None


class MediaAudience(TypedDict):
    """MediaAudience."""

    followers: int | None
    average_reads: int | None
    verification: str | None


class MediaGeo(TypedDict):
    """Measured by this installation's own runs."""

    # Times assistants cited the outlet.
    citations: int
    # Of all citations of the window; null when there are none.
    citation_rate: float | None
    window_days: int
    by_platform: list[MediaGeoPlatform]
    # How widely it is cited; null when it was not.
    reach: NotRequired[Reach | None]
    # What became of articles that accounts placed there, 30 days after each, up to the last month that has ended; null unless six accounts that are not on trial did, of each of which at most three articles count. It is told in steps that no account can be subtracted from.
    effect: NotRequired[MediaEffect | None]


class MediaEffect(TypedDict):
    """MediaEffect."""

    # At least so many: 5, 10, 20, 50, 100, 200, 500 or 1000.
    placements: int
    # At most so many; null for any number.
    placements_to: int | None
    # Of `placements`, how many `rate` is: no count.
    cited: int
    # Half of them are cited within these days, in steps of 1, 3, 7, 14, 21 and 30; null where fewer than half are.
    median_days: float | None
    # Share that an assistant cited within 30 days, to the nearest 0.05.
    rate: float
    # 95 % interval of `rate` over `placements`, which is the widest.
    low: float
    high: float
    # Points for a placement that is cited, at the price of today; null where none was.
    points_per_citation: float | None
    points_low: float | None
    # Null where it may be any number.
    points_high: float | None


class MediaGeoPlatform(TypedDict):
    """MediaGeoPlatform."""

    platform: str
    citations: int
    citation_rate: float | None
    # Prompts on this platform whose answers cite it.
    cells: NotRequired[int]
    # Prompts on this platform whose answers cite anything.
    cells_citing: NotRequired[int]


class Reach(TypedDict):
    """How widely something is cited. A cell is a prompt on a platform; one that is asked every day counts once. Each count stands beside how many cells, days and answers cite anything at all in the same time."""

    # Cells whose answers cite it.
    cells: int
    # Cells whose answers cite anything.
    cells_citing: int
    # Beijing days on which it is cited.
    days: int
    # Beijing days on which anything is cited.
    days_citing: int
    # Answers that cite anything.
    answers_citing: int


class OrderReach(TypedDict):
    """As `Reach`, in answers about the account's own brands, since the day of publication."""

    # Answers that cite the published address.
    answers: int
    # Cells whose answers cite it.
    cells: int
    # Cells whose answers cite anything.
    cells_citing: int
    # Beijing days on which it is cited.
    days: int
    # Beijing days on which anything is cited.
    days_citing: int
    # Answers that cite anything.
    answers_citing: int


class MediaPage(TypedDict):
    """MediaPage."""

    items: list[Media]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool
    filters: MediaFilters
    # The sort that was applied.
    sort: str


class AnalysisFilters(TypedDict):
    """What the analysis was narrowed to, by parameter name; a parameter that narrowed nothing is absent."""

    platform: NotRequired[list[str]]
    topic_id: NotRequired[list[str]]


class PromptFilters(TypedDict):
    """What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent."""

    topic_id: NotRequired[list[str]]
    status: NotRequired[str]


class AnswerFilters(TypedDict):
    """What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent."""

    platform: NotRequired[list[str]]
    prompt_id: NotRequired[list[str]]


OrderFilters = TypedDict(
    "OrderFilters",
    {
        "status": "list[OrderStatus]",
        "media_id": "list[str]",
        "content_id": "list[str]",
        "id": "list[str]",
        "brand_id": "str",
        "from": "str",
        "to": "str",
    },
    total=False,
)


class MediaFilters(TypedDict):
    """What the list was narrowed to, by parameter name; a parameter that narrowed nothing is absent."""

    media_type: NotRequired[list[MediaType]]
    content_type: NotRequired[ContentType]
    q: NotRequired[str]
    industry: NotRequired[list[str]]
    region: NotRequired[list[str]]
    platform: NotRequired[list[str]]
    portal: NotRequired[list[str]]
    level: NotRequired[list[str]]
    language: NotRequired[list[str]]
    country: NotRequired[list[str]]
    price_tier: NotRequired[list[str]]
    min_price: NotRequired[int]
    max_price: NotRequired[int]
    min_weight: NotRequired[int]
    min_followers: NotRequired[int]
    max_delivery_hours: NotRequired[float]
    min_success_rate: NotRequired[float]
    weekend: NotRequired[bool]
    links: NotRequired[bool]
    recommended: NotRequired[bool]


class Channels(TypedDict):
    """Channels."""

    media_types: list[ChannelOption]
    # Every filter of the media list.
    dimensions: list[ChannelDimension]
    # Half-open ranges of points.
    price_tiers: list[PriceTier]
    # The first is the default.
    sorts: list[ChannelSort]


class ChannelOption(TypedDict):
    """ChannelOption."""

    value: str
    # Chinese.
    label: str
    # Media that match it.
    count: int


class ChannelDimension(TypedDict):
    """ChannelDimension."""

    # Name of the query parameter.
    key: str
    # Chinese.
    label: str
    # `multi` may be repeated, `single` takes one value, `flag` is `true` or `false`, `number` is a bound, `text` is searched for.
    kind: DimensionKind
    # Media types for which the filter means something.
    applies_to: list[MediaType]
    # Empty for `number` and `text`.
    options: list[ChannelOption]


class PriceTier(TypedDict):
    """PriceTier."""

    key: str
    # Chinese.
    label: str
    # Included.
    min: int
    # Not included; null: no upper bound.
    max: int | None


class ChannelSort(TypedDict):
    """ChannelSort."""

    value: str
    # Chinese.
    label: str


class Content(TypedDict):
    """Content."""

    # Prefix `cnt_`.
    id: str
    # The brand that it is for.
    brand_id: NotRequired[str | None]
    title: str
    # Markdown.
    body: str
    content_type: ContentType
    # Whether AI helped to write it, as declared; null: not yet.
    ai_assisted: bool | None
    supports: list[Support]
    # Of the body as read, counted as outlets do: each Chinese, Japanese or Korean character and full-width mark is one, each other word or number is one; Markdown marks and addresses are nothing.
    length: int
    # Raised by each change.
    revision: int
    # It is a brief to write along, as drafts without a model are, and cannot be ordered (3016). It becomes an article when it is saved without the sentence that says so.
    brief: bool
    created_at: str
    updated_at: str


class Support(TypedDict):
    """Support."""

    sentence: str
    # Null: the brand's own opinion.
    source_url: str | None


class Inspection(TypedDict):
    """Inspection."""

    gate: ArticleGate
    # Of the content that was inspected.
    revision: int
    # Errors first, at most 100.
    issues: list[ArticleIssue]
    # Statements of fact with what holds them up, at most 200.
    claims: list[ArticleClaim]


class ArticleIssue(TypedDict):
    """Something that stands against ordering an article as it is."""

    level: IssueLevel
    code: IssueCode
    # The words in question; empty where it concerns the whole.
    text: str
    # Where they stand.
    sentence: str
    # Of `banned_wording`: the rule's code.
    rule: NotRequired[str]
    # Of `banned_wording`: where the rule comes from, in Chinese.
    law: NotRequired[str]
    # Why a claim could not be judged or contradicts: `hearsay`, `partial`, `vague`, `other_unit`, `other_time`, `outdated`, `known_wrong`, `unclear`, `not_offline`.
    reason: NotRequired[str]
    fact_id: NotRequired[str]
    # What the fact says.
    expected: NotRequired[str]


class ArticleClaim(TypedDict):
    """ArticleClaim."""

    text: str
    sentence: str
    support: ClaimSupport
    fact_id: NotRequired[str]
    # Of the fact.
    statement: NotRequired[str]
    source_url: NotRequired[str]


class ContentPage(TypedDict):
    """ContentPage."""

    items: list[Content]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool


class Endpoint(TypedDict):
    """Endpoint."""

    # Prefix `end_`.
    id: str
    kind: EndpointKind
    name: str
    # Of a bot only its host and the last four characters.
    address: str
    types: list[EventType]
    language: str
    quiet_hours: QuietHours
    enabled: bool
    # Why it is off: by_user, gone (it answered 410), failing (for five days), unsubscribed (by the link in a mail) or departed (the reader of a mailbox has left the space).
    disabled_reason: str | None
    disabled_at: str | None
    # Until when the secret before is signed with too.
    former_secret_until: str | None
    # Since when nothing has reached it; null while it works.
    failing_since: str | None
    created_at: str
    updated_at: str


class EndpointMade(TypedDict):
    """EndpointMade."""

    # Prefix `end_`.
    id: str
    kind: EndpointKind
    name: str
    address: str
    types: list[EventType]
    language: str
    quiet_hours: QuietHours
    enabled: bool
    disabled_reason: str | None
    disabled_at: str | None
    former_secret_until: str | None
    failing_since: str | None
    created_at: str
    updated_at: str
    # Of a webhook, shown this once: `whsec_` and base64; null for bots and mailboxes.
    secret: str | None


class EndpointList(TypedDict):
    """EndpointList."""

    items: list[Endpoint]
    total: int


class Delivery(TypedDict):
    """Delivery."""

    # Prefix `dlv_`.
    id: str
    # Prefix `evt_`; the `webhook-id` of every attempt.
    event_id: str
    # As EventType, or `endpoint.test`.
    type: str
    endpoint_id: str
    status: DeliveryStatus
    attempts: int
    # Of the last attempt, as a code; null when it was taken: forbidden, timed_out, no_link, broken, not_taken, throttling, gone, bad_signature, address_not_allowed, no_keyword, bad_token, mail_refused, quiet_hours, endpoint_disabled, unopened.
    reason: str | None
    next_attempt_at: str | None
    created_at: str
    ended_at: str | None
    # The last ten attempts.
    tries: list[DeliveryTry]


class DeliveryTry(TypedDict):
    """DeliveryTry."""

    at: str
    # 0 without an answer.
    http_status: int
    reason: str | None
    # The first kilobyte of what was answered.
    answer: str
    took_ms: int


class DeliveryDetail(TypedDict):
    """DeliveryDetail."""

    id: str
    event_id: str
    type: str
    endpoint_id: str
    status: DeliveryStatus
    attempts: int
    reason: str | None
    next_attempt_at: str | None
    created_at: str
    ended_at: str | None
    tries: list[DeliveryTry]
    request: EventMessage


class EventMessage(TypedDict):
    """What a webhook is sent. The fields of `data` follow from the type; docs/events.md lists them."""

    type: str
    # When it happened.
    timestamp: str
    data: dict[str, Any]


class DeliveryPage(TypedDict):
    """DeliveryPage."""

    items: list[Delivery]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool


class Replay(TypedDict):
    """Replay."""

    # How many events are on their way.
    replayed: int


class Order(TypedDict):
    """Order."""

    # Prefix `ord_`.
    id: str
    # Shared by the orders of one submission.
    batch_id: str
    content: OrderContent
    media: OrderMedia
    # Price at submission.
    points: int
    status: OrderStatus
    # The status in Chinese.
    status_label: str
    # Why it was rejected, sent back or failed.
    reason: str | None
    requirements: int | None
    account_rule: int | None
    article_type: int | None
    # As submitted.
    scheduled_at: str | None
    # The brand that it is for; what is published counts for it alone.
    brand_id: NotRequired[str | None]
    # The campaign that it belongs to.
    campaign_id: NotRequired[str | None]
    # By lot: it is not handed to the outlet before.
    planned_at: NotRequired[str | None]
    published_url: str | None
    published_at: str | None
    # Answers that cite the published address since the day of publication: about its brand, else about the brands of the space. Counted every hour.
    citations: int
    # How widely it is cited; null until it is published and counted.
    reach: NotRequired[OrderReach | None]
    # What the caller may do now.
    allowed_actions: list[OrderAction]
    # Oldest first.
    events: list[OrderEvent]
    # What was declared when it was submitted or resubmitted, never changed; null on orders from before there were any.
    declaration: NotRequired[OrderDeclaration | None]
    # Of a single order, where there are any. What the article gate found when it was submitted.
    warnings: NotRequired[list[ArticleIssue]]
    created_at: str
    updated_at: str


class OrderDeclaration(TypedDict):
    """OrderDeclaration."""

    # Always; the article is labelled so where it is published.
    paid: bool
    # As declared; null: not declared.
    ai_assisted: bool | None
    # Of the content.
    revision: int
    # SHA-256 of the title, a line feed and the body, in hexadecimal.
    text_sha256: str
    # Who submitted; prefix `usr_`.
    declared_by: str
    declared_at: str
    gate: ArticleGate
    # How many errors the gate found.
    errors: int


class OrderContent(TypedDict):
    """As it was when the order was submitted or resubmitted."""

    id: str
    title: str
    content_type: ContentType
    revision: int


class OrderMedia(TypedDict):
    """OrderMedia."""

    id: str
    name: str
    media_type: MediaType


OrderEvent = TypedDict(
    "OrderEvent",
    {
        "at": "str",
        "from": "OrderStatus | None",
        "to": "OrderStatus",
        "actor": "str",
        "note": "str | None",
    },
    total=False,
)


class OrderPage(TypedDict):
    """OrderPage."""

    items: list[Order]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool
    filters: OrderFilters


class OrdersCreated(TypedDict):
    """OrdersCreated."""

    # One per media, in the order of the request.
    items: list[Order]
    points: OrderPoints
    # What the article gate found, errors first; kept with each order. Empty when there is nothing, or the gate is off.
    warnings: list[ArticleIssue]


class OrderPoints(TypedDict):
    """OrderPoints."""

    charged: int
    # What is left.
    balance: int


class PublishQuota(TypedDict):
    """Points of the current cycle."""

    cycle_start: str
    # Not included; what is left then lapses.
    cycle_end: str
    tier: Tier
    granted: int
    # Captured by published orders.
    used: int
    # Held by open orders.
    held: int
    # Released by withdrawn, rejected, expired and failed orders.
    refunded: int
    # What can be spent now.
    balance: int


class PointsRecord(TypedDict):
    """PointsRecord."""

    # Prefix `pts_`.
    id: str
    kind: PointsKind
    # Signed: a hold is negative, a release positive, a capture 0.
    points: int
    balance_after: int
    order_id: str | None
    # Why, in Chinese.
    note: str | None
    created_at: str


class PointsRecordPage(TypedDict):
    """PointsRecordPage."""

    items: list[PointsRecord]
    # Number of items over all pages.
    total: int
    page: int
    page_size: int
    # Whether a later page holds more.
    has_more: bool


class PaymentRequiredDetail(TypedDict):
    """PaymentRequiredDetail."""

    # points that the orders cost
    required: int
    # points there are
    balance: int
    # points missing
    shortfall: int


class ForbiddenDetail(TypedDict):
    """Which fields there are follows from the code."""

    # 1002: scopes that the operation needs
    required: NotRequired[list[str]]
    # 1002: those the key lacks
    missing: NotRequired[list[str]]
    # 1004: when it ended
    expired_at: NotRequired[str]


class NotFoundDetail(TypedDict):
    """NotFoundDetail."""

    # kind of thing
    resource: str
    # the id asked for
    id: str


class ConflictDetail(TypedDict):
    """Which fields there are follows from the code."""

    # 2002: the tier's limit; 2006: the cap
    limit: NotRequired[int]
    # 2006, of a cap for a day: so many of this Beijing day
    used: NotRequired[int]
    # 2006, of a cap for a day: next midnight in Beijing
    resets_at: NotRequired[str]
    # 2002: prompts enabled now
    active: NotRequired[int]
    # 2002: how many more can be enabled
    remaining: NotRequired[int]
    # 3002: the run accepted before (runs); 3003: that run
    run_id: NotRequired[str]
    # 3002: the open orders for the same content and media (orders)
    order_ids: NotRequired[list[str]]
    # 3003: queued or running; 3007: status of the order; 3011: status of the run
    status: NotRequired[str]
    # 3005: platforms asked for
    requested: NotRequired[list[str]]
    # 3005: platforms of the tier
    allowed: NotRequired[list[str]]
    # 3006: that generation
    generation_id: NotRequired[str]
    # 3007: what may be done now
    allowed_actions: NotRequired[list[str]]
    # 3008: the media concerned
    media_ids: NotRequired[list[str]]
    # 3010: prompts under it
    prompt_count: NotRequired[int]
    # 3012: points that the orders cost
    required: NotRequired[int]
    # 3012: as sent
    max_points: NotRequired[int]
    # 3013: what is wrong with the article
    errors: NotRequired[list[ArticleIssue]]
    # 3014: ids of the open orders
    orders: NotRequired[list[str]]
    # 3014: ids of the runs
    runs: NotRequired[list[str]]
    # 3014: ids of the teams
    teams: NotRequired[list[str]]
    # 3015: since when
    archived_at: NotRequired[str]
    # 3016: the brief
    content_id: NotRequired[str]


class TooManyDetail(TypedDict):
    """Which fields there are follows from the code."""

    # 2001: seconds to wait, at least 1; 2003: seconds to wait; 2004: seconds to wait
    retry_after: int
    # 2003: runs a day
    limit: NotRequired[int]
    # 2003: runs of this Beijing day
    used: NotRequired[int]
    # 2003: next midnight in Beijing
    resets_at: NotRequired[str]
    # 2004: when the next run may start
    next_allowed_at: NotRequired[str]


class InternalDetail(TypedDict):
    """InternalDetail."""

    # as in `X-Request-Id`
    request_id: str


class UnavailableDetail(TypedDict):
    """UnavailableDetail."""

    # seconds to wait
    retry_after: int
    # why the database is not available: `disk_full`, `away` or `timeout`; absent otherwise
    reason: NotRequired[str]


class ValidationFailure(TypedDict):
    """ValidationFailure."""

    # Kind of failure, as `missing`, `string_too_long` or `literal_error`.
    type: str
    # Where: `body`, `query`, `path` or `header`, then names and indices.
    loc: list[Any]
    # English.
    msg: str
    # The value that was refused; any JSON value.
    input: Any
    # Limits and expectations.
    ctx: NotRequired[dict[str, Any]]


class BrandUpdated(Brand):
    """BrandUpdated."""

    # Names of the keys that were sent and are not known.
    ignored: list[str]


Helps = list[SamplingAction]

class IdentityService:
    """Who is calling."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(self) -> Identity:
        """Who is calling."""
        return self._caller.call("GET", "/me")

    def limits(self) -> Limits:
        """What the plan allows, and what is left of it."""
        return self._caller.call("GET", "/me/limits")


class BrandsService:
    """What is watched. The profile is the basis on which prompts are generated."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, *, page: int | None = None, page_size: int | None = None) -> BrandList:
        """List brands."""
        return self._caller.call("GET", "/geo/brands", query={"page": page, "page_size": page_size})

    def all(self) -> Iterator[Brand]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(page=page, page_size=page_size))

    def create(self, **body: Unpack[BrandCreate]) -> Brand:
        """Create a brand."""
        return self._caller.call("POST", "/geo/brands", body=body)

    def get(self, brand_id: str) -> Brand:
        """Read a brand."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}")

    def update(self, brand_id: str, **body: Unpack[BrandUpdate]) -> BrandUpdated:
        """Change a brand."""
        return self._caller.call("PATCH", f"/geo/brands/{quote(brand_id)}", body=body)

    def list_annotations(self, brand_id: str) -> AnnotationList:
        """List annotations."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/annotations")

    def create_annotation(self, brand_id: str, **body: Unpack[AnnotationCreate]) -> Annotation:
        """Annotate a day."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/annotations", body={**body, "brand_id": brand_id})

    def delete_annotation(self, annotation_id: str) -> Deleted:
        """Delete an annotation."""
        return self._caller.call("DELETE", f"/geo/annotations/{quote(annotation_id)}")


class TopicsService:
    """Groups of prompts."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, brand_id: str, *, page: int | None = None, page_size: int | None = None) -> TopicList:
        """List topics."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/topics", query={"page": page, "page_size": page_size})

    def all(self, brand_id: str) -> Iterator[Topic]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(brand_id, page=page, page_size=page_size))

    def create(self, brand_id: str, **body: Unpack[TopicCreate]) -> Topic:
        """Create a topic."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/topics", body={**body, "brand_id": brand_id})

    def get(self, topic_id: str) -> Topic:
        """Read a topic."""
        return self._caller.call("GET", f"/geo/topics/{quote(topic_id)}")

    def update(self, topic_id: str, **body: Unpack[TopicUpdate]) -> Topic:
        """Change a topic."""
        return self._caller.call("PATCH", f"/geo/topics/{quote(topic_id)}", body=body)

    def delete(self, topic_id: str) -> Deleted:
        """Delete a topic."""
        return self._caller.call("DELETE", f"/geo/topics/{quote(topic_id)}")


class CampaignsService:
    """What publishing is meant to change, declared beforehand, and what it changed."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, *, brand_id: str | None = None, page: int | None = None, page_size: int | None = None) -> CampaignPage:
        """List campaigns."""
        return self._caller.call("GET", "/geo/campaigns", query={"brand_id": brand_id, "page": page, "page_size": page_size})

    def all(self, *, brand_id: str | None = None) -> Iterator[Campaign]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(brand_id=brand_id, page=page, page_size=page_size))

    def create(self, **body: Unpack[CampaignCreate]) -> Campaign:
        """Declare a campaign."""
        return self._caller.call("POST", "/geo/campaigns", body=body)

    def get(self, campaign_id: str) -> CampaignEffect:
        """Read a campaign and what it changed."""
        return self._caller.call("GET", f"/geo/campaigns/{quote(campaign_id)}")

    def end(self, campaign_id: str) -> Campaign:
        """End a campaign."""
        return self._caller.call("POST", f"/geo/campaigns/{quote(campaign_id)}/end")


class PromptsService:
    """Questions that are put to the assistants; an `active` one is enabled."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, brand_id: str, *, topic_id: list[str] | None = None, status: str | None = None, page: int | None = None, page_size: int | None = None) -> PromptList:
        """List prompts."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/prompts", query={"topic_id": topic_id, "status": status, "page": page, "page_size": page_size})

    def all(self, brand_id: str, *, topic_id: list[str] | None = None, status: str | None = None) -> Iterator[Prompt]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(brand_id, topic_id=topic_id, status=status, page=page, page_size=page_size))

    def create(self, brand_id: str, **body: Unpack[PromptCreate]) -> Prompt:
        """Create a prompt."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/prompts", body={**body, "brand_id": brand_id})

    def set(self, brand_id: str, **body: Unpack[PromptsStatus]) -> ChangedPrompts:
        """Change the status of several prompts."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/prompts/status", body=body)

    def delete_many(self, brand_id: str, **body: Unpack[PromptsDelete]) -> DeletedList:
        """Delete several prompts."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/prompts/delete", body=body)

    def get(self, prompt_id: str) -> Prompt:
        """Read a prompt."""
        return self._caller.call("GET", f"/geo/prompts/{quote(prompt_id)}")

    def update(self, prompt_id: str, **body: Unpack[PromptUpdate]) -> Prompt:
        """Change a prompt."""
        return self._caller.call("PATCH", f"/geo/prompts/{quote(prompt_id)}", body=body)

    def delete(self, prompt_id: str) -> Deleted:
        """Delete a prompt."""
        return self._caller.call("DELETE", f"/geo/prompts/{quote(prompt_id)}")


class CompetitorsService:
    """Names that are compared with the brand."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, brand_id: str, *, page: int | None = None, page_size: int | None = None) -> CompetitorList:
        """List competitors."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/competitors", query={"page": page, "page_size": page_size})

    def all(self, brand_id: str) -> Iterator[Competitor]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(brand_id, page=page, page_size=page_size))

    def create(self, brand_id: str, **body: Unpack[CompetitorCreate]) -> Competitor:
        """Create a competitor."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/competitors", body={**body, "brand_id": brand_id})

    def delete_many(self, brand_id: str, **body: Unpack[CompetitorsDelete]) -> DeletedList:
        """Delete several competitors."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/competitors/delete", body=body)

    def get(self, competitor_id: str) -> Competitor:
        """Read a competitor."""
        return self._caller.call("GET", f"/geo/competitors/{quote(competitor_id)}")

    def update(self, competitor_id: str, **body: Unpack[CompetitorUpdate]) -> Competitor:
        """Change a competitor."""
        return self._caller.call("PATCH", f"/geo/competitors/{quote(competitor_id)}", body=body)

    def delete(self, competitor_id: str) -> Deleted:
        """Delete a competitor."""
        return self._caller.call("DELETE", f"/geo/competitors/{quote(competitor_id)}")


class FactsService:
    """What is true of a brand, against which texts are held."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, brand_id: str, *, status: str | None = None, q: str | None = None, page: int | None = None, page_size: int | None = None) -> FactPage:
        """List facts."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/facts", query={"status": status, "q": q, "page": page, "page_size": page_size})

    def all(self, brand_id: str, *, status: str | None = None, q: str | None = None) -> Iterator[Fact]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(brand_id, status=status, q=q, page=page, page_size=page_size))

    def create(self, brand_id: str, **body: Unpack[FactCreate]) -> Fact:
        """Create a fact."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/facts", body={**body, "brand_id": brand_id})

    def get(self, fact_id: str) -> Fact:
        """Read a fact."""
        return self._caller.call("GET", f"/geo/facts/{quote(fact_id)}")

    def update(self, fact_id: str, **body: Unpack[FactUpdate]) -> Fact:
        """Change a fact."""
        return self._caller.call("PATCH", f"/geo/facts/{quote(fact_id)}", body=body)

    def delete(self, fact_id: str) -> Deleted:
        """Delete a fact."""
        return self._caller.call("DELETE", f"/geo/facts/{quote(fact_id)}")

    def fact_history(self, fact_id: str) -> FactHistory:
        """History of a fact."""
        return self._caller.call("GET", f"/geo/facts/{quote(fact_id)}/history")


class GenerationService:
    """Drafting topics, prompts and competitors from the brand profile, in the background."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def start(self, brand_id: str, *, idempotency_key: str | None = None, **body: Unpack[GenerationCreate]) -> GenerationAccepted:
        """Generate topics and prompts."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/generate", idempotency_key=idempotency_key or True, body=body)

    def get(self, brand_id: str) -> Generation:
        """Read the generation status."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/generate")

    def start_draft(self, brand_id: str, *, idempotency_key: str | None = None, **body: Unpack[DraftCreate]) -> Draft:
        """Draft an article for an opportunity."""
        return self._caller.call("POST", f"/geo/brands/{quote(brand_id)}/drafts", idempotency_key=idempotency_key or True, body=body)

    def list_drafts(self, brand_id: str, *, page: int | None = None, page_size: int | None = None) -> DraftList:
        """List drafts."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/drafts", query={"page": page, "page_size": page_size})

    def all_drafts(self, brand_id: str) -> Iterator[Draft]:
        """All pages of list_drafts."""
        return pages(lambda page, page_size: self.list_drafts(brand_id, page=page, page_size=page_size))


class RunsService:
    """Putting the enabled prompts to the platforms, and the answers."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, brand_id: str, *, page: int | None = None, page_size: int | None = None) -> RunPage:
        """List the runs of a brand."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/runs", query={"page": page, "page_size": page_size})

    def all(self, brand_id: str) -> Iterator[Run]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(brand_id, page=page, page_size=page_size))

    def cost(self, brand_id: str, *, platform: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, samples: int | None = None) -> Costs:
        """Foretell what asking costs."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/cost", query={"platform": platform, "mode": mode, "samples": samples})

    def start(self, *, idempotency_key: str | None = None, **body: Unpack[RunCreate]) -> RunCreated:
        """Start a run."""
        return self._caller.call("POST", "/geo/runs", idempotency_key=idempotency_key or True, body=body)

    def get(self, run_id: str, *, wait: int | None = None) -> Run:
        """Read the progress of a run."""
        return self._caller.call("GET", f"/geo/runs/{quote(run_id)}", query={"wait": wait})

    def list_answers(self, run_id: str, *, platform: list[str] | None = None, prompt_id: list[str] | None = None, page: int | None = None, page_size: int | None = None) -> AnswerPage:
        """List the answers of a run."""
        return self._caller.call("GET", f"/geo/runs/{quote(run_id)}/answers", query={"platform": platform, "prompt_id": prompt_id, "page": page, "page_size": page_size})

    def all_answers(self, run_id: str, *, platform: list[str] | None = None, prompt_id: list[str] | None = None) -> Iterator[Answer]:
        """All pages of list_answers."""
        return pages(lambda page, page_size: self.list_answers(run_id, platform=platform, prompt_id=prompt_id, page=page, page_size=page_size))

    def cancel(self, run_id: str) -> Run:
        """Cancel a run."""
        return self._caller.call("POST", f"/geo/runs/{quote(run_id)}/cancel")


class AnalysesService:
    """What the answers mean: overview, visibility, sentiment, citations."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def overview(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, surface: Literal["api", "app"] | None = None) -> Overview:
        """Overview."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/overview", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id, "mode": mode, "surface": surface})

    def visibility(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, surface: Literal["api", "app"] | None = None) -> Visibility:
        """Visibility per prompt and platform."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/visibility", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id, "mode": mode, "surface": surface})

    def sampling(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, surface: Literal["api", "app"] | None = None, precision: float | None = None, change: float | None = None, target: float | None = None) -> Sampling:
        """What the data can tell, and what it takes to tell more."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/sampling", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id, "mode": mode, "surface": surface, "precision": precision, "change": change, "target": target})

    def sentiment(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, surface: Literal["api", "app"] | None = None) -> Sentiment:
        """Sentiment."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/sentiment", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id, "mode": mode, "surface": surface})

    def accuracy(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, surface: Literal["api", "app"] | None = None, fact_id: str | None = None, judge: Literal["offline", "model"] | None = None, page: int | None = None, page_size: int | None = None) -> Accuracy:
        """Accuracy."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/accuracy", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id, "mode": mode, "surface": surface, "fact_id": fact_id, "judge": judge, "page": page, "page_size": page_size})

    def citations(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, surface: Literal["api", "app"] | None = None) -> Citations:
        """Citation sources."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/citations", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id, "mode": mode, "surface": surface})

    def export_table(self, brand_id: str, table: BulkTable, *, format: BulkFormat | None = None, from_: str | None = None, to: str | None = None) -> Download:
        """Bulk data."""
        return self._caller.download(f"/geo/brands/{quote(brand_id)}/export/{quote(table)}", query={"format": format, "from": from_, "to": to})

    def searches(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, surface: Literal["api", "app"] | None = None) -> Searches:
        """What assistants searched for."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/searches", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id, "mode": mode, "surface": surface})

    def opportunities(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None, mode: Literal["search", "chat", "reasoning"] | None = None, surface: Literal["api", "app"] | None = None, action: list[str] | None = None, sort: str | None = None) -> Opportunities:
        """Where something can be won."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/opportunities", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id, "mode": mode, "surface": surface, "action": action, "sort": sort})

    def surfaces(self, brand_id: str, *, from_: str | None = None, to: str | None = None, platform: list[str] | None = None, topic_id: list[str] | None = None) -> Surfaces:
        """Agreement of interface and app."""
        return self._caller.call("GET", f"/geo/brands/{quote(brand_id)}/surfaces", query={"from": from_, "to": to, "platform": platform, "topic_id": topic_id})


class MediaService:
    """The catalogue of outlets."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def channels(self) -> Channels:
        """Filter dictionary."""
        return self._caller.call("GET", "/media/channels")

    def list(self, *, media_type: list[str] | None = None, content_type: ContentType | None = None, q: str | None = None, industry: list[str] | None = None, region: list[str] | None = None, platform: list[str] | None = None, portal: list[str] | None = None, level: list[str] | None = None, language: list[str] | None = None, country: list[str] | None = None, price_tier: list[str] | None = None, min_price: int | None = None, max_price: int | None = None, min_weight: int | None = None, min_followers: int | None = None, max_delivery_hours: float | None = None, min_success_rate: float | None = None, weekend: str | None = None, links: str | None = None, recommended: str | None = None, page: int | None = None, page_size: int | None = None, sort: str | None = None) -> MediaPage:
        """List media."""
        return self._caller.call("GET", "/media", query={"media_type": media_type, "content_type": content_type, "q": q, "industry": industry, "region": region, "platform": platform, "portal": portal, "level": level, "language": language, "country": country, "price_tier": price_tier, "min_price": min_price, "max_price": max_price, "min_weight": min_weight, "min_followers": min_followers, "max_delivery_hours": max_delivery_hours, "min_success_rate": min_success_rate, "weekend": weekend, "links": links, "recommended": recommended, "page": page, "page_size": page_size, "sort": sort})

    def all(self, *, media_type: list[str] | None = None, content_type: ContentType | None = None, q: str | None = None, industry: list[str] | None = None, region: list[str] | None = None, platform: list[str] | None = None, portal: list[str] | None = None, level: list[str] | None = None, language: list[str] | None = None, country: list[str] | None = None, price_tier: list[str] | None = None, min_price: int | None = None, max_price: int | None = None, min_weight: int | None = None, min_followers: int | None = None, max_delivery_hours: float | None = None, min_success_rate: float | None = None, weekend: str | None = None, links: str | None = None, recommended: str | None = None, sort: str | None = None) -> Iterator[Media]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(media_type=media_type, content_type=content_type, q=q, industry=industry, region=region, platform=platform, portal=portal, level=level, language=language, country=country, price_tier=price_tier, min_price=min_price, max_price=max_price, min_weight=min_weight, min_followers=min_followers, max_delivery_hours=max_delivery_hours, min_success_rate=min_success_rate, weekend=weekend, links=links, recommended=recommended, sort=sort, page=page, page_size=page_size))

    def get(self, media_id: str) -> Media:
        """Read a media item."""
        return self._caller.call("GET", f"/media/{quote(media_id)}")


class ContentsService:
    """What is to be published."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, *, brand_id: str | None = None, page: int | None = None, page_size: int | None = None) -> ContentPage:
        """List contents."""
        return self._caller.call("GET", "/media/contents", query={"brand_id": brand_id, "page": page, "page_size": page_size})

    def all(self, *, brand_id: str | None = None) -> Iterator[Content]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(brand_id=brand_id, page=page, page_size=page_size))

    def create(self, **body: Unpack[ContentCreate]) -> Content:
        """Create a content."""
        return self._caller.call("POST", "/media/contents", body=body)

    def get(self, content_id: str) -> Content:
        """Read a content."""
        return self._caller.call("GET", f"/media/contents/{quote(content_id)}")

    def update(self, content_id: str, **body: Unpack[ContentUpdate]) -> Content:
        """Change a content."""
        return self._caller.call("PATCH", f"/media/contents/{quote(content_id)}", body=body)

    def delete(self, content_id: str) -> Deleted:
        """Delete a content."""
        return self._caller.call("DELETE", f"/media/contents/{quote(content_id)}")

    def inspect(self, content_id: str) -> Inspection:
        """Check a content before it is ordered."""
        return self._caller.call("GET", f"/media/contents/{quote(content_id)}/inspection")


class OrdersService:
    """One content at one outlet each."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self, *, status: list[str] | None = None, media_id: list[str] | None = None, content_id: list[str] | None = None, id: list[str] | None = None, brand_id: str | None = None, from_: str | None = None, to: str | None = None, page: int | None = None, page_size: int | None = None) -> OrderPage:
        """List orders."""
        return self._caller.call("GET", "/media/orders", query={"status": status, "media_id": media_id, "content_id": content_id, "id": id, "brand_id": brand_id, "from": from_, "to": to, "page": page, "page_size": page_size})

    def all(self, *, status: list[str] | None = None, media_id: list[str] | None = None, content_id: list[str] | None = None, id: list[str] | None = None, brand_id: str | None = None, from_: str | None = None, to: str | None = None) -> Iterator[Order]:
        """All pages of list."""
        return pages(lambda page, page_size: self.list(status=status, media_id=media_id, content_id=content_id, id=id, brand_id=brand_id, from_=from_, to=to, page=page, page_size=page_size))

    def create(self, *, idempotency_key: str | None = None, **body: Unpack[OrderCreate]) -> OrdersCreated:
        """Submit orders."""
        return self._caller.call("POST", "/media/orders", idempotency_key=idempotency_key or True, body=body)

    def get(self, order_id: str) -> Order:
        """Read an order."""
        return self._caller.call("GET", f"/media/orders/{quote(order_id)}")

    def withdraw(self, order_id: str) -> Order:
        """Withdraw an order."""
        return self._caller.call("DELETE", f"/media/orders/{quote(order_id)}")

    def resubmit(self, order_id: str) -> Order:
        """Resubmit an order."""
        return self._caller.call("POST", f"/media/orders/{quote(order_id)}/resubmit")


class PointsService:
    """What publishing costs."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def publish_quota(self) -> PublishQuota:
        """Points of the current cycle."""
        return self._caller.call("GET", "/media/publish-quota")

    def list_points_records(self, *, page: int | None = None, page_size: int | None = None) -> PointsRecordPage:
        """List points records."""
        return self._caller.call("GET", "/media/points-records", query={"page": page, "page_size": page_size})

    def all_points_records(self) -> Iterator[PointsRecord]:
        """All pages of list_points_records."""
        return pages(lambda page, page_size: self.list_points_records(page=page, page_size=page_size))


class EventsService:
    """What happened, told to webhooks, group-chat bots and mailboxes."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list_endpoints(self) -> EndpointList:
        """List endpoints."""
        return self._caller.call("GET", "/events/endpoints")

    def create_endpoint(self, **body: Unpack[EndpointCreate]) -> EndpointMade:
        """Create an endpoint."""
        return self._caller.call("POST", "/events/endpoints", body=body)

    def endpoint(self, endpoint_id: str) -> Endpoint:
        """Read an endpoint."""
        return self._caller.call("GET", f"/events/endpoints/{quote(endpoint_id)}")

    def update_endpoint(self, endpoint_id: str, **body: Unpack[EndpointUpdate]) -> Endpoint:
        """Change an endpoint."""
        return self._caller.call("PATCH", f"/events/endpoints/{quote(endpoint_id)}", body=body)

    def delete_endpoint(self, endpoint_id: str) -> Deleted:
        """Delete an endpoint."""
        return self._caller.call("DELETE", f"/events/endpoints/{quote(endpoint_id)}")

    def rotate_endpoint_secret(self, endpoint_id: str) -> EndpointMade:
        """Give a webhook a new secret."""
        return self._caller.call("POST", f"/events/endpoints/{quote(endpoint_id)}/secret")

    def test_endpoint(self, endpoint_id: str) -> DeliveryDetail:
        """Send a test event."""
        return self._caller.call("POST", f"/events/endpoints/{quote(endpoint_id)}/test")

    def replay_period(self, endpoint_id: str, **body: Unpack[ReplayRequest]) -> Replay:
        """Send the events of a period again."""
        return self._caller.call("POST", f"/events/endpoints/{quote(endpoint_id)}/replay", body=body)

    def list_deliveries(self, *, endpoint_id: str | None = None, status: str | None = None, type: str | None = None, page: int | None = None, page_size: int | None = None) -> DeliveryPage:
        """List deliveries."""
        return self._caller.call("GET", "/events/deliveries", query={"endpoint_id": endpoint_id, "status": status, "type": type, "page": page, "page_size": page_size})

    def all_deliveries(self, *, endpoint_id: str | None = None, status: str | None = None, type: str | None = None) -> Iterator[Delivery]:
        """All pages of list_deliveries."""
        return pages(lambda page, page_size: self.list_deliveries(endpoint_id=endpoint_id, status=status, type=type, page=page, page_size=page_size))

    def delivery(self, delivery_id: str) -> DeliveryDetail:
        """Read a delivery."""
        return self._caller.call("GET", f"/events/deliveries/{quote(delivery_id)}")

    def replay_delivery(self, delivery_id: str) -> DeliveryDetail:
        """Send an event again."""
        return self._caller.call("POST", f"/events/deliveries/{quote(delivery_id)}/replay")


class Groups:
    def __init__(self, caller: Caller) -> None:
        self.identity = IdentityService(caller)
        self.brands = BrandsService(caller)
        self.topics = TopicsService(caller)
        self.campaigns = CampaignsService(caller)
        self.prompts = PromptsService(caller)
        self.competitors = CompetitorsService(caller)
        self.facts = FactsService(caller)
        self.generation = GenerationService(caller)
        self.runs = RunsService(caller)
        self.analyses = AnalysesService(caller)
        self.media = MediaService(caller)
        self.contents = ContentsService(caller)
        self.orders = OrdersService(caller)
        self.points = PointsService(caller)
        self.events = EventsService(caller)
