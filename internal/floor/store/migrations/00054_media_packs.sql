-- +goose Up

-- A large catalogue in the form that lists use, a thousand outlets a row in the order of their ids: a process that starts reads these and what has
-- changed since. All rows are of one revision and written together. It may be emptied at any time.
CREATE TABLE media_packs (
    number   BIGINT PRIMARY KEY,
    revision BIGINT NOT NULL,          -- of the catalogue
    format   BIGINT NOT NULL,          -- of the program that packed; others do not read it
    outlets  BYTEA  NOT NULL
);

INSERT INTO schema_served (version_id, since) VALUES (54, 41);

-- +goose Down
DROP TABLE media_packs;
DELETE FROM schema_served WHERE version_id = 54;
