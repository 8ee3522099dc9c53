-- What changed in a bank without writing a memory: deleted memories, and entities whose names or mentions changed. The bank cache of each process
-- reads them instead of all memories. Only ids.
CREATE TABLE "recall_changes" (
	"bank_uid" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"ids" uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recall_changes_bank_uid_revision_id_pk" PRIMARY KEY("bank_uid","revision","id"),
	CONSTRAINT "recall_changes_kind" CHECK (kind in ('memories', 'entities'))
);
--> statement-breakpoint
ALTER TABLE "recall_changes" ADD CONSTRAINT "recall_changes_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- In a small bank, reading all ids is as fast. The revision is that of the bank before the write or after it.
CREATE FUNCTION "recall_changes_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  banks bigint[];
  ids uuid[];
  large bigint[];
  revisions bigint[];
BEGIN
  SELECT array_agg(g.bank_uid), array_agg(g.id) INTO banks, ids FROM gone g;
  IF banks IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT array_agg(b.uid), array_agg(b.revision) INTO large, revisions FROM banks b
    WHERE b.uid = ANY (banks) AND b.org_id IS NOT NULL AND b.unit_count > 10000;
  IF large IS NOT NULL THEN
    INSERT INTO recall_changes (bank_uid, revision, kind, ids)
      SELECT l.bank_uid, l.revision, 'memories', array_agg(g.id)
      FROM unnest(large, revisions) AS l(bank_uid, revision) JOIN unnest(banks, ids) AS g(bank_uid, id) ON g.bank_uid = l.bank_uid GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memories_recall_deleted AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION recall_changes_deleted();
