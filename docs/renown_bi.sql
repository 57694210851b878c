-- Views for tools that read PostgreSQL: Metabase, Superset, Excel. They have the columns of the tables in docs/data.md and are a contract: columns
-- are added, never renamed or removed. Statements stand apart by an empty line. Run as the owner of the database, again after each upgrade:
--   psql "$RENOWN_DATABASE" -f docs/renown_bi.sql

CREATE SCHEMA IF NOT EXISTS renown_bi;

CREATE OR REPLACE VIEW renown_bi.answers AS
SELECT a.id AS answer_id, a.brand_id, a.answered_at / 1000 AS answered_at_ms,
    to_char(to_timestamp(a.answered_at / 1000000) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day,
    a.platform, CASE WHEN a.mode LIKE 'app/%' THEN 'app' ELSE 'api' END AS surface, regexp_replace(a.mode, '^app/', '') AS mode, a.model, a.prompt_id, a.topic_id, a.stage,
    CAST(CAST(f.state NOT IN ('empty', 'refused', 'broken') AND a.finish <> 'length' AS INT) AS BIGINT) AS counts,
    CAST(CAST(f.kinds IN ('v', 'vs') AS INT) AS BIGINT) AS for_visibility, CAST(CAST(f.kinds IN ('s', 'vs', 'sb') AS INT) AS BIGINT) AS for_sentiment,
    f.version % 100 AS definitions, f.version / 100 AS reader,
    a.run_id, a.question, x.text, a.finish, f.state, a.latency_ms, CAST(CAST(f.kinds LIKE '%b' AS INT) AS BIGINT) AS branded,
    CAST(CAST(f.position IS NOT NULL AS INT) AS BIGINT) AS named, f.mentions, CAST(jsonb_array_length(CAST(f.others AS JSONB)) AS BIGINT) AS competitors_named,
    f.position, f.watched AS watched_position, CAST(CAST(COALESCE(f.position = 1, FALSE) AS INT) AS BIGINT) AS first,
    CAST(CAST(COALESCE(f.position <= 3, FALSE) AS INT) AS BIGINT) AS top3, f.unknown,
    f.sentiment AS tone, CAST(f.score AS DOUBLE PRECISION) / 10000 AS tone_score, f.judge AS tone_judge,
    c.citations, c.own_citations, CAST(CAST(c.citations > 0 AS INT) AS BIGINT) AS cited, CAST(CAST(c.own_citations + c.placed > 0 AS INT) AS BIGINT) AS own_cited,
    f.stance
FROM public.answers a
LEFT JOIN public.answer_texts x ON x.answer_id = a.id AND x.at = a.kept_at
JOIN public.readings r ON r.brand_id = a.brand_id AND r.status = 'current'
JOIN public.findings f ON f.answer_id = a.id AND f.generation = r.generation
CROSS JOIN LATERAL (SELECT count(*) AS citations, count(*) FILTER (WHERE s ->> 'class' = 'own') AS own_citations,
        count(*) FILTER (WHERE CAST(s ->> 'placed' AS BOOLEAN)) AS placed
    FROM jsonb_array_elements(CAST(f.sources AS JSONB)) s WHERE CAST(s ->> 'cited' AS BOOLEAN)) c;

CREATE OR REPLACE VIEW renown_bi.mentions AS
SELECT v.answer_id, v.brand_id, v.answered_at_ms, v.day, v.platform, v.surface, v.mode, v.model, v.prompt_id, v.topic_id, v.stage, v.counts, v.for_visibility,
    v.for_sentiment, v.definitions, v.reader, v.brand_id AS entity_id, b.name, CAST(1 AS BIGINT) AS is_brand, v.position, v.watched_position, v.tone, v.tone_score, v.tone_judge,
    v.stance
FROM renown_bi.answers v JOIN public.brands b ON b.id = v.brand_id WHERE v.named = 1
UNION ALL
SELECT v.answer_id, v.brand_id, v.answered_at_ms, v.day, v.platform, v.surface, v.mode, v.model, v.prompt_id, v.topic_id, v.stage, v.counts, v.for_visibility,
    v.for_sentiment, v.definitions, v.reader, o ->> 'competitor_id', o ->> 'name', CAST(0 AS BIGINT), CAST(o ->> 'position' AS BIGINT), NULLIF(CAST(o ->> 'watched_position' AS BIGINT), 0),
    o ->> 'sentiment', CAST(o ->> 'score' AS DOUBLE PRECISION), CASE WHEN o ->> 'sentiment' IS NOT NULL THEN COALESCE(o ->> 'judge', 'offline') END, o ->> 'stance'
FROM renown_bi.answers v JOIN public.readings r ON r.brand_id = v.brand_id AND r.status = 'current'
JOIN public.findings f ON f.answer_id = v.answer_id AND f.generation = r.generation, jsonb_array_elements(CAST(f.others AS JSONB)) o;

CREATE OR REPLACE VIEW renown_bi.citations AS
SELECT v.answer_id, v.brand_id, v.answered_at_ms, v.day, v.platform, v.surface, v.mode, v.model, v.prompt_id, v.topic_id, v.stage, v.counts, v.for_visibility,
    v.for_sentiment, v.definitions, v.reader, s ->> 'url' AS url, s ->> 'title' AS title, s ->> 'domain' AS domain, COALESCE(s ->> 'channel', '') AS channel, s ->> 'class' AS class,
    CAST(CAST(CAST(s ->> 'cited' AS BOOLEAN) AS INT) AS BIGINT) AS cited, v.named
FROM renown_bi.answers v JOIN public.readings r ON r.brand_id = v.brand_id AND r.status = 'current'
JOIN public.findings f ON f.answer_id = v.answer_id AND f.generation = r.generation, jsonb_array_elements(CAST(f.sources AS JSONB)) s;

CREATE OR REPLACE VIEW renown_bi.searches AS
SELECT v.answer_id, v.brand_id, v.answered_at_ms, v.day, v.platform, v.surface, v.mode, v.model, v.prompt_id, v.topic_id, v.stage, v.counts, v.for_visibility,
    v.for_sentiment, v.definitions, v.reader, q.place, q.query, v.named
FROM renown_bi.answers v JOIN public.answers a ON a.id = v.answer_id,
    jsonb_array_elements_text(CASE WHEN a.queries IN ('', 'null') THEN '[]' ELSE CAST(a.queries AS JSONB) END) WITH ORDINALITY AS q (query, place);

CREATE OR REPLACE VIEW renown_bi.claims AS
SELECT v.answer_id, v.brand_id, v.answered_at_ms, v.day, v.platform, v.surface, v.mode, v.model, v.prompt_id, v.topic_id, v.stage, v.counts, v.for_visibility,
    v.for_sentiment, v.definitions, v.reader, c.place + 1 AS place, c.fact_id, c.kind, c.verdict, c.reason, c.judge,
    CAST(CAST(c.verdict = 'agrees' AS INT) AS BIGINT) AS agrees, CAST(CAST(c.verdict = 'contradicts' AS INT) AS BIGINT) AS contradicts,
    btrim(substr(v.text, CAST(c.starts AS INT) + 1, CAST(c.ends - c.starts AS INT)), E' \n\r\t') AS sentence,
    btrim(substr(v.text, CAST(c.value_starts AS INT) + 1, CAST(c.value_ends - c.value_starts AS INT)), E' \n\r\t') AS said
FROM renown_bi.answers v JOIN public.claims c ON c.answer_id = v.answer_id WHERE v.named = 1;

CREATE OR REPLACE VIEW renown_bi.daily AS
SELECT brand_id, day, platform, surface, mode, prompt_id, topic_id, stage, for_visibility, for_sentiment,
    count(*) FILTER (WHERE counts = 1) AS answers, CAST(COALESCE(sum(named) FILTER (WHERE counts = 1), 0) AS BIGINT) AS named,
    CAST(COALESCE(sum(competitors_named) FILTER (WHERE counts = 1), 0) AS BIGINT) AS competitors_named, CAST(COALESCE(sum(position) FILTER (WHERE counts = 1), 0) AS BIGINT) AS position_sum,
    CAST(COALESCE(sum(first) FILTER (WHERE counts = 1), 0) AS BIGINT) AS first, CAST(COALESCE(sum(top3) FILTER (WHERE counts = 1), 0) AS BIGINT) AS top3,
    CAST(COALESCE(sum(unknown) FILTER (WHERE counts = 1), 0) AS BIGINT) AS unknown, CAST(COALESCE(sum(cited) FILTER (WHERE counts = 1), 0) AS BIGINT) AS cited,
    CAST(COALESCE(sum(own_cited) FILTER (WHERE counts = 1), 0) AS BIGINT) AS own_cited, CAST(COALESCE(sum(citations) FILTER (WHERE counts = 1), 0) AS BIGINT) AS citations,
    CAST(COALESCE(sum(own_citations) FILTER (WHERE counts = 1), 0) AS BIGINT) AS own_citations,
    count(*) FILTER (WHERE counts = 1 AND tone_judge = 'offline') AS judged_offline, count(*) FILTER (WHERE counts = 1 AND tone_judge = 'offline' AND tone = 'negative') AS negative_offline,
    COALESCE(sum(CAST(round(tone_score * 10000) AS BIGINT)) FILTER (WHERE counts = 1 AND tone_judge = 'offline'), 0) / CAST(10000 AS DOUBLE PRECISION) AS tone_sum_offline,
    count(*) FILTER (WHERE counts = 1 AND tone_judge = 'model') AS judged_model, count(*) FILTER (WHERE counts = 1 AND tone_judge = 'model' AND tone = 'negative') AS negative_model,
    COALESCE(sum(CAST(round(tone_score * 10000) AS BIGINT)) FILTER (WHERE counts = 1 AND tone_judge = 'model'), 0) / CAST(10000 AS DOUBLE PRECISION) AS tone_sum_model,
    count(*) FILTER (WHERE counts = 1 AND named = 1 AND tone IS NULL) AS unjudged, count(*) FILTER (WHERE counts = 0) AS left_out, definitions, reader
FROM renown_bi.answers GROUP BY brand_id, day, platform, surface, mode, prompt_id, topic_id, stage, for_visibility, for_sentiment, definitions, reader;

CREATE OR REPLACE VIEW renown_bi.campaigns AS
SELECT c.id AS campaign_id, c.brand_id, c.name, c.sentence, c.created_at / 1000 AS declared_at_ms, c.ended_at / 1000 AS ended_at_ms,
    CAST(jsonb_array_length(CAST(c.targets AS JSONB)) AS BIGINT) AS targets, CAST(jsonb_array_length(CAST(c.controls AS JSONB)) AS BIGINT) AS controls,
    COALESCE((SELECT string_agg(p ->> 'prompt_id', ' ' ORDER BY n) FROM jsonb_array_elements(CAST(c.targets AS JSONB)) WITH ORDINALITY AS t (p, n)), '') AS target_ids,
    COALESCE((SELECT string_agg(p ->> 'prompt_id', ' ' ORDER BY n) FROM jsonb_array_elements(CAST(c.controls AS JSONB)) WITH ORDINALITY AS t (p, n)), '') AS control_ids,
    CASE WHEN c.judged IS NOT NULL THEN c.judged_at / 1000 END AS judged_at_ms, j.said ->> 'verdict' AS verdict, j.said ->> 'reason' AS reason,
    CAST(j.said ->> 'difference' AS DOUBLE PRECISION) AS difference, CAST(j.said ->> 'low' AS DOUBLE PRECISION) AS low,
    CAST(j.said ->> 'high' AS DOUBLE PRECISION) AS high, CAST(j.said ->> 'p' AS DOUBLE PRECISION) AS p
FROM public.campaigns c CROSS JOIN LATERAL (SELECT CAST(c.judged AS JSONB) AS said) j;

CREATE OR REPLACE VIEW renown_bi.campaign_orders AS
SELECT o.id AS order_id, o.campaign_id, c.brand_id, o.outlet_id AS media_id, m.name AS media, r.title, o.status, o.points, o.published_url AS url,
    o.lot_at / 1000 AS planned_at_ms, o.published_at / 1000 AS published_at_ms,
    CAST(floor(extract(EPOCH FROM t.first_at) * 1000) AS BIGINT) AS first_cited_at_ms, t.first_answer_id, COALESCE(t.citations, 0) AS citations
FROM public.orders o JOIN public.campaigns c ON c.id = o.campaign_id JOIN public.outlets m ON m.id = o.outlet_id
JOIN public.content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision
CROSS JOIN LATERAL (SELECT min(CAST(x ->> 'at' AS TIMESTAMPTZ)) AS first_at, CAST(sum(CAST(x ->> 'n' AS BIGINT)) AS BIGINT) AS citations,
        (array_agg(x ->> 'id' ORDER BY CAST(x ->> 'at' AS TIMESTAMPTZ), n))[1] AS first_answer_id
    FROM jsonb_array_elements(NULLIF(CAST(c.trace AS JSONB) -> 'cites', 'null')) WITH ORDINALITY AS y (x, n) WHERE x ->> 'o' = o.id) t;

DO $$ BEGIN CREATE ROLE renown_bi NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM renown_bi;

GRANT USAGE ON SCHEMA renown_bi TO renown_bi;

GRANT SELECT ON ALL TABLES IN SCHEMA renown_bi TO renown_bi;
