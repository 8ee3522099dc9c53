-- Until when an operation is tried; what waits already has a day from now on.
ALTER TABLE "operations" ADD COLUMN "retry_until" timestamp (3) with time zone DEFAULT now() + interval '24 hours' NOT NULL;
