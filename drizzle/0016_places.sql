-- What can only be told while a text is read: by which spellings a unit names an entity, which a split goes by, and where in its chunk it stands.
ALTER TABLE "memory_entities" ADD COLUMN "spellings" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "chunk_start" integer, ADD COLUMN "chunk_end" integer;
--> statement-breakpoint
ALTER TABLE "memory_evidence" ADD COLUMN "chunk_start" integer, ADD COLUMN "chunk_end" integer;
