-- Cells in other databases. `database_id` is the id of the database that contains a cell. For `default`, it is that of this database, and null until
-- there is a cell elsewhere; for other cells of this database it is null.
ALTER TABLE "cells" ADD COLUMN "database_id" uuid;
--> statement-breakpoint
-- Rows for the directory, written in the transaction of a bank in another database, until they are written there.
CREATE TABLE "directory_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "directory_outbox_at" ON "directory_outbox" USING btree ("at","id");
--> statement-breakpoint
-- Banks of deleted organizations in other databases, until they are deleted there.
CREATE TABLE "removed_banks" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"cell" text NOT NULL REFERENCES "cells"("name"),
	"done_at" timestamp(3) with time zone
);
