import type { Evidence, EvidenceSource } from '#lib/memory/reflect/evidence';
import { partsOf } from '#lib/memory/reflect/parts';
import { withResolvedTags } from '#lib/memory/reflect/resolved-tags';
import { mayContinueElsewhere } from '#lib/memory/reflect/rules/reflect-question';
import { REACH } from '#lib/memory/reflect/rules/utterances';
import type { ReflectRun } from '#lib/memory/reflect/run';
import { inScope, tagsOf } from '#lib/memory/reflect/scope-filter';
import { readAround } from '#lib/memory/reflect/store';

/** Number of the nearest facts after which the conversation is read. */
const NEAREST = 8;
/** Share of the score of the fact before it. */
const BEHIND = 0.5;

/**
 * Adds the turns after the nearest facts, which may answer without words that a search would find:
 * "So we are at 17,900 for the new one" after "We are not taking that oven". Sends one more
 * statement, only for questions about reasons or prices.
 */
export async function withTalk(source: EvidenceSource, run: ReflectRun, items: readonly Evidence[]): Promise<readonly Evidence[]> {
  if (!partsOf(run.question).some(mayContinueElsewhere)) return items;
  const nearest = items
    .filter(({ document }) => document !== null)
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST);
  const ids = nearest.map(({ id }) => id);
  const startMs = run.since();
  const around = await withResolvedTags(source, async ({ reader, scope, filter }) => {
    const read = await readAround(reader, scope, ids, { depth: { behind: REACH }, limit: NEAREST * REACH, tags: tagsOf(filter) });
    return read.filter((one) => inScope(filter, one));
  });
  const known = new Map(items.map((one) => [one.id, one]));
  const behind = around.flatMap((one) => {
    const from = nearest.find(({ document }) => isBehind(one.document, document));
    return from ? worthAsBehind(known.get(one.id) ?? { ...one, score: 0 }, from) : [];
  });
  run.noteTool({
    tool: 'expand',
    input: { ids, depth: 'behind' },
    found: behind,
    startMs,
    durationMs: run.since() - startMs,
    iteration: 0,
  });
  return [...new Map([...items, ...behind].map((one) => [one.id, one])).values()];
}

function isBehind(one: Evidence['document'], other: Evidence['document']): boolean {
  if (one === null || other === null || one.id !== other.id) return false;
  const places = one.position - other.position;
  return places > 0 && places <= REACH;
}

/** A unit that is far from the question gets a share of the score of the fact before it. */
const worthAsBehind = (one: Evidence, { score, scores }: Evidence): Evidence => ({
  ...one,
  score: Math.max(one.score, score * BEHIND),
  ...(scores && { scores: scores.map((each, part) => Math.max(one.scores?.[part] ?? 0, each * BEHIND)) }),
});
