-- Pages contain which entities a memory mentions, and their names. They remain when those change: a process reads the changes since with its pages.
-- Until now, a change deleted the pages with a mention of its entities, so no change is missing in those that exist.
ALTER TABLE "recall_pages" ADD COLUMN "revision" bigint NOT NULL DEFAULT 0;
--> statement-breakpoint
UPDATE recall_pages p SET revision = b.names_revision FROM banks b WHERE b.uid = p.bank_uid;
--> statement-breakpoint
ALTER TABLE "recall_pages" ALTER COLUMN "revision" DROP DEFAULT;
--> statement-breakpoint
DROP TRIGGER "banks_pages_renamed" ON "banks";
--> statement-breakpoint
DROP FUNCTION "recall_pages_forget"();
--> statement-breakpoint
-- The name of a deleted entity remains nowhere. Memories that mention it are deleted or written before. But a page from before a change of the entity
-- may contain its name with memories that no longer mention it. The name of an entity that was
-- merged, or whose split is undone, is a spelling of another one.
CREATE FUNCTION "recall_pages_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  banks bigint[];
  of_banks bigint[];
  entity_ids uuid[];
BEGIN
  SELECT array_agg(DISTINCT g.bank_uid), array_agg(g.bank_uid), array_agg(g.id) INTO banks, of_banks, entity_ids FROM gone g;
  -- Most banks have none.
  IF banks IS NULL OR NOT EXISTS (SELECT FROM recall_pages p WHERE p.bank_uid = ANY (banks)) THEN
    RETURN NULL;
  END IF;
  DELETE FROM recall_pages p USING (
    SELECT h.bank_uid, max(h.revision) AS revision FROM recall_changes h JOIN unnest(of_banks, entity_ids) AS g(bank_uid, id)
      ON h.bank_uid = g.bank_uid AND g.id = ANY (h.ids)
    WHERE h.bank_uid = ANY (banks) AND h.kind = 'entities' AND NOT EXISTS (
      SELECT FROM entity_changes c WHERE c.bank_uid = g.bank_uid AND c.other_id = g.id AND c.undone_at IS NULL)
    GROUP BY 1) s
    WHERE p.bank_uid = s.bank_uid AND p.revision < s.revision;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER entities_pages_gone AFTER DELETE ON "entities" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION recall_pages_forget();
