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
BEGIN
  INSERT INTO recall_changes (bank_uid, revision, kind, ids)
    SELECT g.bank_uid, b.revision, 'memories', array_agg(g.id)
    FROM gone g JOIN banks b ON b.uid = g.bank_uid AND b.org_id IS NOT NULL AND b.unit_count > 10000 GROUP BY 1, 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memories_recall_deleted AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION recall_changes_deleted();
