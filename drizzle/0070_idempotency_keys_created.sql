-- A request with an `Idempotency-Key` deletes keys older than a day. It read all keys of its bank to find them.
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("bank_uid","created_at");
