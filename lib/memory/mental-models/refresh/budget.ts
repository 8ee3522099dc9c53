import { defined } from '#lib/base/defined';
import { countTokens } from '#lib/base/text/tokens';
import { blocksOf, renderDocument } from '#lib/memory/mental-models/refresh/document';
import type { DeltaOperation } from '#lib/memory/mental-models/refresh/operations';
import type { Block, Document } from '#lib/memory/mental-models/refresh/port';

/**
 * What goes where a document is longer than it may be, whoever wrote it: what one memory proves before what several do, the oldest first. One block
 * stays, however long. Pure.
 */
export function budgetOperations(document: Document, maxTokens: number, saidAt: (id: string) => Date | null): DeltaOperation[] {
  const time = ({ sourceIds }: Block): number => Math.max(...sourceIds.map((id) => saidAt(id)?.getTime() ?? Number.NEGATIVE_INFINITY));
  const isProven = ({ sourceIds }: Block): number => (sourceIds.length > 1 ? 1 : 0);
  const order = (a: Block, b: Block): number => isProven(a) - isProven(b) || time(a) - time(b) || (a.id < b.id ? -1 : 1);
  const queue = blocksOf(document).sort(order);
  const gone = new Set<string>();
  // Blocks are counted one by one and then, as together they may count differently, all that is left.
  for (let over = excess(document, maxTokens); over > 0 && gone.size < queue.length - 1; over = excess(without(document, gone), maxTokens))
    for (let freed = 0; freed < over && gone.size < queue.length - 1; ) {
      const block = defined(queue[gone.size]);
      gone.add(block.id);
      freed += countTokens(block.text);
    }
  return document.sections.flatMap(({ id: sectionId, blocks }) =>
    blocks.flatMap(({ id }): DeltaOperation[] => (gone.has(id) ? [{ op: 'remove_block', cause: 'budget', sectionId, blockId: id }] : [])),
  );
}

const excess = (document: Document, maxTokens: number): number => countTokens(renderDocument(document)) - maxTokens;

function without(document: Document, gone: ReadonlySet<string>): Document {
  const sections = document.sections.map((section) => ({ ...section, blocks: section.blocks.filter(({ id }) => !gone.has(id)) }));
  return { version: 1, sections: sections.filter(({ blocks }) => blocks.length > 0) };
}
