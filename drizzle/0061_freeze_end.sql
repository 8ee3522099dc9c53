-- A freeze ends by itself unless the process that moves the bank renews it. null: it does not, because the bank is about to be switched.
ALTER TABLE "bank_moving" ADD COLUMN "frozen_until" timestamp with time zone;
--> statement-breakpoint
-- As before. In addition, the first writer after the end of a freeze ends it for all, which the process that moves the bank notices before it switches.
CREATE OR REPLACE FUNCTION "bank_move_note"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bank bigint := tg_argv[0]::bigint;
  written jsonb[] := CASE tg_op WHEN 'INSERT' THEN array[to_jsonb(new)] WHEN 'DELETE' THEN array[to_jsonb(old)] ELSE array[to_jsonb(old), to_jsonb(new)] END;
  frozen boolean;
  over boolean;
BEGIN
  -- A snapshot would not see that the bank was frozen after it began.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'The bank is being moved' USING errcode = 'serialization_failure';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('memory_bank.move:' || bank, 0));
  SELECT is_frozen, frozen_until < clock_timestamp() INTO frozen, over FROM bank_moving WHERE bank_uid = bank;
  IF frozen AND over THEN
    UPDATE bank_moving SET is_frozen = false, frozen_until = null WHERE bank_uid = bank AND is_frozen;
  ELSIF frozen THEN
    RAISE EXCEPTION 'The bank is being moved' USING errcode = 'MB503';
  END IF;
  IF frozen IS NOT NULL AND tg_nargs > 2 THEN
    INSERT INTO bank_changes AS c (bank_uid, table_name, row_key, is_insert, change)
    SELECT bank, tg_argv[1], k.row_key, tg_op = 'INSERT', gen_random_uuid() FROM (
      SELECT DISTINCT (SELECT jsonb_object_agg(name, w -> name) FROM unnest(tg_argv[2:]) AS name) AS row_key FROM unnest(written) AS w
    ) k
    ON CONFLICT (bank_uid, table_name, row_key) DO UPDATE SET change = excluded.change, is_insert = c.is_insert OR excluded.is_insert;
  END IF;
  RETURN CASE WHEN tg_op = 'DELETE' THEN old ELSE new END;
END $$;
