ALTER TABLE "memories" ADD COLUMN "names_given" boolean DEFAULT false NOT NULL;
