-- Keys contain when their memory was mentioned, so that the latest memories of a key are read along an index. What is one memory's is found by the
-- primary key.
ALTER TABLE "validity_keys" ADD COLUMN "mentioned_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "validity_keys" DROP CONSTRAINT "validity_keys_bank_uid_key_ends_memory_id_pk";
--> statement-breakpoint
DROP INDEX "validity_keys_memory";
--> statement-breakpoint
UPDATE validity_keys k SET mentioned_at = m.mentioned_at FROM memories m
  WHERE m.bank_uid = k.bank_uid AND m.id = k.memory_id AND m.mentioned_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "validity_keys" ADD CONSTRAINT "validity_keys_bank_uid_memory_id_key_ends_pk" PRIMARY KEY("bank_uid","memory_id","key","ends");
--> statement-breakpoint
CREATE INDEX "validity_keys_latest" ON "validity_keys" USING btree ("bank_uid","key","ends","mentioned_at" DESC NULLS LAST,"memory_id" DESC);
--> statement-breakpoint
-- Archives from before this column have keys without it.
CREATE FUNCTION "validity_key_date"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.mentioned_at := (SELECT m.mentioned_at FROM memories m WHERE m.bank_uid = new.bank_uid AND m.id = new.memory_id);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "validity_keys_dated" BEFORE INSERT ON "validity_keys" FOR EACH ROW WHEN (new.mentioned_at IS NULL) EXECUTE FUNCTION "validity_key_date"();
--> statement-breakpoint
CREATE FUNCTION "validity_keys_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE validity_keys k SET mentioned_at = new.mentioned_at WHERE k.bank_uid = new.bank_uid AND k.memory_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "memories_keys_moved" AFTER UPDATE OF mentioned_at ON "memories" FOR EACH ROW
  WHEN (old.mentioned_at IS DISTINCT FROM new.mentioned_at AND new.fact_type <> 'observation') EXECUTE FUNCTION "validity_keys_move"();
