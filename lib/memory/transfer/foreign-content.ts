import { MAX_ID, MAX_ID_BYTES } from '#lib/base/contract/fields';
import { type ArchivedDocument, type ArchivedFact, parseDocument } from '#lib/memory/transfer/archive/records';
import { MAX_FACT } from '#lib/memory/transfer/archived-document';
import type { ContentSource } from '#lib/memory/transfer/content-source';
import { hashOf } from '#lib/memory/transfer/formats/fields';
import { type ForeignDocument, type ForeignItem, type ForeignMemory, foreignMemory } from '#lib/memory/transfer/formats/items';
import type { ForeignFile } from '#lib/memory/transfer/formats/read';
import type { FormatName } from '#lib/memory/transfer/literals';

/**
 * The export of another memory store as content of a bank. Each memory becomes a document with one
 * fact, so that a later import of the same memory finds it by its id. Documents have the facts that
 * are their statements; conversations have none.
 */

/** Metadata of a fact: the id of the document that it is from, which the export may contain. */
const SOURCE_DOCUMENT = 'source_document';

/** The id of the stored document, which is the same in every export. */
function documentIdOf(format: FormatName, id: string): string {
  const whole = `${format}:${id}`;
  return whole.length <= MAX_ID && Buffer.byteLength(whole) <= MAX_ID_BYTES ? whole : `${format}:${hashOf(id)}`;
}

const idOf = (format: FormatName, item: ForeignDocument | ForeignMemory): string =>
  item.id === null ? `${format}:${hashOf(JSON.stringify(item))}` : documentIdOf(format, item.id);

function factOf(format: FormatName, memory: ForeignMemory): ArchivedFact {
  const source = memory.documentId === null ? {} : { [SOURCE_DOCUMENT]: documentIdOf(format, memory.documentId) };
  return {
    text: memory.text,
    // An observation needs its evidence, which the other store does not export.
    fact_type: memory.type === 'experience' ? 'experience' : 'world',
    context: memory.context,
    occurred_start: memory.occurredStart,
    occurred_end: memory.occurredEnd,
    mentioned_at: memory.mentionedAt,
    metadata: { ...memory.metadata, ...source },
    tags: [...memory.tags],
    entities: [...memory.entities],
    valid_from: memory.validFrom,
    valid_to: memory.validTo,
    expires_at: memory.expiresAt,
  };
}

/** A longer text is the text of its document, without a fact. */
const isFact = ({ text }: ArchivedFact): boolean => Buffer.byteLength(text) <= MAX_FACT;

function factsOf(format: FormatName, item: ForeignDocument | ForeignMemory): ArchivedFact[] {
  if (item.kind === 'memory') return [factOf(format, item)];
  const { context, mentionedAt, tags, metadata } = item;
  return item.statements.map((text) => factOf(format, foreignMemory(text, { context, mentionedAt, tags, metadata })));
}

const documentOf = (format: FormatName, item: ForeignDocument | ForeignMemory): ArchivedDocument => ({
  id: idOf(format, item),
  original_text: item.text,
  retain_params: { context: item.context, metadata: item.metadata, event_date: item.mentionedAt },
  tags: [...item.tags],
  // The text of a memory ends with it.
  ...(item.kind === 'memory' &&
    item.expiresAt !== null && { chunks: [{ chunk_index: 0, chunk_text: item.text, expires_at: item.expiresAt }] }),
  facts: factsOf(format, item).filter(isFact),
});

async function* nothing(): AsyncGenerator<never> {}

/** The same file has the same documents in the same order. `onItem`: gets all items of the file. */
export const foreignContent = ({ format, items }: ForeignFile, onItem?: (item: ForeignItem) => void): ContentSource => ({
  isUnnamed: true,
  async *documents() {
    for await (const item of items()) {
      onItem?.(item);
      if (item.kind !== 'document' && item.kind !== 'memory') continue;
      const document = documentOf(format, item);
      yield { name: document.id, read: () => parseDocument(document, document.id) };
    }
  },
  observations: nothing,
  mentalModels: nothing,
  knowledgeNodes: nothing,
});
