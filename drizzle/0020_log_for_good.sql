-- What was done was done: no line of the log is changed, and none goes but with its organisation, whatever statement comes.
CREATE FUNCTION "keep_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op = 'DELETE' and not exists (select from organizations where id = old.org_id) then
    return old;
  end if;
  raise exception 'The audit log is never changed' using errcode = 'check_violation', constraint = 'audit_log_for_good', table = 'audit_log';
end
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_for_good" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "keep_audit_log"();
