-- A retain that names somebody by one word looks for people with that last word in their name.
CREATE INDEX "entity_aliases_last_word" ON "entity_aliases" USING btree ("bank_uid",split_part(key, ' ', -1));
