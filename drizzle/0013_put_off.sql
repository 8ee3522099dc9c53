-- How often an operation was put off while somebody else was away: no attempt is counted then.
ALTER TABLE "operations" ADD COLUMN "put_off" integer DEFAULT 0 NOT NULL;
