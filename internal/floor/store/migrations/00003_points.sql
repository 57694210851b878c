-- +goose Up

-- What an account has now. The row is locked by whoever spends; every column but cycle_end can be rebuilt from the entries.
CREATE TABLE points_accounts (
    user_id     TEXT   PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    balance     BIGINT NOT NULL,
    held        BIGINT NOT NULL,             -- by open orders, of whatever cycle
    entries     BIGINT NOT NULL,             -- how many; the number of the newest
    cycle_start BIGINT NOT NULL,
    cycle_end   BIGINT NOT NULL,
    granted     BIGINT NOT NULL,             -- in this cycle, as the next two
    used        BIGINT NOT NULL,
    refunded    BIGINT NOT NULL,
    CONSTRAINT points_never_negative CHECK (balance >= 0),
    CONSTRAINT points_held_never_negative CHECK (held >= 0),
    CHECK (granted >= 0 AND used >= 0 AND refunded >= 0)
);

-- Append-only. points moves the balance, held moves what open orders hold.
CREATE TABLE points_entries (
    id            TEXT   PRIMARY KEY,
    user_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number        BIGINT NOT NULL,           -- 1, 2, … within the account
    cycle_start   BIGINT NOT NULL,           -- of the cycle in which it counts
    kind          TEXT   NOT NULL,
    points        BIGINT NOT NULL,
    held          BIGINT NOT NULL,
    granted       BIGINT,                    -- of a grant: what the cycle has been granted in all
    balance_after BIGINT NOT NULL CHECK (balance_after >= 0),
    order_id      TEXT,
    note          TEXT   NOT NULL CHECK (note <> ''),
    created_at    BIGINT NOT NULL,
    CONSTRAINT points_entry_form CHECK (
        (kind = 'grant'   AND points > 0  AND held = 0       AND order_id IS NULL AND granted IS NOT NULL AND granted >= points) OR
        (kind = 'hold'    AND points <= 0 AND held = -points AND order_id IS NOT NULL) OR
        (kind = 'release' AND points >= 0 AND held = -points AND order_id IS NOT NULL) OR
        (kind = 'capture' AND points = 0  AND held <= 0      AND order_id IS NOT NULL) OR
        (kind = 'expire'  AND points < 0  AND held = 0       AND order_id IS NULL) OR
        (kind = 'adjust'  AND points <> 0 AND held = 0       AND order_id IS NULL)
    )
);
CREATE UNIQUE INDEX points_entries_number ON points_entries (user_id, number);
CREATE UNIQUE INDEX points_entries_hold ON points_entries (order_id) WHERE kind = 'hold';
CREATE UNIQUE INDEX points_entries_end ON points_entries (order_id) WHERE kind IN ('release', 'capture');
CREATE UNIQUE INDEX points_entries_grant ON points_entries (user_id, cycle_start, granted) WHERE kind = 'grant';
CREATE UNIQUE INDEX points_entries_lapsed ON points_entries (user_id, cycle_start) WHERE kind = 'expire' AND note = 'lapsed';
