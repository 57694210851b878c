-- +goose Up

-- Which prompts' answers cite which pages, by day: how widely something is cited. NULL in months, and where an older program wrote the row.
ALTER TABLE sheets ADD COLUMN reach BYTEA;

-- The same of an outlet and of what an order published, as JSON; NULL before the first measurement.
ALTER TABLE media ADD COLUMN reach TEXT;
ALTER TABLE orders ADD COLUMN reach TEXT;

INSERT INTO schema_served (version_id, since) VALUES (27, 25);

-- +goose Down
ALTER TABLE orders DROP COLUMN reach;
ALTER TABLE media DROP COLUMN reach;
ALTER TABLE sheets DROP COLUMN reach;
DELETE FROM schema_served WHERE version_id = 27;
