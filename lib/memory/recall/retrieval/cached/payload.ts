import { passing } from '#lib/base/tags/filter';
import { byName, type Fact, type Name } from '#lib/memory/recall/payload';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import type { Contents } from '#lib/memory/recall/retrieval/cached/contents';
import type { CachedPayload, PayloadOptions } from '#lib/memory/recall/retrieval/port';

/**
 * The fields of these units that are sent, from a cached bank, and on request the entities that
 * they mention. Deleted units are omitted. `facts` is null in a large bank, which has no texts.
 * Sources that do not pass `tags`, the filter of the results, add no name. `entities` is null if
 * only the database knows the names: under a filter, an entity is called as the visible memories
 * spell it.
 */
export function cachedPayload(bank: CachedBank, ids: readonly string[], { withEntities, tags }: PayloadOptions): CachedPayload {
  const { contents, names } = bank;
  const isSeen = tags && bank.units.tagSetsThat(passing(tags));
  const isVisible = (slot: number): boolean => !isSeen || isSeen[bank.units.tagSetOf(slot)]!;
  const facts = new Map<string, Fact>();
  const entities = new Map<string, Name[]>();
  // Many units mention the same entities.
  const known = new Map<number, Name>();
  const nameOf = (entity: number): Name => {
    const name = known.get(entity) ?? names.nameOf(entity);
    known.set(entity, name);
    return name;
  };
  let isNamed = true;
  for (const id of ids) {
    const slot = bank.slotOf(id);
    if (slot === undefined) continue;
    if (contents !== null) facts.set(id, factOf(bank, contents, id, slot));
    const mentioned = withEntities ? entitiesIn(bank, id, slot, isVisible) : [];
    isNamed &&= tags === null || !mentioned.some(names.isSpelledOtherwise);
    if (mentioned.length > 0) entities.set(id, mentioned.map(nameOf).sort(byName));
  }
  return { facts: contents === null ? null : facts, entities: isNamed ? entities : null };
}

function factOf({ units }: CachedBank, contents: Contents, id: string, slot: number): Fact {
  const { type, tokens, occurredStart, occurredEnd, mentionedAt } = units.at(slot);
  return {
    ...contents.at(slot),
    id,
    type,
    occurredStart: milliseconds(occurredStart),
    occurredEnd: milliseconds(occurredEnd),
    mentionedAt: milliseconds(mentionedAt),
    tags: units.tagsOf(slot),
    tokens,
  };
}

const milliseconds = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds * 1000));

/** An observation mentions the entities of its evidence. */
function entitiesIn({ names, sourcesOf, slotOf }: CachedBank, id: string, slot: number, isVisible: (slot: number) => boolean): number[] {
  const slots = sourcesOf(id)
    .flatMap((source) => slotOf(source) ?? [])
    .filter(isVisible);
  return [...new Set([slot, ...slots].flatMap((one) => [...names.in(one)]))];
}
