-- A deletion deletes the pages that contain the memory, in its last state or a former one. Other pages with former states of memories remain.
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
      WHERE p.bank_uid = ANY (banks) AND (EXISTS (
        SELECT FROM unnest(of_banks, ids, revisions) AS g(bank_uid, id, revision) WHERE g.bank_uid = p.bank_uid
          AND (g.revision, g.id) > (p.after_revision, p.after_id) AND (g.revision, g.id) <= (p.last_revision, p.last_id))
        OR EXISTS (SELECT FROM unnest(p.stale) AS s(id) JOIN unnest(of_banks, ids) AS g(bank_uid, id) ON g.bank_uid = p.bank_uid AND g.id = s.id));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A memory that is permanently deleted leaves no words behind: its quotes are deleted by the foreign key, and so is every earlier text of an
-- observation that used it, in the history and in pages. A text that used it has a quote since it was replaced.
CREATE OR REPLACE FUNCTION "observation_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE observation_history SET previous_text = NULL
    WHERE bank_uid = old.bank_uid AND observation_id = old.observation_id AND old.memory_id = any(previous_source_ids) AND previous_text IS NOT NULL;
  DELETE FROM recall_pages WHERE bank_uid = old.bank_uid AND old.observation_id = any(stale);
  RETURN NULL;
END $$;
