-- +goose Up

-- An answer says by itself what it answers: who reads answers knows nothing of sub-tasks. The empty platform is an answer that a
-- program of the schema before stored after this; the next start of a worker completes it.
ALTER TABLE answers ADD COLUMN platform TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN prompt_id TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN topic_id TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN stage TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN types TEXT NOT NULL DEFAULT '[]';
ALTER TABLE answers ADD COLUMN question TEXT NOT NULL DEFAULT '';
UPDATE answers SET platform = t.platform, prompt_id = t.prompt_id, topic_id = t.topic_id, stage = t.stage, types = t.types, question = t.prompt_text
FROM tasks t WHERE t.id = answers.id;
CREATE INDEX answers_bare ON answers (id) WHERE platform = '';

-- The newest run of each brand, and when its newest scheduled run was due, so that who keeps brands need not read runs.
CREATE TABLE latest_runs (
    brand_id    TEXT   PRIMARY KEY REFERENCES brands (id) ON DELETE CASCADE,
    run_id      TEXT   NOT NULL UNIQUE,
    status      TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    finished_at BIGINT,
    due_at      BIGINT
);
INSERT INTO latest_runs (brand_id, run_id, status, created_at, finished_at, due_at)
SELECT r.brand_id, r.id, r.status, r.created_at, r.finished_at, (SELECT max(d.due_at) FROM runs d WHERE d.brand_id = r.brand_id)
FROM runs r WHERE r.id = (SELECT n.id FROM runs n WHERE n.brand_id = r.brand_id ORDER BY n.created_at DESC, n.id DESC LIMIT 1);

INSERT INTO schema_served (version_id, since) VALUES (14, 13);

-- +goose Down
DROP TABLE latest_runs;
DROP INDEX answers_bare;
ALTER TABLE answers DROP COLUMN question;
ALTER TABLE answers DROP COLUMN types;
ALTER TABLE answers DROP COLUMN stage;
ALTER TABLE answers DROP COLUMN topic_id;
ALTER TABLE answers DROP COLUMN prompt_id;
ALTER TABLE answers DROP COLUMN platform;
