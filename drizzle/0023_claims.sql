-- What a memory is about, for every claim of it and not for repeated words alone: the built-in rules derive an observation from two memories at
-- least, and the second finds the first by this.
CREATE TABLE "consolidation_claims" (
	"bank_uid" bigint NOT NULL,
	"scope_key" uuid NOT NULL,
	"claim" bigint NOT NULL,
	"memory_id" uuid NOT NULL,
	CONSTRAINT "consolidation_claims_bank_uid_scope_key_claim_memory_id_pk" PRIMARY KEY("bank_uid","scope_key","claim","memory_id")
);
--> statement-breakpoint
ALTER TABLE "consolidation_claims" ADD CONSTRAINT "consolidation_claims_item_fk" FOREIGN KEY ("bank_uid","memory_id","scope_key") REFERENCES "consolidation_items"("bank_uid","memory_id","scope_key") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "consolidation_claims_item" ON "consolidation_claims" ("bank_uid","memory_id","scope_key");
--> statement-breakpoint
INSERT INTO "consolidation_claims" ("bank_uid", "scope_key", "claim", "memory_id")
SELECT "bank_uid", "scope_key", "statement", "memory_id" FROM "consolidation_items" WHERE "statement" IS NOT NULL;
--> statement-breakpoint
DROP INDEX "consolidation_items_statement";
--> statement-breakpoint
ALTER TABLE "consolidation_items" DROP COLUMN "statement";
--> statement-breakpoint
-- Observations by rules that rest on one memory are no observations any more: what they rest on is read again.
UPDATE "consolidation_items" i SET "status" = 'pending'
FROM "observations" o
JOIN "memories" m ON m."bank_uid" = o."bank_uid" AND m."id" = o."memory_id" AND m."proof_count" = 1
JOIN "observation_sources" s ON s."bank_uid" = o."bank_uid" AND s."observation_id" = o."memory_id"
WHERE o."slot" IS NOT NULL AND i."bank_uid" = o."bank_uid" AND i."memory_id" = s."memory_id" AND i."scope_key" = o."scope_key";
