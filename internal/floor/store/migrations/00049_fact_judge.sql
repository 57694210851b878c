-- +goose Up

-- What rules leave open may be judged by a model. Its verdicts are claims with judge = 'model', counted apart from those of rules.
ALTER TABLE claims ADD COLUMN asked TEXT NOT NULL DEFAULT '';                       -- digest of what the model was asked; empty: rules judged
ALTER TABLE checked_answers ADD COLUMN judged_by TEXT NOT NULL DEFAULT '';          -- version of the judge that has looked at it; empty: none has
ALTER TABLE checked_answers ADD COLUMN model_contradicted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE fact_sheets ADD COLUMN judge_queued_at BIGINT DEFAULT NULL;             -- since when a job waits for the model; NULL: none does
ALTER TABLE fact_sheets ADD COLUMN judge_day BIGINT NOT NULL DEFAULT 0;             -- when the day began whose calls are counted
ALTER TABLE fact_sheets ADD COLUMN judge_calls BIGINT NOT NULL DEFAULT 0;

INSERT INTO schema_served (version_id, since) VALUES (49, 41);

-- +goose Down
ALTER TABLE fact_sheets DROP COLUMN judge_calls;
ALTER TABLE fact_sheets DROP COLUMN judge_day;
ALTER TABLE fact_sheets DROP COLUMN judge_queued_at;
ALTER TABLE checked_answers DROP COLUMN model_contradicted;
ALTER TABLE checked_answers DROP COLUMN judged_by;
ALTER TABLE claims DROP COLUMN asked;
DELETE FROM schema_served WHERE version_id = 49;
