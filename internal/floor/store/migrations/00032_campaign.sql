-- +goose Up

-- What a space declares before it publishes: which prompts should change, which are compared, and what should become known. Never
-- changed afterwards but for its end.
CREATE TABLE campaigns (
    id         TEXT   /*bytewise*/ PRIMARY KEY,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    name       TEXT   NOT NULL,
    sentence   TEXT   NOT NULL,
    targets    TEXT   NOT NULL,              -- JSON: prompts with their texts as they were
    controls   TEXT   NOT NULL,              -- JSON, as well
    created_at BIGINT NOT NULL,              -- when it was declared
    ended_at   BIGINT
);
CREATE INDEX campaigns_brand ON campaigns (brand_id, created_at, id);
CREATE INDEX campaigns_space ON campaigns (space_id);

ALTER TABLE orders ADD COLUMN campaign_id TEXT DEFAULT NULL REFERENCES campaigns (id) ON DELETE SET NULL;
CREATE INDEX orders_campaign ON orders (campaign_id) WHERE campaign_id IS NOT NULL;

INSERT INTO schema_served (version_id, since) VALUES (32, 31);

-- +goose Down
DROP INDEX orders_campaign;
ALTER TABLE orders DROP COLUMN campaign_id;
DROP TABLE campaigns;
DELETE FROM schema_served WHERE version_id = 32;
