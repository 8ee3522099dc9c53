-- Revisions also record changes of validity that no user made: by rules, or by a request that gives a text other times.
ALTER TABLE "memory_revisions" DROP CONSTRAINT "memory_revisions_action";
--> statement-breakpoint
ALTER TABLE "memory_revisions" ADD CONSTRAINT "memory_revisions_action" CHECK ("memory_revisions"."action" in ('edit', 'invalidate', 'revert', 'restore', 'derive', 'retain'));
--> statement-breakpoint
CREATE INDEX "memory_revisions_superseded" ON "memory_revisions" USING btree ("bank_uid",("before"->>'superseded_by')) WHERE "before"->>'superseded_by' is not null;
--> statement-breakpoint
-- A deleted memory remains in no former state of the memories that it replaced. Each is found by the index, however few or many rows the statistics expect.
CREATE FUNCTION "forget_successors"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE memory_revisions r SET before = r.before || '{"valid_to":null,"superseded_by":null,"validity_source":null,"validity_reason":null}'
    WHERE r.ctid = ANY (ARRAY(SELECT k.place FROM gone g CROSS JOIN LATERAL (
      SELECT x.ctid AS place FROM memory_revisions x WHERE x.bank_uid = g.bank_uid AND x.before->>'superseded_by' = g.id::text OFFSET 0) k));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "memories_forget_successors" AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "forget_successors"();
