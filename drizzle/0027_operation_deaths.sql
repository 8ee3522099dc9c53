-- How often the process that ran an operation has ended under it: such an operation waits longer each time, and is given up after a few.
ALTER TABLE "operations" ADD COLUMN "deaths" integer DEFAULT 0 NOT NULL;
