-- What a document was before an append that is written in parts, for as long as the last part is missing.
ALTER TABLE "documents" ADD COLUMN "settled" jsonb;
--> statement-breakpoint
CREATE INDEX "memory_evidence_time" ON "memory_evidence" ("bank_uid", "mentioned_at", "memory_id");
