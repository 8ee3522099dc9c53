-- A tree of folders and pages. A page is a mental model with a place in the tree.
CREATE TABLE "knowledge_folders" (
	"bank_uid" bigint NOT NULL,
	"id" text NOT NULL,
	"parent_id" text,
	"name" text NOT NULL,
	"sort_order" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_folders_bank_uid_id_pk" PRIMARY KEY("bank_uid","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_folders" ADD CONSTRAINT "knowledge_folders_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "knowledge_folders_parent" ON "knowledge_folders" ("bank_uid","parent_id");
--> statement-breakpoint
ALTER TABLE "mental_models" ADD COLUMN "page_id" text;
--> statement-breakpoint
ALTER TABLE "mental_models" ADD COLUMN "folder_id" text;
--> statement-breakpoint
ALTER TABLE "mental_models" ADD COLUMN "sort_order" integer;
--> statement-breakpoint
ALTER TABLE "mental_models" ADD CONSTRAINT "mental_models_folder_fk" FOREIGN KEY ("bank_uid","folder_id") REFERENCES "public"."knowledge_folders"("bank_uid","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "mental_models_page" ON "mental_models" ("bank_uid","page_id") WHERE page_id is not null;
--> statement-breakpoint
CREATE INDEX "mental_models_folder" ON "mental_models" ("bank_uid","folder_id") WHERE folder_id is not null;
