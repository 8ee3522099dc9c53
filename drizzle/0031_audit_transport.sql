-- The interface over which a change arrived.
ALTER TABLE "audit_log" ADD COLUMN "transport" text DEFAULT 'http' NOT NULL;
