-- Whether the text of a document is stored. A bank with store_document_text off stores what was read from a text, and not the text itself.
ALTER TABLE "documents" ADD COLUMN "text_stored" boolean DEFAULT true NOT NULL;
