-- No search asked for either.
ALTER TABLE "documents" DROP COLUMN "term_count";
--> statement-breakpoint
-- Whoever else uses the extension in this database keeps it.
DO $$ BEGIN
  DROP EXTENSION IF EXISTS pg_trgm;
EXCEPTION WHEN dependent_objects_still_exist OR insufficient_privilege THEN NULL;
END $$;
