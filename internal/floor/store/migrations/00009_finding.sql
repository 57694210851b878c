-- +goose Up

-- What a platform answered, stored before anything is read in it; until then only who reads it sees it. Everything in it is foreign
-- data. Its texts are in answer_texts. Neither run nor brand is referred to: a row goes with its sub-task, and whoever stores one
-- is not to wait for those who hold its run.
CREATE TABLE answers (
    id          TEXT   PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    run_id      TEXT   NOT NULL,
    brand_id    TEXT   NOT NULL,
    model       TEXT   NOT NULL,
    model_asked TEXT   NOT NULL,
    citations   TEXT   NOT NULL,
    queries     TEXT   NOT NULL,
    retrieval   TEXT   NOT NULL,
    finish      TEXT   NOT NULL,
    usage       TEXT   NOT NULL,
    request_id  TEXT   NOT NULL,
    latency_ms  BIGINT NOT NULL,
    tries       BIGINT NOT NULL DEFAULT 0,   -- to read it
    kept_at     BIGINT NOT NULL,             -- when it was stored, as its texts have it
    answered_at BIGINT,                      -- when it was read; NULL until then
    -- What it answers: who reads answers knows nothing of sub-tasks.
    platform    TEXT   NOT NULL DEFAULT '',
    prompt_id   TEXT   NOT NULL DEFAULT '',
    topic_id    TEXT   NOT NULL DEFAULT '',
    stage       TEXT   NOT NULL DEFAULT '',
    types       TEXT   NOT NULL DEFAULT '[]',
    question    TEXT   NOT NULL DEFAULT '',
    mode        TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX answers_run ON answers (run_id);
-- A list of answers is counted, narrowed and ordered by this index alone: the rows themselves are long.
CREATE INDEX answers_listed ON answers (brand_id, answered_at, id, prompt_id, platform, model);
--postgres ALTER TABLE answers SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);

-- The texts of an answer, until they are forgotten: then it has no row here, and everything else of it stays. Forgetting goes by at. On
-- PostgreSQL a month (UTC) has a partition, which is dropped once the whole of it is due; rows of a month that has begun to be due
-- are deleted in batches, as all are on SQLite. Partitions are made two months ahead. A row for whose month there is none goes to
-- answer_texts_rest, and is deleted in batches; while rows of a month lie there, that month gets no partition.
CREATE TABLE answer_texts (
    answer_id TEXT   NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    at        BIGINT NOT NULL,               -- the answer's kept_at
    text      TEXT   NOT NULL,
    text_raw  TEXT,
    reasoning TEXT,
    raw       BYTEA,                         -- the provider's reply, compressed, for operators only
    screen    BYTEA,                         -- shown to who may read the answer
    PRIMARY KEY (answer_id, at)
) --postgres PARTITION BY RANGE (at)
;
--postgres CREATE TABLE answer_texts_rest PARTITION OF answer_texts DEFAULT;
CREATE INDEX answer_texts_at ON answer_texts (at);

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
    anew_on    BIGINT,                       -- the day on which another version of the reader took over, as 20261115; NULL: none has
    PRIMARY KEY (brand_id, generation)
);
CREATE UNIQUE INDEX readings_current ON readings (brand_id) WHERE status = 'current';
CREATE UNIQUE INDEX readings_building ON readings (brand_id) WHERE status = 'building';

-- What was found in one answer. position is NULL when the brand is not named; sentiment is NULL when it was not judged.
-- Neither findings nor days refer to brands: whoever changes a brand locks it before its readings.
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
    mode       TEXT   NOT NULL DEFAULT '',
    unknown    BIGINT NOT NULL DEFAULT 0,    -- 1: the answer says that it does not know the brand
    mention    TEXT,                         -- how the brand is: named, echoed or unknown; NULL when it is not
    watched    BIGINT,                       -- its place among the watched names
    stance     TEXT,                         -- what the answer does with it: recommended, mentioned, compared or advised_against
    confidence TEXT,                         -- JSON: how likely it is that this is right, and what that rests on; NULL when it is no answer
    PRIMARY KEY (answer_id, generation),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);
