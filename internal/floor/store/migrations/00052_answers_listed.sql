-- +goose Up

-- A list of answers is counted, narrowed and ordered by this index alone: the rows themselves are long.
CREATE INDEX answers_listed ON answers (brand_id, answered_at, id, prompt_id, platform, model);
DROP INDEX answers_brand;

INSERT INTO schema_served (version_id, since) VALUES (52, 41);

-- +goose Down
CREATE INDEX answers_brand ON answers (brand_id, answered_at);
DROP INDEX answers_listed;
DELETE FROM schema_served WHERE version_id = 52;
