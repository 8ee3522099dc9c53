import { defined } from '#lib/base/defined';
import { isSupported } from '#lib/memory/mental-models/decisions/added-block';
import { blocksOf, citedIds, EMPTY_DOCUMENT, readDocument, renderDocument } from '#lib/memory/mental-models/refresh/document';
import type { Block, Document } from '#lib/memory/mental-models/refresh/port';
import type { MentalModelRow } from '#lib/memory/mental-models/store';

/** The visible part of a mental model in a list filtered by tags. Pure. */

/**
 * All sources that the document and the evidence of a mental model cite: memories and other mental
 * models; and the directives of its last refresh.
 */
export function idsIn({ document, reflect_response }: MentalModelRow): string[] {
  const read = readDocument(document);
  const evidence = Object.values(reflect_response?.based_on ?? {}).flatMap((facts) => facts.map(({ id }) => id));
  return [...new Set([...(read ? citedIds(read) : []), ...evidence])];
}

function visibleDocument({ sections, ...rest }: Document, isVisible: (id: string) => boolean): Document {
  // The tags of deleted sources are unknown.
  const isShown = (block: Block): boolean => isSupported(block) && block.sourceIds.every(isVisible);
  const parts = sections.map((section) => ({ ...section, blocks: section.blocks.filter(isShown) }));
  return { ...rest, sections: parts.filter(({ blocks }, i) => blocks.length > 0 || defined(sections[i]).blocks.length === 0) };
}

/**
 * Removes the blocks and evidence whose sources the filter excludes. If a block is removed, so are
 * all other details of the last refresh: its trace, operations and other fields.
 */
export function visiblePart(row: MentalModelRow, isVisible: (id: string) => boolean): MentalModelRow {
  const read = readDocument(row.document);
  if (blocksOf(read ?? EMPTY_DOCUMENT).every(isSupported) && idsIn(row).every(isVisible)) return row;
  const document = read && visibleDocument(read, isVisible);
  const content = document ? renderDocument(document) : '';
  const { reflect_response: answer } = row;
  return {
    ...row,
    document,
    content,
    reflect_response: answer && {
      text: content,
      based_on: Object.fromEntries(Object.entries(answer.based_on).map(([type, facts]) => [type, facts.filter(({ id }) => isVisible(id))])),
      mental_models: [],
      outcome: answer.outcome,
      method: answer.method,
    },
  };
}
