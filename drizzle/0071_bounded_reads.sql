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
--> statement-breakpoint
-- The lanes of operations that have not ended. The first operation of a lane is found without the others.
CREATE TABLE "operation_lanes" (
	"bank_uid" bigint NOT NULL,
	"lane" text NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "operation_lanes_bank_uid_lane_operation_id_pk" PRIMARY KEY("bank_uid","lane","operation_id")
);
--> statement-breakpoint
ALTER TABLE "operation_lanes" ADD CONSTRAINT "operation_lanes_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "banks"("uid") ON DELETE cascade;
--> statement-breakpoint
WITH open AS MATERIALIZED (
  SELECT DISTINCT o.bank_uid, l.lane, o.id FROM operations o CROSS JOIN LATERAL unnest(o.lanes) AS l(lane) WHERE o.status IN ('pending', 'processing'))
  INSERT INTO operation_lanes (bank_uid, lane, operation_id) SELECT bank_uid, lane, id FROM open;
--> statement-breakpoint
CREATE FUNCTION "operation_lanes_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM operation_lanes l WHERE l.bank_uid = old.bank_uid AND l.lane = ANY (old.lanes) AND l.operation_id = old.id;
  END IF;
  IF TG_OP <> 'DELETE' AND new.status IN ('pending', 'processing') THEN
    INSERT INTO operation_lanes (bank_uid, lane, operation_id) SELECT new.bank_uid, l.lane, new.id FROM unnest(new.lanes) AS l(lane) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "operations_lanes_added" AFTER INSERT ON "operations" FOR EACH ROW WHEN (new.lanes <> '{}') EXECUTE FUNCTION "operation_lanes_follow"();
--> statement-breakpoint
CREATE TRIGGER "operations_lanes_changed" AFTER UPDATE OF bank_uid, status, lanes ON "operations" FOR EACH ROW
  WHEN (new.bank_uid <> old.bank_uid OR new.lanes <> old.lanes OR new.lanes <> '{}'
    AND (new.status IN ('pending', 'processing')) <> (old.status IN ('pending', 'processing'))) EXECUTE FUNCTION "operation_lanes_follow"();
--> statement-breakpoint
CREATE TRIGGER "operations_lanes_deleted" AFTER DELETE ON "operations" FOR EACH ROW WHEN (old.lanes <> '{}') EXECUTE FUNCTION "operation_lanes_follow"();
