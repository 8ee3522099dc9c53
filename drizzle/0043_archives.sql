-- The bytes of archives that operations wrote, in blocks. They are deleted with the operation. They are compressed already.
CREATE TABLE "archive_blocks" (
	"bank_uid" bigint NOT NULL,
	"operation_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"bytes" bytea NOT NULL,
	CONSTRAINT "archive_blocks_pk" PRIMARY KEY("bank_uid","operation_id","index"),
	CONSTRAINT "archive_blocks_operation_fk" FOREIGN KEY ("bank_uid","operation_id") REFERENCES "operations"("bank_uid","id") ON DELETE CASCADE
);
--> statement-breakpoint
ALTER TABLE "archive_blocks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
