-- +goose Up

-- What handing an order to its outlet must remember between two attempts.
ALTER TABLE orders ADD COLUMN push_doubt BIGINT NOT NULL DEFAULT 0 CHECK (push_doubt IN (0, 1)); -- the outlet may have it, nobody knows
ALTER TABLE orders ADD COLUMN push_flag TEXT;        -- why an operator has to look; NULL: no need to
ALTER TABLE orders ADD COLUMN callback_token BYTEA;  -- sealed; the same in every attempt

-- Orders that wait for an outlet or an operator.
CREATE INDEX orders_publishing ON orders (adapter, created_at, id) WHERE status = 'publishing';

-- +goose Down
DROP INDEX orders_publishing;
ALTER TABLE orders DROP COLUMN callback_token;
ALTER TABLE orders DROP COLUMN push_flag;
ALTER TABLE orders DROP COLUMN push_doubt;
