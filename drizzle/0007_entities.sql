CREATE TABLE "entity_changes" (
	"bank_uid" bigint NOT NULL,
	"id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"other_id" uuid,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"alias_keys" text[] DEFAULT '{}' NOT NULL,
	"memory_ids" uuid[] DEFAULT '{}' NOT NULL,
	"shared_ids" uuid[] DEFAULT '{}' NOT NULL,
	"actor" text NOT NULL,
	"revision" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "entity_changes_bank_uid_id_pk" PRIMARY KEY("bank_uid","id"),
	CONSTRAINT "entity_changes_kind" CHECK ("entity_changes"."kind" in ('merge', 'split', 'rename'))
);
--> statement-breakpoint
CREATE TABLE "entity_apart" (
	"bank_uid" bigint NOT NULL,
	"low_id" uuid NOT NULL,
	"high_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_apart_bank_uid_low_id_high_id_pk" PRIMARY KEY("bank_uid","low_id","high_id"),
	CONSTRAINT "entity_apart_order" CHECK ("entity_apart"."low_id" < "entity_apart"."high_id")
);
--> statement-breakpoint
CREATE TABLE "bank_stats" (
	"bank_uid" bigint PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	"payload" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entity_changes" ADD CONSTRAINT "entity_changes_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_apart" ADD CONSTRAINT "entity_apart_low_fk" FOREIGN KEY ("bank_uid","low_id") REFERENCES "public"."entities"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_apart" ADD CONSTRAINT "entity_apart_high_fk" FOREIGN KEY ("bank_uid","high_id") REFERENCES "public"."entities"("bank_uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_stats" ADD CONSTRAINT "bank_stats_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entity_changes_entity" ON "entity_changes" USING btree ("bank_uid","entity_id","id");--> statement-breakpoint
CREATE INDEX "entity_changes_other" ON "entity_changes" USING btree ("bank_uid","other_id");--> statement-breakpoint
CREATE INDEX "entity_apart_high" ON "entity_apart" USING btree ("bank_uid","high_id");--> statement-breakpoint
CREATE INDEX "memories_created" ON "memories" USING btree ("bank_uid","created_at");
