-- The language of the console that a person chose. `browser`: the first language of the browser that the console has.
ALTER TABLE "users" ADD COLUMN "locale" text DEFAULT 'browser' NOT NULL;
