-- Rules of a bank that every text of a language model follows.
CREATE TABLE "directives" (
	"bank_uid" bigint NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directives_bank_uid_id_pk" PRIMARY KEY("bank_uid","id")
);
--> statement-breakpoint
ALTER TABLE "directives" ADD CONSTRAINT "directives_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;
