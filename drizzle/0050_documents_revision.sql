-- The bank cache reads documents that were written since a revision of the bank, and compaction checks that none of a page was.
CREATE INDEX "documents_revision" ON "documents" USING btree ("bank_uid","revision");
