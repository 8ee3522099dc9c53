-- The audit log of one bank is read along this index, newest first.
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("org_id","target_kind","target_id","at" DESC,"id" DESC);
