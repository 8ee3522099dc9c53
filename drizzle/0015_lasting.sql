-- What began before a time may last into it; a search of that time finds it by its end.
CREATE INDEX "memories_lasting" ON "memories" USING btree ("bank_uid","occurred_end") WHERE state = 'valid' and occurred_end > occurred_start;
