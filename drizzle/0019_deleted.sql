-- What was deleted comes back with its text: its chunk is read anew.
UPDATE "chunks" c SET content_hash = '' FROM "curated_words" w
WHERE w.bank_uid = c.bank_uid AND w.chunk_id = c.id AND w.memory_id IS NULL AND c.content_hash <> 'unread';
--> statement-breakpoint
DELETE FROM "curated_words" WHERE memory_id IS NULL;
--> statement-breakpoint
ALTER TABLE "curated_words" ALTER COLUMN "memory_id" SET NOT NULL;
