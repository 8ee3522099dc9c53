CREATE TABLE "observation_scopes" (
	"bank_uid" bigint NOT NULL,
	"scope_key" uuid NOT NULL,
	"tags" text[] NOT NULL,
	CONSTRAINT "observation_scopes_bank_uid_scope_key_pk" PRIMARY KEY("bank_uid","scope_key")
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"bank_uid" bigint NOT NULL,
	"memory_id" uuid NOT NULL,
	"scope_key" uuid NOT NULL,
	"text_hash" uuid NOT NULL,
	"slot" bigint,
	CONSTRAINT "observations_bank_uid_memory_id_pk" PRIMARY KEY("bank_uid","memory_id")
);
--> statement-breakpoint
CREATE TABLE "consolidation_items" (
	"bank_uid" bigint NOT NULL,
	"memory_id" uuid NOT NULL,
	"scope_key" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"statement" bigint,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consolidation_items_bank_uid_memory_id_scope_key_pk" PRIMARY KEY("bank_uid","memory_id","scope_key"),
	CONSTRAINT "consolidation_items_status" CHECK ("consolidation_items"."status" in ('pending', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "observation_history" (
	"bank_uid" bigint NOT NULL,
	"observation_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"previous_text" text,
	"previous_tags" text[] NOT NULL,
	"previous_occurred_start" timestamp (3) with time zone,
	"previous_occurred_end" timestamp (3) with time zone,
	"previous_mentioned_at" timestamp (3) with time zone,
	"previous_source_ids" uuid[] NOT NULL,
	"source_ids" uuid[] NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "observation_history_bank_uid_observation_id_id_pk" PRIMARY KEY("bank_uid","observation_id","id")
);
--> statement-breakpoint
CREATE TABLE "observation_quotes" (
	"bank_uid" bigint NOT NULL,
	"observation_id" uuid NOT NULL,
	"memory_id" uuid NOT NULL,
	"text" text NOT NULL,
	"fact_type" text NOT NULL,
	"context" text DEFAULT '' NOT NULL,
	CONSTRAINT "observation_quotes_bank_uid_observation_id_memory_id_pk" PRIMARY KEY("bank_uid","observation_id","memory_id")
);
--> statement-breakpoint
ALTER TABLE "observation_scopes" ADD CONSTRAINT "observation_scopes_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "banks"("uid") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "memories"("bank_uid","id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_scope_fk" FOREIGN KEY ("bank_uid","scope_key") REFERENCES "observation_scopes"("bank_uid","scope_key");
--> statement-breakpoint
ALTER TABLE "consolidation_items" ADD CONSTRAINT "consolidation_items_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "memories"("bank_uid","id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "observation_history" ADD CONSTRAINT "observation_history_bank_fk" FOREIGN KEY ("bank_uid") REFERENCES "banks"("uid") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "observation_quotes" ADD CONSTRAINT "observation_quotes_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "memories"("bank_uid","id") ON DELETE cascade;
--> statement-breakpoint
CREATE UNIQUE INDEX "observations_text" ON "observations" USING btree ("bank_uid","scope_key","text_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "observations_slot" ON "observations" USING btree ("bank_uid","scope_key","slot") WHERE "slot" is not null;
--> statement-breakpoint
CREATE INDEX "consolidation_items_pending" ON "consolidation_items" USING btree ("bank_uid","scope_key","memory_id") WHERE "status" = 'pending';
--> statement-breakpoint
CREATE INDEX "consolidation_items_failed" ON "consolidation_items" USING btree ("bank_uid","memory_id") WHERE "status" = 'failed';
--> statement-breakpoint
CREATE INDEX "consolidation_items_statement" ON "consolidation_items" USING btree ("bank_uid","scope_key","statement") WHERE "statement" is not null;
--> statement-breakpoint
CREATE INDEX "observation_quotes_memory" ON "observation_quotes" USING btree ("bank_uid","memory_id");
--> statement-breakpoint
-- The wall behind the service: whatever takes evidence away, at the end of the transaction an observation counts its live sources, and
-- one without any is gone together with what the bank counts of it.
CREATE FUNCTION observation_settle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bank bigint := coalesce(new.bank_uid, old.bank_uid);
  observation uuid := coalesce(new.observation_id, old.observation_id);
  proofs integer;
  terms integer;
BEGIN
  -- A memory is looked up by its whole key, one by one: no plan can walk through the bank.
  SELECT count(*) INTO proofs FROM observation_sources s
    WHERE s.bank_uid = bank AND s.observation_id = observation
      AND (SELECT m.state FROM memories m WHERE m.bank_uid = bank AND m.id = s.memory_id) = 'valid';
  IF proofs > 0 THEN
    UPDATE memories SET proof_count = proofs WHERE bank_uid = bank AND id = observation AND proof_count <> proofs;
  ELSE
    DELETE FROM memories WHERE bank_uid = bank AND id = observation AND fact_type = 'observation' RETURNING term_count INTO terms;
    IF FOUND THEN
      UPDATE banks SET unit_count = unit_count - 1, term_count = term_count - terms WHERE uid = bank;
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER observation_sources_settle AFTER INSERT OR DELETE ON "observation_sources"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION observation_settle();
--> statement-breakpoint
-- What is no longer valid proves nothing.
CREATE FUNCTION observation_unprove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM observation_sources WHERE bank_uid = new.bank_uid AND memory_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER memories_unprove AFTER UPDATE OF state ON "memories"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state <> 'valid' AND old.state = 'valid') EXECUTE FUNCTION observation_unprove();
--> statement-breakpoint
-- A memory that is deleted for good leaves no words behind: its quote goes by the foreign key, and so does every earlier text that rested on it.
CREATE FUNCTION observation_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE observation_history SET previous_text = NULL
    WHERE bank_uid = old.bank_uid AND observation_id = old.observation_id AND old.memory_id = any(previous_source_ids) AND previous_text IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER observation_quotes_forget AFTER DELETE ON "observation_quotes" FOR EACH ROW EXECUTE FUNCTION observation_forget();
