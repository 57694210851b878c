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
    updated_at       BIGINT NOT NULL
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
    updated_at  BIGINT NOT NULL
);
CREATE INDEX competitors_brand ON competitors (brand_id, created_at, id);

-- +goose Down
DROP TABLE competitors;
DROP TABLE prompts;
DROP TABLE topics;
DROP TABLE brands;