CREATE INDEX findings_brand ON findings (brand_id, generation, at);
--postgres ALTER TABLE findings SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
CREATE INDEX findings_quoted ON findings (brand_id, generation, at) WHERE sentence IS NOT NULL;
CREATE INDEX findings_gap ON findings (brand_id, generation, at) WHERE position IS NULL AND others <> '[]' AND sources <> '[]';
CREATE INDEX findings_suggesting ON findings (brand_id, generation, at) WHERE suggested <> '[]';

-- The figures of a platform (platform, or platform@mode for a mode other than search) on a Beijing day, packed: written with the answer.
CREATE TABLE days (
    brand_id   TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    day        BIGINT NOT NULL,              -- as 20261115
    platform   TEXT   NOT NULL,
    cells      BYTEA  NOT NULL,              -- of prompts
    answers    BYTEA,                        -- what was searched for before each answer; NULL until the day is over, and after it has changed
    rivals     BYTEA  NOT NULL,              -- of competitors by prompt
    sources    BYTEA  NOT NULL,              -- of sites and pages by topic
    reach      BYTEA  NOT NULL,              -- which prompts' answers cite which pages
    PRIMARY KEY (brand_id, generation, day, platform),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);
CREATE INDEX days_unpacked ON days (brand_id, generation, day) WHERE answers IS NULL;

-- Days of brands on which figures changed since citations were counted; that of 1 January 1970: all, the history was read again. Who counted one takes
-- it away unless it changed meanwhile.
CREATE TABLE changed_days (
    brand_id TEXT   NOT NULL,
    day      BIGINT NOT NULL,
    changes  BIGINT NOT NULL,
    PRIMARY KEY (brand_id, day)
);

-- A month until some day, made from its days. Whatever changes one of them deletes it in the same transaction.
CREATE TABLE months (
    brand_id   TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    month      BIGINT NOT NULL,              -- as 202611
    platform   TEXT   NOT NULL,
    until      BIGINT NOT NULL,              -- the last day that it stands for, as 20261115; that of the month once it is over
    cells      BYTEA  NOT NULL,              -- day by day
    rivals     BYTEA  NOT NULL,
    sources    BYTEA  NOT NULL,              -- over all topics
    topics     BYTEA  NOT NULL,              -- sources by topic
    PRIMARY KEY (brand_id, generation, month, platform),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

-- Sub-tasks that brought no answer, by day.
CREATE TABLE failures (
    brand_id TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    day      BIGINT NOT NULL,
    platform TEXT   NOT NULL,
    topic_id TEXT   NOT NULL,
    kinds    TEXT   NOT NULL,
    failed   BIGINT NOT NULL,
    PRIMARY KEY (brand_id, day, platform, topic_id, kinds)
);

-- People check the reader: a random sample of a brand's answers for each version of the reader, and what members say of each. Strata are
-- platforms and whether the brand was read as named; readings is how many answers the stratum had when this one was drawn.
CREATE TABLE checks (
    brand_id  TEXT    NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    version   BIGINT  NOT NULL,
    answer_id TEXT    NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    place     BIGINT  NOT NULL,
    platform  TEXT    NOT NULL,
    named     BOOLEAN NOT NULL,
    readings  BIGINT  NOT NULL,
    PRIMARY KEY (brand_id, version, answer_id)
);
CREATE INDEX checks_answer ON checks (answer_id);

-- named and others, JSON of the ids of competitors, are what is true of the answer; position_right and tone_right are about what was
-- read, NULL where nothing was, and so is others where there was no competitor.
CREATE TABLE check_verdicts (
    brand_id       TEXT    NOT NULL,
    version        BIGINT  NOT NULL,
    answer_id      TEXT    NOT NULL,
    user_id        TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    named          BOOLEAN NOT NULL,
    position_right BOOLEAN,
    tone_right     BOOLEAN,
    others         TEXT,
    at             BIGINT  NOT NULL,
    PRIMARY KEY (brand_id, version, answer_id, user_id),
    FOREIGN KEY (brand_id, version, answer_id) REFERENCES checks (brand_id, version, answer_id) ON DELETE CASCADE
);
