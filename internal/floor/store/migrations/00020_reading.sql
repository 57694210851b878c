-- +goose Up

-- Product lines whose mention names the brand, and own sites, shops and accounts beside the homepage.
ALTER TABLE brands ADD COLUMN product_lines TEXT NOT NULL DEFAULT '[]';
ALTER TABLE brands ADD COLUMN domains TEXT NOT NULL DEFAULT '[]';
ALTER TABLE competitors ADD COLUMN product_lines TEXT NOT NULL DEFAULT '[]';
ALTER TABLE competitors ADD COLUMN domains TEXT NOT NULL DEFAULT '[]';

-- How the brand is mentioned: named, echoed or unknown; NULL when it is not, or was read before. Its place among the watched names.
ALTER TABLE findings ADD COLUMN mention TEXT;
ALTER TABLE findings ADD COLUMN watched BIGINT;

INSERT INTO schema_served (version_id, since) VALUES (20, 18);

-- +goose Down
ALTER TABLE findings DROP COLUMN watched;
ALTER TABLE findings DROP COLUMN mention;
ALTER TABLE competitors DROP COLUMN domains;
ALTER TABLE competitors DROP COLUMN product_lines;
ALTER TABLE brands DROP COLUMN domains;
ALTER TABLE brands DROP COLUMN product_lines;
