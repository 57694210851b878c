-- +goose Up

CREATE TABLE generations (
    id                TEXT   PRIMARY KEY,
    brand_id          TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    status            TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed')),
    requested         BIGINT NOT NULL,
    topics_created    BIGINT NOT NULL DEFAULT 0,
    prompts_created   BIGINT NOT NULL DEFAULT 0,
    competitors_found BIGINT NOT NULL DEFAULT 0,
    drafter           TEXT,
    error             TEXT,
    created_at        BIGINT NOT NULL,
    started_at        BIGINT,
    finished_at       BIGINT
);
CREATE INDEX generations_brand ON generations (brand_id, created_at, id);
CREATE UNIQUE INDEX generations_one ON generations (brand_id) WHERE status IN ('queued', 'running');
