-- An earlier state is the stored one, without what was stored later, and with other versions of the memories that were written since they were created.
-- What was true at a time depends on the memories with a validity.
CREATE INDEX "memories_rewritten" ON "memories" USING btree ("bank_uid","updated_at") WHERE updated_at > created_at;
--> statement-breakpoint
CREATE INDEX "memories_validity" ON "memories" USING btree ("bank_uid","id") WHERE valid_from is not null or valid_to is not null or superseded_by is not null;
--> statement-breakpoint
-- With the columns by which memories are counted, those stored later are counted without reading them.
DROP INDEX "memories_created";
--> statement-breakpoint
CREATE INDEX "memories_created" ON "memories" USING btree ("bank_uid","created_at","id","fact_type","state","term_count");
