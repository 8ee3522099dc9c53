CREATE TABLE "memory_revisions" (
	"bank_uid" bigint NOT NULL,
	"memory_id" uuid NOT NULL,
	"revision" bigint NOT NULL,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"vectors" jsonb,
	"reason" text,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_label" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memory_revisions_pk" PRIMARY KEY("bank_uid","memory_id","revision","action"),
	CONSTRAINT "memory_revisions_action" CHECK ("memory_revisions"."action" in ('edit', 'invalidate', 'revert', 'restore'))
);
--> statement-breakpoint
CREATE TABLE "curated_words" (
	"bank_uid" bigint NOT NULL,
	"chunk_id" uuid NOT NULL,
	"words" bigint NOT NULL,
	"memory_id" uuid,
	CONSTRAINT "curated_words_pk" PRIMARY KEY("bank_uid","chunk_id","words")
);
--> statement-breakpoint
ALTER TABLE "memory_revisions" ADD CONSTRAINT "memory_revisions_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curated_words" ADD CONSTRAINT "curated_words_chunk_fk" FOREIGN KEY ("bank_uid","chunk_id") REFERENCES "public"."chunks"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curated_words" ADD CONSTRAINT "curated_words_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "curated_words_memory" ON "curated_words" USING btree ("bank_uid","memory_id");--> statement-breakpoint
CREATE INDEX "memories_invalidated" ON "memories" USING btree ("bank_uid","id") WHERE state = 'invalidated';
