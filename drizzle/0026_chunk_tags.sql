-- The tags of the items a chunk was cut from, so that a filter by tags decides about its text too. A chunk is cut between items with different tags,
-- so it has one set. null: the chunk was stored before that, from a document whose items differ in tags; only the parts that its memories cover are sent.
ALTER TABLE "chunks" ADD COLUMN "tags" text[];
--> statement-breakpoint
UPDATE "chunks" c SET "tags" = d."tags" FROM "documents" d
WHERE d."bank_uid" = c."bank_uid" AND d."uid" = c."document_uid" AND jsonb_typeof(d."items") = 'array' AND (
  SELECT count(DISTINCT coalesce(i->'tags', '[]'::jsonb)) FROM jsonb_array_elements(d."items") i) <= 1;
