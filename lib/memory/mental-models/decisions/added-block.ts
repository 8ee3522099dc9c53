import type { Block, Document } from '#lib/memory/mental-models/refresh/port';

/**
 * Blocks that a person added to a mental model. They need no source, and have the tags of their
 * mental model. Their ids have a form of their own, so a document shows which they are. Pure.
 */

export const ADDED_PREFIX = 'own-';

export const isAddedId = (id: string): boolean => id.startsWith(ADDED_PREFIX);

/**
 * Whether a block may be shown and used in answers: it has a source, or a person added it. Other
 * blocks without sources are about something that was deleted, whose tags are unknown.
 */
export const isSupported = ({ id, sourceIds }: Pick<Block, 'id' | 'sourceIds'>): boolean => sourceIds.length > 0 || isAddedId(id);

/** Removes added blocks whose decision was undone; an older version may contain them. */
export function withoutUndone(document: Document, isDecided: (blockId: string) => boolean): Document {
  const isUndone = ({ id }: Block): boolean => isAddedId(id) && !isDecided(id);
  if (!document.sections.some(({ blocks }) => blocks.some(isUndone))) return document;
  const sections = document.sections.map((section) => ({ ...section, blocks: section.blocks.filter((one) => !isUndone(one)) }));
  return { ...document, sections: sections.filter(({ blocks }, i) => blocks.length > 0 || document.sections[i]?.blocks.length === 0) };
}
