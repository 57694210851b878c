-- +goose Up

-- What the page of an app looked like when its answer had ended: a JPEG of bounded size, shown to who may read the answer and to nobody else.
ALTER TABLE arrivals ADD COLUMN screen BYTEA;
ALTER TABLE answers ADD COLUMN screen BYTEA;

-- The run on the other surface that a run in apps asks a random part of, to be compared with it.
ALTER TABLE runs ADD COLUMN pair_of TEXT;

INSERT INTO schema_served (version_id, since) VALUES (35, 34);

-- +goose Down
ALTER TABLE runs DROP COLUMN pair_of;
ALTER TABLE answers DROP COLUMN screen;
ALTER TABLE arrivals DROP COLUMN screen;
DELETE FROM schema_served WHERE version_id = 35;
