-- +goose Up

CREATE TABLE alerts (
    id              TEXT   PRIMARY KEY,
    brand_id        TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    kind            TEXT   NOT NULL,
    day             BIGINT NOT NULL,
    severity        TEXT   NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
    figures         TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    acknowledged_at BIGINT,
    UNIQUE (brand_id, kind, day)
);
CREATE INDEX alerts_brand ON alerts (brand_id, created_at, id);
