-- When a memory, and the text that it was read from, expire. `banks.next_expires_at` is never later than the first of them: the guard of every
-- request compares it with the time, and removes what has expired before anything of the bank is read.
ALTER TABLE "banks" ADD COLUMN "next_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "payload_expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "banks_expiring" ON "banks" USING btree ("next_expires_at") WHERE next_expires_at is not null and org_id is not null;--> statement-breakpoint
CREATE INDEX "chunks_expiring" ON "chunks" USING btree ("bank_uid","expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "memories_expiring" ON "memories" USING btree ("bank_uid","expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "operations_expiring" ON "operations" USING btree ("bank_uid","payload_expires_at") WHERE payload_expires_at is not null and payload is not null;--> statement-breakpoint
-- What was permanently deleted: counts, and hashes and ids by which a later check looks for remains. It contains no text and outlives the bank.
CREATE TABLE "purge_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"purged_bank" bigint NOT NULL,
	"bank_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text,
	"purged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed" jsonb NOT NULL,
	"copies" jsonb NOT NULL,
	"remaining" jsonb NOT NULL,
	"ids" uuid[] DEFAULT '{}' NOT NULL,
	"hashes" uuid[] DEFAULT '{}' NOT NULL,
	"previous_digest" text,
	"digest" text NOT NULL,
	CONSTRAINT "purge_receipts_kind" CHECK (kind in ('memory', 'document', 'entity', 'expiry')),
	CONSTRAINT "purge_receipts_sequence" UNIQUE("org_id","sequence")
);--> statement-breakpoint
ALTER TABLE "purge_receipts" ADD CONSTRAINT "purge_receipts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A purge removes the blocks of deleted memories from the versions of mental models; nothing else may change a version.
CREATE OR REPLACE FUNCTION "keep_model_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM mental_models m WHERE m.bank_uid = old.bank_uid AND m.id = old.model_id) THEN
      RETURN old;
    END IF;
  ELSIF to_jsonb(new) - 'bank_uid' = to_jsonb(old) - 'bank_uid' OR current_setting('memory_bank.purging', true) = old.bank_uid::text THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'A version of a mental model stays as it is' USING errcode = 'check_violation', constraint = 'mental_model_versions_append_only', table = 'mental_model_versions';
END $$;
--> statement-breakpoint
-- A receipt is never changed, and is deleted with its organization only.
CREATE FUNCTION "keep_purge_receipts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND NOT EXISTS (SELECT FROM organizations WHERE id = old.org_id) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'A purge receipt is never changed' USING errcode = 'check_violation', constraint = 'purge_receipts_append_only', table = 'purge_receipts';
END $$;
--> statement-breakpoint
CREATE TRIGGER "purge_receipts_append_only" BEFORE UPDATE OR DELETE ON "purge_receipts" FOR EACH ROW EXECUTE FUNCTION "keep_purge_receipts"();
