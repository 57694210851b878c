-- +goose Up

-- One content at one outlet each. What is published is the revision of the content that it names, at the price of its day.
CREATE TABLE orders (
    id               TEXT   /*bytewise*/ PRIMARY KEY,
    batch_id         TEXT   NOT NULL,        -- shared by the orders of one submission
    space_id         TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    payer_id         TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,  -- whose points: the space's owner
    content_id       TEXT   /*bytewise*/ NOT NULL,
    content_revision BIGINT NOT NULL,
    media_id         TEXT   /*bytewise*/ NOT NULL REFERENCES media (id),
    points           BIGINT NOT NULL CHECK (points >= 0),
    status           TEXT   NOT NULL CHECK (status IN
        ('awaiting_review', 'needs_revision', 'publishing', 'published', 'withdrawn', 'rejected', 'expired', 'failed')),
    reason           TEXT,                   -- why it was rejected, sent back or failed
    events           BIGINT NOT NULL,        -- how many; the number of the newest
    due_at           BIGINT,                 -- expires then; only while somebody has to review or revise it

    -- As submitted; what they mean is the outlet's business.
    requirements     BIGINT,
    account_rule     BIGINT,
    article_type     BIGINT,
    scheduled_at     TEXT,

    -- Handing it to the outlet, while it is publishing.
    adapter          TEXT,                   -- the outlet's when the order was approved
    not_before       BIGINT,                 -- scheduled_at, where it can be read as a time
    next_push_at     BIGINT,                 -- NULL: there is nothing to hand over now
    push_attempts    BIGINT NOT NULL DEFAULT 0,
    pushed_at        BIGINT,                 -- the outlet took it
    push_error       TEXT,                   -- of the last attempt, for operators
    external_ref     TEXT,                   -- the outlet's own name for it
    callback_hash    TEXT,                   -- SHA-256 of the token with which the outlet reports; dead once the order has ended

    published_url    TEXT,
    published_key    TEXT,                   -- canonical, as citations are kept
    published_at     BIGINT,
    citations        BIGINT NOT NULL DEFAULT 0 CHECK (citations >= 0),

    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    FOREIGN KEY (content_id, content_revision) REFERENCES content_revisions (content_id, revision),
    CHECK ((due_at IS NOT NULL) = (status IN ('awaiting_review', 'needs_revision'))),
    CHECK ((published_key IS NOT NULL) = (status = 'published')),
    CHECK (next_push_at IS NULL OR status = 'publishing')
);
CREATE UNIQUE INDEX orders_open ON orders (content_id, media_id) WHERE status IN ('awaiting_review', 'needs_revision', 'publishing');
CREATE INDEX orders_space ON orders (space_id, created_at, id);
CREATE INDEX orders_content ON orders (content_id, content_revision);
CREATE INDEX orders_media ON orders (media_id);
CREATE INDEX orders_payer ON orders (payer_id);
CREATE INDEX orders_status ON orders (status, created_at, id);
CREATE INDEX orders_due ON orders (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX orders_push ON orders (next_push_at) WHERE next_push_at IS NOT NULL;
CREATE INDEX orders_published ON orders (published_key) WHERE published_key IS NOT NULL;

-- What became of an order, from its submission on.
CREATE TABLE order_events (
    order_id TEXT   /*bytewise*/ NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    number   BIGINT NOT NULL,                -- 1, 2, … within the order
    at       BIGINT NOT NULL,
    "from"   TEXT,                           -- NULL: it was submitted
    "to"     TEXT   NOT NULL,
    actor    TEXT   NOT NULL CHECK (actor IN ('user', 'operator', 'outlet', 'system')),
    actor_id TEXT,                           -- whose key or account, where known; for operators
    note     TEXT,
    PRIMARY KEY (order_id, number)
);

-- +goose Down
DROP TABLE order_events;
DROP TABLE orders;
