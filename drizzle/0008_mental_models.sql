CREATE TABLE "mental_models" (
	"bank_uid" bigint NOT NULL,
	"id" text NOT NULL,
	"uid" uuid NOT NULL,
	"name" text NOT NULL,
	"source_query" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"max_tokens" integer NOT NULL,
	"trigger" jsonb NOT NULL,
	"scope_tags" text[] DEFAULT '{}' NOT NULL,
	"scope_mode" text NOT NULL,
	"scope_groups" jsonb,
	"scope_types" text[],
	"after_consolidation" boolean DEFAULT false NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"state" text DEFAULT 'generating' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"document" jsonb,
	"built_query" text,
	"built_scope" jsonb,
	"seen_revision" bigint DEFAULT 0 NOT NULL,
	"last_memory_seen_at" timestamp (3) with time zone,
	"based_on" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reflect_response" jsonb,
	"method" text,
	"last_error" jsonb,
	"revision" bigint DEFAULT 0 NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	"embedding" vector,
	"embedding_model" text,
	"last_refreshed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mental_models_bank_uid_id_pk" PRIMARY KEY("bank_uid","id"),
	CONSTRAINT "mental_models_state" CHECK ("mental_models"."state" in ('generating', 'ready', 'empty', 'failed')),
	CONSTRAINT "mental_models_scope_mode" CHECK ("mental_models"."scope_mode" in ('any', 'all', 'any_strict', 'all_strict', 'exact'))
);
--> statement-breakpoint
CREATE TABLE "mental_model_versions" (
	"bank_uid" bigint NOT NULL,
	"model_id" text NOT NULL,
	"version" integer NOT NULL,
	"change" text NOT NULL,
	"restored_version" integer,
	"content" text NOT NULL,
	"document" jsonb,
	"tokens" integer NOT NULL,
	"blocks" integer NOT NULL,
	"name" text NOT NULL,
	"source_query" text NOT NULL,
	"tags" text[] NOT NULL,
	"max_tokens" integer NOT NULL,
	"built_query" text,
	"built_scope" jsonb,
	"seen_revision" bigint NOT NULL,
	"last_memory_seen_at" timestamp (3) with time zone,
	"based_on" jsonb NOT NULL,
	"reflect_response" jsonb,
	"method" text,
	"mode" text,
	"mode_requested" text,
	"mode_reason" text,
	"outcome" text,
	"operation_id" uuid,
	"cause" text,
	"actor_kind" text NOT NULL,
	"actor_label" text NOT NULL,
	"source_ids" text[] DEFAULT '{}' NOT NULL,
	"facts_added" text[] DEFAULT '{}' NOT NULL,
	"facts_dropped" text[] DEFAULT '{}' NOT NULL,
	"facts_kept" text[] DEFAULT '{}' NOT NULL,
	"usage" jsonb NOT NULL,
	"delta_operations" jsonb,
	"retraction" jsonb,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mental_model_versions_pk" PRIMARY KEY("bank_uid","model_id","version"),
	CONSTRAINT "mental_model_versions_change" CHECK ("mental_model_versions"."change" in ('create', 'refresh', 'clear', 'restore'))
);
--> statement-breakpoint
CREATE TABLE "model_block_sources" (
	"bank_uid" bigint NOT NULL,
	"model_id" text NOT NULL,
	"block_id" text NOT NULL,
	"source_id" text NOT NULL,
	"is_model" boolean DEFAULT false NOT NULL,
	CONSTRAINT "model_block_sources_pk" PRIMARY KEY("bank_uid","model_id","block_id","source_id")
);
--> statement-breakpoint
CREATE TABLE "memory_tombstones" (
	"bank_uid" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"fact_type" text NOT NULL,
	"tag_key" uuid NOT NULL,
	"tags" text[] NOT NULL,
	CONSTRAINT "memory_tombstones_pk" PRIMARY KEY("bank_uid","revision","fact_type","tag_key")
);
--> statement-breakpoint
ALTER TABLE "mental_models" ADD CONSTRAINT "mental_models_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mental_model_versions" ADD CONSTRAINT "mental_model_versions_model_fk" FOREIGN KEY ("bank_uid","model_id") REFERENCES "public"."mental_models"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_block_sources" ADD CONSTRAINT "model_block_sources_model_fk" FOREIGN KEY ("bank_uid","model_id") REFERENCES "public"."mental_models"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_tombstones" ADD CONSTRAINT "memory_tombstones_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mental_models_listing" ON "mental_models" USING btree ("bank_uid","last_refreshed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mental_models_due" ON "mental_models" USING btree ("bank_uid","next_run_at") WHERE next_run_at is not null;--> statement-breakpoint
CREATE INDEX "model_block_sources_source" ON "model_block_sources" USING btree ("bank_uid","source_id");--> statement-breakpoint
CREATE INDEX "memories_revision" ON "memories" USING btree ("bank_uid","revision");--> statement-breakpoint
-- The past of a model is never rewritten; it goes with the model, and no other way.
CREATE FUNCTION "keep_model_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM mental_models m WHERE m.bank_uid = old.bank_uid AND m.id = old.model_id) THEN
      RETURN old;
    END IF;
  END IF;
  RAISE EXCEPTION 'A version of a mental model stays as it is' USING errcode = 'check_violation', constraint = 'mental_model_versions_append_only', table = 'mental_model_versions';
END $$;
--> statement-breakpoint
CREATE TRIGGER "mental_model_versions_append_only" BEFORE UPDATE OR DELETE ON "mental_model_versions"
  FOR EACH ROW EXECUTE FUNCTION "keep_model_versions"();
--> statement-breakpoint
-- The revision that the transaction at hand writes, as the lock of the bank (lib/banks/store.ts) has noted it; whoever comes without that
-- lock gets one of its own, so that what it does is seen as well.
CREATE FUNCTION "written_revision"(bank bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  noted text[] := string_to_array(coalesce(current_setting('memory_bank.writing', true), ''), ':');
  given bigint;
BEGIN
  IF noted[1] = bank::text THEN
    RETURN noted[2]::bigint;
  END IF;
  UPDATE banks SET revision = revision + 1 WHERE uid = bank RETURNING revision INTO given;
  RETURN given;
END $$;
--> statement-breakpoint
-- What left a set of tags, or is not valid any more: one row of each write, type and set. Kept only where a mental model may ask for it.
CREATE FUNCTION "bury_memories"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bank bigint;
  written bigint;
BEGIN
  FOR bank IN SELECT DISTINCT g.bank_uid FROM gone g WHERE g.state = 'valid' LOOP
    CONTINUE WHEN NOT EXISTS (SELECT FROM mental_models m WHERE m.bank_uid = bank) OR NOT EXISTS (SELECT FROM banks b WHERE b.uid = bank);
    written := written_revision(bank);
    INSERT INTO memory_tombstones (bank_uid, revision, fact_type, tag_key, tags)
      SELECT DISTINCT ON (g.fact_type, g.tags) bank, written, g.fact_type, md5(array_to_string(g.tags, chr(31)))::uuid, g.tags
      FROM gone g WHERE g.bank_uid = bank AND g.state = 'valid'
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "memories_bury" AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "bury_memories"();
--> statement-breakpoint
CREATE FUNCTION "bury_memory"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM mental_models m WHERE m.bank_uid = old.bank_uid) THEN
    INSERT INTO memory_tombstones (bank_uid, revision, fact_type, tag_key, tags)
      VALUES (old.bank_uid, written_revision(old.bank_uid), old.fact_type, md5(array_to_string(old.tags, chr(31)))::uuid, old.tags)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "memories_leave" AFTER UPDATE OF state, tags, fact_type ON "memories" FOR EACH ROW
  WHEN (old.state = 'valid' AND (new.state <> old.state OR new.tags IS DISTINCT FROM old.tags OR new.fact_type <> old.fact_type))
  EXECUTE FUNCTION "bury_memory"();
--> statement-breakpoint
-- The filters of lib/text/tags.ts for one unit, where the filter itself stands in a row.
CREATE FUNCTION "tags_match"(given text[], wanted text[], mode text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE mode
    WHEN 'any' THEN given = '{}' OR given && wanted
    WHEN 'all' THEN given = '{}' OR given @> wanted
    WHEN 'any_strict' THEN given && wanted
    WHEN 'all_strict' THEN given <> '{}' AND given @> wanted
    ELSE given @> wanted AND given <@ wanted
  END
$$;
--> statement-breakpoint
CREATE FUNCTION "tag_group_matches"(given text[], wanted jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  part jsonb;
BEGIN
  IF wanted ? 'and' THEN
    FOR part IN SELECT value FROM jsonb_array_elements(wanted -> 'and') LOOP
      IF NOT tag_group_matches(given, part) THEN RETURN false; END IF;
    END LOOP;
    RETURN true;
  ELSIF wanted ? 'or' THEN
    FOR part IN SELECT value FROM jsonb_array_elements(wanted -> 'or') LOOP
      IF tag_group_matches(given, part) THEN RETURN true; END IF;
    END LOOP;
    RETURN false;
  ELSIF wanted ? 'not' THEN
    RETURN NOT tag_group_matches(given, wanted -> 'not');
  END IF;
  RETURN tags_match(given, ARRAY(SELECT jsonb_array_elements_text(wanted -> 'tags')), coalesce(wanted ->> 'match', 'any_strict'));
END $$;
