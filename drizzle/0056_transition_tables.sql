-- A statement of a trigger reads either the changed rows of its statement or tables, never both: on a worker of Citus, a query of a distributed table
-- cannot see the changed rows. So they are read into arrays first.
CREATE OR REPLACE FUNCTION memory_tally() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  banks bigint[];
  types text[];
  states text[];
  changes bigint[];
  firsts timestamptz[];
  tally record;
  tag_banks bigint[];
  tags text[];
  tag_changes bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(c.bank_uid), array_agg(c.fact_type), array_agg(c.state), array_agg(c.n) INTO banks, types, states, changes
      FROM (SELECT bank_uid, fact_type, state, count(*) AS n FROM added GROUP BY 1, 2, 3) c;
    SELECT array_agg(c.bank_uid), array_agg(c.tag), array_agg(c.n) INTO tag_banks, tags, tag_changes
      FROM (SELECT a.bank_uid, g.tag, count(*) AS n FROM added a CROSS JOIN LATERAL unnest(a.tags) AS g(tag) WHERE a.state = 'valid' GROUP BY 1, 2) c;
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(c.bank_uid), array_agg(c.fact_type), array_agg(c.state), array_agg(c.n) INTO banks, types, states, changes
      FROM (SELECT r.bank_uid, r.fact_type, r.state, sum(r.n)::bigint AS n FROM (
        SELECT bank_uid, fact_type, state, 1 AS n FROM added UNION ALL SELECT bank_uid, fact_type, state, -1 FROM gone) r
        GROUP BY 1, 2, 3 HAVING sum(r.n) <> 0) c;
    SELECT array_agg(c.bank_uid), array_agg(c.tag), array_agg(c.n) INTO tag_banks, tags, tag_changes
      FROM (SELECT r.bank_uid, g.tag, sum(r.n)::bigint AS n FROM (
        SELECT bank_uid, state, a.tags, 1 AS n FROM added a UNION ALL SELECT bank_uid, state, o.tags, -1 FROM gone o) r
        CROSS JOIN LATERAL unnest(r.tags) AS g(tag) WHERE r.state = 'valid' GROUP BY 1, 2 HAVING sum(r.n) <> 0) c;
  ELSE
    SELECT array_agg(c.bank_uid), array_agg(c.fact_type), array_agg(c.state), array_agg(c.n), array_agg(c.since) INTO banks, types, states, changes, firsts
      FROM (SELECT bank_uid, fact_type, state, -count(*) AS n, min(created_at) AS since FROM gone GROUP BY 1, 2, 3) c;
    SELECT array_agg(c.bank_uid), array_agg(c.tag), array_agg(c.n) INTO tag_banks, tags, tag_changes
      FROM (SELECT o.bank_uid, g.tag, -count(*) AS n FROM gone o CROSS JOIN LATERAL unnest(o.tags) AS g(tag) WHERE o.state = 'valid' GROUP BY 1, 2) c;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF banks IS NOT NULL THEN
      INSERT INTO memory_tallies AS t (bank_uid, fact_type, state, units) SELECT * FROM unnest(banks, types, states, changes)
        ON CONFLICT (bank_uid, fact_type, state) DO UPDATE SET units = t.units + excluded.units;
    END IF;
    IF tags IS NOT NULL THEN
      INSERT INTO tag_tallies AS t (bank_uid, tag, units) SELECT * FROM unnest(tag_banks, tags, tag_changes)
        ON CONFLICT (bank_uid, tag) DO UPDATE SET units = t.units + excluded.units;
    END IF;
  ELSE
    -- The tallies of a deleted bank are deleted with it, so there may be none left to change. Very many separate times become one, which is longer.
    FOR tally IN SELECT t.bank_uid, t.fact_type, t.state, g.n,
        CASE WHEN pg_column_size(t.missing) < 4096 THEN t.missing ELSE tstzmultirange(range_merge(t.missing)) END
          + tstzmultirange(tstzrange(least(g.since, now()), now())) AS missing
        FROM unnest(banks, types, states, changes, firsts) AS g(bank_uid, fact_type, state, n, since)
        JOIN memory_tallies t ON t.bank_uid = g.bank_uid AND t.fact_type = g.fact_type AND t.state = g.state FOR NO KEY UPDATE OF t LOOP
      UPDATE memory_tallies t SET units = t.units + tally.n, missing = tally.missing
        WHERE t.bank_uid = tally.bank_uid AND t.fact_type = tally.fact_type AND t.state = tally.state;
    END LOOP;
    IF tags IS NOT NULL THEN
      UPDATE tag_tallies t SET units = t.units + g.n FROM unnest(tag_banks, tags, tag_changes) AS g(bank_uid, tag, n)
        WHERE t.bank_uid = g.bank_uid AND t.tag = g.tag;
    END IF;
  END IF;
  -- A tag that no valid memory has leaves no trace.
  IF tags IS NOT NULL AND TG_OP <> 'INSERT' THEN
    DELETE FROM tag_tallies t USING unnest(tag_banks, tags) AS g(bank_uid, tag) WHERE t.bank_uid = g.bank_uid AND t.tag = g.tag AND t.units = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A memory without the time counts by its creation.
