-- +goose Up

CREATE TABLE subscriptions (
    user_id    TEXT   PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tier       TEXT   NOT NULL CHECK (tier IN ('trial', 'standard', 'upper')),
    started_at BIGINT NOT NULL,              -- anchors the monthly cycle
    expires_at BIGINT,                       -- NULL: does not end
    updated_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE subscriptions;
