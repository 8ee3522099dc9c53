-- Moves of banks between cells. The directory decides in which cell a bank is; both cells note the move in `bank_moving`.
CREATE TABLE "bank_moves" (
	"uid" bigint PRIMARY KEY,
	"from_cell" text NOT NULL,
	"to_cell" text NOT NULL,
	"token" uuid NOT NULL,
	"phase" text NOT NULL DEFAULT 'copying',
	"lease_until" timestamp with time zone NOT NULL,
	"switched_at" timestamp with time zone,
	CONSTRAINT "bank_moves_phase" CHECK (phase in ('copying', 'switched') and (phase = 'switched') = (switched_at is not null))
);
--> statement-breakpoint
CREATE TABLE "bank_moving" (
	"bank_uid" bigint PRIMARY KEY,
	"token" uuid NOT NULL,
	"role" text NOT NULL,
	"is_frozen" boolean NOT NULL DEFAULT false,
	CONSTRAINT "bank_moving_role" CHECK (role in ('from', 'to')),
	CONSTRAINT "bank_moving_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "banks"("uid") ON DELETE CASCADE
);
--> statement-breakpoint
-- Rows that were written while the bank was copied. `change` differs after each write.
CREATE TABLE "bank_changes" (
	"bank_uid" bigint NOT NULL,
	"table_name" text NOT NULL,
	"row_key" jsonb NOT NULL,
	"is_insert" boolean NOT NULL,
	"change" uuid NOT NULL,
	CONSTRAINT "bank_changes_pk" PRIMARY KEY("bank_uid","table_name","row_key"),
	CONSTRAINT "bank_changes_move_fk" FOREIGN KEY ("bank_uid") REFERENCES "bank_moving"("bank_uid") ON DELETE CASCADE
);
--> statement-breakpoint
-- Notes each written row of a bank that is being moved, or refuses the write while the bank is frozen. Triggers of this function exist only during
-- a move. Arguments: the bank, the table, and the columns of the primary key after the bank. On a worker of Citus, the table has another name. Every writer has a shared lock until its transaction ends, so that the
-- statement that freezes the bank waits for it.
CREATE FUNCTION "bank_move_note"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bank bigint := tg_argv[0]::bigint;
  written jsonb[] := CASE tg_op WHEN 'INSERT' THEN array[to_jsonb(new)] WHEN 'DELETE' THEN array[to_jsonb(old)] ELSE array[to_jsonb(old), to_jsonb(new)] END;
  frozen boolean;
BEGIN
  -- A snapshot would not see that the bank was frozen after it began.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'The bank is being moved' USING errcode = 'serialization_failure';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('memory_bank.move:' || bank, 0));
  SELECT is_frozen INTO frozen FROM bank_moving WHERE bank_uid = bank;
  IF frozen THEN
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
--> statement-breakpoint
-- The triggers that follow from writes of callers do not run for rows that are copied.
DROP TRIGGER "consolidation_items_added" ON "consolidation_items";
--> statement-breakpoint
CREATE TRIGGER "consolidation_items_added" AFTER INSERT ON "consolidation_items" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "backlog_changed"();
--> statement-breakpoint
DROP TRIGGER "consolidation_items_changed" ON "consolidation_items";
--> statement-breakpoint
CREATE TRIGGER "consolidation_items_changed" AFTER UPDATE ON "consolidation_items" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "backlog_changed"();
--> statement-breakpoint
DROP TRIGGER "consolidation_items_gone" ON "consolidation_items";
--> statement-breakpoint
CREATE TRIGGER "consolidation_items_gone" AFTER DELETE ON "consolidation_items" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "backlog_changed"();
--> statement-breakpoint
DROP TRIGGER "memories_bury" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_bury" AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "bury_memories"();
--> statement-breakpoint
DROP TRIGGER "memories_forget_successors" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_forget_successors" AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "forget_successors"();
--> statement-breakpoint
DROP TRIGGER "memories_tally_added" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_tally_added" AFTER INSERT ON "memories" REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "memory_tally"();
--> statement-breakpoint
DROP TRIGGER "memories_tally_changed" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_tally_changed" AFTER UPDATE ON "memories" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "memory_tally"();
--> statement-breakpoint
DROP TRIGGER "memories_tally_gone" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_tally_gone" AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "memory_tally"();
--> statement-breakpoint
DROP TRIGGER "memories_times_added" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_times_added" AFTER INSERT ON "memories" REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "time_tally"();
--> statement-breakpoint
DROP TRIGGER "memories_times_changed" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_times_changed" AFTER UPDATE ON "memories" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "time_tally"();
--> statement-breakpoint
DROP TRIGGER "memories_times_gone" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_times_gone" AFTER DELETE ON "memories" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "time_tally"();
--> statement-breakpoint
DROP TRIGGER "memories_leave" ON "memories";
--> statement-breakpoint
CREATE TRIGGER "memories_leave" AFTER UPDATE OF state, tags, fact_type ON "memories" FOR EACH ROW
  WHEN (old.state = 'valid' AND (new.state <> old.state OR new.tags IS DISTINCT FROM old.tags OR new.fact_type <> old.fact_type)
    AND current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION "bury_memory"();
--> statement-breakpoint
DROP TRIGGER "memories_unprove" ON "memories";
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "memories_unprove" AFTER UPDATE OF state ON "memories" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (new.state <> 'valid' AND old.state = 'valid' AND current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION "observation_unprove"();
--> statement-breakpoint
DROP TRIGGER "observation_sources_settle" ON "observation_sources";
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "observation_sources_settle" AFTER INSERT OR DELETE ON "observation_sources" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "observation_settle"();
--> statement-breakpoint
DROP TRIGGER "observation_quotes_forget" ON "observation_quotes";
--> statement-breakpoint
CREATE TRIGGER "observation_quotes_forget" AFTER DELETE ON "observation_quotes" FOR EACH ROW
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "observation_forget"();
--> statement-breakpoint
DROP TRIGGER "mental_model_versions_append_only" ON "mental_model_versions";
--> statement-breakpoint
CREATE TRIGGER "mental_model_versions_append_only" BEFORE UPDATE OR DELETE ON "mental_model_versions" FOR EACH ROW
  WHEN (current_setting('memory_bank.copying', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "keep_model_versions"();