CREATE OR REPLACE FUNCTION time_tally() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  banks bigint[];
  fields text[];
  hours timestamptz[];
  types text[];
  changes bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(c.bank_uid), array_agg(c.time_field), array_agg(c.hour), array_agg(c.fact_type), array_agg(c.n) INTO banks, fields, hours, types, changes FROM (
      SELECT m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC') AS hour, m.fact_type, count(*) AS n FROM added m CROSS JOIN LATERAL (VALUES
        ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))) f(time_field, at)
      WHERE m.state = 'valid' GROUP BY 1, 2, 3, 4) c;
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(c.bank_uid), array_agg(c.time_field), array_agg(c.hour), array_agg(c.fact_type), array_agg(c.n) INTO banks, fields, hours, types, changes FROM (
      SELECT m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC') AS hour, m.fact_type, sum(m.n)::bigint AS n FROM (
        SELECT bank_uid, fact_type, created_at, mentioned_at, occurred_start, 1 AS n FROM added WHERE state = 'valid'
        UNION ALL SELECT bank_uid, fact_type, created_at, mentioned_at, occurred_start, -1 FROM gone WHERE state = 'valid') m
      CROSS JOIN LATERAL (VALUES
        ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))) f(time_field, at)
      GROUP BY 1, 2, 3, 4 HAVING sum(m.n) <> 0) c;
  ELSE
    SELECT array_agg(c.bank_uid), array_agg(c.time_field), array_agg(c.hour), array_agg(c.fact_type), array_agg(c.n) INTO banks, fields, hours, types, changes FROM (
      SELECT m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC') AS hour, m.fact_type, -count(*) AS n FROM gone m CROSS JOIN LATERAL (VALUES
        ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))) f(time_field, at)
      WHERE m.state = 'valid' GROUP BY 1, 2, 3, 4) c;
  END IF;
  IF banks IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO time_tallies AS t (bank_uid, time_field, hour, fact_type, units) SELECT * FROM unnest(banks, fields, hours, types, changes)
      ON CONFLICT (bank_uid, time_field, hour, fact_type) DO UPDATE SET units = t.units + excluded.units;
  ELSE
    -- The tallies of a deleted bank are deleted with it, so there may be none left to change.
    UPDATE time_tallies t SET units = t.units + g.n FROM unnest(banks, fields, hours, types, changes) AS g(bank_uid, time_field, hour, fact_type, n)
      WHERE t.bank_uid = g.bank_uid AND t.time_field = g.time_field AND t.hour = g.hour AND t.fact_type = g.fact_type;
  END IF;
  -- Nothing remains of the time of a deleted memory.
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM time_tallies t USING unnest(banks, fields, hours, types) AS g(bank_uid, time_field, hour, fact_type)
      WHERE t.bank_uid = g.bank_uid AND t.time_field = g.time_field AND t.hour = g.hour AND t.fact_type = g.fact_type AND t.units = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Every writer of these items has locked the bank already.
CREATE OR REPLACE FUNCTION backlog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_banks bigint[] := ARRAY(SELECT DISTINCT bank_uid FROM changed);
BEGIN
  IF cardinality(changed_banks) > 0 THEN
    UPDATE banks b SET backlog_revision = b.backlog_revision + 1 WHERE b.uid = ANY (changed_banks);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "bury_memories"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bank bigint;
  deleted record;
  written bigint;
BEGIN
  FOR bank IN SELECT DISTINCT g.bank_uid FROM gone g WHERE g.state = 'valid' LOOP
    CONTINUE WHEN NOT EXISTS (SELECT FROM mental_models m WHERE m.bank_uid = bank) OR NOT EXISTS (SELECT FROM banks b WHERE b.uid = bank);
    written := written_revision(bank);
    FOR deleted IN SELECT DISTINCT g.fact_type, g.tags FROM gone g WHERE g.bank_uid = bank AND g.state = 'valid' LOOP
      INSERT INTO memory_tombstones (bank_uid, revision, fact_type, tag_key, tags)
        VALUES (bank, written, deleted.fact_type, md5(array_to_string(deleted.tags, chr(31)))::uuid, deleted.tags)
        ON CONFLICT DO NOTHING;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A deleted memory remains in no former state of the memories that it replaced. Each is found by the index, however few or many rows the statistics expect.
