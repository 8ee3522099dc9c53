CREATE EXTENSION IF NOT EXISTS vector;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE TABLE "banks" (
	"uid" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banks_uid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"mission" text DEFAULT '' NOT NULL,
	"skepticism" integer DEFAULT 3 NOT NULL,
	"literalism" integer DEFAULT 3 NOT NULL,
	"empathy" integer DEFAULT 3 NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"unit_count" bigint DEFAULT 0 NOT NULL,
	"term_count" bigint DEFAULT 0 NOT NULL,
	"speakers" text[] DEFAULT '{}' NOT NULL,
	"embedding_model" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_write_at" timestamp (3) with time zone,
	"last_document_at" timestamp (3) with time zone,
	CONSTRAINT "banks_org_id_id" UNIQUE("org_id","id"),
	CONSTRAINT "banks_org_id_uid" UNIQUE("org_id","uid")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"bank_uid" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"response" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_bank_uid_key_pk" PRIMARY KEY("bank_uid","key")
);
--> statement-breakpoint
CREATE TABLE "chunks" (
	"bank_uid" bigint NOT NULL,
	"id" uuid NOT NULL,
	"document_uid" uuid NOT NULL,
	"index" integer NOT NULL,
	"content_hash" text NOT NULL,
	"text" text NOT NULL,
	"position_start" integer NOT NULL,
	"position_count" integer NOT NULL,
	"turn_start" integer NOT NULL,
	"turn_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chunks_bank_uid_id_pk" PRIMARY KEY("bank_uid","id")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"bank_uid" bigint NOT NULL,
	"uid" uuid NOT NULL,
	"id" text NOT NULL,
	"content_hash" text NOT NULL,
	"text_length" integer NOT NULL,
	"term_count" integer DEFAULT 0 NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"retain_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"observation_scopes" jsonb,
	"revision" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_bank_uid_uid_pk" PRIMARY KEY("bank_uid","uid"),
	CONSTRAINT "documents_id" UNIQUE("bank_uid","id")
);
--> statement-breakpoint
CREATE TABLE "entities" (
	"bank_uid" bigint NOT NULL,
	"id" uuid NOT NULL,
	"canonical_name" text NOT NULL,
	"kind" text NOT NULL,
	"mention_count" integer DEFAULT 0 NOT NULL,
	"first_seen" timestamp (3) with time zone,
	"last_seen" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "entities_bank_uid_id_pk" PRIMARY KEY("bank_uid","id")
);
--> statement-breakpoint
CREATE TABLE "entity_aliases" (
	"bank_uid" bigint NOT NULL,
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"entity_id" uuid NOT NULL,
	CONSTRAINT "entity_aliases_bank_uid_key_pk" PRIMARY KEY("bank_uid","key")
);
--> statement-breakpoint
CREATE TABLE "memory_entities" (
	"bank_uid" bigint NOT NULL,
	"memory_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	CONSTRAINT "memory_entities_bank_uid_memory_id_entity_id_pk" PRIMARY KEY("bank_uid","memory_id","entity_id")
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"bank_uid" bigint NOT NULL,
	"id" uuid NOT NULL,
	"document_uid" uuid,
	"chunk_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"fact_type" text NOT NULL,
	"state" text DEFAULT 'valid' NOT NULL,
	"text" text NOT NULL,
	"context" text DEFAULT '' NOT NULL,
	"speaker" text,
	"tokens" integer NOT NULL,
	"term_count" integer NOT NULL,
	"search" "tsvector" NOT NULL,
	"occurred_start" timestamp (3) with time zone,
	"occurred_end" timestamp (3) with time zone,
	"time_precision" text,
	"mentioned_at" timestamp (3) with time zone,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"observation_scopes" jsonb,
	"proof_count" integer DEFAULT 1 NOT NULL,
	"fingerprint" bigint,
	"extractor" text NOT NULL,
	"writer_key_id" uuid,
	"revision" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"consolidated_at" timestamp (3) with time zone,
	"consolidation_failed_at" timestamp (3) with time zone,
	"invalidated_at" timestamp (3) with time zone,
	"invalidation_reason" text,
	CONSTRAINT "memories_bank_uid_id_pk" PRIMARY KEY("bank_uid","id"),
	CONSTRAINT "memories_fact_type" CHECK ("memories"."fact_type" in ('world', 'experience', 'observation')),
	CONSTRAINT "memories_state" CHECK ("memories"."state" in ('valid', 'invalidated')),
	CONSTRAINT "memories_observation_stays_valid" CHECK ("memories"."fact_type" <> 'observation' or "memories"."state" = 'valid')
);
--> statement-breakpoint
CREATE TABLE "memory_embeddings" (
	"bank_uid" bigint NOT NULL,
	"memory_id" uuid NOT NULL,
	"model" text NOT NULL,
	"fact_type" text NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"embedding" vector NOT NULL,
	CONSTRAINT "memory_embeddings_bank_uid_memory_id_model_pk" PRIMARY KEY("bank_uid","memory_id","model")
);
--> statement-breakpoint
CREATE TABLE "memory_evidence" (
	"bank_uid" bigint NOT NULL,
	"id" uuid NOT NULL,
	"memory_id" uuid NOT NULL,
	"document_uid" uuid NOT NULL,
	"chunk_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"turn" integer NOT NULL,
	"context" text DEFAULT '' NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"mentioned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memory_evidence_bank_uid_id_pk" PRIMARY KEY("bank_uid","id")
);
--> statement-breakpoint
CREATE TABLE "memory_links" (
	"bank_uid" bigint NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"link_type" text NOT NULL,
	"weight" real NOT NULL,
	CONSTRAINT "memory_links_bank_uid_from_id_to_id_link_type_pk" PRIMARY KEY("bank_uid","from_id","to_id","link_type"),
	CONSTRAINT "memory_links_type" CHECK ("memory_links"."link_type" in ('semantic', 'caused_by'))
);
--> statement-breakpoint
CREATE TABLE "observation_sources" (
	"bank_uid" bigint NOT NULL,
	"observation_id" uuid NOT NULL,
	"memory_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "observation_sources_bank_uid_observation_id_memory_id_pk" PRIMARY KEY("bank_uid","observation_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "api_key_banks" (
	"org_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"bank_uid" bigint NOT NULL,
	CONSTRAINT "api_key_banks_org_id_key_id_bank_uid_pk" PRIMARY KEY("org_id","key_id","bank_uid")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"hash_version" smallint DEFAULT 1 NOT NULL,
	"prefix" text NOT NULL,
	"scope_kind" text NOT NULL,
	"parent_id" uuid,
	"can_mint" boolean DEFAULT false NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_org_id_id" UNIQUE("org_id","id"),
	CONSTRAINT "api_keys_scope_kind" CHECK ("api_keys"."scope_kind" in ('all', 'banks')),
	CONSTRAINT "api_keys_child_never_mints" CHECK ("api_keys"."parent_id" is null or (not "api_keys"."can_mint" and "api_keys"."scope_kind" = 'banks' and "api_keys"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "banks" ADD CONSTRAINT "banks_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_document_fk" FOREIGN KEY ("bank_uid","document_uid") REFERENCES "public"."documents"("bank_uid","uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_aliases" ADD CONSTRAINT "entity_aliases_entity_fk" FOREIGN KEY ("bank_uid","entity_id") REFERENCES "public"."entities"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_entities" ADD CONSTRAINT "memory_entities_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_entities" ADD CONSTRAINT "memory_entities_entity_fk" FOREIGN KEY ("bank_uid","entity_id") REFERENCES "public"."entities"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_document_fk" FOREIGN KEY ("bank_uid","document_uid") REFERENCES "public"."documents"("bank_uid","uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_embeddings" ADD CONSTRAINT "memory_embeddings_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_evidence" ADD CONSTRAINT "memory_evidence_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_evidence" ADD CONSTRAINT "memory_evidence_chunk_fk" FOREIGN KEY ("bank_uid","chunk_id") REFERENCES "public"."chunks"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_links" ADD CONSTRAINT "memory_links_from_fk" FOREIGN KEY ("bank_uid","from_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_links" ADD CONSTRAINT "memory_links_to_fk" FOREIGN KEY ("bank_uid","to_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation_sources" ADD CONSTRAINT "observation_sources_observation_fk" FOREIGN KEY ("bank_uid","observation_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation_sources" ADD CONSTRAINT "observation_sources_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_banks" ADD CONSTRAINT "api_key_banks_key_fk" FOREIGN KEY ("org_id","key_id") REFERENCES "public"."api_keys"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_banks" ADD CONSTRAINT "api_key_banks_bank_fk" FOREIGN KEY ("org_id","bank_uid") REFERENCES "public"."banks"("org_id","uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_parent_fk" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."api_keys"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chunks_document" ON "chunks" USING btree ("bank_uid","document_uid","index");--> statement-breakpoint
CREATE INDEX "documents_updated" ON "documents" USING btree ("bank_uid","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "entities_mentions" ON "entities" USING btree ("bank_uid","mention_count" DESC NULLS LAST,"last_seen" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "entity_aliases_entity" ON "entity_aliases" USING btree ("bank_uid","entity_id");--> statement-breakpoint
CREATE INDEX "memory_entities_entity" ON "memory_entities" USING btree ("bank_uid","entity_id","memory_id");--> statement-breakpoint
CREATE INDEX "memories_document" ON "memories" USING btree ("bank_uid","document_uid","position");--> statement-breakpoint
CREATE INDEX "memories_chunk" ON "memories" USING btree ("bank_uid","chunk_id");--> statement-breakpoint
CREATE INDEX "memories_listing" ON "memories" USING btree ("bank_uid","mentioned_at" DESC NULLS LAST,"created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "memories_effective" ON "memories" USING btree ("bank_uid",coalesce("occurred_start", "mentioned_at"));--> statement-breakpoint
CREATE INDEX "memories_fingerprint" ON "memories" USING btree ("bank_uid","fingerprint");--> statement-breakpoint
CREATE INDEX "memories_search" ON "memories" USING gin ("bank_uid","search") WITH (gin_pending_list_limit=64);--> statement-breakpoint
CREATE INDEX "memories_standing" ON "memories" USING btree ("bank_uid","id") WHERE speaker = 'user' and text ~* '^user: (please )?(always|never|from now on|whenever|make sure|remember to)\M|\mwhen(ever)? i ask\M|\mfrom now on\M|\mi(''d)? ((really|always|usually|generally|strongly) )?prefer\M';--> statement-breakpoint
CREATE INDEX "memory_evidence_memory" ON "memory_evidence" USING btree ("bank_uid","memory_id");--> statement-breakpoint
CREATE INDEX "memory_evidence_chunk" ON "memory_evidence" USING btree ("bank_uid","chunk_id");--> statement-breakpoint
CREATE INDEX "memory_links_to" ON "memory_links" USING btree ("bank_uid","to_id");--> statement-breakpoint
CREATE INDEX "observation_sources_memory" ON "observation_sources" USING btree ("bank_uid","memory_id");--> statement-breakpoint
CREATE INDEX "api_key_banks_bank" ON "api_key_banks" USING btree ("bank_uid");--> statement-breakpoint
CREATE INDEX "api_keys_org_created" ON "api_keys" USING btree ("org_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "api_keys_parent" ON "api_keys" USING btree ("org_id","parent_id");