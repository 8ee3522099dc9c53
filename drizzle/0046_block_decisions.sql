-- Decisions of people about blocks of mental models. Refreshes respect them until they are undone.
CREATE TABLE "block_decisions" (
	"bank_uid" bigint NOT NULL,
	"model_id" text NOT NULL,
	"block_id" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"own_text" text,
	"heading" text NOT NULL,
	"after_block_id" text,
	"source_ids" text[] DEFAULT '{}' NOT NULL,
	"cited" jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_label" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "block_decisions_pk" PRIMARY KEY("bank_uid","model_id","block_id","kind"),
	CONSTRAINT "block_decisions_kind" CHECK (kind in ('pin', 'reword', 'remove'))
);
--> statement-breakpoint
ALTER TABLE "block_decisions" ADD CONSTRAINT "block_decisions_model_fk" FOREIGN KEY ("bank_uid","model_id") REFERENCES "public"."mental_models"("bank_uid","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mental_model_versions" DROP CONSTRAINT "mental_model_versions_change";
--> statement-breakpoint
ALTER TABLE "mental_model_versions" ADD CONSTRAINT "mental_model_versions_change" CHECK (change in ('create', 'refresh', 'clear', 'restore', 'edit'));
--> statement-breakpoint
ALTER TABLE "mental_model_versions" ADD COLUMN "decision" jsonb;
