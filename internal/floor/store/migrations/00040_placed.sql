-- +goose Up

-- What became of what all accounts placed, JSON; NULL where that would tell one account about another.
ALTER TABLE media ADD COLUMN effect TEXT;
ALTER TABLE media_catalogue ADD COLUMN effect TEXT;

INSERT INTO schema_served (version_id, since) VALUES (40, 39);

-- +goose Down
ALTER TABLE media_catalogue DROP COLUMN effect;
ALTER TABLE media DROP COLUMN effect;
DELETE FROM schema_served WHERE version_id = 40;
