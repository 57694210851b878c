-- +goose Up

-- Rate limits by key. Written by package limit, on PostgreSQL only: on SQLite they live in memory.
-- tat_us is the theoretical arrival time of the next request (GCRA), Unix microseconds of the database's clock.
CREATE /*unlogged*/ TABLE rate_limit (
    key    TEXT /*bytewise*/ PRIMARY KEY,
    tat_us BIGINT NOT NULL
);
