-- +goose Up

-- Whom something was written, ordered and published for. NULL: for no brand; it shows in no brand's lists and reports.
ALTER TABLE contents ADD COLUMN brand_id TEXT DEFAULT NULL REFERENCES brands (id) ON DELETE SET NULL;
ALTER TABLE orders ADD COLUMN brand_id TEXT DEFAULT NULL REFERENCES brands (id) ON DELETE SET NULL;
ALTER TABLE placed_pages ADD COLUMN brand_id TEXT DEFAULT NULL REFERENCES brands (id) ON DELETE CASCADE; -- NULL: all brands of the space

-- What is older belongs to the brand of its space where there is exactly one, and an order of a campaign to the campaign's.
UPDATE contents SET brand_id = (SELECT min(b.id) FROM brands b WHERE b.space_id = contents.space_id)
WHERE (SELECT count(*) FROM brands b WHERE b.space_id = contents.space_id) = 1;
UPDATE orders SET brand_id = (SELECT min(b.id) FROM brands b WHERE b.space_id = orders.space_id)
WHERE (SELECT count(*) FROM brands b WHERE b.space_id = orders.space_id) = 1;
UPDATE orders SET brand_id = (SELECT c.brand_id FROM campaigns c WHERE c.id = orders.campaign_id) WHERE campaign_id IS NOT NULL;

CREATE INDEX contents_brand ON contents (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX orders_brand ON orders (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX placed_pages_brand ON placed_pages (brand_id) WHERE brand_id IS NOT NULL;

-- The outlets that somebody has chosen and not ordered yet.
CREATE TABLE baskets (
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    media_ids  TEXT   NOT NULL,              -- JSON, the one chosen first in front
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (space_id, user_id)
);
CREATE INDEX baskets_user ON baskets (user_id);

INSERT INTO schema_served (version_id, since) VALUES (34, 33);

-- +goose Down
DROP TABLE baskets;
DROP INDEX placed_pages_brand;
DROP INDEX orders_brand;
DROP INDEX contents_brand;
ALTER TABLE placed_pages DROP COLUMN brand_id;
ALTER TABLE orders DROP COLUMN brand_id;
ALTER TABLE contents DROP COLUMN brand_id;
DELETE FROM schema_served WHERE version_id = 34;
