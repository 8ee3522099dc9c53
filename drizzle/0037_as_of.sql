-- The times whose memories can no longer be shown, because one that existed then was permanently deleted. Each deleted memory adds the time from its
-- creation to its deletion. What was deleted before this column existed is not known, so that the time up to now counts as missing.
ALTER TABLE "memory_tallies" ADD COLUMN "missing" tstzmultirange DEFAULT '{}' NOT NULL;
--> statement-breakpoint
UPDATE "memory_tallies" t SET missing = tstzmultirange(tstzrange(least(b.created_at, now()), now())) FROM banks b WHERE b.uid = t.bank_uid;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION memory_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO memory_tallies AS t (bank_uid, fact_type, state, units)
      SELECT bank_uid, fact_type, state, count(*) FROM added GROUP BY 1, 2, 3
      ON CONFLICT (bank_uid, fact_type, state) DO UPDATE SET units = t.units + excluded.units;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO memory_tallies AS t (bank_uid, fact_type, state, units)
      SELECT bank_uid, fact_type, state, sum(n) FROM (
        SELECT bank_uid, fact_type, state, 1 AS n FROM added UNION ALL SELECT bank_uid, fact_type, state, -1 FROM gone) changed
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0
      ON CONFLICT (bank_uid, fact_type, state) DO UPDATE SET units = t.units + excluded.units;
  ELSE
    -- The tallies of a deleted bank are deleted with it, so there may be none left to change. Very many separate times become one, which is longer.
    UPDATE memory_tallies t SET units = t.units - g.n,
      missing = CASE WHEN pg_column_size(t.missing) < 4096 THEN t.missing ELSE tstzmultirange(range_merge(t.missing)) END
        + tstzmultirange(tstzrange(least(g.since, now()), now()))
      FROM (SELECT bank_uid, fact_type, state, count(*) AS n, min(created_at) AS since FROM gone GROUP BY 1, 2, 3) g
      WHERE t.bank_uid = g.bank_uid AND t.fact_type = g.fact_type AND t.state = g.state;
  END IF;
  RETURN NULL;
END $$;
