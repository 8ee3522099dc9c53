-- Pages contain which entities a memory mentions, and their names. The entities of the change are listed before the bank is updated, so only pages
-- with a memory that mentions one of them are deleted. Entities that very many memories mention are on all pages.
CREATE OR REPLACE FUNCTION "recall_pages_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entities uuid[];
  revisions bigint[];
  ids uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM recall_pages p WHERE p.bank_uid = NEW.uid) THEN
    RETURN NULL;
  END IF;
  SELECT array_agg(e.id) INTO entities FROM recall_changes h CROSS JOIN LATERAL unnest(h.ids) AS e(id)
    WHERE h.bank_uid = NEW.uid AND h.revision = NEW.names_revision AND h.kind = 'entities';
  SELECT array_agg(f.revision), array_agg(f.id) INTO revisions, ids FROM (
    SELECT m.revision, m.id FROM memory_entities x JOIN memories m ON m.bank_uid = x.bank_uid AND m.id = x.memory_id
    WHERE x.bank_uid = NEW.uid AND x.entity_id = ANY (entities) LIMIT 1001) f;
  DELETE FROM recall_pages p WHERE p.bank_uid = NEW.uid
    AND (entities IS NULL OR cardinality(ids) > 1000 OR EXISTS (
      SELECT FROM unnest(revisions, ids) AS f(revision, id)
      WHERE (f.revision, f.id) > (p.after_revision, p.after_id) AND (f.revision, f.id) <= (p.last_revision, p.last_id)));
  RETURN NULL;
END $$;
