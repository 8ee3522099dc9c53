-- A person can add a block to a mental model.
ALTER TABLE "block_decisions" DROP CONSTRAINT "block_decisions_kind";
--> statement-breakpoint
ALTER TABLE "block_decisions" ADD CONSTRAINT "block_decisions_kind" CHECK (kind in ('pin', 'reword', 'remove', 'add'));
