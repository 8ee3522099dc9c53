import type { Queryable } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import type { DecidedSources } from '#lib/memory/mental-models/decisions/apply';
import type { BlockDecisionView } from '#lib/memory/mental-models/decisions/contract';
import type { BlockDecision } from '#lib/memory/mental-models/decisions/ruling';
import type { CitedFact } from '#lib/memory/mental-models/refresh/port';
import { readModels, readSources } from '#lib/memory/mental-models/refresh/store';

/** The current state of the sources of decided blocks. */

async function readStates(db: Queryable, scope: BankScope, facts: readonly CitedFact[]) {
  const others = facts.flatMap(({ id, kind }) => (kind === 'mental_model' ? id : []));
  const memories = await readSources(db, scope, [...new Set(facts.map(({ id }) => id))]);
  const models = await readModels(db, scope, [...new Set(others)]);
  return { memories: new Map(memories.map((one) => [one.id, one])), models: new Set(models.map(({ id }) => id)) };
}

export async function sourcesFor(db: Queryable, scope: BankScope, facts: readonly CitedFact[]): Promise<DecidedSources> {
  const { memories, models } = await readStates(db, scope, facts);
  const texts = new Map(facts.map(({ id, text }) => [id, text]));
  const now: DecidedSources['now'] = (id) => {
    const memory = memories.get(id);
    return memory?.state === 'valid' ? memory : null;
  };
  return { now, textOf: (id) => memories.get(id)?.text ?? texts.get(id) ?? null, isModel: (id) => models.has(id) };
}

type EvidenceCounts = BlockDecisionView['evidence'];

/** What happened to the sources of each decision since. */
export async function stateCounts(
  db: Queryable,
  scope: BankScope,
  decisions: readonly BlockDecision[],
): Promise<(decision: BlockDecision) => EvidenceCounts> {
  const { memories, models } = await readStates(
    db,
    scope,
    decisions.flatMap(({ cited }) => cited),
  );
  const stateOf = ({ id, kind, text }: CitedFact): keyof EvidenceCounts => {
    if (kind === 'mental_model') return models.has(id) ? 'current' : 'deleted';
    const memory = memories.get(id);
    if (!memory) return 'deleted';
    if (memory.state !== 'valid') return 'invalidated';
    if ((memory.supersededBy ?? null) !== null) return 'superseded';
    return memory.text === text ? 'current' : 'edited';
  };
  return ({ cited }) => {
    const counts = { current: 0, edited: 0, superseded: 0, invalidated: 0, deleted: 0 };
    for (const fact of cited) counts[stateOf(fact)]++;
    return counts;
  };
}
