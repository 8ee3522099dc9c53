-- Pages of the bank cache: the memories of a large bank in the form in which a process caches them. A page contains all memories whose last write
-- is after one position and up to another. They only speed up reading: a missing page is read from the memories.
CREATE TABLE "recall_pages" (
	"bank_uid" bigint NOT NULL,
	"model" text NOT NULL,
	"last_revision" bigint NOT NULL,
	"last_id" uuid NOT NULL,
	"after_revision" bigint NOT NULL,
	"after_id" uuid NOT NULL,
	"format" integer NOT NULL,
	"units" integer NOT NULL,
	"stale" uuid[] DEFAULT '{}' NOT NULL,
	"payload" "bytea" NOT NULL,
	CONSTRAINT "recall_pages_bank_uid_model_last_revision_last_id_pk" PRIMARY KEY("bank_uid","model","last_revision","last_id")
);
--> statement-breakpoint
-- Vectors cannot be compressed.
ALTER TABLE "recall_pages" ALTER COLUMN "payload" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "recall_pages" ADD CONSTRAINT "recall_pages_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- A memory that is written again is in the rows that are read after the page. The words of a deleted one remain nowhere: its page is deleted,
-- and so are pages with former states of memories.
CREATE FUNCTION "recall_pages_outdate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most banks have none.
  IF NOT EXISTS (SELECT FROM recall_pages p WHERE p.bank_uid IN (SELECT g.bank_uid FROM gone g)) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    UPDATE recall_pages p SET stale = p.stale || s.ids FROM (
      SELECT q.bank_uid, q.model, q.last_revision, q.last_id, array_agg(g.id) AS ids
      FROM gone g JOIN added a ON a.bank_uid = g.bank_uid AND a.id = g.id AND a.revision <> g.revision
      JOIN recall_pages q ON q.bank_uid = g.bank_uid
        AND (g.revision, g.id) > (q.after_revision, q.after_id) AND (g.revision, g.id) <= (q.last_revision, q.last_id)
      GROUP BY 1, 2, 3, 4) s
    WHERE p.bank_uid = s.bank_uid AND p.model = s.model AND p.last_revision = s.last_revision AND p.last_id = s.last_id;
  ELSE
    DELETE FROM recall_pages p USING (SELECT DISTINCT g.bank_uid FROM gone g) b
      WHERE p.bank_uid = b.bank_uid AND (cardinality(p.stale) > 0 OR EXISTS (
        SELECT FROM gone g WHERE g.bank_uid = p.bank_uid
          AND (g.revision, g.id) > (p.after_revision, p.after_id) AND (g.revision, g.id) <= (p.last_revision, p.last_id)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memories_pages_changed AFTER UPDATE ON "memories" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION recall_pages_outdate();
--> statement-breakpoint
CREATE TRIGGER memories_pages_gone AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION recall_pages_outdate();
--> statement-breakpoint
-- A page contains where the chunks of its memories start.
CREATE FUNCTION "recall_pages_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM recall_pages p WHERE p.bank_uid IN (SELECT g.bank_uid FROM gone g)) THEN
    DELETE FROM recall_pages p USING gone g JOIN added a ON a.bank_uid = g.bank_uid AND a.id = g.id
        AND (a.position_start, a.turn_start) IS DISTINCT FROM (g.position_start, g.turn_start)
      JOIN memories m ON m.bank_uid = g.bank_uid AND m.chunk_id = g.id
      WHERE p.bank_uid = m.bank_uid
        AND (m.revision, m.id) > (p.after_revision, p.after_id) AND (m.revision, m.id) <= (p.last_revision, p.last_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER chunks_pages_moved AFTER UPDATE ON "chunks" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION recall_pages_move();
--> statement-breakpoint
-- Pages contain which entities a memory mentions, and their names; after a purge nothing may contain the words that it removed.
CREATE FUNCTION "recall_pages_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'banks' THEN
    DELETE FROM recall_pages WHERE bank_uid = NEW.uid;
  ELSE
    DELETE FROM recall_pages WHERE bank_uid = NEW.purged_bank AND cardinality(stale) > 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER banks_pages_renamed AFTER UPDATE OF names_revision ON "banks" FOR EACH ROW
  WHEN (NEW.names_revision <> OLD.names_revision) EXECUTE FUNCTION recall_pages_forget();
--> statement-breakpoint
CREATE TRIGGER purge_receipts_pages AFTER INSERT ON "purge_receipts" FOR EACH ROW EXECUTE FUNCTION recall_pages_forget();