CREATE OR REPLACE FUNCTION "forget_successors"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  banks bigint[];
  ids text[];
BEGIN
  SELECT array_agg(g.bank_uid), array_agg(g.id::text) INTO banks, ids FROM gone g;
  IF banks IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE memory_revisions r SET before = r.before || '{"valid_to":null,"superseded_by":null,"validity_source":null,"validity_reason":null}'
    WHERE r.ctid = ANY (ARRAY(SELECT k.place FROM unnest(banks, ids) AS g(bank_uid, id) CROSS JOIN LATERAL (
      SELECT x.ctid AS place FROM memory_revisions x WHERE x.bank_uid = g.bank_uid AND x.before->>'superseded_by' = g.id OFFSET 0) k));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A memory that is written again is in the rows that are read after the page. The words of a deleted one remain nowhere: its page is deleted,
-- and so are pages with former states of memories.
CREATE OR REPLACE FUNCTION "recall_pages_outdate"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  banks bigint[] := ARRAY(SELECT DISTINCT g.bank_uid FROM gone g);
  of_banks bigint[];
  ids uuid[];
  revisions bigint[];
BEGIN
  -- Most banks have none.
  IF cardinality(banks) = 0 OR NOT EXISTS (SELECT FROM recall_pages p WHERE p.bank_uid = ANY (banks)) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(g.bank_uid), array_agg(g.id), array_agg(g.revision) INTO of_banks, ids, revisions
      FROM gone g JOIN added a ON a.bank_uid = g.bank_uid AND a.id = g.id AND a.revision <> g.revision;
    UPDATE recall_pages p SET stale = p.stale || s.ids FROM (
      SELECT q.bank_uid, q.model, q.last_revision, q.last_id, array_agg(g.id) AS ids
      FROM unnest(of_banks, ids, revisions) AS g(bank_uid, id, revision)
      JOIN recall_pages q ON q.bank_uid = g.bank_uid
        AND (g.revision, g.id) > (q.after_revision, q.after_id) AND (g.revision, g.id) <= (q.last_revision, q.last_id)
      GROUP BY 1, 2, 3, 4) s
    WHERE p.bank_uid = s.bank_uid AND p.model = s.model AND p.last_revision = s.last_revision AND p.last_id = s.last_id;
  ELSE
    SELECT array_agg(g.bank_uid), array_agg(g.id), array_agg(g.revision) INTO of_banks, ids, revisions FROM gone g;
    DELETE FROM recall_pages p
      WHERE p.bank_uid = ANY (banks) AND (cardinality(p.stale) > 0 OR EXISTS (
        SELECT FROM unnest(of_banks, ids, revisions) AS g(bank_uid, id, revision) WHERE g.bank_uid = p.bank_uid
          AND (g.revision, g.id) > (p.after_revision, p.after_id) AND (g.revision, g.id) <= (p.last_revision, p.last_id)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A page contains where the chunks of its memories start.
CREATE OR REPLACE FUNCTION "recall_pages_move"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  banks bigint[] := ARRAY(SELECT DISTINCT g.bank_uid FROM gone g);
  of_banks bigint[];
  ids uuid[];
BEGIN
  IF cardinality(banks) > 0 AND EXISTS (SELECT FROM recall_pages p WHERE p.bank_uid = ANY (banks)) THEN
    SELECT array_agg(g.bank_uid), array_agg(g.id) INTO of_banks, ids FROM gone g JOIN added a ON a.bank_uid = g.bank_uid AND a.id = g.id
      AND (a.position_start, a.turn_start) IS DISTINCT FROM (g.position_start, g.turn_start);
    DELETE FROM recall_pages p USING unnest(of_banks, ids) AS g(bank_uid, id)
      JOIN memories m ON m.bank_uid = g.bank_uid AND m.chunk_id = g.id
      WHERE p.bank_uid = m.bank_uid
        AND (m.revision, m.id) > (p.after_revision, p.after_id) AND (m.revision, m.id) <= (p.last_revision, p.last_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Pages contain the names of the entities that a memory mentions. On a worker of Citus, a trigger is of a table with another name.
CREATE OR REPLACE FUNCTION "recall_pages_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM recall_pages WHERE bank_uid = NEW.uid;
  RETURN NULL;
END $$;
