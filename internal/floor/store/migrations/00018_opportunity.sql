-- +goose Up

-- Articles under way for opportunities. What is written becomes a content.
CREATE TABLE drafts (
    id             TEXT   /*bytewise*/ PRIMARY KEY,
    brand_id       TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    opportunity_id TEXT   NOT NULL,              -- computed, the same as long as it is about the same
    status         TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed')),
    drafter        TEXT,                         -- offline or model
    content_id     TEXT   REFERENCES contents (id) ON DELETE SET NULL,
    error          TEXT,                         -- a code
    created_at     BIGINT NOT NULL,
    started_at     BIGINT,
    finished_at    BIGINT
);
CREATE INDEX drafts_brand ON drafts (brand_id, created_at, id);
CREATE INDEX drafts_content ON drafts (content_id) WHERE content_id IS NOT NULL;
