-- What refers to a folder or a mental model moves to another bank with it, so that they can be moved one after the other.
ALTER TABLE "mental_models" DROP CONSTRAINT "mental_models_folder_fk";
--> statement-breakpoint
ALTER TABLE "mental_models" ADD CONSTRAINT "mental_models_folder_fk" FOREIGN KEY ("bank_uid","folder_id") REFERENCES "public"."knowledge_folders"("bank_uid","id") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "mental_model_versions" DROP CONSTRAINT "mental_model_versions_model_fk";
--> statement-breakpoint
ALTER TABLE "mental_model_versions" ADD CONSTRAINT "mental_model_versions_model_fk" FOREIGN KEY ("bank_uid","model_id") REFERENCES "public"."mental_models"("bank_uid","id") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "model_block_sources" DROP CONSTRAINT "model_block_sources_model_fk";
--> statement-breakpoint
ALTER TABLE "model_block_sources" ADD CONSTRAINT "model_block_sources_model_fk" FOREIGN KEY ("bank_uid","model_id") REFERENCES "public"."mental_models"("bank_uid","id") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "block_decisions" DROP CONSTRAINT "block_decisions_model_fk";
--> statement-breakpoint
ALTER TABLE "block_decisions" ADD CONSTRAINT "block_decisions_model_fk" FOREIGN KEY ("bank_uid","model_id") REFERENCES "public"."mental_models"("bank_uid","id") ON DELETE cascade ON UPDATE cascade;
