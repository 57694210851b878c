-- +goose Up

-- The facts of a brand: what is true of it, against which answers and articles are held. What is said of one attribute of one subject must not
-- overlap in time. Days are YYYY-MM-DD, both included; NULL is open.
CREATE TABLE facts (
    id         TEXT /*bytewise*/ PRIMARY KEY NOT NULL,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    statement  TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    attribute  TEXT   NOT NULL,
    terms      TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    value      TEXT   NOT NULL,
    unit       TEXT   NOT NULL,
    options    TEXT   NOT NULL,
    wrong      TEXT   NOT NULL,
    valid_from TEXT,
    valid_to   TEXT,
    source_url TEXT,
    status     TEXT   NOT NULL CHECK (status IN ('active', 'disabled', 'suggested')),
    source     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    told       TEXT                          -- the value for which it was told that answers contradict it
);
CREATE INDEX facts_brand ON facts (brand_id, id);

-- What was changed in a sheet, newest kept, see the room. Before and after are JSON; NULL before a creation and after a deletion.
CREATE TABLE fact_changes (
    id         TEXT /*bytewise*/ PRIMARY KEY NOT NULL,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    fact_id    TEXT   NOT NULL,
    changed_by TEXT   REFERENCES users (id) ON DELETE SET NULL,
    before     TEXT,
    after      TEXT,
    at         BIGINT NOT NULL
);
CREATE INDEX fact_changes_brand ON fact_changes (brand_id, id);
CREATE INDEX fact_changes_fact ON fact_changes (fact_id, id);
CREATE INDEX fact_changes_user ON fact_changes (changed_by);

-- One row for a brand whose answers are held against facts. Whoever keeps what was read holds the row, so that two who find one contradiction
-- each see both.
CREATE TABLE fact_sheets (
    brand_id  TEXT PRIMARY KEY NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    changes   BIGINT NOT NULL,   -- counts what was kept: a page made before is known to be old
    queued_at BIGINT,            -- since when a job waits for the brand; NULL: none does
    judge_queued_at BIGINT,                   -- since when a job waits for the model; NULL: none does
    judge_day       BIGINT NOT NULL DEFAULT 0,   -- when the day began whose calls are counted
    judge_calls     BIGINT NOT NULL DEFAULT 0,
    -- With what all answers of a brand were read: while it is the same, a comparison looks at answers since then only.
    swept         TEXT   NOT NULL DEFAULT '', -- the sheet, and the reading that tells which answers name the brand; empty: not all were
    swept_at      BIGINT NOT NULL DEFAULT 0   -- when that began
);

-- Answers that name the brand and were held against its facts. sheet tells with which facts, names and reader: what was read with others is
-- read again.
CREATE TABLE compared_answers (
    answer_id   TEXT /*bytewise*/ PRIMARY KEY NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    brand_id    TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    sheet       TEXT   NOT NULL,
    platform    TEXT   NOT NULL,
    prompt_id   TEXT   NOT NULL,
    mode        TEXT   NOT NULL,
    answered_at BIGINT NOT NULL,
    agreed      BIGINT NOT NULL,
    contradicted BIGINT NOT NULL,
    model       TEXT   NOT NULL DEFAULT '',  -- that answered
    judged_by   TEXT   NOT NULL DEFAULT '',  -- version of the judge that has looked at it; empty: none has
    model_contradicted BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX compared_answers_brand ON compared_answers (brand_id, answered_at);

-- What they claim, by place in the answer. Extents count code points of the answer's text, which alone holds the words.
CREATE TABLE claims (
    answer_id    TEXT   NOT NULL REFERENCES compared_answers (answer_id) ON DELETE CASCADE,
    place        BIGINT NOT NULL,
    brand_id     TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    fact_id      TEXT,
    kind         TEXT   NOT NULL,
    verdict      TEXT   NOT NULL,
    reason       TEXT   NOT NULL,
    starts       BIGINT NOT NULL,
    ends         BIGINT NOT NULL,
    value_starts BIGINT NOT NULL,
    value_ends   BIGINT NOT NULL,
    platform     TEXT   NOT NULL,
    mode         TEXT   NOT NULL,
    answered_at  BIGINT NOT NULL,
    judge        TEXT   NOT NULL DEFAULT 'offline',  -- offline or model
    -- What rules leave open may be judged by a model. Its verdicts are claims with judge = 'model', counted apart from those of rules.
    asked        TEXT   NOT NULL DEFAULT '',         -- digest of what the model was asked; empty: rules judged
    PRIMARY KEY (answer_id, place)
);
CREATE INDEX claims_brand ON claims (brand_id, verdict, answered_at);

-- What the compared answers of a day, or of a month that is over (202611), add up to, packed. What changes one of its answers deletes it in the
-- same transaction: a day without a row is counted from its answers.
CREATE TABLE compared_days (
    brand_id TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    day      BIGINT NOT NULL,                -- of Beijing, as 20261115
    sums     BYTEA  NOT NULL,
    PRIMARY KEY (brand_id, day)
);

-- Pages that were asked to correct what they say against a fact, by their canonical addresses. What has no row was not asked.
CREATE TABLE corrections (
    brand_id     TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    fact_id      TEXT   NOT NULL REFERENCES facts (id) ON DELETE CASCADE,
    page         TEXT   NOT NULL,
    requested_at BIGINT NOT NULL,
    corrected_at BIGINT,                     -- NULL: it was not seen corrected
    PRIMARY KEY (brand_id, fact_id, page)
);
CREATE INDEX corrections_fact ON corrections (fact_id);
