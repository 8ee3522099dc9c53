-- The revision at which somebody last said who is named by what, without writing a memory: whoever keeps a bank in memory reads its names anew.
ALTER TABLE "banks" ADD COLUMN "names_revision" bigint DEFAULT 0 NOT NULL;
