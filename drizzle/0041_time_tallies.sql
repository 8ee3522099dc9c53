-- The number of valid memories of an hour, by each time of a memory: a series over time would read all memories.
CREATE TABLE "time_tallies" (
	"bank_uid" bigint NOT NULL,
	"time_field" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"fact_type" text NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "time_tallies_bank_uid_time_field_hour_fact_type_pk" PRIMARY KEY("bank_uid","time_field","hour","fact_type")
);
--> statement-breakpoint
ALTER TABLE "time_tallies" ADD CONSTRAINT "time_tallies_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "public"."banks"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
INSERT INTO "time_tallies" SELECT m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC'), m.fact_type, count(*) FROM memories m CROSS JOIN LATERAL (VALUES
  ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))) f(time_field, at)
  WHERE m.state = 'valid' GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
-- A memory without the time counts by its creation.
CREATE FUNCTION time_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO time_tallies AS t (bank_uid, time_field, hour, fact_type, units)
      SELECT m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC'), m.fact_type, count(*) FROM added m CROSS JOIN LATERAL (VALUES
        ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))) f(time_field, at)
      WHERE m.state = 'valid' GROUP BY 1, 2, 3, 4
      ON CONFLICT (bank_uid, time_field, hour, fact_type) DO UPDATE SET units = t.units + excluded.units;
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM gone) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO time_tallies AS t (bank_uid, time_field, hour, fact_type, units)
      SELECT m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC'), m.fact_type, sum(m.n) FROM (
        SELECT bank_uid, fact_type, created_at, mentioned_at, occurred_start, 1 AS n FROM added WHERE state = 'valid'
        UNION ALL SELECT bank_uid, fact_type, created_at, mentioned_at, occurred_start, -1 FROM gone WHERE state = 'valid') m
      CROSS JOIN LATERAL (VALUES
        ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))) f(time_field, at)
      GROUP BY 1, 2, 3, 4 HAVING sum(m.n) <> 0
      ON CONFLICT (bank_uid, time_field, hour, fact_type) DO UPDATE SET units = t.units + excluded.units;
  ELSE
    -- The tallies of a deleted bank are deleted with it, so there may be none left to change.
    UPDATE time_tallies t SET units = t.units - g.n FROM (
      SELECT m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC') AS hour, m.fact_type, count(*) AS n FROM gone m CROSS JOIN LATERAL (VALUES
        ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))) f(time_field, at)
      WHERE m.state = 'valid' GROUP BY 1, 2, 3, 4) g
      WHERE t.bank_uid = g.bank_uid AND t.time_field = g.time_field AND t.hour = g.hour AND t.fact_type = g.fact_type;
  END IF;
  -- Nothing remains of the time of a deleted memory.
  DELETE FROM time_tallies t USING (
    SELECT DISTINCT m.bank_uid, f.time_field, date_trunc('hour', f.at, 'UTC') AS hour, m.fact_type FROM gone m CROSS JOIN LATERAL (VALUES
      ('created_at', m.created_at), ('mentioned_at', coalesce(m.mentioned_at, m.created_at)), ('occurred_start', coalesce(m.occurred_start, m.created_at))) f(time_field, at)) g
    WHERE t.bank_uid = g.bank_uid AND t.time_field = g.time_field AND t.hour = g.hour AND t.fact_type = g.fact_type AND t.units = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memories_times_added AFTER INSERT ON "memories" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION time_tally();
--> statement-breakpoint
CREATE TRIGGER memories_times_changed AFTER UPDATE ON "memories" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION time_tally();
--> statement-breakpoint
CREATE TRIGGER memories_times_gone AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION time_tally();
