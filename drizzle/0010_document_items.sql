ALTER TABLE "documents" ADD COLUMN "items" jsonb;
