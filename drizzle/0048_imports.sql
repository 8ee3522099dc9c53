-- What an import has stored or skipped: a run that continues an interrupted one omits it. The rows are deleted with the operation.
CREATE TABLE "imported_items" (
	"bank_uid" bigint NOT NULL,
	"operation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"index" integer NOT NULL,
	"outcome" text NOT NULL,
	"source_id" text,
	"target_id" text,
	"memory_ids" uuid[],
	CONSTRAINT "imported_items_pk" PRIMARY KEY("bank_uid","operation_id","kind","index"),
	CONSTRAINT "imported_items_operation_fk" FOREIGN KEY ("bank_uid","operation_id") REFERENCES "operations"("bank_uid","id") ON DELETE CASCADE,
	CONSTRAINT "imported_items_outcome" CHECK (outcome in ('begun', 'imported', 'skipped'))
);
--> statement-breakpoint
CREATE INDEX "imported_items_source" ON "imported_items" USING btree ("bank_uid","operation_id","source_id") WHERE source_id is not null;
