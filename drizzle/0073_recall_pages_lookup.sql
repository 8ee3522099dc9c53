-- The pages of one bank and model do not overlap, so the page of a memory is the first one that ends at or after it: a look-up by the primary key.
-- Comparing each memory with each page took a second for some thousand memories of a bank of a million.
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
      SELECT b.bank_uid, b.model, q.last_revision, q.last_id, array_agg(g.id) AS ids
      FROM (SELECT DISTINCT o.bank_uid, o.model FROM recall_pages o WHERE o.bank_uid = ANY (banks)) b
      JOIN unnest(of_banks, ids, revisions) AS g(bank_uid, id, revision) ON g.bank_uid = b.bank_uid
      CROSS JOIN LATERAL (SELECT r.* FROM recall_pages r WHERE r.bank_uid = b.bank_uid AND r.model = b.model
        AND (r.last_revision, r.last_id) >= (g.revision, g.id) ORDER BY r.last_revision, r.last_id LIMIT 1) q
      WHERE (g.revision, g.id) > (q.after_revision, q.after_id)
      GROUP BY 1, 2, 3, 4) s
    WHERE p.bank_uid = s.bank_uid AND p.model = s.model AND p.last_revision = s.last_revision AND p.last_id = s.last_id;
  ELSE
    SELECT array_agg(g.bank_uid), array_agg(g.id), array_agg(g.revision) INTO of_banks, ids, revisions FROM gone g;
    DELETE FROM recall_pages p USING (
      SELECT b.bank_uid, b.model, q.last_revision, q.last_id
      FROM (SELECT DISTINCT o.bank_uid, o.model FROM recall_pages o WHERE o.bank_uid = ANY (banks)) b
      JOIN unnest(of_banks, ids, revisions) AS g(bank_uid, id, revision) ON g.bank_uid = b.bank_uid
      CROSS JOIN LATERAL (SELECT r.* FROM recall_pages r WHERE r.bank_uid = b.bank_uid AND r.model = b.model
        AND (r.last_revision, r.last_id) >= (g.revision, g.id) ORDER BY r.last_revision, r.last_id LIMIT 1) q
      WHERE (g.revision, g.id) > (q.after_revision, q.after_id)
      UNION
      SELECT o.bank_uid, o.model, o.last_revision, o.last_id FROM recall_pages o CROSS JOIN LATERAL unnest(o.stale) AS s(id)
      JOIN unnest(of_banks, ids) AS g(bank_uid, id) ON g.bank_uid = o.bank_uid AND g.id = s.id
      WHERE o.bank_uid = ANY (banks)) s
    WHERE p.bank_uid = s.bank_uid AND p.model = s.model AND p.last_revision = s.last_revision AND p.last_id = s.last_id;
  END IF;
  RETURN NULL;
END $$;
