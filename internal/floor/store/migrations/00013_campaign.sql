-- +goose Up

-- What a space declares before it publishes: which prompts should change, which are compared, and what should become known. Never
-- changed afterwards but for its end and for what became of it.
CREATE TABLE campaigns (
    id         TEXT   /*bytewise*/ PRIMARY KEY,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    name       TEXT   NOT NULL,
    sentence   TEXT   NOT NULL,
    targets    TEXT   NOT NULL,              -- JSON: prompts with their texts as they were
    controls   TEXT   NOT NULL,              -- JSON, as well
    created_at BIGINT NOT NULL,              -- when it was declared
    ended_at   BIGINT,
    lot_seed   BIGINT,                       -- targets were drawn from a list, of which the others are the controls; NULL: chosen
    -- How long platforms take to find what is published, as it was known when a campaign was declared, and what was said when its time had passed.
    lags       TEXT   NOT NULL DEFAULT '{}', -- JSON: days by platform
    judged_at  BIGINT,
    judged     TEXT,                         -- JSON; NULL with a time: there was nothing to say
    -- What answers show of its articles: read from their texts and sources by a job, and rewritten when there are new answers.
    read_of    TEXT,                         -- which answers and articles it was read from; NULL: none yet
    read_at    BIGINT,
    trace      TEXT                          -- JSON
);
CREATE INDEX campaigns_brand ON campaigns (brand_id, created_at, id);
CREATE INDEX campaigns_space ON campaigns (space_id);
