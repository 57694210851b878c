-- +goose Up

-- Lists are JSON text, decoded in Go.
CREATE TABLE brands (
    id               TEXT   PRIMARY KEY,
    space_id         TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    name             TEXT   NOT NULL,
    introduction     TEXT   NOT NULL,
    product_type     TEXT   NOT NULL,
    marketing_goal   TEXT,
    homepage_url     TEXT,
    keywords         TEXT   NOT NULL,
    selling_points   TEXT   NOT NULL,
    core_audience    TEXT,
    aliases          TEXT   NOT NULL,
    exclusions       TEXT   NOT NULL,
    contexts         TEXT   NOT NULL,
    schedule_hour    BIGINT CHECK (schedule_hour BETWEEN 0 AND 23),    -- Beijing time; NULL: no schedule
    schedule_weekday BIGINT CHECK (schedule_weekday BETWEEN 1 AND 7),  -- NULL: daily
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    scheduled_since  BIGINT,                               -- the schedule is as it is since then: what fell due before does not count
    product_lines    TEXT   NOT NULL DEFAULT '[]',         -- whose mention names the brand
    domains          TEXT   NOT NULL DEFAULT '[]',         -- own sites, shops and accounts beside the homepage
    schedule_samples BIGINT NOT NULL DEFAULT 1 CHECK (schedule_samples BETWEEN 1 AND 5),
    archived_at      BIGINT,                               -- asked nothing by itself since then, and in no menu; all of it stays
    changes          BIGINT NOT NULL DEFAULT 0             -- of names, topics and prompts: what was computed before is known to be old
);
CREATE INDEX brands_space ON brands (space_id, created_at, id);

CREATE TABLE topics (
    id          TEXT   PRIMARY KEY,
    brand_id    TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    name        TEXT   NOT NULL,
    description TEXT,
    region      TEXT   NOT NULL,
    language    TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX topics_brand ON topics (brand_id, created_at, id);

-- space_id repeats the brand's, so that the enabled prompts of an account are counted without a join.
CREATE TABLE prompts (
    id         TEXT   PRIMARY KEY,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    topic_id   TEXT   NOT NULL REFERENCES topics (id),
    text       TEXT   NOT NULL,
    types      TEXT   NOT NULL,
    stage      TEXT   NOT NULL,
    tag_ids    TEXT   NOT NULL,
    region     TEXT,                         -- NULL: the topic's
    language   TEXT,                         -- NULL: the topic's
    source     TEXT   NOT NULL CHECK (source IN ('agent', 'user')),
    status     TEXT   NOT NULL CHECK (status IN ('active', 'suggested', 'archived')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX prompts_brand ON prompts (brand_id, created_at, id);
CREATE INDEX prompts_topic ON prompts (topic_id);
CREATE INDEX prompts_active ON prompts (space_id) WHERE status = 'active';

CREATE TABLE competitors (
    id          TEXT   PRIMARY KEY,
    brand_id    TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    name        TEXT   NOT NULL,
    aliases     TEXT   NOT NULL,
    exclusions  TEXT   NOT NULL,
    contexts    TEXT   NOT NULL,
    website_url TEXT,
    logo_icon   TEXT,
    description TEXT,
    source      TEXT   NOT NULL CHECK (source IN ('agent', 'user')),
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    product_lines TEXT NOT NULL DEFAULT '[]',
    domains     TEXT   NOT NULL DEFAULT '[]'
);
CREATE INDEX competitors_brand ON competitors (brand_id, created_at, id);

-- What somebody noted on a day of a brand, shown in its trends.
CREATE TABLE annotations (
    id         TEXT   /*bytewise*/ PRIMARY KEY NOT NULL,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    day        TEXT   /*bytewise*/ NOT NULL, -- YYYY-MM-DD, Beijing
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX annotations_brand ON annotations (brand_id, day, id);

-- Pages that orders of a space have placed, by their canonical addresses: an answer that cites one cites the space's brands.
CREATE TABLE placed_pages (
    space_id  TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    page      TEXT   NOT NULL,
    placed_at BIGINT NOT NULL,
    brand_id  TEXT   REFERENCES brands (id) ON DELETE CASCADE, -- NULL: all brands of the space
    PRIMARY KEY (space_id, page)
);
CREATE INDEX placed_pages_brand ON placed_pages (brand_id) WHERE brand_id IS NOT NULL;

-- The newest run of each brand, and when its newest scheduled run was due, so that who keeps brands need not read runs.
CREATE TABLE latest_runs (
    brand_id    TEXT   PRIMARY KEY REFERENCES brands (id) ON DELETE CASCADE,
    run_id      TEXT   NOT NULL UNIQUE,
    status      TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    finished_at BIGINT,
    due_at      BIGINT
);

-- Written by package account, as is the next. Links under which a page about a brand is read without an account.
CREATE TABLE shares (
    id         TEXT   /*bytewise*/ PRIMARY KEY,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    page       TEXT   NOT NULL,              -- of the brand: report, overview, …
    query      TEXT   NOT NULL,              -- the period and filters that it is fixed to
    token_hash TEXT   NOT NULL UNIQUE,
    created_by TEXT   REFERENCES users (id) ON DELETE SET NULL,
    opened     BIGINT NOT NULL DEFAULT 0,    -- times
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX shares_brand ON shares (brand_id, created_at);
CREATE INDEX shares_space ON shares (space_id);
CREATE INDEX shares_created_by ON shares (created_by) WHERE created_by IS NOT NULL;

-- Queries of lists in the console that a space has given a name.
CREATE TABLE saved_views (
    id         TEXT   /*bytewise*/ PRIMARY KEY NOT NULL,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    brand_id   TEXT   REFERENCES brands (id) ON DELETE CASCADE, -- NULL: the list is of no brand
    path       TEXT   NOT NULL,              -- of the list
    query      TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (space_id, path, name)
);
CREATE INDEX saved_views_brand ON saved_views (brand_id) WHERE brand_id IS NOT NULL;
