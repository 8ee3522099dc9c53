-- How many units of a type and state a bank has, kept by the statements that write units: a count would read them all.
CREATE TABLE "memory_tallies" (
	"bank_uid" bigint NOT NULL,
	"fact_type" text NOT NULL,
	"state" text NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "memory_tallies_bank_uid_fact_type_state_pk" PRIMARY KEY("bank_uid","fact_type","state")
);
--> statement-breakpoint
ALTER TABLE "memory_tallies" ADD CONSTRAINT "memory_tallies_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
INSERT INTO "memory_tallies" SELECT bank_uid, fact_type, state, count(*) FROM memories GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION memory_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO memory_tallies AS t (bank_uid, fact_type, state, units)
      SELECT bank_uid, fact_type, state, count(*) FROM added GROUP BY 1, 2, 3
      ON CONFLICT (bank_uid, fact_type, state) DO UPDATE SET units = t.units + excluded.units;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO memory_tallies AS t (bank_uid, fact_type, state, units)
      SELECT bank_uid, fact_type, state, sum(n) FROM (
        SELECT bank_uid, fact_type, state, 1 AS n FROM added UNION ALL SELECT bank_uid, fact_type, state, -1 FROM gone) changed
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0
      ON CONFLICT (bank_uid, fact_type, state) DO UPDATE SET units = t.units + excluded.units;
  ELSE
    -- A bank that goes takes its tallies along: there may be none left to change.
    UPDATE memory_tallies t SET units = t.units - g.n
      FROM (SELECT bank_uid, fact_type, state, count(*) AS n FROM gone GROUP BY 1, 2, 3) g
      WHERE t.bank_uid = g.bank_uid AND t.fact_type = g.fact_type AND t.state = g.state;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memories_tally_added AFTER INSERT ON "memories" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION memory_tally();
--> statement-breakpoint
CREATE TRIGGER memories_tally_changed AFTER UPDATE ON "memories" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION memory_tally();
--> statement-breakpoint
CREATE TRIGGER memories_tally_gone AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION memory_tally();
--> statement-breakpoint
-- What is to be consolidated changes without a revision of the bank; whoever keeps a count of it compares this.
ALTER TABLE "banks" ADD COLUMN "backlog_revision" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "bank_stats" ADD COLUMN "backlog_revision" bigint DEFAULT -1 NOT NULL;
--> statement-breakpoint
-- Every writer of these items holds the lock of the bank already.
CREATE FUNCTION backlog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE banks SET backlog_revision = backlog_revision + 1 WHERE uid IN (SELECT bank_uid FROM changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER consolidation_items_added AFTER INSERT ON "consolidation_items" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION backlog_changed();
--> statement-breakpoint
CREATE TRIGGER consolidation_items_changed AFTER UPDATE ON "consolidation_items" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION backlog_changed();
--> statement-breakpoint
CREATE TRIGGER consolidation_items_gone AFTER DELETE ON "consolidation_items" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION backlog_changed();
--> statement-breakpoint
-- The standard order of a listing whole, and nothing but what it shows: a page of ids is then read off the index.
DROP INDEX "memories_listing";
--> statement-breakpoint
CREATE INDEX "memories_listing" ON "memories" USING btree ("bank_uid","mentioned_at" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE state = 'valid';
--> statement-breakpoint
CREATE INDEX "memories_tags" ON "memories" USING gin ("bank_uid","tags") WITH (gin_pending_list_limit=64) WHERE state = 'valid';
--> statement-breakpoint
CREATE INDEX "memories_updated" ON "memories" USING btree ("bank_uid","updated_at");
