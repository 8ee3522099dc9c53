-- When a mental model was last refreshed in full mode; null where this was before the column existed.
ALTER TABLE "mental_models" ADD COLUMN "last_full_refreshed_at" timestamp (3) with time zone;
