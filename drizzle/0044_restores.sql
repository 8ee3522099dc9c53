-- A bank that an operation fills from an archive. Until the operation completes it belongs to no organization, and it is not purged.
ALTER TABLE "banks" ADD COLUMN "restored_by" uuid;
--> statement-breakpoint
-- The bank of that operation.
ALTER TABLE "banks" ADD COLUMN "restored_for" bigint;
--> statement-breakpoint
CREATE UNIQUE INDEX "banks_restored_by" ON "banks" USING btree ("restored_by") WHERE restored_by is not null;
