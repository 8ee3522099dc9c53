-- A key that a person granted to an application over OAuth. Its tokens are in oauth_records.
ALTER TABLE "api_keys" ADD COLUMN "grant_id" text;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "granted_by" uuid;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "read_only" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_grant_id" UNIQUE("grant_id");
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_granted" CHECK (("grant_id" is null) = ("granted_by" is null) and ("grant_id" is null or (not "can_mint" and "parent_id" is null and "expires_at" is not null)));
--> statement-breakpoint
-- Clients, codes, tokens and running authorizations of the OAuth server. Secrets are stored as their SHA-256.
CREATE TABLE "oauth_records" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"expires_at" timestamp (3) with time zone,
	"consumed_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_records_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE INDEX "oauth_records_grant" ON "oauth_records" USING btree ("grant_id");
--> statement-breakpoint
CREATE INDEX "oauth_records_uid" ON "oauth_records" USING btree ("uid");
--> statement-breakpoint
CREATE INDEX "oauth_records_expires" ON "oauth_records" USING btree ("expires_at");
