-- +goose Up

-- How long platforms take to find what is published, as it was known when a campaign was declared, and what was said when its time had passed.
ALTER TABLE campaigns ADD COLUMN lags TEXT NOT NULL DEFAULT '{}';   -- JSON: days by platform
ALTER TABLE campaigns ADD COLUMN judged_at BIGINT DEFAULT NULL;
ALTER TABLE campaigns ADD COLUMN judged TEXT DEFAULT NULL;          -- JSON; NULL with a time: there was nothing to say

-- What answers show of a campaign's articles: read from their texts and sources by a job, and rewritten when there are new answers.
CREATE TABLE campaign_traces (
    campaign_id TEXT   PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
    mark        TEXT   NOT NULL,             -- which answers and articles it was read from
    trace       TEXT   NOT NULL,             -- JSON
    read_at     BIGINT NOT NULL
);

-- The lot by which orders of a campaign are placed in random order: the seed of the draw, and before when an order is not handed over.
ALTER TABLE orders ADD COLUMN lot_seed BIGINT DEFAULT NULL;
ALTER TABLE orders ADD COLUMN lot_at BIGINT DEFAULT NULL;

INSERT INTO schema_served (version_id, since) VALUES (37, 36);

-- +goose Down
ALTER TABLE orders DROP COLUMN lot_at;
ALTER TABLE orders DROP COLUMN lot_seed;
DROP TABLE campaign_traces;
ALTER TABLE campaigns DROP COLUMN judged;
ALTER TABLE campaigns DROP COLUMN judged_at;
ALTER TABLE campaigns DROP COLUMN lags;
DELETE FROM schema_served WHERE version_id = 37;
