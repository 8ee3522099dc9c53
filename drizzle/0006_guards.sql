-- Revoked is for good, whatever statement comes: the code never takes it back, and neither does a hand at the database.
CREATE FUNCTION "keep_keys_revoked"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'A revoked key stays revoked' using errcode = 'check_violation', constraint = 'api_keys_revoked_for_good', table = 'api_keys';
end
$$;
--> statement-breakpoint
CREATE TRIGGER "api_keys_revoked_for_good" BEFORE UPDATE OF "revoked_at" ON "api_keys" FOR EACH ROW
  WHEN (old.revoked_at IS NOT NULL AND new.revoked_at IS DISTINCT FROM old.revoked_at) EXECUTE FUNCTION "keep_keys_revoked"();
