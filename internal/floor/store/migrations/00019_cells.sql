-- +goose Up

-- An answer says in which mode it was asked. The empty mode is an answer that a program of the schema before stored after this;
-- the next start of a worker completes it.
ALTER TABLE answers ADD COLUMN mode TEXT NOT NULL DEFAULT '';
UPDATE answers SET mode = r.mode FROM runs r WHERE r.id = answers.run_id;
CREATE INDEX answers_modeless ON answers (id) WHERE mode = '';

-- So does what was found in it. The empty mode is a finding that an older program made: its brand's history is read again.
ALTER TABLE findings ADD COLUMN mode TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN unknown BIGINT NOT NULL DEFAULT 0; -- 1: the answer says that it does not know the brand
CREATE INDEX findings_modeless ON findings (brand_id) WHERE mode = '';

-- A sheet is that of a platform, or of platform@mode for a mode other than search. cells are the figures of each prompt and
-- rivals those of each competitor at each prompt; NULL where an older program wrote the row. The columns prompts and others are
-- only written, for that program.
ALTER TABLE sheets ADD COLUMN cells BYTEA;
ALTER TABLE sheets ADD COLUMN rivals BYTEA;

INSERT INTO schema_served (version_id, since) VALUES (19, 18);

-- +goose Down
ALTER TABLE sheets DROP COLUMN rivals;
ALTER TABLE sheets DROP COLUMN cells;
DROP INDEX findings_modeless;
ALTER TABLE findings DROP COLUMN unknown;
ALTER TABLE findings DROP COLUMN mode;
DROP INDEX answers_modeless;
ALTER TABLE answers DROP COLUMN mode;
DELETE FROM schema_served WHERE version_id = 19;
