-- The statistics of a bank read its backlog and the time of its last consolidation from these.
CREATE INDEX "consolidation_items_waiting" ON "consolidation_items" USING btree ("bank_uid","memory_id") WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX "consolidation_items_done" ON "consolidation_items" USING btree ("bank_uid","updated_at") WHERE status = 'done';
