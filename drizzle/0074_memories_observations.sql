-- An overview begins with the latest observations. Without any, it read all memories of the bank: 0.8 s of a million.
CREATE INDEX "memories_observations" ON "memories" USING btree ("bank_uid","mentioned_at" DESC NULLS LAST,"created_at" DESC,"id" DESC)
  WHERE state = 'valid' and fact_type = 'observation';
