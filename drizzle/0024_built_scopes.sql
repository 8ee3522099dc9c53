-- All the scopes that a document was written for since all of it was, not the first of them alone. The type is changed, and not the rows: those of
-- versions are append-only.
ALTER TABLE "mental_models" ALTER COLUMN "built_scope" TYPE jsonb USING CASE WHEN "built_scope" IS NULL THEN '[]'::jsonb ELSE jsonb_build_array("built_scope") END;
--> statement-breakpoint
ALTER TABLE "mental_models" RENAME COLUMN "built_scope" TO "built_scopes";
--> statement-breakpoint
ALTER TABLE "mental_models" ALTER COLUMN "built_scopes" SET DEFAULT '[]'::jsonb;
--> statement-breakpoint
ALTER TABLE "mental_models" ALTER COLUMN "built_scopes" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mental_model_versions" ALTER COLUMN "built_scope" TYPE jsonb USING CASE WHEN "built_scope" IS NULL THEN '[]'::jsonb ELSE jsonb_build_array("built_scope") END;
--> statement-breakpoint
ALTER TABLE "mental_model_versions" RENAME COLUMN "built_scope" TO "built_scopes";
--> statement-breakpoint
ALTER TABLE "mental_model_versions" ALTER COLUMN "built_scopes" SET DEFAULT '[]'::jsonb;
--> statement-breakpoint
ALTER TABLE "mental_model_versions" ALTER COLUMN "built_scopes" SET NOT NULL;
