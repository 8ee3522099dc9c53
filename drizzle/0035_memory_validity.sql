-- When a memory was true, which memory ended that, and why. `validity_source`: derived by rules, given with the text, or set by hand.
ALTER TABLE "memories" ADD COLUMN "valid_from" timestamp (3) with time zone;
ALTER TABLE "memories" ADD COLUMN "valid_to" timestamp (3) with time zone;
ALTER TABLE "memories" ADD COLUMN "superseded_by" uuid;
ALTER TABLE "memories" ADD COLUMN "validity_source" text;
ALTER TABLE "memories" ADD COLUMN "validity_reason" text;
ALTER TABLE "memories" ADD CONSTRAINT "memories_validity_source" CHECK ("validity_source" in ('derived', 'given', 'set'));
CREATE INDEX "memories_superseded" ON "memories" USING btree ("bank_uid", "superseded_by") WHERE superseded_by is not null;
-- What a memory states and what it may end, as hashes: two memories that share one of each kind are compared.
CREATE TABLE "validity_keys" (
	"bank_uid" bigint NOT NULL,
	"key" bigint NOT NULL,
	"ends" boolean NOT NULL,
	"memory_id" uuid NOT NULL,
	CONSTRAINT "validity_keys_bank_uid_key_ends_memory_id_pk" PRIMARY KEY("bank_uid","key","ends","memory_id")
);
ALTER TABLE "validity_keys" ADD CONSTRAINT "validity_keys_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "public"."memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "validity_keys_memory" ON "validity_keys" USING btree ("bank_uid","memory_id");
-- The revision up to which the validity of a bank's memories was derived.
ALTER TABLE "banks" ADD COLUMN "validity_revision" bigint DEFAULT -1 NOT NULL;
