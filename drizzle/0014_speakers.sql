-- Whom a bank remembers as speakers follows from what is live in it; this finds them, one look for each.
CREATE INDEX "memories_speaker" ON "memories" USING btree ("bank_uid","speaker") WHERE state = 'valid' and speaker is not null;
--> statement-breakpoint
UPDATE "banks" b SET "speakers" = array(
  select distinct m."speaker" from "memories" m where m."bank_uid" = b."uid" and m."state" = 'valid' and m."speaker" is not null order by 1 limit 200
) WHERE cardinality(b."speakers") > 0;
