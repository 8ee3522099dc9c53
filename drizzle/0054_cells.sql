-- A cell is a schema with all tables of banks; `default` is `public`. The directory says which cell contains a bank. Numbers of banks come from
-- one sequence for all cells, and keys refer to the directory, because a bank of another cell has no row in `public.banks`.
CREATE TABLE "cells" ("name" text PRIMARY KEY NOT NULL);
--> statement-breakpoint
INSERT INTO "cells" ("name") VALUES ('default');
--> statement-breakpoint
CREATE SEQUENCE "bank_uids";
--> statement-breakpoint
SELECT setval('bank_uids', greatest((SELECT max("uid") FROM "banks"), 1), EXISTS (SELECT FROM "banks"));
--> statement-breakpoint
ALTER TABLE "banks" ALTER COLUMN "uid" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "banks" ALTER COLUMN "uid" SET DEFAULT nextval('bank_uids');
--> statement-breakpoint
CREATE TABLE "bank_cells" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL REFERENCES "organizations"("id") ON DELETE cascade,
	"id" text NOT NULL,
	"cell" text DEFAULT 'default' NOT NULL REFERENCES "cells"("name"),
	CONSTRAINT "bank_cells_org_id_id" UNIQUE("org_id","id"),
	CONSTRAINT "bank_cells_org_id_uid" UNIQUE("org_id","uid")
);
--> statement-breakpoint
CREATE INDEX "bank_cells_cell" ON "bank_cells" USING btree ("cell");
--> statement-breakpoint
INSERT INTO "bank_cells" ("uid", "org_id", "id") SELECT "uid", "org_id", "id" FROM "banks" WHERE "org_id" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "api_key_banks" DROP CONSTRAINT "api_key_banks_bank_fk";
--> statement-breakpoint
ALTER TABLE "api_key_banks" ADD CONSTRAINT "api_key_banks_bank_fk" FOREIGN KEY ("org_id","bank_uid") REFERENCES "bank_cells"("org_id","uid") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "banks" DROP CONSTRAINT "banks_org_id_uid";
--> statement-breakpoint
-- Receipts are above cells; the statement that writes one deletes the pages of its bank.
DROP TRIGGER "purge_receipts_pages" ON "purge_receipts";
