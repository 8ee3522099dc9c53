import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import type { CausalLink } from '#lib/memory/recall/retrieval/cached/links';
import { ACTIVATED, ENTITIES, HEAT_DIGITS, HOP_DECAY, rounded, UNITS_PER_ENTITY } from '#lib/memory/recall/retrieval/parameters';

/** Heat by slot. */
type HeatBySlot = Map<number, number>;

/** The units that a search may find, and those that count as mentions. By slot. */
interface VisibleUnits {
  readonly passes: Uint8Array;
  /** matches the tag filter, of any type; null: no filter */
  readonly matchesTags: ((slot: number) => boolean) | null;
}

/**
 * Spreading activation as in `database/activation.ts`: from the seeds, each with its heat, over
 * entities and causes, in two hops.
 */
export function activate(bank: CachedBank, seeds: HeatBySlot, { passes, matchesTags }: VisibleUnits): HeatBySlot {
  const mentionsOf = (entity: number): number => {
    const naming = bank.names.naming(entity);
    if (matchesTags === null) return naming.length;
    let mentions = 0;
    for (const slot of naming) if (matchesTags(slot)) mentions++;
    return mentions;
  };
  const topics = hottestTopics(bank, seeds, { decay: 1, unless: new Set(), mentionsOf });
  const first: HeatBySlot = new Map();
  const warm = (heats: HeatBySlot, slot: number, heat: number): void => {
    if (!seeds.has(slot) && passes[slot] === 1) heats.set(slot, (heats.get(slot) ?? 0) + heat);
  };
  for (const [entity, heat] of topics) for (const slot of latestOf(bank, entity, passes)) warm(first, slot, heat);
  for (const [seed, heat] of seeds)
    for (const { slot, weight } of strongest(bank, seed, passes)) warm(first, slot, heat * weight * HOP_DECAY);

  const front = new Map(hottest(bank, first, ENTITIES));
  const both: HeatBySlot = new Map(first);
  for (const [entity, heat] of hottestTopics(bank, front, {
    decay: HOP_DECAY,
    unless: new Set(topics.map(([topic]) => topic)),
    mentionsOf,
  }))
    for (const slot of latestOf(bank, entity, passes)) warm(both, slot, heat);
  return new Map(hottest(bank, both, ACTIVATED));
}

/** Its strongest causal links, in either direction, to units that pass. */
const strongest = ({ links, byId }: CachedBank, seed: number, passes: Uint8Array): readonly CausalLink[] => {
  const linked = links.of(seed).filter(({ slot }) => passes[slot] === 1);
  if (linked.length <= UNITS_PER_ENTITY) return linked;
  return linked.toSorted((a, b) => b.weight - a.weight || byId(a.slot, b.slot)).slice(0, UNITS_PER_ENTITY);
};

/** Entities that these units mention, with their heat: the more units mention one, the less. */
function hottestTopics(
  { names }: CachedBank,
  heats: HeatBySlot,
  { decay, unless, mentionsOf }: { decay: number; unless: ReadonlySet<number>; mentionsOf: (entity: number) => number },
): [entity: number, heat: number][] {
  const topics = new Map<number, number>();
  for (const [slot, heat] of heats)
    for (const entity of names.in(slot)) if (!unless.has(entity)) topics.set(entity, Math.max(heat, topics.get(entity) ?? 0));
  return [...topics]
    .map(([entity, heat]): [number, number] => [entity, (decay * heat) / Math.log(2 + mentionsOf(entity))])
    .sort(([a, hot], [b, hotter]) => hotter - hot || (names.idOf(a) < names.idOf(b) ? -1 : 1))
    .slice(0, ENTITIES);
}

const hottest = ({ byId }: CachedBank, heats: HeatBySlot, most: number): [slot: number, heat: number][] =>
  [...heats]
    .map(([slot, heat]): [slot: number, heat: number] => [slot, rounded(heat, HEAT_DIGITS)])
    .sort(([a, hot], [b, hotter]) => hotter - hot || byId(a, b))
    .slice(0, most);

/** The latest units that mention an entity. */
function latestOf({ names, byId }: CachedBank, entity: number, passes: Uint8Array): number[] {
  const latest: number[] = [];
  const naming = names.namingInOrder(entity, byId);
  for (let i = naming.length - 1; i >= 0 && latest.length < UNITS_PER_ENTITY; i--) if (passes[naming[i]!] === 1) latest.push(naming[i]!);
  return latest;
}
