CREATE TABLE "operations" (
	"bank_uid" bigint NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"parent_id" uuid,
	"part" integer,
	"lanes" text[] DEFAULT '{}' NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_key_id" uuid,
	"actor_user_id" uuid,
	"actor_label" text NOT NULL,
	"payload" jsonb,
	"items_count" integer DEFAULT 0 NOT NULL,
	"document_id" text,
	"mental_model_id" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"run_after" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivery_id" uuid,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempt_until" timestamp (3) with time zone,
	"progress" jsonb,
	"result" jsonb,
	"details" jsonb,
	"error_code" text,
	"error_message" text,
	"children_total" integer DEFAULT 0 NOT NULL,
	"children_done" integer DEFAULT 0 NOT NULL,
	"children_failed" integer DEFAULT 0 NOT NULL,
	"children_cancelled" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "operations_bank_uid_id_pk" PRIMARY KEY("bank_uid","id"),
	CONSTRAINT "operations_status" CHECK ("operations"."status" in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
	CONSTRAINT "operations_lease" CHECK (("operations"."status" = 'processing') = ("operations"."lease_token" is not null) and ("operations"."lease_token" is null) = ("operations"."lease_until" is null)),
	CONSTRAINT "operations_children" CHECK ("operations"."children_done" + "operations"."children_failed" + "operations"."children_cancelled" <= "operations"."children_total")
);
--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_parent_fk" FOREIGN KEY ("bank_uid","parent_id") REFERENCES "public"."operations"("bank_uid","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "operations_waiting" ON "operations" USING btree ("bank_uid","type","subject") WHERE status = 'pending' and subject is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "operations_running" ON "operations" USING btree ("bank_uid","type","subject") WHERE status = 'processing' and subject is not null;
--> statement-breakpoint
CREATE INDEX "operations_listed" ON "operations" USING btree ("bank_uid","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "operations_children_of" ON "operations" USING btree ("bank_uid","parent_id","part") WHERE parent_id is not null;
--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("bank_uid","status","run_after") WHERE status in ('pending', 'processing');
--> statement-breakpoint
CREATE INDEX "operations_ended" ON "operations" USING btree ("bank_uid","completed_at") WHERE completed_at is not null;
