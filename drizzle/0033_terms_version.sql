-- The version of the index terms of a bank's memories in languages other than English. Banks with an older one are re-indexed in the background.
ALTER TABLE "banks" ADD COLUMN "terms_version" smallint DEFAULT 1 NOT NULL;
