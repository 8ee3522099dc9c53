-- What proves an observation that has enough evidence already, and what would be one observation more than its scope may hold: neither is
-- forgotten, both come back when there is room.
CREATE TABLE "observation_surplus" (
	"bank_uid" bigint NOT NULL,
	"observation_id" uuid NOT NULL,
	"memory_id" uuid NOT NULL,
	CONSTRAINT "observation_surplus_bank_uid_observation_id_memory_id_pk" PRIMARY KEY("bank_uid","observation_id","memory_id")
);
--> statement-breakpoint
ALTER TABLE "observation_surplus" ADD CONSTRAINT "observation_surplus_observation_fk" FOREIGN KEY ("bank_uid","observation_id") REFERENCES "memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "observation_surplus" ADD CONSTRAINT "observation_surplus_memory_fk" FOREIGN KEY ("bank_uid","memory_id") REFERENCES "memories"("bank_uid","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "observation_surplus_memory" ON "observation_surplus" ("bank_uid","memory_id");
--> statement-breakpoint
ALTER TABLE "consolidation_items" ADD COLUMN "without_room" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX "consolidation_items_without_room" ON "consolidation_items" ("bank_uid","scope_key","memory_id") WHERE without_room;
