import { defined } from '#lib/base/defined';
import { countTokens } from '#lib/base/text/tokens';
import { blocksOf, renderDocument } from '#lib/memory/mental-models/refresh/document';
import type { DeltaOperation } from '#lib/memory/mental-models/refresh/operations';
import type { Block, Document } from '#lib/memory/mental-models/refresh/port';

/**
 * Removes blocks from a document that exceeds its budget: those with one source before those with
 * several, and the oldest first. One block always remains, and those that a person fixed. Pure.
 */
export function budgetOperations(
  document: Document,
  maxTokens: number,
  mentionedAt: (id: string) => Date | null,
  fixedIds: ReadonlySet<string> = new Set(),
): DeltaOperation[] {
  const time = ({ sourceIds }: Block): number => Math.max(...sourceIds.map((id) => mentionedAt(id)?.getTime() ?? Number.NEGATIVE_INFINITY));
  const isProven = ({ sourceIds }: Block): number => (sourceIds.length > 1 ? 1 : 0);
  const order = (a: Block, b: Block): number => isProven(a) - isProven(b) || time(a) - time(b) || (a.id < b.id ? -1 : 1);
  const all = blocksOf(document);
  const queue = all.filter(({ id }) => !fixedIds.has(id)).sort(order);
  const most = queue.length < all.length ? queue.length : queue.length - 1;
  const removedIds = new Set<string>();
  // Blocks are counted one by one, and finally the remaining document, because tokens of parts do
  // not add up exactly.
  for (let over = excess(document, maxTokens); over > 0 && removedIds.size < most; over = excess(without(document, removedIds), maxTokens))
    for (let freed = 0; freed < over && removedIds.size < most; ) {
      const block = defined(queue[removedIds.size]);
      removedIds.add(block.id);
      freed += countTokens(block.text);
    }
  return document.sections.flatMap(({ id: sectionId, blocks }) =>
    blocks.flatMap(({ id }): DeltaOperation[] =>
      removedIds.has(id) ? [{ op: 'remove_block', cause: 'budget', sectionId, blockId: id }] : [],
    ),
  );
}

const excess = (document: Document, maxTokens: number): number => countTokens(renderDocument(document)) - maxTokens;

function without(document: Document, removedIds: ReadonlySet<string>): Document {
  const sections = document.sections.map((section) => ({ ...section, blocks: section.blocks.filter(({ id }) => !removedIds.has(id)) }));
  return { version: 1, sections: sections.filter(({ blocks }) => blocks.length > 0) };
}
