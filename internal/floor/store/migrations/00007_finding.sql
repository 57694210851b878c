-- +goose Up

-- A reading is a brand's whole history read with one set of names. Whoever asks for figures sees the current one; another
-- is built beside it when names or the reader change, takes its place at once when it is complete, and the old one is
-- cleared away afterwards.
CREATE TABLE readings (
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    generation BIGINT NOT NULL,
    version    BIGINT NOT NULL,              -- of the reader
    names      TEXT   NOT NULL,              -- JSON: the brand and its competitors as they were
    status     TEXT   NOT NULL CHECK (status IN ('current', 'building', 'old')),
    total      BIGINT NOT NULL DEFAULT 0,    -- answers to read again
    done       BIGINT NOT NULL DEFAULT 0,
    before_id  TEXT,                         -- answers before this one are still to be read
    created_at BIGINT NOT NULL,
    PRIMARY KEY (brand_id, generation)
);
CREATE UNIQUE INDEX readings_current ON readings (brand_id) WHERE status = 'current';
CREATE UNIQUE INDEX readings_building ON readings (brand_id) WHERE status = 'building';

-- What was found in one answer. position is NULL when the brand is not named; sentiment is NULL when it was not judged.
-- Neither findings nor sheets refer to brands: whoever changes a brand locks it before its readings.
CREATE TABLE findings (
    answer_id  TEXT   NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    generation BIGINT NOT NULL,
    brand_id   TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    state      TEXT   NOT NULL,
    mentions   BIGINT NOT NULL,
    position   BIGINT,
    sentiment  TEXT,
    score      BIGINT,                       -- ten-thousandths
    sentence   TEXT,
    judge      TEXT,
    others     TEXT   NOT NULL,              -- JSON: competitors that are named
    sources    TEXT   NOT NULL,              -- JSON: citations with their class
    suggested  TEXT   NOT NULL,              -- JSON: names in recommendation lists that nobody watches
    platform   TEXT   NOT NULL,
    prompt_id  TEXT   NOT NULL,
    topic_id   TEXT   NOT NULL,
    kinds      TEXT   NOT NULL,              -- v, s or vs: what the prompt counts for
    at         BIGINT NOT NULL,
    PRIMARY KEY (answer_id, generation),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);
CREATE INDEX findings_brand ON findings (brand_id, generation, at);
CREATE INDEX findings_quoted ON findings (brand_id, generation, at) WHERE sentence IS NOT NULL;
CREATE INDEX findings_gap ON findings (brand_id, generation, at) WHERE position IS NULL AND others <> '[]' AND sources <> '[]';
CREATE INDEX findings_suggesting ON findings (brand_id, generation, at) WHERE suggested <> '[]';

-- The figures of a platform on a Beijing day (span 20261115) and, once the month is over, in that month (202611), packed:
-- a day of answers is one row, and a long period is added up from whole months and the days at its ends. A month's sheet
-- is at all times the sum of those of its days.
CREATE TABLE sheets (
    brand_id   TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    span       BIGINT NOT NULL,
    platform   TEXT   NOT NULL,
    figures    BYTEA  NOT NULL,              -- by topic
    prompts    BYTEA  NOT NULL,              -- of prompts that count for visibility
    others     BYTEA  NOT NULL,              -- of competitors
    sources    BYTEA  NOT NULL,              -- of sites and pages
    PRIMARY KEY (brand_id, generation, span, platform),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

-- Sub-tasks that brought no answer, by day and by month.
CREATE TABLE failures (
    brand_id TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    span     BIGINT NOT NULL,
    platform TEXT   NOT NULL,
    topic_id TEXT   NOT NULL,
    kinds    TEXT   NOT NULL,
    failed   BIGINT NOT NULL,
    PRIMARY KEY (brand_id, span, platform, topic_id, kinds)
);

CREATE TABLE alerts (
    id              TEXT   PRIMARY KEY,
    brand_id        TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    kind            TEXT   NOT NULL,
    day             BIGINT NOT NULL,
    severity        TEXT   NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
    text            TEXT   NOT NULL,
    figures         TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    acknowledged_at BIGINT,
    UNIQUE (brand_id, kind, day)
);
CREATE INDEX alerts_brand ON alerts (brand_id, created_at, id);

-- +goose Down
DROP TABLE alerts;
DROP TABLE failures;
DROP TABLE sheets;
DROP TABLE findings;
DROP TABLE readings;
