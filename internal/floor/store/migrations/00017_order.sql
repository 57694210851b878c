-- +goose Up

-- The outlets that somebody has chosen and not ordered yet.
CREATE TABLE baskets (
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    outlet_ids TEXT   NOT NULL,              -- JSON, the one chosen first in front
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (space_id, user_id)
);
CREATE INDEX baskets_user ON baskets (user_id);

-- What was declared when orders were submitted, by whom and over which text, and what the article gate found in it. Rows are never
-- changed; those of a deleted account leave its space with its orders.
CREATE TABLE order_inspections (
    id          TEXT    /*bytewise*/ PRIMARY KEY,
    space_id    TEXT    NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    content_id  TEXT    NOT NULL,
    revision    BIGINT  NOT NULL,
    digest      TEXT    NOT NULL,             -- SHA-256 of title and body
    gate        TEXT    NOT NULL,
    paid        BOOLEAN NOT NULL,
    ai_assisted TEXT    NOT NULL,
    declared_by TEXT    NOT NULL,             -- who submitted; no reference: it stays when they leave
    errors      BIGINT  NOT NULL,             -- issues that are errors
    found       TEXT    NOT NULL,             -- JSON: issues and claims
    at          BIGINT  NOT NULL
);
CREATE INDEX order_inspections_space ON order_inspections (space_id);

-- One content at one outlet each. What is published is the revision of the content that it names, at the price of its day.
CREATE TABLE orders (
    id               TEXT   /*bytewise*/ PRIMARY KEY,
    batch_id         TEXT   NOT NULL,        -- shared by the orders of one submission
    space_id         TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    payer_id         TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,  -- whose points: the space's owner
    content_id       TEXT   /*bytewise*/ NOT NULL,
    content_revision BIGINT NOT NULL,
    outlet_id        TEXT   /*bytewise*/ NOT NULL REFERENCES outlets (id),
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
    -- What handing an order to its outlet must remember between two attempts.
    push_doubt       BIGINT NOT NULL DEFAULT 0 CHECK (push_doubt IN (0, 1)), -- the outlet may have it, nobody knows
    push_flag        TEXT,                   -- why an operator has to look; NULL: no need to
    callback_token   BYTEA,                  -- sealed; the same in every attempt
    reach            TEXT,                   -- how widely what was published is cited, JSON; NULL before the first measurement
    cited_on         BIGINT,                 -- the first day since its publication on which an answer cited it, as 20261115
    campaign_id      TEXT   REFERENCES campaigns (id) ON DELETE SET NULL,
    brand_id         TEXT   REFERENCES brands (id) ON DELETE SET NULL,
    -- The lot by which orders of a campaign are placed in random order: the seed of the draw, and before when an order is not handed over.
    lot_seed         BIGINT,
    lot_at           BIGINT,
    inspection_id    TEXT   REFERENCES order_inspections (id) ON DELETE SET NULL,
    FOREIGN KEY (content_id, content_revision) REFERENCES content_revisions (content_id, revision),
    CHECK ((due_at IS NOT NULL) = (status IN ('awaiting_review', 'needs_revision'))),
    CHECK ((published_key IS NOT NULL) = (status = 'published')),
    CHECK (next_push_at IS NULL OR status = 'publishing')
);
CREATE UNIQUE INDEX orders_open ON orders (content_id, outlet_id) WHERE status IN ('awaiting_review', 'needs_revision', 'publishing');
CREATE INDEX orders_space ON orders (space_id, created_at, id);
CREATE INDEX orders_content ON orders (content_id, content_revision);
CREATE INDEX orders_outlet ON orders (outlet_id);
CREATE INDEX orders_payer ON orders (payer_id);
CREATE INDEX orders_status ON orders (status, created_at, id);
CREATE INDEX orders_due ON orders (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX orders_push ON orders (next_push_at) WHERE next_push_at IS NOT NULL;
CREATE INDEX orders_published ON orders (published_key) WHERE published_key IS NOT NULL;
CREATE INDEX orders_unmeasured ON orders (published_at) WHERE published_key IS NOT NULL AND reach IS NULL;
-- Orders that wait for an outlet or an operator.
CREATE INDEX orders_publishing ON orders (adapter, created_at, id) WHERE status = 'publishing';
CREATE INDEX orders_campaign ON orders (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX orders_brand ON orders (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX orders_inspection ON orders (inspection_id) WHERE inspection_id IS NOT NULL;

-- What the answers about a brand cite: of what orders published, by its canonical address, and anything at all, under ''. From it follow
-- the citations and the reach of orders without reading days again.
CREATE TABLE cited (
    brand_id TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    page     TEXT   NOT NULL,
    days     TEXT   NOT NULL,                -- JSON: citations and answers by day
    cells    TEXT   NOT NULL,                -- JSON: the last day by platform and prompt
    PRIMARY KEY (brand_id, page)
);

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
