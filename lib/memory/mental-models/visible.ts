import { defined } from '#lib/base/defined';
import { isSupported } from '#lib/memory/mental-models/decisions/added-block';
import { blocksOf, citedIds, EMPTY_DOCUMENT, readDocument, renderDocument } from '#lib/memory/mental-models/refresh/document';
import type { Block, Document } from '#lib/memory/mental-models/refresh/port';
import type { MentalModelRow } from '#lib/memory/mental-models/store';

/** The visible part of a mental model in a list filtered by tags. Pure. */

/** The mental models that a row cites, each with everything that it was written from when cited. */
function originsByModel({ based_on }: MentalModelRow): ReadonlyMap<string, readonly string[]> {
  const cited = based_on.flatMap(({ id, kind, origins }) => (kind === 'mental_model' && origins ? [{ id, origins }] : []));
  return new Map(cited.map(({ id, origins }) => [id, [...origins.memoryIds, ...(origins.modelIds ?? [])]]));
}

/** The mental models among the sources of a row, also of those whose origins are unknown. */
const modelIdsIn = ({ based_on, reflect_response }: MentalModelRow): ReadonlySet<string> =>
  new Set(
    [...based_on.filter(({ kind }) => kind === 'mental_model'), ...(reflect_response?.based_on['mental-models'] ?? [])].map(({ id }) => id),
  );

/**
 * All sources that the document and the evidence of a mental model cite: memories and other mental
 * models, with what those were written from; and the directives of its last refresh.
 */
export function idsIn(row: MentalModelRow): string[] {
  const read = readDocument(row.document);
  const evidence = Object.values(row.reflect_response?.based_on ?? {}).flatMap((facts) => facts.map(({ id }) => id));
  return [...new Set([...(read ? citedIds(read) : []), ...evidence, ...[...originsByModel(row).values()].flat()])];
}

function visibleDocument({ sections, ...rest }: Document, isVisible: (id: string) => boolean): Document {
  // The tags of deleted sources are unknown.
  const isShown = (block: Block): boolean => isSupported(block) && block.sourceIds.every(isVisible);
  const parts = sections.map((section) => ({ ...section, blocks: section.blocks.filter(isShown) }));
  return { ...rest, sections: parts.filter(({ blocks }, i) => blocks.length > 0 || defined(sections[i]).blocks.length === 0) };
}

/**
 * Removes the blocks and evidence whose sources the filter excludes. `hasPassed`: whether the own
 * tags of a memory, mental model or directive pass the filter. If a block is removed, so are all
 * other details of the last refresh: its trace, operations and other fields.
 */
export function visiblePart<Seen extends MentalModelRow>(row: Seen, hasPassed: (id: string) => boolean): Seen {
  const read = readDocument(row.document);
  const models = modelIdsIn(row);
  const origins = originsByModel(row);
  // A cited mental model of unknown origin may have been written from anything.
  const isVisible = (id: string): boolean => hasPassed(id) && (!models.has(id) || origins.get(id)?.every(hasPassed) === true);
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
