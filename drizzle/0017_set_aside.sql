-- A bank that was deleted or cleared belongs to no organisation from that moment on, so that nothing that is scoped finds it; what it holds is
-- deleted little by little afterwards.
ALTER TABLE "banks" ALTER COLUMN "org_id" DROP NOT NULL;
--> statement-breakpoint
-- Of one that was cleared: the row that goes on under its id.
ALTER TABLE "banks" ADD COLUMN "continued_by" bigint;
--> statement-breakpoint
CREATE INDEX "banks_set_aside" ON "banks" USING btree ("uid") WHERE org_id is null;
--> statement-breakpoint
-- The mental models of a bank that is cleared stay, and move to the row that goes on under its id, with their past as it is.
CREATE OR REPLACE FUNCTION "keep_model_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM mental_models m WHERE m.bank_uid = old.bank_uid AND m.id = old.model_id) THEN
      RETURN old;
    END IF;
  ELSIF to_jsonb(new) - 'bank_uid' = to_jsonb(old) - 'bank_uid' THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'A version of a mental model stays as it is' USING errcode = 'check_violation', constraint = 'mental_model_versions_append_only', table = 'mental_model_versions';
END $$;
