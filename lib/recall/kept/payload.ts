import type { KeptBank } from '#lib/recall/kept/bank';
import { byName, type Fact, type Name, type Payload } from '#lib/recall/payload';

/** What is sent of these units of a kept bank, and whom they name where that is wanted. What is gone is left out. */
export function keptPayload(bank: KeptBank, ids: readonly string[], withEntities: boolean): Pick<Payload, 'facts' | 'entities'> {
  const facts = new Map<string, Fact>();
  const entities = new Map<string, Name[]>();
  for (const id of ids) {
    const slot = bank.slotOf(id);
    if (slot === undefined) continue;
    facts.set(id, factOf(bank, id, slot));
    const names = withEntities ? namesIn(bank, id, slot) : [];
    if (names.length > 0) entities.set(id, names);
  }
  return { facts, entities };
}

function factOf({ units, contents }: KeptBank, id: string, slot: number): Fact {
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

/** An observation is about what its evidence is about. */
function namesIn({ names, sourcesOf, slotOf }: KeptBank, id: string, slot: number): Name[] {
  const own = names.in(slot);
  const slots = sourcesOf(id).flatMap((source) => slotOf(source) ?? []);
  const all = slots.length === 0 ? own : [...new Set([...own, ...slots.flatMap((one) => names.in(one))])];
  return all.map((entity) => names.nameOf(entity)).sort(byName);
}
