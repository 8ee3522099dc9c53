-- The number of valid memories with a tag: the list of tags would read all memories. The trigger of the other tallies updates it.
CREATE TABLE "tag_tallies" (
	"bank_uid" bigint NOT NULL,
	"tag" text NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "tag_tallies_bank_uid_tag_pk" PRIMARY KEY("bank_uid","tag")
);
--> statement-breakpoint
ALTER TABLE "tag_tallies" ADD CONSTRAINT "tag_tallies_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
INSERT INTO "tag_tallies" SELECT m.bank_uid, t.tag, count(*) FROM memories m CROSS JOIN LATERAL unnest(m.tags) AS t(tag) WHERE m.state = 'valid' GROUP BY 1, 2;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION memory_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO memory_tallies AS t (bank_uid, fact_type, state, units)
      SELECT bank_uid, fact_type, state, count(*) FROM added GROUP BY 1, 2, 3
      ON CONFLICT (bank_uid, fact_type, state) DO UPDATE SET units = t.units + excluded.units;
    INSERT INTO tag_tallies AS t (bank_uid, tag, units)
      SELECT a.bank_uid, g.tag, count(*) FROM added a CROSS JOIN LATERAL unnest(a.tags) AS g(tag) WHERE a.state = 'valid' GROUP BY 1, 2
      ON CONFLICT (bank_uid, tag) DO UPDATE SET units = t.units + excluded.units;
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM gone) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO memory_tallies AS t (bank_uid, fact_type, state, units)
      SELECT bank_uid, fact_type, state, sum(n) FROM (
        SELECT bank_uid, fact_type, state, 1 AS n FROM added UNION ALL SELECT bank_uid, fact_type, state, -1 FROM gone) changed
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0
      ON CONFLICT (bank_uid, fact_type, state) DO UPDATE SET units = t.units + excluded.units;
    INSERT INTO tag_tallies AS t (bank_uid, tag, units)
      SELECT c.bank_uid, g.tag, sum(c.n) FROM (
        SELECT bank_uid, state, tags, 1 AS n FROM added UNION ALL SELECT bank_uid, state, tags, -1 FROM gone) c
      CROSS JOIN LATERAL unnest(c.tags) AS g(tag) WHERE c.state = 'valid' GROUP BY 1, 2 HAVING sum(c.n) <> 0
      ON CONFLICT (bank_uid, tag) DO UPDATE SET units = t.units + excluded.units;
  ELSE
    -- The tallies of a deleted bank are deleted with it, so there may be none left to change. Very many separate times become one, which is longer.
    UPDATE memory_tallies t SET units = t.units - g.n,
      missing = CASE WHEN pg_column_size(t.missing) < 4096 THEN t.missing ELSE tstzmultirange(range_merge(t.missing)) END
        + tstzmultirange(tstzrange(least(g.since, now()), now()))
      FROM (SELECT bank_uid, fact_type, state, count(*) AS n, min(created_at) AS since FROM gone GROUP BY 1, 2, 3) g
      WHERE t.bank_uid = g.bank_uid AND t.fact_type = g.fact_type AND t.state = g.state;
    UPDATE tag_tallies t SET units = t.units - g.n
      FROM (SELECT o.bank_uid, x.tag, count(*) AS n FROM gone o CROSS JOIN LATERAL unnest(o.tags) AS x(tag) WHERE o.state = 'valid' GROUP BY 1, 2) g
      WHERE t.bank_uid = g.bank_uid AND t.tag = g.tag;
  END IF;
  -- A tag that no valid memory has leaves no trace.
  DELETE FROM tag_tallies t USING (SELECT DISTINCT o.bank_uid, x.tag FROM gone o CROSS JOIN LATERAL unnest(o.tags) AS x(tag)) g
    WHERE t.bank_uid = g.bank_uid AND t.tag = g.tag AND t.units = 0;
  RETURN NULL;
END $$;
