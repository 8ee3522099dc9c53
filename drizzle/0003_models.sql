CREATE TABLE "llm_calls" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bank_id" text NOT NULL,
	"use" text NOT NULL,
	"operation" text NOT NULL,
	"operation_id" text,
	"document_id" text,
	"configuration" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"failure" text,
	"attempt" integer NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"cached_tokens" bigint NOT NULL,
	"thoughts_tokens" bigint NOT NULL,
	"total_tokens" bigint NOT NULL,
	"duration_ms" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"request_id" text,
	CONSTRAINT "llm_calls_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "llm_calls" ADD CONSTRAINT "llm_calls_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "llm_calls_org" ON "llm_calls" USING btree ("org_id","started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "llm_calls_bank" ON "llm_calls" USING btree ("org_id","bank_id","started_at" DESC NULLS LAST,"id" DESC NULLS LAST);
