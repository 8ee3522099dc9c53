-- What belongs to an operation moves to another bank with it, so that one part of a statement is enough.
ALTER TABLE "archive_blocks" DROP CONSTRAINT "archive_blocks_operation_fk";
--> statement-breakpoint
ALTER TABLE "archive_blocks" ADD CONSTRAINT "archive_blocks_operation_fk" FOREIGN KEY ("bank_uid","operation_id") REFERENCES "public"."operations"("bank_uid","id") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "imported_items" DROP CONSTRAINT "imported_items_operation_fk";
--> statement-breakpoint
ALTER TABLE "imported_items" ADD CONSTRAINT "imported_items_operation_fk" FOREIGN KEY ("bank_uid","operation_id") REFERENCES "public"."operations"("bank_uid","id") ON DELETE cascade ON UPDATE cascade;
